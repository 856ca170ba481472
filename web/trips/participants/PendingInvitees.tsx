// The pending invitations, as rows below the users who are on the trip. A banner shows those that were refused.

import { UserPlus } from 'lucide-react'
import { inviteToTrip } from '#core/trips/contract.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'
import { useOutbox } from '#web/platform/usePendingCommands.ts'
import { foundNamesOf } from '#web/trips/participants/foundNames.ts'
import { ListRow } from '#web/ui/ListRow.tsx'
import { PendingNote } from '#web/ui/PendingNote.tsx'

export function PendingInvitees({ tripId }: { tripId: string }) {
  const pending = useOutbox(
    (command) => command.lane === tripId && command.state !== 'refused' && isEndpoint(command, inviteToTrip),
  )
  return pending.map((command) => (
    <li key={command.key}>
      <ListRow
        as="div"
        leading={
          <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-surface-2 text-muted">
            <UserPlus aria-hidden className="size-5" />
          </span>
        }
        title={foundNamesOf((command.body as { userIds: string[] }).userIds)}
      />
      <div className="ps-17 pe-4 pb-3">
        <PendingNote command={command} label="invitation" />
      </div>
    </li>
  ))
}
