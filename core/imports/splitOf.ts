// Decides how an imported expense is stored, once its id is known: as an equal split only where our own rule gives the
// file's numbers, so that no balance moves by a cent.

import { shareParts } from '#core/money/split/shares.ts'
import type { ImportedExpense } from '#core/imports/parsedFile.ts'

/** `amount` in minor units; both kinds add up to the expense's amount. */
export interface ImportedSplit {
  mode: 'equal' | 'exact'
  of: { id: string; amount: number }[]
}

/**
 * Equal shares of which the file has no rounded ones are rounded by our rule.
 * @param participantOf the participant's id for the key of a person
 */
export function splitOf(
  {
    amount,
    shares,
    areSharesRoundedHere,
  }: Pick<ImportedExpense, 'amount' | 'shares' | 'areSharesRoundedHere'>,
  expenseId: string,
  participantOf: (person: string) => string,
): ImportedSplit {
  const exact = shares.map(({ person, amount }) => ({ id: participantOf(person), amount }))
  const parts = shareParts(
    expenseId,
    amount,
    exact.map(({ id }) => id),
  )
  const amounts = exact.map(({ amount }) => amount)
  const spread = Math.max(...amounts) - Math.min(...amounts)
  const isEqual = areSharesRoundedHere ? spread <= 1 : parts.every((part, index) => part === amounts[index])
  if (!isEqual) return { mode: 'exact', of: exact }
  return { mode: 'equal', of: exact.map(({ id }, index) => ({ id, amount: parts[index]! })) }
}
