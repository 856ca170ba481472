// Below a figure that includes pending changes: how many of them wait for the network.

import { usePendingCommands } from '#web/platform/outbox/usePendingCommands.ts'
import { formatCount } from '#web/platform/time/format.ts'
import { type CommandSubject, subjectOf } from '#web/records/subjectOf.ts'
import { PendingMark } from '#web/ui/feedback/PendingMark.tsx'

interface WaitingChangesProps {
  tripId: string
  /** Whether the figure includes a change of this. */
  includes: (subject: CommandSubject) => boolean
}

export function WaitingChanges({ tripId, includes }: WaitingChangesProps) {
  const count = usePendingCommands(tripId).filter((command) => {
    const subject = command.state === 'waiting' ? subjectOf(command) : null
    return subject && includes(subject)
  }).length
  return count > 0 && <PendingMark text={`Includes ${formatCount(count, 'change')} waiting to sync`} />
}

export const isMoney = ({ kind }: CommandSubject): boolean =>
  ['expense', 'import', 'contribution', 'payment'].includes(kind)
