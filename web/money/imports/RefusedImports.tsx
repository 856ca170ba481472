// The batches of an import that waited in the outbox and were then refused, each with Retry and Discard.

import { importRecordsEndpoint } from '#core/money/contract.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'

export function RefusedImports({ tripId }: { tripId: string }) {
  const refused = usePendingCommands(tripId, importRecordsEndpoint).filter(({ state }) => state === 'refused')
  return refused.map(({ key, error, retry, discard }) => (
    <Banner
      key={key}
      tone="danger"
      title="A part of your import was not accepted"
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={retry}>
            Retry
          </Button>
          <Button size="sm" variant="quiet" onClick={discard}>
            Discard
          </Button>
        </span>
      }
    >
      {error}
    </Banner>
  ))
}
