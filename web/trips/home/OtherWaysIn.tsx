// Below the empty home screen: the trips of others that one can ask to join, and the file of another app. It comes once
// both are known, at the end of the page, so that nothing moves.

import { Compass, FileUp, type LucideIcon } from 'lucide-react'
import { discoverTrips } from '#core/trips/contract.ts'
import { paths } from '#web/platform/page/paths.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { firstDiscovered } from '#web/trips/tripPages.ts'
import { ListRow, List } from '#web/ui/lists/List.tsx'

export interface OtherWaysInProps {
  onImport: () => void
}

export function OtherWaysIn({ onImport }: OtherWaysInProps) {
  const discovered = useQuery(discoverTrips, {}, firstDiscovered)
  useReloadOnOpen(true, discovered)
  const { data, error } = discovered
  if (!data && !error) return null
  const joinable = data?.trips.filter(({ joinRequest }) => !joinRequest).length ?? 0
  const isEvery = data?.trips.length === data?.pagination.total
  return (
    <List label="Other ways to start">
      {joinable > 0 && (
        <ListRow
          leading={<Picture of={Compass} />}
          title="Discover public trips"
          detail={isEvery ? `${joinable} that you can ask to join` : 'Ask to join one'}
          href={paths.discover}
          more
        />
      )}
      <ListRow
        leading={<Picture of={FileUp} />}
        title="Bring expenses along"
        detail="From another app’s file"
        onPress={onImport}
        more
      />
    </List>
  )
}

const Picture = ({ of: Icon }: { of: LucideIcon }) => (
  <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-field bg-primary-soft text-primary">
    <Icon aria-hidden className="size-5" />
  </span>
)
