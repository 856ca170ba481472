// Compares the balances of the imported records with those of the file, before anything is imported.

import { type CurrencyCode, sumOfAmounts } from '#core/kernel/money.ts'
import type { ParsedFile, ImportedBalances, ImportedPart, ImportedRecord } from '#core/imports/parsedFile.ts'

/** Minor units by currency and person. */
export type BalanceSheet = Map<CurrencyCode, Map<string, number>>

/** Adds to the sheet in place. */
export function addBalance(
  sheet: BalanceSheet,
  currency: CurrencyCode,
  person: string,
  amount: number,
): void {
  const balances = sheet.get(currency) ?? new Map<string, number>()
  sheet.set(currency, balances.set(person, (balances.get(person) ?? 0) + amount))
}

/** What the records make of each person: positive is owed money. */
export function balancesOfRecords(records: readonly ImportedRecord[]): ImportedBalances {
  const sheet: BalanceSheet = new Map()
  const add = (currency: CurrencyCode, parts: readonly ImportedPart[], sign: number) => {
    for (const { person, amount } of parts) addBalance(sheet, currency, person, sign * amount)
  }
  for (const record of records) {
    const { currency, amount } = record
    if (record.kind === 'payment') {
      addBalance(sheet, currency, record.from, amount)
      addBalance(sheet, currency, record.to, -amount)
    } else {
      const sign = record.kind === 'refund' ? -1 : 1
      add(currency, record.payers, sign)
      add(currency, record.shares, -sign)
    }
  }
  return sheet
}

/** Minor units. */
export interface BalanceDifference {
  currency: CurrencyCode
  person: string
  fromRecords: number
  fromRows: number
  /** null when the file has no total for them. */
  fromTotals: number | null
}

/**
 * The balances that differ between records, rows and totals of the file by more than its rounding. Empty when the import
 * gives everybody the balance of the file.
 */
export function balanceDifferences(
  parsed: Pick<ParsedFile, 'records' | 'fileBalances' | 'fileTotals' | 'tolerance'>,
): BalanceDifference[] {
  const { records, fileBalances, fileTotals, tolerance } = parsed
  const imported = balancesOfRecords(records)
  const sheets = [imported, fileBalances, ...(fileTotals ? [fileTotals] : [])]
  const currencies = new Set(sheets.flatMap((sheet) => [...sheet.keys()]))
  return [...currencies].flatMap((currency) => {
    const people = new Set(sheets.flatMap((sheet) => [...(sheet.get(currency)?.keys() ?? [])]))
    const of = (sheet: ImportedBalances, person: string) => sheet.get(currency)?.get(person) ?? 0
    const allowed = tolerance.get(currency) ?? 0
    return [...people].flatMap((person): BalanceDifference[] => {
      const fromRecords = of(imported, person)
      const fromRows = of(fileBalances, person)
      const fromTotals = fileTotals?.get(currency)?.get(person) ?? null
      const isEqual =
        Math.abs(fromRecords - fromRows) <= allowed &&
        (fromTotals === null || Math.abs(fromRecords - fromTotals) <= allowed)
      return isEqual ? [] : [{ currency, person, fromRecords, fromRows, fromTotals }]
    })
  })
}

/** One exact expense that gives everybody their balance. Its amount can be over the limit of an expense. */
export interface BalancesExpense {
  currency: CurrencyCode
  /** Minor units. */
  amount: number
  payers: ImportedPart[]
  shares: ImportedPart[]
}

/**
 * An expense for each currency with open balances, for people who want a clean start instead of all records.
 * @returns in `unbalanced`, the currencies whose balances do not add up to 0, which no expense can express
 */
export function balancesOnly(balances: ImportedBalances): {
  expenses: BalancesExpense[]
  unbalanced: CurrencyCode[]
} {
  const expenses: BalancesExpense[] = []
  const unbalanced: CurrencyCode[] = []
  for (const [currency, of] of balances) {
    const payers = [...of].filter(([, amount]) => amount > 0).map(([person, amount]) => ({ person, amount }))
    const shares = [...of]
      .filter(([, amount]) => amount < 0)
      .map(([person, amount]) => ({ person, amount: -amount }))
    const [amount, owed] = [payers, shares].map(sumOfAmounts)
    if (amount !== owed) unbalanced.push(currency)
    else if (amount) expenses.push({ currency, amount, payers, shares })
  }
  return { expenses, unbalanced }
}
