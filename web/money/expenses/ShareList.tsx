// The people who share an expense, with their exact shares.

import type { ExpenseResponse } from '#core/money/responses.ts'
import { leftoverText } from '#web/money/expenses/leftoverText.ts'
import { noteOn, withFormer } from '#web/money/tripPeople.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { formatMoney } from '#web/platform/format.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { List } from '#web/ui/List.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { Money } from '#web/ui/Money.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'

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
  return (
    <section className="mt-6" aria-labelledby="expense-shares">
      <SectionTitle level={3} id="expense-shares" count={sharedBy.length}>
        Shared by
      </SectionTitle>
      <List label="Shares">
        {sharedBy.map(({ id, type, name, share }) => (
          <ListRow
            key={id}
            leading={<Avatar id={id} name={name} size="sm" />}
            title={name}
            detail={noteOn({ id, type, hasLeft: leftIds.has(id) }, myId)}
            trailing={<Money text={formatMoney(share, currency)} className="font-medium" />}
          />
        ))}
      </List>
      <p dir="ltr" className="mt-2 px-4 text-secondary wrap-anywhere text-muted empty:hidden">
        {leftoverText(expense, myId)}
      </p>
    </section>
  )
}
