// The pending invitations, as rows below the users who are on the trip.

import { UserPlus } from 'lucide-react'
import { inviteToTrip } from '#core/trips/contract.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'
import { foundNames } from '#web/trips/participants/foundNames.ts'
import { ListRow } from '#web/ui/ListRow.tsx'
import { PendingNote } from '#web/ui/PendingNote.tsx'
import { formatCount } from '#web/platform/format.ts'

export function PendingInvitees({ tripId }: { tripId: string }) {
  return usePendingCommands(tripId, inviteToTrip).map((command) => (
    <li key={command.key}>
      <ListRow
        as="div"
        leading={
          <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-surface-2 text-muted">
            <UserPlus aria-hidden className="size-5" />
          </span>
        }
        title={namesOf((command.body as { userIds: string[] }).userIds)}
      />
      <div className="ps-17 pe-4 pb-3">
        <PendingNote item={command} label="invitation" />
      </div>
    </li>
  ))
}

function namesOf(userIds: readonly string[]): string {
  const names = userIds.flatMap((id) => foundNames.get(id) ?? [])
  if (names.length === userIds.length) return new Intl.ListFormat('en').format(names)
  return formatCount(userIds.length, 'person', 'people')
}
