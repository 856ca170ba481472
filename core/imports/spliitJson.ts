// Reads the JSON export of Spliit. Shares are computed by Spliit's rule, because its balances have those cents.

import * as v from 'valibot'
import { decimalOf, minorDigits, type CurrencyCode } from '#core/kernel/money.ts'
import { decimalToMinor } from '#core/imports/decimal.ts'
import { askForCurrency, draftFile, type FileDraft } from '#core/imports/draftFile.ts'
import { supportedCurrency, unsupported } from '#core/imports/draftRecord.ts'
import { readFileDate } from '#core/imports/fileDates.ts'
import { parseOrNull } from '#core/imports/jsonText.ts'
import { refusedFile, type ParsedFile, type ReadOptions, type RefusedFile } from '#core/imports/parsedFile.ts'
import { spliitShares } from '#core/imports/spliitShares.ts'

const groupSchema = v.object({
  name: v.nullish(v.string()),
  currencyCode: v.nullish(v.string()),
  participants: v.array(v.object({ id: v.string(), name: v.string() })),
  expenses: v.array(v.unknown()),
})

/** Some databases write large integers as texts. */
const number = v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+(?:\.\d+)?$/), v.transform(Number))])
const integer = v.pipe(number, v.safeInteger())

const expenseSchema = v.object({
  id: v.nullish(v.string()),
  expenseDate: v.string(),
  title: v.string(),
  category: v.nullish(v.object({ grouping: v.nullish(v.string()), name: v.string() })),
  amount: integer,
  originalAmount: v.nullish(number),
  originalCurrency: v.nullish(v.string()),
  conversionRate: v.nullish(v.union([v.string(), v.number()])),
  paidById: v.string(),
  paidFor: v.pipe(v.array(v.object({ participantId: v.string(), shares: integer })), v.minLength(1)),
  isReimbursement: v.optional(v.boolean(), false),
  splitMode: v.optional(v.picklist(['EVENLY', 'BY_SHARES', 'BY_PERCENTAGE', 'BY_AMOUNT']), 'EVENLY'),
  recurrenceRule: v.nullish(v.string()),
  notes: v.nullish(v.string()),
})
type SpliitExpense = v.InferOutput<typeof expenseSchema>

/** Whether the JSON is an object with Spliit's participants and expenses. */
export const isSpliitJson = (json: unknown): boolean => parseOrNull(groupSchema, json) !== null

export function readSpliitJson(json: unknown, options: ReadOptions): ParsedFile | RefusedFile {
  const group = parseOrNull(groupSchema, json)!
  const draft = draftFile('spliit', options)
  const code = group.currencyCode?.trim() ?? ''
  const currency = code === '' ? askForCurrency(draft, options) : supportedCurrency(code)
  if (currency === null)
    return refusedFile(`${unsupported(code)}, and it is the currency of the whole group.`)
  // A group with its own symbol has two digits, whatever currency it means.
  const scale = code === '' ? 2 : minorDigits(currency)
  if (group.name) draft.setGroupTitle(group.name)
  const people = new Map<string, Participant>()
  for (const { id, name } of group.participants) people.set(id, { key: draft.addPerson(name), name })
  draft.each(group.expenses, (value, index) => {
    const expense = parseOrNull(expenseSchema, value)
    const place = { line: index + 1, text: textOf(value) }
    if (expense === null) return draft.refuse(place, 'This expense is damaged')
    addExpense(expense, { place, currency, scale, people, draft })
  })
  return draft.finish()
}

interface Participant {
  key: string
  name: string
}

interface Context {
  place: { line: number; text: string }
  currency: CurrencyCode
  /** Decimal digits of the file's amounts. */
  scale: number
  people: ReadonlyMap<string, Participant>
  draft: FileDraft
}

function textOf(value: unknown): string {
  const title = parseOrNull(v.object({ title: v.string() }), value)?.title
  return title ?? ''
}

function addExpense(expense: SpliitExpense, { place, currency, scale, people, draft }: Context): void {
  const minorOf = (units: number) => {
    const minor = decimalToMinor({ digits: BigInt(units), scale }, currency)
    return minor?.isExact ? minor.minor : null
  }
  const payer = people.get(expense.paidById)
  const isEven = expense.splitMode === 'EVENLY'
  // Shares of income can be below 0, as its amount is; only their ratio counts.
  const sign = expense.paidFor.some(({ shares }) => shares > 0) ? 1 : -1
  const sharers = expense.paidFor
    .map(({ participantId: id, shares }) => ({ id, weight: isEven ? 1 : sign * shares, who: people.get(id) }))
    .filter(({ weight }) => weight !== 0)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const amount = minorOf(expense.amount)
  if (!payer || sharers.some(({ who }) => !who))
    return draft.refuse(place, 'It names somebody who is not in the group')
  if (amount === null) return draft.refuse(place, `The amount has more digits than ${currency}`)
  if (expense.recurrenceRule && expense.recurrenceRule !== 'NONE')
    draft.note('Repeating expenses are imported as often as they happened, and do not repeat here')
  const weights = sharers.map(({ weight }) => weight)
  if (weights.length === 0 || weights.some((weight) => weight < 0))
    return draft.refuse(place, 'Its shares are damaged')
  const parts = spliitShares(expense.id ?? null, amount, weights)
  const shares = sharers.map(({ who }, index) => ({ person: who!.key, amount: parts[index]! }))
  draft.addToBalance(currency, payer.key, amount)
  for (const { person, amount } of shares) draft.addToBalance(currency, person, -amount)
  // Exports without ids give the odd cents to others, so the weights identify the row and not the cents.
  const cells: [string, string][] = [
    [payer.name, 'paid'],
    ...sharers.map(({ who, weight }): [string, string] => [who!.name, `${expense.splitMode} ${weight}`]),
  ]
  const row = {
    place,
    date: readFileDate(expense.expenseDate, 'dayFirst'),
    description: expense.title,
    note: expense.notes ?? null,
    currency,
    category: categoryName(expense.category),
    original: originalOf(expense, currency, amount),
  }
  if (!expense.isReimbursement)
    return draft.addExpense({
      ...row,
      amount,
      payers: [{ person: payer.key, amount }],
      shares,
      cells,
    })
  for (const [index, { who }] of sharers.entries()) {
    const paid = parts[index]!
    if (who!.key === payer.key || paid === 0) continue
    const [from, to] = paid > 0 ? [payer.key, who!.key] : [who!.key, payer.key]
    draft.addPayment({ ...row, amount: Math.abs(paid), from, to, cells: [...cells, [who!.name, 'got']] })
  }
}

/** Spliit's groups are close to our categories, but a hotel is transportation there. */
function categoryName(category: SpliitExpense['category']): string | null {
  if (!category) return null
  const { grouping, name } = category
  return name === 'Hotel' || !grouping || grouping === 'Uncategorized' || grouping === 'Life'
    ? name
    : grouping
}

/**
 * The amount in another currency, computed from the rate: before August 2026 files hold it in whole major units, since
 * then in minor units. null where neither agrees with the computed one within 1 %.
 */
function originalOf(expense: SpliitExpense, currency: CurrencyCode, amount: number) {
  const { originalAmount, originalCurrency, conversionRate } = expense
  const other = supportedCurrency(originalCurrency ?? '')
  const rate = Number(conversionRate ?? NaN)
  if (!other || other === currency || !originalAmount || !(rate > 0 && rate < 1e9)) return null
  const computed = dividedByRate(Math.abs(amount), currency, rate, other)
  const units = Math.abs(originalAmount)
  const isNear = (value: number) => Math.abs(value - computed) <= computed / 100
  if (Number.isSafeInteger(units) && isNear(units)) return { amount: units, currency: other, rate }
  const inMajor = 10 ** minorDigits(other)
  const isTruncated = Math.abs(Math.floor(computed / inMajor) - Math.floor(units)) <= 1
  return isTruncated ? { amount: computed, currency: other, rate } : null
}

/** Minor units of `currency` to minor units of `other`, rounded half up; `rate` is units of `currency` for one of it. */
function dividedByRate(amount: number, currency: CurrencyCode, rate: number, other: CurrencyCode): number {
  const { digits, scale } = decimalOf(rate)
  const numerator = BigInt(amount) * 10n ** BigInt(minorDigits(other) + scale)
  const denominator = digits * 10n ** BigInt(minorDigits(currency))
  return Number((2n * numerator + denominator) / (2n * denominator))
}
