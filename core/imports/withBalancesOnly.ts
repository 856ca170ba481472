// A file as its balances alone, for people who want a clean start: one expense for each currency brings everybody to the
// balance that the file has for them.

import { balancesOfRecords, balancesOnly, type BalancesExpense } from '#core/imports/balances.ts'
import { draftFile } from '#core/imports/draftFile.ts'
import { sources, type ParsedFile, type ImportedBalances } from '#core/imports/parsedFile.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'

/**
 * Whether importing the balances alone is offered: not for one record, nor for an archive, which holds more than records.
 */
export const hasBalancesOnly = ({ source, records }: Pick<ParsedFile, 'source' | 'records'>): boolean =>
  source !== 'groupTrip' && records.filter(({ line }) => line !== NO_LINE).length > 1

/** `line` of an expense that stands for no row. */
export const NO_LINE = 0

/**
 * The file's totals count, else its rows, rows included that cannot be imported: what people owe does not depend on
 * that. Rows whose numbers cannot be read stay refused where no total has them.
 * @param date by default, of the newest record
 */
export function withBalancesOnly(parsed: ParsedFile, date = newestDate(parsed)): ParsedFile {
  const { source, people } = parsed
  const draft = draftFile(source, {})
  const nameOf = new Map(people.map(({ key, name }) => [key, name]))
  const add = ({ currency, amount, payers, shares }: BalancesExpense) =>
    draft.addExpense({
      ...{ date, currency, amount, payers, shares },
      place: { line: NO_LINE, text: `Balances in ${currency}` },
      description: `Balances from ${sources[source]}`,
      category: null,
      cells: [...payers, ...shares].map(({ person, amount }) => [nameOf.get(person) ?? '', String(amount)]),
    })
  for (const currency of currenciesOf(parsed)) {
    const expense = expenseOf(parsed, currency)
    if (expense === 'unbalanced')
      draft.refuse(
        { line: NO_LINE, text: `Balances in ${currency}` },
        'They do not add up to 0, so no expense can bring everybody to theirs',
      )
    else if (expense) add(expense)
  }
  const made = draft.finish()
  const lost = parsed.fileTotals ? [] : parsed.refused.filter(({ isCounted }) => !isCounted)
  return { ...parsed, records: made.records, refused: [...lost, ...made.refused], skipped: [] }
}

const newestDate = ({ records }: ParsedFile) =>
  records
    .map(({ date }) => date)
    .toSorted()
    .at(-1) ?? null

const currenciesOf = ({ fileBalances, fileTotals }: ParsedFile): CurrencyCode[] => [
  ...new Set([...fileBalances.keys(), ...(fileTotals?.keys() ?? [])]),
]

/** null where everybody is settled. A total that is rounded can miss 0, where the sum of the rows does not. */
function expenseOf(parsed: ParsedFile, currency: CurrencyCode): BalancesExpense | 'unbalanced' | null {
  const { fileTotals, fileBalances, records } = parsed
  const sheets: (ImportedBalances | null)[] = [fileTotals, fileBalances, balancesOfRecords(records)]
  for (const sheet of sheets) {
    const of = sheet?.get(currency)
    const { expenses, unbalanced } = balancesOnly(of ? new Map([[currency, of]]) : new Map())
    if (of && unbalanced.length === 0) return expenses[0] ?? null
  }
  return 'unbalanced'
}
