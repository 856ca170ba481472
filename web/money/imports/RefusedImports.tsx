// The batches of an import that waited in the outbox and were then refused, each with Retry and Discard.

import { importRecordsEndpoint } from '#core/money/contract.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'

export function RefusedImports({ tripId }: { tripId: string }) {
  const refused = usePendingCommands(tripId, importRecordsEndpoint).filter(({ state }) => state === 'refused')
  return refused.map((command) => (
    <RefusedBanner key={command.key} command={command} title="A part of your import was not accepted">
      {command.error}
    </RefusedBanner>
  ))
}
