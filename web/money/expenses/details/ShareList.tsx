// Who paid an expense, what it means for the reader, and the people who share it with their exact shares.

import { payingPeople } from '#core/money/signedAmount.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import type { ExpenseRecord } from '#core/money/events.ts'
import { remainderOf } from '#core/money/split/split.ts'
import type { ReactNode } from 'react'
import { PayerName, payerOf } from '#web/money/expenses/PayerName.tsx'
import { RelationChip } from '#web/money/expenses/RelationText.tsx'
import { PartsBar } from '#web/money/StackedBar.tsx'
import { leftoverText, splitPartText } from '#web/money/expenses/details/shareTexts.ts'
import { sharersText } from '#web/money/shownModes.ts'
import { noteOn, withFormer } from '#web/money/tripPeople.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import type { FindName } from '#core/money/roster.ts'
import { dotted } from '#web/platform/time/format.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { classes } from '#web/ui/classes.ts'
import { ListRow, List } from '#web/ui/lists/List.tsx'
import { Money } from '#web/ui/Money.tsx'

/** A long list of people who have no part in it says nothing. */
const SHOWN_OTHERS = 8

interface ShareListProps {
  expense: ExpenseRecord
  tripId: string
  named: FindName
  myId: string
}

export function ShareList({ expense, tripId, named, myId }: ShareListProps) {
  const { currency } = expense
  const sharedBy = expense.sharedBy.map((sharer) => ({ ...sharer, ...named(sharer) }))
  const { people } = useTripPeople(tripId)
  const leftIds = new Set(
    people && withFormer(people, sharedBy).flatMap(({ id, hasLeft }) => (hasLeft ? id : [])),
  )
  const paid = payingPeople(expense)
  const payer = payerOf(expense, myId)
  const isBorrowed =
    expense.payers !== 'pool' && expense.kind !== 'refund' && !paid.some(({ id }) => id === myId)
  const involved = new Set([...sharedBy, ...paid].map(({ id }) => id))
  const others = (people ?? []).filter(({ id }) => !involved.has(id))
  return (
    <Card as="section" aria-label="Shared by" className="pb-1!">
      <div className="mb-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex min-w-0 items-center gap-2.5 font-medium">
          {payer && <Avatar id={payer.id} name={named(payer).name} size="sm" />}
          <span className="min-w-0">
            <PayerName expense={expense} named={named} myId={myId} />
            {payer === undefined && <span>{' paid'}</span>}
          </span>
        </p>
        <RelationChip expense={expense} myId={myId} />
      </div>
      <div className="mb-1 grid gap-1.5">
        <PartsBar
          parts={sharedBy.map(({ id, share }) => ({
            label: id,
            amount: share,
            color: id !== myId ? 'var(--sand)' : isBorrowed ? 'var(--danger)' : 'var(--primary)',
          }))}
        />
        <p className="text-secondary text-muted">{`Split ${sharersText(sharedBy, people?.length ?? sharedBy.length, myId, expense.split)}`}</p>
      </div>
      <Items expense={expense} named={named} />
      <ul aria-label="Shares" className="divide-y divide-line">
        {sharedBy.map(({ id, type, name, share }) => (
          <ShareRow
            key={id}
            id={id}
            name={name}
            note={dotted([
              noteOn({ id, type, hasLeft: leftIds.has(id) }, myId),
              splitPartText(expense, id),
              paid.some((payer) => payer.id === id) && 'own share',
            ])}
            figure={
              <Money
                text={formatMinor(share, currency)}
                className={classes('font-semibold', id === myId && isBorrowed && 'text-danger')}
              />
            }
          />
        ))}
        {others.length <= SHOWN_OTHERS &&
          others.map(({ id, name }) => (
            <ShareRow
              key={id}
              id={id}
              name={name}
              isMuted
              figure={<span className="text-secondary text-muted">Not involved</span>}
            />
          ))}
      </ul>
      <p dir="ltr" className="border-t border-line py-2 text-secondary wrap-anywhere text-muted empty:hidden">
        {expense.split.mode === 'equal' && leftoverText(expense, named, myId)}
      </p>
    </Card>
  )
}

interface ShareRowProps {
  id: string
  name: string
  note?: string
  isMuted?: boolean
  figure: ReactNode
}

function ShareRow({ id, name, note = '', isMuted = false, figure }: ShareRowProps) {
  return (
    <li className="flex min-h-11.5 items-center gap-3 py-1.5">
      <Avatar id={id} name={name} size="sm" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <bdi className={isMuted ? 'text-muted' : 'font-medium'}>{name}</bdi>{' '}
        <span className="text-meta text-muted">{note}</span>
      </p>
      {figure}
    </li>
  )
}

/** The items of the receipt, and what they leave of the amount. */
function Items({ expense, named }: Pick<ShareListProps, 'expense' | 'named'>) {
  const { split, sharedBy, original } = expense
  if (split.mode !== 'items') return null
  const { amount, currency: entered } = original ?? expense
  const nameOf = new Map(sharedBy.map((sharer) => [sharer.id, named(sharer).name]))
  const rest = remainderOf(split, amount)
  return (
    <div className="mb-3">
      <List label="Items">
        {split.items.map(({ text, amount: own, of }, index) => (
          <ListRow
            key={index}
            title={text}
            detail={of.map((id) => nameOf.get(id)).join(', ')}
            trailing={<Money text={formatMinor(own, entered)} />}
          />
        ))}
        {rest !== 0 && (
          <ListRow
            title={rest > 0 ? 'Tip, service or tax' : 'Discount'}
            detail={split.rest === 'equal' ? 'Equally' : 'In proportion'}
            trailing={<Money text={formatMinor(rest, entered)} />}
          />
        )}
      </List>
    </div>
  )
}
