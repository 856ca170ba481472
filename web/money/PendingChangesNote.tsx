// Below a figure that includes pending changes: how many of them wait for the network.

import * as contract from '#core/money/contract.ts'
import { isEndpoint } from '#web/platform/outbox/outboxItem.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'
import { PendingMark } from '#web/ui/PendingMark.tsx'

const endpoints = [
  contract.addExpenseEndpoint,
  contract.addExpenseEnhancedEndpoint,
  contract.editExpenseEndpoint,
  contract.removeExpense,
  contract.contributeToPool,
  contract.removeContribution,
  contract.makePayment,
  contract.undoPayment,
]

export function PendingChangesNote({ tripId }: { tripId: string }) {
  const waiting = usePendingCommands(tripId).filter(
    (command) => command.state === 'waiting' && endpoints.some((endpoint) => isEndpoint(command, endpoint)),
  ).length
  if (waiting === 0) return null
  const changesText = waiting === 1 ? 'one change that is' : `${waiting} changes that are`
  return <PendingMark text={`with ${changesText} waiting to sync`} />
}
