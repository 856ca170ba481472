// Reads the CSV and the JSON of I hate money. A weight belongs to a person and shows only on bills they pay, so the weight
// of somebody who never paid is asked for.

import * as v from 'valibot'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { columnsOf, cellReaders, tableBelow, type TableContext } from '#core/imports/text/csvTable.ts'
import { decimalToMinor, isZero, type Decimal } from '#core/imports/text/decimal.ts'
import { askForCurrency, draftFile, type FileDraft } from '#core/imports/draftFile.ts'
import { fileCurrency, unknownCurrency, type Place } from '#core/imports/draftRecord.ts'
import { withoutFormulaGuard } from '#core/imports/text/fileText.ts'
import { parseOrNull } from '#core/imports/text/jsonText.ts'
import type { CsvRow } from '#core/imports/text/parseCsv.ts'
import type { ParsedFile, ReadOptions } from '#core/imports/parsedFile.ts'
import { addWeightedBill, equalWeight, namesIn, readWeight } from '#core/imports/weightedBill.ts'

interface Bill {
  place: Place
  what: string
  isReimbursement: boolean
  /** As the file writes it. */
  amount: string
  currency: string
  date: string
  payer: string
  weight: string
  owers: string[]
}

const text = v.optional(v.union([v.string(), v.pipe(v.number(), v.transform(String))]), '')
const billSchema = v.object({
  what: text,
  bill_type: text,
  amount: text,
  currency: text,
  date: text,
  payer_name: v.string(),
  payer_weight: text,
  owers: v.array(v.string()),
})

export function isIhatemoneyHeader(row: CsvRow): boolean {
  const { has } = columnsOf(row)
  return ['what', 'amount', 'date', 'payer_name', 'payer_weight', 'owers'].every(has)
}

/** Of its plan to settle, which holds no expenses. */
export function isIhatemoneyPlanHeader(row: CsvRow): boolean {
  const { has } = columnsOf(row)
  return ['ower', 'receiver', 'amount'].every(has)
}

export const isIhatemoneyJson = (json: unknown): boolean =>
  Array.isArray(json) && json.slice(0, SAMPLED_BILLS).some((bill) => parseOrNull(billSchema, bill) !== null)

/** A damaged bill must not hide what the others show. */
const SAMPLED_BILLS = 20

/** Whether the JSON is its plan to settle. */
export const isIhatemoneyPlan = (json: unknown): boolean =>
  Array.isArray(json) && parseOrNull(v.object({ ower: v.string(), receiver: v.string() }), json[0]) !== null

export function readIhatemoneyCsv(rows: readonly CsvRow[], header: number, options: ReadOptions): ParsedFile {
  const { cellOf, below } = tableBelow(rows, header)
  const textOf = (row: CsvRow, name: string) => withoutFormulaGuard(cellOf(row, name).trim())
  const payers = new Set(below.map((row) => textOf(row, 'payer_name')))
  const bills = below.map((row): Bill => ({
    place: row,
    what: textOf(row, 'what'),
    isReimbursement: isReimbursement(textOf(row, 'bill_type')),
    amount: cellOf(row, 'amount'),
    currency: textOf(row, 'currency'),
    date: cellOf(row, 'date'),
    payer: textOf(row, 'payer_name'),
    weight: cellOf(row, 'payer_weight'),
    owers: namesIn(textOf(row, 'owers'), (name) => payers.has(name)).map(withoutFormulaGuard),
  }))
  return readBills(draftFile('ihatemoney', options), bills, options)
}

export function readIhatemoneyJson(json: unknown, options: ReadOptions): ParsedFile {
  const draft = draftFile('ihatemoney', options)
  const bills = (json as unknown[]).flatMap((value, index): Bill[] => {
    const bill = parseOrNull(billSchema, value)
    const place = { line: index + 1, text: bill?.what ?? '' }
    if (!bill) draft.refuse(place, 'This bill is damaged')
    return bill
      ? [
          {
            place,
            what: bill.what,
            isReimbursement: isReimbursement(bill.bill_type),
            amount: bill.amount,
            currency: bill.currency,
            date: bill.date,
            payer: bill.payer_name.trim(),
            weight: bill.payer_weight,
            owers: [...new Set(bill.owers.map((name) => name.trim()))],
          },
        ]
      : []
  })
  return readBills(draft, bills, options)
}

/** Before version 7 there is no type, and every bill is an expense. */
const isReimbursement = (type: string): boolean => type.trim().toLowerCase() === 'reimbursement'

function readBills(draft: FileDraft, bills: readonly Bill[], options: ReadOptions): ParsedFile {
  const people = new Map<string, string>()
  for (const { payer, owers } of bills)
    for (const name of [payer, ...owers])
      if (name !== '' && !people.has(name)) people.set(name, draft.addPerson(name))
  const isWithoutCurrency = ({ currency }: Bill) => ['', 'XXX'].includes(currency.trim())
  const asked = bills.some(isWithoutCurrency) ? askForCurrency(draft, options) : null
  const readers = cellReaders(bills, options, draft)
  const readNumber = readers.numbers(({ amount }) => [amount])
  const readDate = readers.dates(({ date }) => date)
  const weights = weightsIn(bills, people, readDate, options, draft)
  draft.each(bills, (bill) => {
    const { place, payer, owers } = bill
    const currency = isWithoutCurrency(bill) ? asked : fileCurrency(bill.currency)
    if (currency === null) return draft.refuse(place, unknownCurrency(bill.currency))
    const amount = minorOf(readNumber(bill.amount), currency)
    if (amount === null) return draft.refuse(place, 'The amount cannot be read')
    if (amount === 0) return draft.skip(place, 'Nothing was paid')
    const key = people.get(payer)
    if (key === undefined || owers.length === 0 || owers.includes(''))
      return draft.refuse(place, 'It does not say who paid, or for whom')
    addWeightedBill(
      draft,
      { place, date: readDate(bill.date), description: bill.what, category: null, currency, amount },
      { name: payer, person: key },
      owers.map((name) => ({ name, person: people.get(name)!, weight: weights.get(name) ?? equalWeight })),
      bill.isReimbursement,
    )
  })
  return draft.finish()
}

/** Amounts are floats that the app rounds to cents. */
function minorOf(decimal: Decimal | null, currency: CurrencyCode): number | null {
  if (decimal === null) return null
  return isZero(decimal) ? 0 : (decimalToMinor(decimal, currency)?.minor ?? null)
}

/** By name: the answer, else of the latest bill they paid. */
function weightsIn(
  bills: readonly Bill[],
  people: ReadonlyMap<string, string>,
  readDate: TableContext['readDate'],
  { weights: answers }: ReadOptions,
  draft: FileDraft,
): Map<string, Decimal> {
  const latest = new Map<string, { date: string; weight: string }>()
  for (const { payer, weight, date: text } of bills) {
    const date = readDate(text) ?? ''
    const other = latest.get(payer)
    if (other && Number(other.weight) !== Number(weight))
      draft.note('Somebody’s weight changed; their latest one counts for all bills, as in I hate money')
    // The file begins with the newest bill.
    if (!other || date > other.date) latest.set(payer, { date, weight })
  }
  const found = new Map<string, Decimal>()
  for (const [name, key] of people) {
    const weight = readWeight(answers?.get(key) ?? latest.get(name)?.weight ?? '')
    if (weight) found.set(name, weight)
  }
  const isWeighted = [...latest.values()].some(({ weight }) => Number(weight) !== 1)
  const without = [...people].flatMap(([name, key]) =>
    readWeight(latest.get(name)?.weight ?? '') ? [] : [key],
  )
  if (isWeighted && without.length > 0) draft.ask({ kind: 'weights', people: without })
  return found
}
