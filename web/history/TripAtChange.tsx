// The trip as it was after a change, with what that change altered marked.

import { signedAmount } from '#core/money/signedAmount.ts'
import { payersText } from '#core/money/balances/payersText.ts'
import { roleLabels, statusLabels } from '#core/trips/labels.ts'
import { type ReactNode, useState } from 'react'
import type { TripStateResponse } from '#core/history/contract.ts'
import { FieldChanges } from '#web/history/EntryRow.tsx'
import {
  unnamedChanges,
  type ChangeMark,
  type Marked,
  shortened,
  isSame,
  markChanges,
} from '#web/history/entryDetails.ts'
import type { TripAt } from '#web/history/useTripAt.ts'
import { dotted, formatDate, formatDateRange, formatMoney } from '#web/platform/time/format.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DetailList } from '#web/ui/lists/DetailList.tsx'
import { ListRow, List } from '#web/ui/lists/List.tsx'
import { Money } from '#web/ui/Money.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'
import { StatusChip } from '#web/ui/feedback/StatusChip.tsx'

export function TripAtChange({ at: { n, entry, state, before } }: { at: TripAt }) {
  const { trip, participants, itinerary, expenses, balances, pool, settlement } = state
  const money = (amount: number) => formatMoney(amount, trip.currency)
  const isOther = (of: (state: TripStateResponse) => unknown) =>
    before !== null && !isSame(of(before), of(state))
  return (
    <div className="grid gap-6 gutter pt-4 pb-safe-5">
      <Card>
        <p className="font-medium wrap-anywhere" dir="auto">
          {entry.n === n ? entry.text : `No visible change. Last: ${entry.text}`}
        </p>
        {entry.n === n && <FieldChanges changes={unnamedChanges(entry)} />}
      </Card>
      <Section title="Details" isChanged={isOther((state) => detailsOf(state.trip))}>
        <Card>
          <DetailList details={detailsOf(trip).map(([name, value]) => ({ name, value }))} />
        </Card>
      </Section>
      <Rows
        title="People"
        empty="Nobody"
        rows={markChanges(before && peopleIn(before), peopleIn(state))}
        titleOf={({ name }) => name}
        detailOf={({ role }) => role}
      />
      <Rows
        title="Itinerary"
        empty="No activities"
        rows={markChanges(before && before.itinerary.items, itinerary.items)}
        titleOf={({ title }) => title}
        detailOf={({ date, startTime, location }) => dotted([formatDate(date), startTime, location])}
      />
      <Rows
        title="Expenses"
        empty="No expenses"
        rows={markChanges(before && before.expenses, expenses)}
        titleOf={({ description }) => description}
        detailOf={({ expenseDate, kind, payers, sharedBy }) =>
          `${formatDate(expenseDate)} · ${kind === 'refund' ? 'received' : 'paid'} by ${payersText({ payers })} for ${sharedBy.length}`
        }
        figureOf={(expense) => money(signedAmount(expense))}
      />
      <Rows
        title="Balances"
        empty="Nobody"
        rows={markChanges(before && before.balances, balances)}
        titleOf={({ name }) => name}
        detailOf={({ personalPayments, poolContributions, fairShare }) =>
          `Paid ${money(personalPayments)} · deposited ${money(poolContributions)} · share ${money(fairShare)}`
        }
        figureOf={({ netBalance }) => `${netBalance > 0 ? '+' : ''}${money(netBalance)}`}
      />
      <Section title="Pool" isChanged={isOther((state) => state.pool.balance)}>
        <Card>
          <DetailList details={[{ name: 'Balance', value: <span data-pool>{money(pool.balance)}</span> }]} />
        </Card>
      </Section>
      <Rows
        title="Settlement"
        empty="Nobody has to pay anything"
        rows={markChanges(before && paymentsOf(before), paymentsOf(state))}
        titleOf={({ description }) => description}
        figureOf={({ amount }) => money(amount)}
      />
      <p className="text-meta text-muted">{`${participants.guests.length > 0 ? 'Contact details of guests are no part of the history. ' : ''}${settlement.isFewest ? '' : 'Fewest payments found.'}`}</p>
    </div>
  )
}

function detailsOf(trip: TripStateResponse['trip']): [string, string][] {
  return [
    ['Title', trip.title],
    ['Destination', trip.destination],
    ['Dates', formatDateRange(trip.startDate, trip.endDate)],
    ['Status', statusLabels[trip.status]],
    ['Budget', trip.budget === null ? 'None' : formatMoney(trip.budget, trip.currency)],
    ['Visibility', trip.isPublic ? 'Public' : 'Private'],
  ]
}

const peopleIn = ({ participants: { users, guests } }: TripStateResponse) => [
  ...users.map(({ id, name, role }) => ({ id, name, role: roleLabels[role] })),
  ...guests.map(({ id, name, role }) => ({ id, name, role: `Guest, ${roleLabels[role].toLowerCase()}` })),
]

const paymentsOf = ({ settlement }: TripStateResponse) =>
  settlement.payments.map(({ from, to, amount, description }) => ({
    id: `${from.id} ${to.id}`,
    amount,
    description,
  }))

/** Rows shown before 'Show more'. */
const SHOWN_AT_FIRST = 25
const SHOWN_PER_PRESS = 200

interface RowsProps<Item> {
  title: string
  empty: string
  rows: readonly Marked<Item>[]
  titleOf: (item: Item) => string
  detailOf?: (item: Item) => string
  figureOf?: (item: Item) => string
}

function Rows<Item extends { id: string }>({
  title,
  empty,
  rows,
  titleOf,
  detailOf,
  figureOf,
}: RowsProps<Item>) {
  const [most, setMost] = useState(SHOWN_AT_FIRST)
  const few = shortened(rows, most)
  return (
    <Section title={title} count={rows.filter(({ mark }) => mark !== 'removed').length}>
      {rows.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <List label={`${title} then`}>
          {few.map(({ item, mark }) => (
            <ListRow
              key={item.id}
              title={mark === 'removed' ? <del>{titleOf(item)}</del> : titleOf(item)}
              {...(detailOf && { detail: detailOf(item) })}
              {...(figureOf && { trailing: <Money text={figureOf(item)} className="font-semibold" /> })}
              note={mark && marks[mark]}
            />
          ))}
        </List>
      )}
      {few.length < rows.length && (
        <Button
          variant="quiet"
          size="sm"
          onClick={() => setMost(most + SHOWN_PER_PRESS)}
        >{`Show more of ${rows.length}`}</Button>
      )}
    </Section>
  )
}

const marks: Record<ChangeMark, ReactNode> = {
  new: <StatusChip tone="success">New here</StatusChip>,
  changed: <StatusChip tone="primary">Changed here</StatusChip>,
  removed: <StatusChip tone="danger">Removed here</StatusChip>,
}

interface SectionProps {
  title: string
  count?: number
  isChanged?: boolean
  children: ReactNode
}

function Section({ title, count, isChanged = false, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <SectionTitle {...(count !== undefined && { count })}>{title}</SectionTitle>
      {isChanged && <div className="mb-2">{marks.changed}</div>}
      {children}
    </section>
  )
}
