// Below a figure that includes pending changes: how many of them wait for the network.

import { useCommands } from '#web/platform/outbox/useOutbox.ts'
import { formatCount } from '#web/platform/time/format.ts'
import { type CommandSubject, subjectOf } from '#web/records/subjectOf.ts'
import { SyncMark } from '#web/ui/feedback/SyncMark.tsx'

interface WaitingChangesProps {
  tripId: string
  /** Whether the figure includes a change of this. */
  includes: (subject: CommandSubject) => boolean
}

export function WaitingChanges({ tripId, includes }: WaitingChangesProps) {
  const count = useCommands(tripId).filter((command) => {
    const subject = command.state === 'waiting' ? subjectOf(command) : null
    return subject && includes(subject)
  }).length
  return count > 0 && <SyncMark text={`Includes ${formatCount(count, 'change')} waiting to sync`} />
}

export const isMoney = ({ kind }: CommandSubject): boolean =>
  ['expense', 'import', 'contribution', 'payment'].includes(kind)
