// The settlement on paper: who pays whom, what was already paid, and everybody's figures.

import type { ReactNode } from 'react'
import type { NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import type { RecordedPayment } from '#web/money/settlement/payments/paymentList.ts'
import { settlementFigures } from '#web/money/settlement/settlementFigures.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { recordedDay, formatDate, formatDateRange } from '#web/platform/time/format.ts'
import { PrintedPage, PrintedSection, usePrinting } from '#web/ui/PrintedPage.tsx'

interface PrintedSettlementProps {
  trip: TripResponse
  settlement: NamedSettlement
  recorded: readonly RecordedPayment[]
}

/** The figures that everybody has are columns; those of the plan stand below the name. */
const COLUMNS = 5

export function PrintedSettlement({ trip, settlement, recorded }: PrintedSettlementProps) {
  const { currency, title, startDate, endDate } = trip
  if (!usePrinting()) return null
  const money = (amount: number) => formatMinor(amount, currency)
  const { payments, participants, totalExpenses, isSettled } = settlement
  const people = participants.map((person) => ({ person, figures: settlementFigures(person, currency) }))
  return (
    <PrintedPage title={title} detail={formatDateRange(startDate, endDate)}>
      <PrintedSection title={isSettled ? 'All Settled!' : 'Settlement Needed'}>
        <p className="py-1">{`Total expenses ${money(totalExpenses)}`}</p>
        {payments.length === 0 && <p className="py-1">Nobody has to pay anything.</p>}
        <ul>
          {payments.map(({ from, to, amount }) => (
            <PaymentLine
              key={`${from.id} ${to.id}`}
              text={
                <>
                  <bdi>{from.name}</bdi> pays <bdi>{to.name}</bdi>
                </>
              }
              amount={money(amount)}
            />
          ))}
        </ul>
      </PrintedSection>
      {recorded.length > 0 && (
        <PrintedSection title="Recorded payments">
          <ul>
            {recorded.map((payment) => (
              <PaymentLine
                key={payment.id}
                text={
                  <>
                    <bdi>{payment.from.name}</bdi> paid <bdi>{payment.to.name}</bdi>
                    <span>{`, ${formatDate(recordedDay(payment))}`}</span>
                  </>
                }
                amount={money(payment.amount)}
              />
            ))}
          </ul>
        </PrintedSection>
      )}
      <PrintedSection title="Participants">
        <table className="mt-1 w-full text-secondary tabular-nums">
          <thead>
            <tr>
              <th scope="col" className="py-1 text-start">
                Name
              </th>
              {people[0]?.figures.slice(0, COLUMNS).map(([label]) => (
                <th key={label} scope="col" className="py-1 ps-2 text-end">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map(({ person, figures }) => (
              <tr key={person.id} className="break-inside-avoid align-top">
                <th scope="row" className="py-1 text-start">
                  <bdi>{person.name}</bdi>
                  {person.left && <span>{' (left)'}</span>}
                  {figures.slice(COLUMNS).map(([label, value]) => (
                    <span key={label} className="block font-normal">{`${label} ${value}`}</span>
                  ))}
                </th>
                {figures.slice(0, COLUMNS).map(([label, value]) => (
                  <td key={label} className="py-1 ps-2 text-end">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </PrintedSection>
    </PrintedPage>
  )
}

function PaymentLine({ text, amount }: { text: ReactNode; amount: string }) {
  return (
    <li className="flex break-inside-avoid justify-between gap-4 py-1">
      <span className="min-w-0">{text}</span>
      <b className="tabular-nums">{amount}</b>
    </li>
  )
}
