// Checks what a reader found in a row the same way for all formats: a readable date, an amount within our limit, parts that
// add up to it. What fails is refused with a sentence, never repaired.

import { cleanText, cutTo, descriptionOf } from '#core/imports/text/fileText.ts'
import type {
  ImportedExpense,
  ImportedPart,
  ImportedPayment,
  ImportedRecord,
  Source,
} from '#core/imports/parsedFile.ts'
import type { CalendarDate } from '#core/kernel/calendar.ts'
import { compareText } from '#core/kernel/compareText.ts'
import { isIsoCurrency } from '#core/kernel/currencyField.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import type { Sha256 } from '#core/kernel/ids.ts'
import { sumOfAmounts, toMajor, type CurrencyCode } from '#core/kernel/money.ts'
import { guessCategory } from '#core/money/categoryGuess.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'

/** Where something stands in the file. */
export interface Place {
  line: number
  text: string
}

interface DraftRow {
  place: Place
  /** Of a record in an archive: identifies it, whatever was edited since. */
  id?: string
  /** null when it cannot be read. */
  date: CalendarDate | null
  /** Identifies the row where `date` depends on the device. */
  instant?: string
  description: string
  note?: string | null
  /** As the file names it. */
  category: string | null
  currency: CurrencyCode
  original?: ImportedRecord['original']
  /** What identifies the row besides its texts: what the file says about each person, without people it leaves out. */
  cells: readonly (readonly [name: string, cell: string])[]
}

export interface DraftExpense extends DraftRow {
  /** Minor units; a refund is negative, and so are its parts. */
  amount: number
  payers: readonly ImportedPart[]
  shares: readonly ImportedPart[]
  arePayersEstimated?: boolean
  areSharesRoundedHere?: boolean
  stored?: ImportedExpense['stored']
}

export interface DraftPayment extends DraftRow {
  /** Minor units, above 0. */
  amount: number
  from: string
  to: string
  storedPayment?: ImportedPayment['stored']
}

/** @returns why it is refused, as a string */
export function checkedExpense(draft: DraftExpense): Omit<ImportedExpense, 'rowKey'> | string {
  const { category, description, amount, currency, stored = null } = draft
  const row = checkedRow(draft)
  if (typeof row === 'string') return row
  if (amount === 0) return 'The amount is 0'
  const sign = Math.sign(amount)
  const payers = positive(draft.payers, sign).filter((part) => part.amount !== 0)
  const shares = positive(draft.shares, sign)
  const problem =
    problemIn(payers, 'paid', row.amount, currency) ?? problemIn(shares, 'shared', row.amount, currency)
  if (problem !== null) return problem
  return {
    ...row,
    kind: sign < 0 ? 'refund' : 'expense',
    category: stored?.category ?? importedCategory(category, description),
    payers,
    shares,
    arePayersEstimated: draft.arePayersEstimated ?? false,
    areSharesRoundedHere: draft.areSharesRoundedHere ?? false,
    stored,
  }
}

/** @returns why it is refused, as a string */
export function checkedPayment(draft: DraftPayment): Omit<ImportedPayment, 'rowKey'> | string {
  const { amount, from, to, storedPayment: stored = null } = draft
  const row = checkedRow(draft)
  if (typeof row === 'string') return row
  if (amount <= 0) return 'The amount is not above 0'
  return from === to ? 'Somebody pays themselves' : { ...row, kind: 'payment', from, to, stored }
}

function checkedRow({
  place,
  date,
  description,
  note,
  currency,
  original,
  amount,
}: DraftExpense | DraftPayment) {
  if (date === null) return 'The date cannot be read'
  // What the trip's currency allows is known once the rate is.
  if (toMajor(Math.abs(amount), currency) > moneyLimits.expense.maxInOther) return 'The amount is too large'
  return {
    line: place.line,
    date,
    ...descriptionOf(description),
    note: cleanText(note ?? '') || null,
    currency,
    amount: Math.abs(amount),
    original: original && original.amount > 0 && original.rate > 0 ? original : null,
  }
}

/** The parts of a refund with turned signs, and one part for each person. */
function positive(parts: readonly ImportedPart[], sign: number): ImportedPart[] {
  const amounts = new Map<string, number>()
  for (const { person, amount } of parts) amounts.set(person, (amounts.get(person) ?? 0) + sign * amount)
  // `+ 0` turns -0 into 0.
  return [...amounts].map(([person, amount]) => ({ person, amount: amount + 0 }))
}

function problemIn(
  parts: readonly ImportedPart[],
  verb: string,
  amount: number,
  currency: CurrencyCode,
): string | null {
  const sum = sumOfAmounts(parts)
  if (parts.some((part) => part.amount < 0)) return `What people ${verb} has different signs`
  if (sum === amount) return null
  const [is, should] = [sum, amount].map((minor) => formatMinor(minor, currency))
  return `What people ${verb} adds up to ${is}, not to ${should}`
}

/**
 * Makes the keys of the rows of one file. Equal rows get different keys, in the order of the file; an order of people, and
 * people whom a row leaves out, change none.
 */
export function rowKeysOf(source: Source, sha256: Sha256): (draft: DraftExpense | DraftPayment) => string {
  const occurrences = new Map<string, number>()
  return ({ id, date, instant, description, category, amount, currency, cells }) => {
    if (id !== undefined) return sha256(JSON.stringify([source, id]))
    const sorted = cells.toSorted((a, b) => compareText(a[0], b[0]) || compareText(a[1], b[1]))
    const texts = [instant ?? date, cleanText(description), category?.trim() ?? '']
    const row = JSON.stringify([source, ...texts, amount, currency, sorted])
    const occurrence = (occurrences.get(row) ?? 0) + 1
    occurrences.set(row, occurrence)
    return sha256(`${row}${occurrence}`)
  }
}

/** null for a text that is no code of ISO 4217. */
export function fileCurrency(text: string): CurrencyCode | null {
  const code = text.slice(0, 40).trim().toUpperCase()
  return isIsoCurrency(code) ? code : null
}

export const unknownCurrency = (code: string): string =>
  `The currency “${cutTo(cleanText(code.slice(0, 40)), 20)}” is not known`

/** In lower case. Other names are guessed by their words: Hotel, Taxi, Restaurant … */
const names: Readonly<Record<string, string>> = {
  food:
    'food and drink|food & drink|food_and_drink|dining out|dining|groceries|liquor|alcohol|eating out|essen und trinken|' +
    'lebensmittel|alkohol|alimentación|courses|🍔|🍕|🍺|🍻|☕|🍜|🛒|🍴|🍽️',
  accommodation:
    'hotel|lodging|accommodation|accomodation|rent|unterkunft|miete|hébergement|alojamiento|🏠|🏨|🛏️',
  transportation:
    'transportation|transport|bicycle|bus/train|bus|car|gas/fuel|gas|parking|plane|taxi|verkehrsmittel|fahrrad|bus/zug|' +
    'auto|treibstoff|parken|flugzeug|transporte|🚌|🚗|🚕|✈️|🚆|🚂|⛽|⛴️',
  entertainment:
    'entertainment|games|movies|music|sports|leisure|unterhaltung|spiele|kino|musik|sport|🎬|🎉|🎮|🎵|🎭',
  shopping:
    'shopping|clothing|clothes|gifts|electronics|furniture|household supplies|kleidung|geschenke|elektronik|möbel|🎁|👕|🛍️',
  activities: 'activities|activity|tickets|🎟️|🎫|🏄|⛷️|🏖️|🗺️',
  other:
    'home|services|utilities|cleaning|insurance|medical expenses|taxes|education|childcare|donation|pets',
}

const idOfName = new Map(
  Object.entries(names).flatMap(([id, all]) => all.split('|').map((name) => [name, id] as const)),
)

/**
 * The id of one of our seven categories: of the file's category, else guessed from its words, else from the description.
 * @param category of the file; null or empty when it has none
 */
export function importedCategory(category: string | null, description: string): string {
  const plain = (category ?? '').slice(0, MAX_LENGTH).trim().toLowerCase()
  const guess = (text: string) => guessCategory(text.slice(0, MAX_LENGTH), [])
  return idOfName.get(plain) ?? guess(plain) ?? guess(description) ?? 'other'
}

/** Whether other apps have a category of this name. */
export const isCategoryName = (text: string): boolean => idOfName.has(text.trim().toLowerCase())

/** Characters whose words are looked at: a cell of a file can be a megabyte. */
const MAX_LENGTH = 200
