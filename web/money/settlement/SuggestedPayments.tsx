// The suggested payments, the person's own first. Marking one as paid leaves the others in place.

import type { PaymentResponse, SettlementResponse } from '#core/money/responses.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { SuggestionRow } from '#web/money/settlement/SuggestionRow.tsx'
import type { Suggestion } from '#web/money/settlement/suggestions.ts'
import type { RowLink } from '#web/money/settlement/useRowLinks.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { SettledPicture } from '#web/ui/pictures/SettledPicture.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import type { RetainedRows } from '#web/ui/useRetainedRows.ts'

interface SuggestedPaymentsProps {
  trip: TripResponse
  settlement: SettlementResponse
  recorded: readonly PaymentResponse[]
  retainedRows: RetainedRows<Suggestion>
  linkOf: (key: string) => RowLink
}

export function SuggestedPayments(props: SuggestedPaymentsProps) {
  const { trip, settlement, recorded, retainedRows, linkOf } = props
  const { payments, isFewest } = settlement
  const { rows, retain } = retainedRows
  return (
    <section>
      <SectionTitle level={3} count={payments.length}>
        Suggested Payments
      </SectionTitle>
      {rows.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState picture={<SettledPicture />} title="Nobody has to pay anything." />
        </div>
      ) : (
        <List label="Suggested payments">
          {rows.map((row) => (
            <SuggestionRow
              key={row.key}
              suggestion={row}
              settlement={settlement}
              recorded={recorded}
              trip={trip}
              onRetain={retain}
              link={linkOf(row.key)}
            />
          ))}
        </List>
      )}
      {payments.length > 0 && (
        <p className="mt-2 text-secondary text-muted">
          {isFewest
            ? 'This is the fewest payments possible.'
            : 'Fewest found: there may be a plan with fewer payments, but nobody pays more than they owe.'}
        </p>
      )}
    </section>
  )
}
