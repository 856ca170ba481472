// The imports into a trip of which a part is in the outbox, until they are whole: how much is there, with Undo, and Retry
// and Discard of the parts that were refused.

import { removeImport } from '#web/money/imports/sending/sendImport.ts'
import { formatCount } from '#web/platform/time/format.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { useOutbox } from '#web/platform/outbox/useOutbox.ts'
import { isRefused } from '#web/records/commandStates.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'

export function UnfinishedImports({ tripId }: { tripId: string }) {
  const parts = useOutbox(({ lane, part }) => lane === tripId && part !== undefined)
  const importIds = new Set(parts.map(({ part }) => part!.importId))
  return [...importIds].map((importId) => (
    <UnfinishedImport
      key={importId}
      tripId={tripId}
      left={parts.filter(({ part }) => part!.importId === importId)}
    />
  ))
}

function UnfinishedImport({ tripId, left }: { tripId: string; left: readonly PendingCommand[] }) {
  const part = left[0]!.part!
  const refused = left.filter(isRefused)
  const forAll = (act: (command: PendingCommand) => void) => () => refused.forEach(act)
  return (
    <Banner
      tone={refused.length > 0 ? 'danger' : 'info'}
      title={`Import: ${part.count - left.length} of ${formatCount(part.count, 'part')}`}
      action={
        <span className="flex flex-wrap gap-2">
          {refused.length > 0 && (
            <>
              <Button size="sm" variant="secondary" onClick={forAll((command) => command.retry())}>
                Retry
              </Button>
              <Button size="sm" variant="quiet" onClick={forAll((command) => command.discard())}>
                Discard
              </Button>
            </>
          )}
          <Button
            size="sm"
            variant={refused.length > 0 ? 'quiet' : 'secondary'}
            onClick={() => void removeImport(tripId, part)}
          >
            Undo
          </Button>
        </span>
      }
    >
      {refused.length > 0
        ? `${formatCount(refused.length, 'part')} ${refused.length === 1 ? 'was' : 'were'} not accepted. ${refused[0]!.error ?? ''}`
        : 'The rest is sent by itself.'}
    </Banner>
  )
}
