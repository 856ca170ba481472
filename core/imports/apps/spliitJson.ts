// Reads the JSON export of Spliit. Shares are computed by Spliit's rule, because its balances have those cents.

import { decimalToMinor } from '#core/imports/text/decimal.ts'
import { askForCurrency, draftFile, type FileDraft } from '#core/imports/draftFile.ts'
import { fileCurrency, unknownCurrency } from '#core/imports/draftRecord.ts'
import { readFileDate } from '#core/imports/text/fileDates.ts'
import { parseOrNull } from '#core/imports/text/jsonText.ts'
import { refusedFile, type ParsedFile, type ReadOptions, type RefusedFile } from '#core/imports/parsedFile.ts'
import { fnv1a32 } from '#core/kernel/fnv1a32.ts'
import { allocate, decimalOf, minorDigits, type CurrencyCode } from '#core/kernel/money.ts'
import * as v from 'valibot'

const groupSchema = v.object({
  name: v.nullish(v.string()),
  currencyCode: v.nullish(v.string()),
  participants: v.array(v.object({ id: v.string(), name: v.string(), removedAt: v.nullish(v.string()) })),
  expenses: v.array(v.unknown()),
  complete: v.optional(v.boolean(), true),
})

/** The same group as spliit.cloud writes it. */
const cloudSchema = v.pipe(
  v.object({
    format: v.pipe(v.string(), v.startsWith('spliit.cloud/')),
    complete: v.optional(v.boolean(), true),
    group: v.object({
      name: v.nullish(v.string()),
      ledger: v.object({ currencyCode: v.nullish(v.string()) }),
    }),
    participants: v.array(
      v.object({ sourceId: v.string(), displayName: v.string(), removedAt: v.nullish(v.string()) }),
    ),
    expenses: v.array(v.unknown()),
  }),
  v.transform(({ group, participants, expenses, complete }) => ({
    ...{ name: group.name, currencyCode: group.ledger.currencyCode, expenses, complete },
    participants: participants.map(({ sourceId, displayName, removedAt }) => ({
      ...{ id: sourceId, name: displayName, removedAt },
    })),
  })),
)
const groupIn = (json: unknown) => parseOrNull(groupSchema, json) ?? parseOrNull(cloudSchema, json)

/** Some databases write large integers as texts. */
const number = v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+(?:\.\d+)?$/), v.transform(Number))])
const integer = v.pipe(number, v.safeInteger())

const parts = v.pipe(v.array(v.object({ participantId: v.string(), shares: integer })), v.minLength(1))
const splitMode = v.picklist(['EVENLY', 'BY_SHARES', 'BY_PERCENTAGE', 'BY_AMOUNT'])

const expenseSchema = v.object({
  id: v.nullish(v.string()),
  sourceId: v.nullish(v.string()),
  expenseDate: v.string(),
  title: v.string(),
  category: v.nullish(v.object({ grouping: v.nullish(v.string()), name: v.string() })),
  amount: integer,
  originalAmount: v.nullish(number),
  originalCurrency: v.nullish(v.string()),
  conversionRate: v.nullish(v.union([v.string(), v.number()])),
  paidById: v.nullish(v.string()),
  /** Of spliit.cloud, which knows several payers. */
  paidByList: v.nullish(parts),
  paidBySplitMode: v.optional(splitMode, 'EVENLY'),
  paidFor: parts,
  isReimbursement: v.optional(v.boolean(), false),
  splitMode: v.optional(splitMode, 'EVENLY'),
  recurrenceRule: v.nullish(v.string()),
  notes: v.nullish(v.string()),
})
type SpliitExpense = v.InferOutput<typeof expenseSchema>

/** Whether the JSON is an object with Spliit's participants and expenses. */
export const isSpliitJson = (json: unknown): boolean => groupIn(json) !== null

export function readSpliitJson(json: unknown, options: ReadOptions): ParsedFile | RefusedFile {
  const group = groupIn(json)!
  const draft = draftFile('spliit', options)
  const code = group.currencyCode?.trim() ?? ''
  const currency = code === '' ? askForCurrency(draft, options) : fileCurrency(code)
  if (currency === null)
    return refusedFile(`${unknownCurrency(code)}, and it is the currency of the whole group.`)
  // A group with its own symbol has two digits, whatever currency it means.
  const scale = code === '' ? 2 : minorDigits(currency)
  if (group.name) draft.setGroupTitle(group.name)
  for (const { id, name, removedAt } of group.participants) draft.personOf(id, name, Boolean(removedAt))
  if (!group.complete) draft.note('The file says that it is not complete')
  draft.each(group.expenses, (value, index) => {
    const expense = parseOrNull(expenseSchema, value)
    const place = { line: index + 1, text: textOf(value) }
    if (expense === null) return draft.refuse(place, 'This expense is damaged')
    addExpense(expense, { place, currency, scale, draft })
  })
  return draft.finish()
}

interface Context {
  place: { line: number; text: string }
  currency: CurrencyCode
  /** Decimal digits of the file's amounts. */
  scale: number
  draft: FileDraft
}

function textOf(value: unknown): string {
  const title = parseOrNull(v.object({ title: v.string() }), value)?.title
  return title ?? ''
}

function addExpense(expense: SpliitExpense, { place, currency, scale, draft }: Context): void {
  const minorOf = (units: number) => {
    const minor = decimalToMinor({ digits: BigInt(units), scale }, currency)
    return minor?.isExact ? minor.minor : null
  }
  const amount = minorOf(expense.amount)
  if (amount === null) return draft.refuse(place, `The amount has more digits than ${currency}`)
  if (expense.recurrenceRule && expense.recurrenceRule !== 'NONE')
    draft.note('Repeating expenses are imported as often as they happened, and do not repeat here')
  const id = expense.id ?? expense.sourceId ?? null
  const sharers = weighted(expense.paidFor, expense.splitMode)
  const payers = expense.paidByList
    ? weighted(expense.paidByList, expense.paidBySplitMode)
    : expense.paidById
      ? [{ id: expense.paidById, weight: 1 }]
      : []
  if (payers.length === 0) return draft.refuse(place, 'It does not say who paid')
  const all = [...payers, ...sharers]
  if (sharers.length === 0 || all.some(({ weight }) => weight < 0))
    return draft.refuse(place, 'Its shares are damaged')
  const partsOf = (of: typeof sharers) => {
    const sizes = spliitShares(
      id,
      amount,
      of.map(({ weight }) => weight),
    )
    // Somebody who was removed is no participant any more, and keeps their part in the expenses.
    return of.map(({ id, weight }, index) => ({
      ...draft.personOf(id, null, true),
      weight,
      amount: sizes[index]!,
    }))
  }
  const paid = partsOf(payers)
  const shared = partsOf(sharers)
  draft.addRow(currency, paid, shared)
  // Exports without ids give the odd cents to others, so the weights identify the row and not the cents.
  const cells: [string, string][] = [
    ...paid.map(({ name, weight }): [string, string] => [
      name,
      paid.length === 1 ? 'paid' : `paid ${expense.paidBySplitMode} ${weight}`,
    ]),
    ...shared.map(({ name, weight }): [string, string] => [name, `${expense.splitMode} ${weight}`]),
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
      payers: paid,
      shares: shared,
      cells,
    })
  if (paid.length > 1) return draft.refuse(place, 'A payment that several people made')
  draft.addPayments({ ...row, amount, cells }, paid[0]!.person, shared)
}

/** In the order of the ids, by which Spliit gives odd cents. Shares of income can be below 0: only their ratio counts. */
function weighted(of: SpliitExpense['paidFor'], mode: SpliitExpense['splitMode']) {
  const sign = of.some(({ shares }) => shares > 0) ? 1 : -1
  return of
    .map(({ participantId: id, shares }) => ({ id, weight: mode === 'EVENLY' ? 1 : sign * shares }))
    .filter(({ weight }) => weight !== 0)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
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
  const other = fileCurrency(originalCurrency ?? '')
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

/**
 * Quotients are rounded down, also below 0; leftover units go to the largest remainders, and ties begin at the sharer
 * that the expense's id points to.
 * @param expenseId null in exports before August 2026: ties begin at the first sharer
 * @param amount minor units; negative for income
 * @param weights of the sharers in the order of their ids: integers above 0
 */
export function spliitShares(expenseId: string | null, amount: number, weights: readonly number[]): number[] {
  // Spliit hashes UTF-16 units; its ids are ASCII, where these are the bytes.
  const first = expenseId === null ? 0 : fnv1a32(expenseId) % weights.length
  const rotated = [...weights.slice(first), ...weights.slice(0, first)]
  // `allocate` takes no negative total: add a multiple of all weights first, and subtract it from the parts afterwards.
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const lift = amount < 0 ? Math.ceil(-amount / total) : 0
  const parts = allocate(amount + lift * total, rotated).map((part, index) => part - lift * rotated[index]!)
  return [...parts.slice(weights.length - first), ...parts.slice(0, weights.length - first)]
}
