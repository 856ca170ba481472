// The recorded payments, newest first, with Undo for the people it concerns.

import type { TripResponse } from '#core/trips/responses.ts'
import { RelativeTime } from '#web/money/RelativeTime.tsx'
import type { ShownPayment } from '#web/money/settlement/payments/paymentList.ts'
import { undoMadePayment } from '#web/money/settlement/payments/paymentCommands.ts'
import { PaymentParties } from '#web/money/settlement/payments/PaymentParties.tsx'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { RecordMarks } from '#web/records/RecordMarks.tsx'
import { isHeldUp } from '#web/records/commandStates.ts'
import { ofChange } from '#web/records/shownRecords.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { List } from '#web/ui/lists/List.tsx'
import { Money } from '#web/ui/Money.tsx'
import { OutcomeMessage, FocusOnMount } from '#web/ui/feedback/OutcomeMessage.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'
import type { RetainedRows } from '#web/ui/lists/retainedRows.ts'

interface PaymentsListProps {
  trip: TripResponse
  /** With their present commands. */
  payments: readonly ShownPayment[]
  retainedRows: RetainedRows<ShownPayment>
}

export function PaymentsList({ trip, payments, retainedRows }: PaymentsListProps) {
  const { rows, retain } = retainedRows
  if (rows.length === 0) return null
  return (
    <section className="@container">
      <SectionTitle level={3} count={rows.filter(({ isLive }) => isLive).length}>
        Payments Made
      </SectionTitle>
      <List label="Payments made">
        {rows.map(({ row, retained, isLive }) => {
          const payment = row.record
          const { id, from, to, amount, note, original, recorder, createdAt, canUndo } = payment
          const commands = payments.find(({ record }) => record.id === id)?.commands ?? []
          const [additions, undos] = [ofChange('add', commands), ofChange('remove', commands)]
          const text = formatMinor(amount, trip.currency)
          return (
            <li key={id} className="grid gap-1 px-4 py-3">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <PaymentParties from={from} to={to} />
                <Money text={text} className="ms-auto font-semibold" />
              </div>
              <div className="flex flex-wrap items-center justify-between gap-x-4">
                <span className="min-w-0 text-secondary text-muted">
                  recorded by <bdi>{recorder}</bdi> · <RelativeTime at={createdAt} />
                  {original && (
                    <span>{` · ${formatMinor(original.amount, original.currency)} at ${original.exchangeRate}`}</span>
                  )}
                  {note !== null && (
                    <>
                      {' · '}
                      <bdi>{note}</bdi>
                    </>
                  )}
                  {isHeldUp(additions) && <RecordMarks commands={additions} />}
                </span>
                {!isLive ? (
                  <OutcomeMessage>Undone</OutcomeMessage>
                ) : isHeldUp(undos) ? (
                  <FocusOnMount isEnabled={retained !== undefined}>
                    <RecordMarks commands={undos} />
                  </FocusOnMount>
                ) : (
                  canUndo && (
                    <Button
                      variant="quiet"
                      size="sm"
                      className="ms-auto -me-3"
                      aria-label={`Undo: ${from.name} paid ${to.name} ${text}`}
                      busy={undos.length > 0}
                      busyText="Undoing..."
                      onClick={() => {
                        retain(row)
                        void undoMadePayment(trip, id)
                      }}
                    >
                      Undo
                    </Button>
                  )
                )}
              </div>
            </li>
          )
        })}
      </List>
    </section>
  )
}
