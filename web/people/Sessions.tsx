// The devices on which this person is signed in, and the button that ends all other sessions.

import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { type SessionInfo, endOtherSessions, listSessions } from '#core/people/contract.ts'
import { useQuery } from '#web/platform/queries.ts'
import { formatRelativeInSentence } from '#web/platform/format.ts'
import { request } from '#web/platform/http.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useConfirm } from '#web/platform/useConfirm.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { DialogState } from '#web/ui/Dialog.tsx'
import { List } from '#web/ui/List.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { toast } from '#web/ui/toasts.tsx'

/** Sessions shown at first, so that the log-out below stays in reach. */
const SHOWN_AT_FIRST = 5

export function SessionList() {
  const query = useQuery(listSessions)
  useReloadOnOpen(true, query)
  const now = useNow()
  const [isAsking, setAsking] = useState(false)
  const [isShowingAll, showAll] = useState(false)
  const sessions = query.data?.sessions.toSorted(byCurrent)
  return (
    <section aria-label="Signed-in devices">
      <SectionTitle
        {...(sessions && { count: sessions.length })}
        action={
          (sessions?.length ?? 0) > 1 && (
            <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
              Sign out everywhere else
            </Button>
          )
        }
      >
        Signed-in devices
      </SectionTitle>
      <Loaded
        query={query}
        failed="Failed to load the signed-in devices"
        skeleton={<SkeletonList rows={2} label="Loading the signed-in devices..." />}
      >
        {() => (
          <List label="Signed-in devices">
            {sessions
              ?.slice(0, isShowingAll ? undefined : SHOWN_AT_FIRST)
              .map(({ id, device, lastSeenAt, current }) => (
                <ListRow
                  key={id}
                  leading={<MonitorSmartphone aria-hidden className="size-6 shrink-0 text-muted" />}
                  title={device}
                  detail={`Last seen ${formatRelativeInSentence(lastSeenAt, now)}`}
                  {...(current && { trailing: <StatusChip tone="success">This device</StatusChip> })}
                />
              ))}
          </List>
        )}
      </Loaded>
      {sessions && !isShowingAll && sessions.length > SHOWN_AT_FIRST && (
        <Button variant="quiet" size="sm" className="mt-1 -ms-3" onClick={() => showAll(true)}>
          Show all {sessions.length}
        </Button>
      )}
      <EndOthers open={isAsking} onClose={() => setAsking(false)} onDone={query.reload} />
    </section>
  )
}

const byCurrent = (a: SessionInfo, b: SessionInfo): number =>
  Number(b.current) - Number(a.current) || (a.lastSeenAt < b.lastSeenAt ? 1 : -1)

/** In lower case, for use within a sentence. */
function EndOthers({ open, onClose, onDone }: DialogState & { onDone: () => Promise<void> }) {
  const confirm = useConfirm({
    open,
    onClose,
    async submit() {
      await request(endOtherSessions)
      await onDone()
    },
    onSent: () => toast.success('Signed out everywhere else'),
    failed: 'Failed to sign out the other devices',
  })
  return (
    <ConfirmDialog
      {...confirm}
      title="Sign out everywhere else?"
      submitText="Sign out"
      busyText="Signing out..."
    >
      All your other devices have to log in again. What they have not sent yet stays on them until then.
    </ConfirmDialog>
  )
}
