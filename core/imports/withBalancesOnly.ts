// A file as its balances alone, for people who want a clean start: one expense for each currency brings everybody to the
// balance that the file has for them.

import { balancesOfRecords, balancesOnly, type BalancesExpense } from '#core/imports/balances.ts'
import { checkedExpense, rowKeysOf } from '#core/imports/draftRecord.ts'
import { sources, type ParsedFile, type ImportedBalances } from '#core/imports/parsedFile.ts'
import { sha256Hex } from '#core/kernel/ids.ts'
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
  const rowKeyOf = rowKeysOf(source, sha256Hex)
  const nameOf = new Map(people.map(({ key, name }) => [key, name]))
  const records: ParsedFile['records'] = []
  const refused = parsed.fileTotals ? [] : parsed.refused.filter(({ isCounted }) => !isCounted)
  for (const currency of currenciesOf(parsed)) {
    const found = expenseOf(parsed, currency)
    if (found === null) continue
    const place = { line: NO_LINE, text: `Balances in ${currency}` }
    const draft = found !== 'unbalanced' && {
      ...{ ...found, place, date, category: null, description: `Balances from ${sources[source]}` },
      cells: [...found.payers, ...found.shares].map(
        ({ person, amount }) => [nameOf.get(person) ?? '', String(amount)] as const,
      ),
    }
    const expense = draft ? checkedExpense(draft) : UNBALANCED
    if (typeof expense === 'string') refused.push({ ...place, reason: expense })
    else if (draft) records.push({ ...expense, rowKey: rowKeyOf(draft) })
  }
  return { ...parsed, records, refused, skipped: [] }
}

const UNBALANCED = 'They do not add up to 0, so no expense can bring everybody to theirs'

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
