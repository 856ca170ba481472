// What an expense means for the signed-in person, in words: 'You borrowed HK$62.48'.

import type { ExpenseResponse } from '#core/money/responses.ts'
import { relationTo } from '#web/money/expenses/relationTo.ts'
import { formatMoney } from '#web/platform/format.ts'
import { Money } from '#web/ui/Money.tsx'

const relations = {
  lent: { text: 'You lent', ink: 'text-success' },
  borrowed: { text: 'You borrowed', ink: 'text-danger' },
  getsBack: { text: 'You get back', ink: 'text-success' },
  passesOn: { text: 'You pass on', ink: 'text-danger' },
  share: { text: 'Your share', ink: '' },
  none: { text: 'Not involved', ink: '' },
}

interface RelationTextProps {
  expense: ExpenseResponse
  myId: string
}

export function RelationText({ expense, myId }: RelationTextProps) {
  const { kind, amount } = relationTo(expense, myId)
  const { text, ink } = relations[kind]
  return (
    <span>
      {text}
      {kind !== 'none' && (
        <Money text={` ${formatMoney(amount, expense.currency)}`} className={`font-medium ${ink}`} />
      )}
    </span>
  )
}
