// The balances of a file beside those that its records make here, for the preview of an import.

import { balanceDifferences, balancesOfRecords } from '#core/imports/balances.ts'
import type { ParsedFile } from '#core/imports/parsedFile.ts'
import { formatCount } from '#core/kernel/format.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'

/** Minor units. */
export interface ComparedBalance {
  /** Key of a person. */
  person: string
  inFile: number
  here: number
  isSame: boolean
}

export interface BalanceTable {
  currency: CurrencyCode
  rows: ComparedBalance[]
}

/** The largest balance first. People without a balance in either are left out, as is a currency without balances. */
export function balanceTables(
  parsed: Pick<ParsedFile, 'people' | 'records' | 'fileBalances' | 'fileTotals' | 'tolerance'>,
): BalanceTable[] {
  const { people, records, fileBalances, fileTotals } = parsed
  const fromRecords = balancesOfRecords(records)
  const differences = balanceDifferences(parsed)
  const currencies = [
    ...new Set([...fileBalances.keys(), ...fromRecords.keys(), ...(fileTotals?.keys() ?? [])]),
  ]
  return currencies.flatMap((currency) => {
    const rows = people.map(({ key: person }): ComparedBalance => {
      const difference = differences.find((each) => each.currency === currency && each.person === person)
      const here = fromRecords.get(currency)?.get(person) ?? 0
      const ofRows = fileBalances.get(currency)?.get(person) ?? 0
      const inFile = fileTotals?.get(currency)?.get(person) ?? ofRows
      // The file's rows can differ where its totals do not.
      return { person, here, inFile: inFile === here ? ofRows : inFile, isSame: difference === undefined }
    })
    const shown = rows.filter(({ inFile, here, isSame }) => inFile !== 0 || here !== 0 || !isSame)
    return shown.length > 0 ? [{ currency, rows: shown.toSorted((a, b) => b.inFile - a.inFile) }] : []
  })
}

/** How the balances compare, in words: 'The same for AUD, not for THB'. @param missing rows that cannot be imported */
export function comparisonText(tables: readonly BalanceTable[], missing: number): string {
  const codesOf = (isSame: boolean) =>
    tables
      .filter(({ rows }) => rows.every((row) => row.isSame) === isSame)
      .map(({ currency }) => currency)
      .join(', ')
  const [same, other] = [codesOf(true), codesOf(false)]
  if (other !== '') return same === '' ? 'Not the same' : `The same for ${same}, not for ${other}`
  return missing > 0 ? `Without ${formatCount(missing, 'row')}` : 'The same to the cent'
}

/** What the expenses come to, less what came back, by currency: '€227.32 and HK$40.00' */
export function spentText(records: ParsedFile['records']): string {
  const sums = new Map<CurrencyCode, number>()
  for (const { kind, currency, amount } of records)
    if (kind !== 'payment')
      sums.set(currency, (sums.get(currency) ?? 0) + (kind === 'refund' ? -amount : amount))
  const texts = [...sums].map(([currency, sum]) => formatMinor(sum, currency))
  return [texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter((text) => text !== '').join(' and ')
}

/** '1 expense and 2 payments', '1 expense, 1 refund, 2 payments and 1 deposit' */
export function countedRecords(records: readonly CountedRecord[]): string {
  const count = (is: (record: CountedRecord) => boolean) => records.filter(is).length
  const contributions = count(isContribution)
  const payments = count((record) => record.kind === 'payment' && !isContribution(record))
  const refunds = count(({ kind }) => kind === 'refund')
  const expenses = records.length - payments - contributions - refunds
  const texts = [
    ...(expenses > 0 || records.length === 0 ? [formatCount(expenses, 'expense')] : []),
    ...(refunds > 0 ? [formatCount(refunds, 'refund')] : []),
    ...(payments > 0 ? [formatCount(payments, 'payment')] : []),
    ...(contributions > 0 ? [formatCount(contributions, 'deposit')] : []),
  ]
  return [texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter((text) => text !== '').join(' and ')
}

interface CountedRecord {
  kind: ParsedFile['records'][number]['kind']
  stored?: ParsedFile['records'][number]['stored']
}

const isContribution = ({ stored }: CountedRecord) =>
  stored != null && 'isContribution' in stored && stored.isContribution
