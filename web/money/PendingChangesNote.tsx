// Below a figure that includes pending changes: how many of them wait for the network.

import { usePendingCommands } from '#web/platform/outbox/usePendingCommands.ts'
import { PendingMark } from '#web/ui/feedback/PendingMark.tsx'
import { formatCount } from '#web/platform/time/format.ts'

/** The paths of all commands of core/money/contract.ts. */
const moneyPath = /\/(?:expenses|imports|pool|payments)\b/

export function PendingChangesNote({ tripId }: { tripId: string }) {
  const waiting = usePendingCommands(tripId).filter(
    ({ state, endpoint }) => state === 'waiting' && moneyPath.test(endpoint.path),
  ).length
  if (waiting === 0) return null
  return <PendingMark text={`Includes ${formatCount(waiting, 'change')} waiting to sync`} />
}
