// The suggested payments: the person's own, and those of others beside them where there is room, else below. Marking one as
// paid leaves the others in place.

import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import type { RecordedPayment, ShownPayment } from '#web/money/settlement/payments/paymentList.ts'
import { SuggestionRow } from '#web/money/settlement/payments/SuggestionRow.tsx'
import {
  isOwn,
  paidIn,
  settlesOwnBalance,
  type Suggestion,
} from '#web/money/settlement/payments/suggestions.ts'
import type { RowLink } from '#web/money/settlement/useRowLinks.ts'
import { hasRecords } from '#web/platform/replica/hasRecords.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ReceiptPicture } from '#web/ui/pictures/ReceiptPicture.tsx'
import { SettledPicture } from '#web/ui/pictures/SettledPicture.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'
import type { RetainedRows } from '#web/ui/lists/retainedRows.ts'

interface SuggestedPaymentsProps {
  trip: TripResponse
  settlement: NamedSettlement
  recorded: readonly RecordedPayment[]
  /** With their commands, also those that are not recorded. */
  payments: readonly ShownPayment[]
  retainedRows: RetainedRows<Suggestion>
  linkOf: (key: string) => RowLink
  /** Below the summary of the Money tab, which says how many payments there are and that they are the fewest. */
  isBelowSummary: boolean
}

export function SuggestedPayments(props: SuggestedPaymentsProps) {
  const { trip, settlement, recorded, retainedRows, linkOf, isBelowSummary } = props
  const { payments, isFewest } = settlement
  const { rows, retain } = retainedRows
  const myId = useMyId()
  const isUnused = useTripResponse(trip.id, hasRecords).data === false
  const own = rows.filter(({ row }) => isOwn(row, myId))
  const others = rows.filter(({ row }) => !isOwn(row, myId))
  const left = payments.length
  const paid = rows.filter((row) => paidIn(row, recorded)).length
  const isDivided = own.length > 0 && others.length > 0
  const rowsOf = (some: typeof rows) =>
    some.map((row) => (
      <SuggestionRow
        key={row.key}
        suggestion={row}
        settlement={settlement}
        recorded={recorded}
        payments={props.payments}
        trip={trip}
        onRetain={retain}
        link={linkOf(row.key)}
      />
    ))
  return (
    <section aria-label="Suggested payments" className="@container">
      <SectionTitle
        level={3}
        {...(!isBelowSummary && { count: paid > 0 ? `${left} of ${left + paid} left` : left })}
      >
        Suggested Payments
      </SectionTitle>
      {rows.length === 0 && (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState
            picture={isUnused ? <ReceiptPicture /> : <SettledPicture />}
            title="Nobody has to pay anything."
          />
        </div>
      )}
      <div className={isDivided ? 'wide:grid wide:grid-cols-2 wide:items-start wide:gap-3' : undefined}>
        {own.length > 0 && (
          <Group
            label="Your payments"
            rows={rowsOf(own)}
            className={isDivided && 'not-wide:rounded-b-none not-wide:border-b-0'}
          >
            {settlesOwnBalance(own, settlement, myId) && (
              <p className="flex items-center gap-2 border-t border-line px-4 py-4 text-muted not-wide:hidden">
                <Check aria-hidden className="size-4 shrink-0 text-success" />
                Then you are settled up
              </p>
            )}
          </Group>
        )}
        {others.length > 0 && (
          <Group
            label="Payments of others"
            rows={rowsOf(others)}
            className={isDivided && 'not-wide:rounded-t-none'}
          />
        )}
      </div>
      {left > 0 && !(isFewest && isBelowSummary) && (
        <p className="mt-2 text-secondary text-muted">
          {isFewest
            ? 'This is the fewest payments possible.'
            : 'Fewest found: there may be a plan with fewer payments, but nobody pays more than they owe.'}
        </p>
      )}
    </section>
  )
}

interface GroupProps {
  label: string
  rows: ReactNode
  className: string | false
  children?: ReactNode
}

/** In one column, where two groups touch, they look like one list. */
function Group({ label, rows, className, children }: GroupProps) {
  return (
    <div className={classes('rounded-card border border-line bg-surface', className)}>
      <ul aria-label={label} className="divide-y divide-line rounded-[inherit]">
        {rows}
      </ul>
      {children}
    </div>
  )
}
