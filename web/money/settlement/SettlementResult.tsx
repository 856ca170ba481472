// The result of a settlement: suggested payments, recorded payments, everybody's figures and the totals.

import { HandCoins } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { PoolBalance } from '#web/money/pool/PoolBalance.tsx'
import {
  isUnrecorded,
  paymentList,
  type RecordedPayment,
} from '#web/money/settlement/payments/paymentList.ts'
import { LazyRecordPayment } from '#web/money/settlement/payments/LazyRecordPayment.ts'
import { PaymentsList } from '#web/money/settlement/payments/PaymentsList.tsx'
import { useNames } from '#web/money/useNames.ts'
import { PaymentPicture } from '#web/money/settlement/picture/PaymentPicture.tsx'
import { picturedPayments } from '#web/money/settlement/picture/picturedPayments.ts'
import { PersonFigures } from '#web/money/settlement/PersonFigures.tsx'
import { SuggestedPayments } from '#web/money/settlement/payments/SuggestedPayments.tsx'
import { isOwn, paidIn, suggestionKey, suggestionsOf } from '#web/money/settlement/payments/suggestions.ts'
import { useRowLinks } from '#web/money/settlement/useRowLinks.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { isNotAdded } from '#web/records/shownRecords.ts'
import { useShownRecords } from '#web/records/useShownRecords.ts'
import { Card } from '#web/ui/Card.tsx'
import { DetailList } from '#web/ui/lists/DetailList.tsx'
import { ListRow, List } from '#web/ui/lists/List.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'
import { Loading, Skeleton, SkeletonList } from '#web/ui/feedback/Skeleton.tsx'
import { usePressGuard, useRetainedRows } from '#web/ui/lists/retainedRows.ts'

interface SettlementResultProps {
  trip: TripResponse
  settlement: NamedSettlement
  recorded: readonly RecordedPayment[]
  /** As the server has recorded them. */
  confirmed: readonly RecordedPayment[]
  /** Below the payments. */
  poolMode: ReactNode
}

export function SettlementResult(props: SettlementResultProps) {
  const { trip, settlement } = props
  const myId = useMyId()
  const { currency } = trip
  const { participants, summary } = settlement
  const people = participants.toSorted((a, b) => Number(b.id === myId) - Number(a.id === myId))
  return (
    <>
      <SettlementPayments key={settlement.poolBalanceHandling} {...props} />
      {props.poolMode}
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
              isMe={person.id === myId}
              trip={trip}
              settlement={settlement}
            />
          ))}
        </ul>
      </section>
      <section>
        <SectionTitle level={3}>Summary</SectionTitle>
        <Card>
          <DetailList
            details={[
              { name: 'Total expenses', value: formatMinor(settlement.totalExpenses, currency) },
              {
                name: 'Pool balance',
                value: <PoolBalance balance={settlement.poolBalance} currency={currency} />,
              },
              { name: 'Total owed to people', value: formatMinor(summary.totalOwed, currency) },
              { name: 'Total people owe', value: formatMinor(summary.totalOwes, currency) },
              { name: 'Payments to make', value: summary.transactionCount },
            ]}
          />
        </Card>
      </section>
    </>
  )
}

interface SettlementPaymentsProps extends Omit<SettlementResultProps, 'poolMode'> {
  isBelowSummary?: boolean
}

/**
 * A payment marked as paid here stays among the suggestions until the dialog closes; then it is among the recorded
 * payments.
 */
export function SettlementPayments(props: SettlementPaymentsProps) {
  const { trip, settlement, recorded, confirmed, isBelowSummary = false } = props
  const myId = useMyId()
  const named = useNames(trip.id)
  const list = useMemo(() => paymentList(named, trip.currency), [named, trip.currency])
  const { rows } = useShownRecords(list, trip.id, { data: recorded, confirmed })
  const unrecorded = rows.filter(isUnrecorded).map(({ record }) => record)
  const suggestions = useRetainedRows(suggestionsOf(settlement, unrecorded, myId), suggestionKey)
  const paidHere = new Set(suggestions.rows.map((row) => paidIn(row, recorded)?.id))
  const undoneHere = suggestions.rows.map(({ retained }) => retained?.recorded?.id)
  const before = rows.filter(
    (row) =>
      !isNotAdded(row) &&
      !paidHere.has(row.record.id) &&
      !(row.isAbsent && undoneHere.includes(row.record.id)),
  )
  const payments = useRetainedRows(before, ({ record }) => record.id)
  const ownCount = suggestions.rows.filter(({ row }) => isOwn(row, myId)).length
  // A change of one list moves the other, so neither takes a press then; nor while Undo replaces Mark as paid, or when a
  // new payment of the person moves those of others.
  const pressGuard = usePressGuard(
    [suggestions.changeKey, payments.changeKey, paidHere.size, ownCount].join(),
  )
  const links = useRowLinks()
  const pictured = picturedPayments(suggestions.rows, settlement, recorded)
  return (
    <div className="contents" {...pressGuard}>
      {pictured.length > 0 && (
        <div className="@container">
          <div className="wide:rounded-card wide:border wide:border-line wide:bg-surface wide:px-5 wide:py-4">
            <PaymentPicture payments={pictured} currency={trip.currency} links={links} />
          </div>
        </div>
      )}
      <SuggestedPayments
        {...{ trip, settlement, recorded, isBelowSummary }}
        payments={rows}
        retainedRows={suggestions}
        linkOf={links.linkOf}
      />
      <RecordAnother trip={trip} settlement={settlement} />
      <PaymentsList trip={trip} payments={rows} retainedRows={payments} />
    </div>
  )
}

function RecordAnother({ trip, settlement }: Pick<SettlementResultProps, 'trip' | 'settlement'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div {...LazyRecordPayment.prefetchProps}>
      <List>
        <ListRow
          leading={<HandCoins aria-hidden className="size-5 shrink-0 text-muted" />}
          title="Record another payment"
          onPress={() => setOpen(true)}
          more
        />
      </List>
      <LazyRecordPayment open={isOpen} onClose={() => setOpen(false)} {...{ trip, settlement }} leg={null} />
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
