// The balances of a file beside those that its records make here, for the preview of an import.

import { balanceDifferences, balancesOfRecords } from '#core/imports/balances.ts'
import type { ParsedFile } from '#core/imports/parsedFile.ts'
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
  const currencies = [...new Set([...fileBalances.keys(), ...fromRecords.keys()])]
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

/** '1 expense and 2 payments', '1 expense, 2 payments and 1 deposit'; a refund counts as an expense. */
export function countedRecords(records: readonly CountedRecord[]): string {
  const count = (is: (record: CountedRecord) => boolean) => records.filter(is).length
  const contributions = count(isContribution)
  const payments = count((record) => record.kind === 'payment' && !isContribution(record))
  const expenses = records.length - payments - contributions
  const texts = [
    ...(expenses > 0 || records.length === 0 ? [counted(expenses, 'expense')] : []),
    ...(payments > 0 ? [counted(payments, 'payment')] : []),
    ...(contributions > 0 ? [counted(contributions, 'deposit')] : []),
  ]
  return [texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter((text) => text !== '').join(' and ')
}

interface CountedRecord {
  kind: ParsedFile['records'][number]['kind']
  stored?: ParsedFile['records'][number]['stored']
}

const isContribution = ({ stored }: CountedRecord) =>
  stored != null && 'isContribution' in stored && stored.isContribution

const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-HK')} ${noun}${count === 1 ? '' : 's'}`
