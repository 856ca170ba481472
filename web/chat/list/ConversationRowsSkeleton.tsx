// Rows of conversations that are loading.

import { List, ListRow } from '#web/ui/lists/List.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/Skeleton.tsx'

export function ConversationRowsSkeleton({ rows, label }: { rows: number; label: string }) {
  return (
    <Loading label={label}>
      <List>
        {Array.from({ length: rows }, (_, row) => (
          <ListRow
            key={row}
            leading={<Skeleton round className="size-13" />}
            title={<Skeleton className="my-1 h-4 w-2/5" />}
            detail={<Skeleton className="my-1 h-4 w-4/5" />}
          />
        ))}
      </List>
    </Loading>
  )
}
