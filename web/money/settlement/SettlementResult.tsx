// What was worked out: the payments still to be made, those made, everybody's figures and the sums.

import type { PaymentResponse, SettlementResponse } from '#core/money/responses.ts'
import { makePayment } from '#core/money/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { PoolBalance } from '#web/money/pool/PoolBalance.tsx'
import { PaymentsList } from '#web/money/settlement/PaymentsList.tsx'
import { PersonFigures } from '#web/money/settlement/PersonFigures.tsx'
import { SuggestedPayments } from '#web/money/settlement/SuggestedPayments.tsx'
import { paidIn, suggestionKey, suggestionsOf } from '#web/money/settlement/suggestions.ts'
import { formatMoney } from '#web/platform/format.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'
import { Card } from '#web/ui/Card.tsx'
import { FactList } from '#web/ui/FactList.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { Loading, Skeleton, SkeletonList } from '#web/ui/Skeleton.tsx'
import { useGuard, useStayingRows } from '#web/ui/useStayingRows.ts'

interface SettlementResultProps {
  trip: TripResponse
  settlement: SettlementResponse
  made: readonly PaymentResponse[]
  /** Id of the person at the screen. */
  me: string
}

export function SettlementResult({ trip, settlement, made, me }: SettlementResultProps) {
  const { currency } = trip
  const { participants, summary } = settlement
  const people = participants.toSorted((a, b) => Number(b.id === me) - Number(a.id === me))
  return (
    <>
      <Payments
        key={settlement.poolBalanceHandling}
        trip={trip}
        settlement={settlement}
        made={made}
        me={me}
      />
      <section>
        <SectionTitle level={3} count={people.length}>
          Participants
        </SectionTitle>
        <ul
          aria-label="Figures of each participant"
          className="divide-y divide-line rounded-card border border-line bg-surface"
        >
          {people.map((person) => (
            <PersonFigures
              key={person.id}
              person={person}
              isMe={person.id === me}
              trip={trip}
              settlement={settlement}
            />
          ))}
        </ul>
      </section>
      <section>
        <SectionTitle level={3}>Summary</SectionTitle>
        <Card>
          <FactList
            facts={[
              { name: 'Total expenses', value: formatMoney(settlement.totalExpenses, currency) },
              {
                name: 'Pool balance',
                value: <PoolBalance balance={settlement.poolBalance} currency={currency} />,
              },
              { name: 'Total owed to people', value: formatMoney(summary.totalOwed, currency) },
              { name: 'Total people owe', value: formatMoney(summary.totalOwes, currency) },
              { name: 'Payments to make', value: summary.transactionCount },
            ]}
          />
        </Card>
      </section>
    </>
  )
}

/** What is marked as paid here stays among the suggestions until this closes; then it is among the payments made. */
function Payments({ trip, settlement, made, me }: SettlementResultProps) {
  const unsent = usePendingCommands(trip.id, makePayment)
  const suggested = useStayingRows(suggestionsOf(settlement, unsent, me), suggestionKey)
  const paidHere = new Set(suggested.rows.map((row) => paidIn(row, made)))
  const before = made.filter((payment) => !paidHere.has(payment))
  const recorded = useStayingRows(before, ({ id }) => id)
  // What happens in one list moves the other, so neither takes a press then; nor when Undo comes in the place of Mark as
  // paid, which is once the payments made are read as well.
  const guard = useGuard([suggested.turn, recorded.turn, paidHere.size].join())
  return (
    <div className="contents" {...guard}>
      <SuggestedPayments trip={trip} settlement={settlement} made={made} me={me} staying={suggested} />
      <PaymentsList trip={trip} me={me} staying={recorded} />
    </div>
  )
}

export function SettlementSkeleton({ people }: { people: number }) {
  return (
    <>
      <Card>
        <Loading label="Calculating the settlement">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="mt-3 h-5 w-28" />
          <Skeleton className="mt-2 h-9 w-48" />
        </Loading>
      </Card>
      <SkeletonList rows={people} label="Calculating the payments" />
    </>
  )
}
