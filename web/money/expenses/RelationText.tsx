// What an expense means for the signed-in person, in words: 'You borrowed HK$62.48'.

import { paidByPerson } from '#core/money/signedAmount.ts'
import type { ExpenseRecord } from '#core/money/events.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { Money } from '#web/ui/Money.tsx'
import { StatusChip } from '#web/ui/feedback/StatusChip.tsx'

const relations = {
  lent: { text: 'You lent', tone: 'success' },
  borrowed: { text: 'You borrowed', tone: 'danger' },
  getsBack: { text: 'You get back', tone: 'success' },
  passesOn: { text: 'You pass on', tone: 'danger' },
  share: { text: 'Your share', tone: 'neutral' },
  none: { text: 'Not involved', tone: 'neutral' },
} as const

const textColors = { success: 'text-success', danger: 'text-danger', neutral: '' }

interface RelationTextProps {
  expense: ExpenseRecord
  myId: string
}

export function RelationText(props: RelationTextProps) {
  const { text, tone, figure } = relationShown(props)
  return (
    <span>
      <span>{text}</span>
      {figure !== undefined && <Money text={figure} className={`font-medium ${textColors[tone]}`} />}
    </span>
  )
}

/** Where it is the answer, not one row of many. */
export function RelationChip(props: RelationTextProps) {
  const { text, tone, figure } = relationShown(props)
  return (
    <StatusChip tone={tone}>
      <span>
        <span>{text}</span>
        {figure !== undefined && <Money text={figure} />}
      </span>
    </StatusChip>
  )
}

function relationShown({ expense, myId }: RelationTextProps) {
  const { kind, amount } = relationTo(expense, myId)
  return {
    ...relations[kind],
    figure: kind === 'none' ? undefined : ` ${formatMinor(amount, expense.currency)}`,
  }
}

/**
 * What an expense means for one person: lent, borrowed, a share of what the pool paid, or nothing; of a refund, what they
 * get back or pass on. `amount` is in minor units; 0 for 'none'.
 */
function relationTo(
  expense: ExpenseRecord,
  personId: string,
): { kind: keyof typeof relations; amount: number } {
  const paid = paidByPerson(expense, personId)
  const share = expense.sharedBy.find(({ id }) => id === personId)?.share ?? 0
  if (paid === 0 && share === 0) return { kind: 'none', amount: 0 }
  const lent = paid - share
  if (lent === 0 || expense.payers === 'pool') return { kind: 'share', amount: share }
  const [more, less] =
    expense.kind === 'refund' ? (['passesOn', 'getsBack'] as const) : (['lent', 'borrowed'] as const)
  return lent > 0 ? { kind: more, amount: lent } : { kind: less, amount: -lent }
}
