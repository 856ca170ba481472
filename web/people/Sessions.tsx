// The row of the devices on which this person is signed in, and its dialog with the button that ends all other sessions.

import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { type SessionInfo, endOtherSessions, listSessions } from '#core/people/contract.ts'
import { type QueryState, useQuery } from '#web/platform/queries/queries.ts'
import { formatRelativeInSentence } from '#web/platform/time/format.ts'
import { request } from '#web/platform/http/http.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { useConfirm } from '#web/platform/forms/useConfirm.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Dialog, type DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { ListRow, List } from '#web/ui/lists/List.tsx'
import { Loaded } from '#web/ui/feedback/Loaded.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'
import { StatusChip } from '#web/ui/feedback/StatusChip.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

const TITLE = 'Signed-in devices'

export function SessionsRow() {
  const query = useQuery(listSessions)
  useReloadOnOpen(true, query)
  const [isOpen, setOpen] = useState(false)
  const count = query.data?.sessions.length
  return (
    <>
      <ListRow
        leading={<MonitorSmartphone aria-hidden className="size-5.5 shrink-0 text-muted" />}
        title={TITLE}
        detail={countText(count)}
        onPress={() => setOpen(true)}
        more
      />
      <SessionsDialog open={isOpen} onClose={() => setOpen(false)} query={query} />
    </>
  )
}

/** A space that keeps the room of the line while the number is unknown. */
function countText(count: number | undefined): string {
  if (count === undefined) return '\u00a0'
  return count === 1 ? 'This one' : `This one and ${count - 1} more`
}

function SessionsDialog({ open, onClose, query }: DialogState & { query: SessionsQuery }) {
  const now = useNow()
  const [isAsking, setAsking] = useState(false)
  const sessions = query.data?.sessions.toSorted(byCurrent)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={TITLE}
      cards
      footer={
        (sessions?.length ?? 0) > 1 && (
          <Button variant="secondary" onClick={() => setAsking(true)}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <Loaded
        query={query}
        failed="Failed to load the signed-in devices"
        skeleton={<SkeletonList rows={2} label="Loading the signed-in devices..." />}
      >
        {() => (
          <List label={TITLE}>
            {sessions?.map(({ id, device, lastSeenAt, current }) => (
              <ListRow
                key={id}
                leading={<MonitorSmartphone aria-hidden className="size-5.5 shrink-0 text-muted" />}
                title={device}
                detail={`Last seen ${formatRelativeInSentence(lastSeenAt, now)}`}
                {...(current && { trailing: <StatusChip tone="success">This device</StatusChip> })}
              />
            ))}
          </List>
        )}
      </Loaded>
      <EndOthers open={isAsking} onClose={() => setAsking(false)} onDone={query.reload} />
    </Dialog>
  )
}

type SessionsQuery = QueryState<{ sessions: SessionInfo[] }>

const byCurrent = (a: SessionInfo, b: SessionInfo): number =>
  Number(b.current) - Number(a.current) || (a.lastSeenAt < b.lastSeenAt ? 1 : -1)

/** Asks before all other sessions end. */
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
