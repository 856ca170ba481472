// The people who share an expense, with their exact shares.

import { payingPeople } from '#core/money/counted.ts'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { splitPartText } from '#web/money/expenses/splitPartText.ts'
import { leftoverText } from '#web/money/expenses/leftoverText.ts'
import { PartsBar } from '#web/money/StackedBar.tsx'
import { sharersText } from '#web/money/expenses/splitSentence.ts'
import { sumOf } from '#web/money/sumOf.ts'
import { noteOn, withFormer } from '#web/money/tripPeople.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { formatMoney } from '#web/platform/format.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { List } from '#web/ui/List.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { Money } from '#web/ui/Money.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'

/** A long list of people who have no part in it says nothing. */
const SHOWN_OTHERS = 8

interface ShareListProps {
  expense: ExpenseResponse
  tripId: string
  myId: string
}

export function ShareList({ expense, tripId, myId }: ShareListProps) {
  const { sharedBy, currency } = expense
  const { people } = useTripPeople(tripId)
  const leftIds = new Set(
    people && withFormer(people, sharedBy).flatMap(({ id, hasLeft }) => (hasLeft ? id : [])),
  )
  const involved = new Set([...sharedBy, ...payingPeople(expense)].map(({ id }) => id))
  const others = (people ?? []).filter(({ id }) => !involved.has(id))
  return (
    <section className="mt-6" aria-labelledby="expense-shares">
      <SectionTitle level={3} id="expense-shares" count={sharedBy.length}>
        Shared by
      </SectionTitle>
      <div className="mb-3 grid gap-1.5">
        <PartsBar
          parts={sharedBy.map(({ id, share }) => ({
            label: id,
            amount: share,
            color: id === myId ? 'var(--primary)' : 'var(--sand)',
          }))}
        />
        <p className="text-secondary text-muted">
          Split {sharersText(sharedBy, people?.length ?? sharedBy.length, myId, expense.split)}
        </p>
      </div>
      <Items expense={expense} />
      <List label="Shares">
        {sharedBy.map(({ id, type, name, share }) => (
          <ListRow
            key={id}
            leading={<Avatar id={id} name={name} size="sm" />}
            title={name}
            detail={[noteOn({ id, type, hasLeft: leftIds.has(id) }, myId), splitPartText(expense, id)]
              .filter(Boolean)
              .join(' · ')}
            trailing={<Money text={formatMoney(share, currency)} className="font-medium" />}
          />
        ))}
        {others.length <= SHOWN_OTHERS &&
          others.map(({ id, name }) => (
            <ListRow
              key={id}
              leading={<Avatar id={id} name={name} size="sm" />}
              title={<span className="text-muted">{name}</span>}
              trailing={<span className="text-secondary text-muted">Not involved</span>}
            />
          ))}
      </List>
      <p dir="ltr" className="mt-2 px-4 text-secondary wrap-anywhere text-muted empty:hidden">
        {expense.split.mode === 'equal' && leftoverText(expense, myId)}
      </p>
    </section>
  )
}

/** The items of the receipt, and what they leave of the amount. */
function Items({
  expense: { split, sharedBy, amount, currency, originalAmount, originalCurrency },
}: {
  expense: ExpenseResponse
}) {
  if (split.mode !== 'items') return null
  const entered = originalCurrency ?? currency
  const nameOf = new Map(sharedBy.map(({ id, name }) => [id, name]))
  const rest = sumOf([originalAmount ?? amount, ...split.items.map((item) => -item.amount)], entered)
  return (
    <div className="mb-3">
      <List label="Items">
        {split.items.map(({ text, amount: own, of }, at) => (
          <ListRow
            key={at}
            title={text}
            detail={of.map(({ id }) => nameOf.get(id)).join(', ')}
            trailing={<Money text={formatMoney(own, entered)} />}
          />
        ))}
        {rest !== 0 && (
          <ListRow
            title={rest > 0 ? 'Tip, service or tax' : 'Discount'}
            detail={split.rest === 'equal' ? 'Equally' : 'In proportion'}
            trailing={<Money text={formatMoney(rest, entered)} />}
          />
        )}
      </List>
    </div>
  )
}
