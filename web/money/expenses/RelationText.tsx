// What an expense means for the signed-in person, in words: 'You borrowed HK$62.48'.

import { paidByPerson } from '#core/money/signedAmount.ts'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { sumOf } from '#web/money/sumOf.ts'
import { formatMoney } from '#web/platform/format.ts'
import { Money } from '#web/ui/Money.tsx'

const relations = {
  lent: { text: 'You lent', textColor: 'text-success' },
  borrowed: { text: 'You borrowed', textColor: 'text-danger' },
  getsBack: { text: 'You get back', textColor: 'text-success' },
  passesOn: { text: 'You pass on', textColor: 'text-danger' },
  share: { text: 'Your share', textColor: '' },
  none: { text: 'Not involved', textColor: '' },
}

interface RelationTextProps {
  expense: ExpenseResponse
  myId: string
}

export function RelationText({ expense, myId }: RelationTextProps) {
  const { kind, amount } = relationTo(expense, myId)
  const { text, textColor } = relations[kind]
  return (
    <span>
      {text}
      {kind !== 'none' && (
        <Money text={` ${formatMoney(amount, expense.currency)}`} className={`font-medium ${textColor}`} />
      )}
    </span>
  )
}

/**
 * What an expense means for one person: lent, borrowed, a share of what the pool paid, or nothing; of a refund, what they
 * get back or pass on. `amount` is in major units; 0 for 'none'.
 */
function relationTo(
  expense: ExpenseResponse,
  personId: string,
): { kind: keyof typeof relations; amount: number } {
  const paid = paidByPerson(expense, personId)
  const share = expense.sharedBy.find(({ id }) => id === personId)?.share ?? 0
  if (paid === 0 && share === 0) return { kind: 'none', amount: 0 }
  const lent = sumOf([paid, -share], expense.currency)
  if (lent === 0 || expense.payers === 'pool') return { kind: 'share', amount: share }
  const [more, less] =
    expense.kind === 'refund' ? (['passesOn', 'getsBack'] as const) : (['lent', 'borrowed'] as const)
  return lent > 0 ? { kind: more, amount: lent } : { kind: less, amount: -lent }
}
