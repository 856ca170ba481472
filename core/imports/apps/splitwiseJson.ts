// Reads what a person saved of Splitwise's answers: the expenses, with what each paid and owes, or the balances alone.

import * as v from 'valibot'
import { readDecimal, decimalToMinor } from '#core/imports/text/decimal.ts'
import { askForDate, draftFile, type FileDraft } from '#core/imports/draftFile.ts'
import { fileCurrency, unknownCurrency, type Place } from '#core/imports/draftRecord.ts'
import { dayReader, readFileDate } from '#core/imports/text/fileDates.ts'
import { parseOrNull } from '#core/imports/text/jsonText.ts'
import type { ParsedFile, ReadOptions } from '#core/imports/parsedFile.ts'
import { withBalancesOnly } from '#core/imports/withBalancesOnly.ts'
import type { CalendarDate } from '#core/kernel/calendar.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'

const idText = v.union([v.number(), v.string()])
const nameFields = { first_name: v.nullish(v.string()), last_name: v.nullish(v.string()) }
const amounts = v.array(v.object({ currency_code: v.string(), amount: v.string() }))

const expenseSchema = v.object({
  description: v.nullish(v.string()),
  details: v.nullish(v.string()),
  payment: v.nullish(v.boolean()),
  cost: v.string(),
  date: v.string(),
  currency_code: v.string(),
  category: v.nullish(v.object({ name: v.nullish(v.string()) })),
  deleted_at: v.nullish(v.string()),
  users: v.array(
    v.object({
      user_id: v.nullish(idText),
      user: v.nullish(v.object({ id: v.nullish(idText), ...nameFields })),
      paid_share: v.string(),
      owed_share: v.string(),
    }),
  ),
})
type Expense = v.InferOutput<typeof expenseSchema>

const expensesSchema = v.object({ expenses: v.array(v.unknown()) })
const memberSchema = v.object({ id: idText, ...nameFields, balance: amounts })
const balancesSchema = v.union([
  v.object({ friends: v.pipe(v.array(memberSchema), v.minLength(1)) }),
  v.object({ groups: v.pipe(v.array(v.object({ members: v.array(memberSchema) })), v.minLength(1)) }),
])

export function isSplitwiseJson(json: unknown): boolean {
  const { expenses = [] } = parseOrNull(expensesSchema, json) ?? {}
  return expenses.slice(0, SAMPLED).some((value) => parseOrNull(expenseSchema, value) !== null)
}
const SAMPLED = 20

export const isSplitwiseBalances = (json: unknown): boolean => parseOrNull(balancesSchema, json) !== null

const nameOf = (named: { first_name?: string | null | undefined; last_name?: string | null | undefined }) =>
  [named.first_name, named.last_name].filter((part) => part).join(' ')

/** null when it is no number, or has more digits than its currency. */
function minorIn(text: string, currency: CurrencyCode): number | null {
  const decimal = readDecimal(text, 'point')
  const read = decimal && decimalToMinor(decimal, currency)
  return read?.isExact ? read.minor : null
}

export function readSplitwiseJson(json: unknown, options: ReadOptions): ParsedFile {
  const draft = draftFile('splitwise', options)
  const dayOf = dayReader(options.timeZone)
  draft.each(parseOrNull(expensesSchema, json)!.expenses, (value, index) => {
    const expense = parseOrNull(expenseSchema, value)
    const place = { line: index + 1, text: expense?.description ?? '' }
    if (!expense) return draft.refuse(place, 'This expense is damaged')
    if (expense.deleted_at) return draft.skip(place, 'Deleted in Splitwise')
    const date = dayOf(Date.parse(expense.date)) ?? readFileDate(expense.date, 'dayFirst')
    addExpense(expense, { place, date }, draft)
  })
  return draft.finish()
}

function addExpense(
  expense: Expense,
  { place, date }: { place: Place; date: CalendarDate | null },
  draft: FileDraft,
): void {
  const currency = fileCurrency(expense.currency_code)
  if (currency === null) return draft.refuse(place, unknownCurrency(expense.currency_code))
  const amount = minorIn(expense.cost, currency)
  if (expense.users.some(({ user_id, user }) => (user_id ?? user?.id ?? null) === null))
    return draft.refuse(place, 'It does not say who took part')
  const users = expense.users.map(({ user_id, user, paid_share, owed_share }) => ({
    ...draft.personOf(String(user_id ?? user?.id), nameOf(user ?? {}) || null),
    paid: minorIn(paid_share, currency),
    owed: minorIn(owed_share, currency),
  }))
  const isReadable = users.every(
    (user): user is typeof user & { paid: number; owed: number } => user.paid !== null && user.owed !== null,
  )
  if (amount === null || !isReadable) return draft.refuse(place, 'A number of this expense cannot be read')
  if (amount === 0) return draft.skip(place, 'Nothing was paid')
  for (const { person, paid, owed } of users) draft.addToBalance(currency, person, paid - owed)
  const row = {
    ...{
      place,
      date,
      instant: expense.date,
      description: expense.description ?? '',
      currency,
    },
    ...{ note: expense.details ?? null, category: expense.category?.name ?? null, amount },
    cells: users.map(({ name, paid, owed }): [string, string] => [name, `${paid} ${owed}`]),
  }
  const payers = users.flatMap(({ person, paid }) => (paid === 0 ? [] : [{ person, amount: paid }]))
  const shares = users.flatMap(({ person, owed }) => (owed === 0 ? [] : [{ person, amount: owed }]))
  const isWhole = payers[0]?.amount === amount && shares[0]?.amount === amount
  if (expense.payment && isWhole && payers.length === 1 && shares.length === 1)
    return draft.addPayment({ ...row, from: payers[0]!.person, to: shares[0]!.person })
  draft.addExpense({ ...row, payers, shares })
}

/** The person whose balances these are is named nowhere: what the others owe or are owed is theirs. */
const OWNER = 'The owner of the account'

export function readSplitwiseBalances(json: unknown, options: ReadOptions): ParsedFile {
  const draft = draftFile('splitwise', options)
  const parsed = parseOrNull(balancesSchema, json)!
  // Of a friend, what they owe to the owner; of a member, what the group owes them.
  const [members, sign] =
    'friends' in parsed ? [parsed.friends, -1] : [parsed.groups.flatMap((group) => group.members), 1]
  const open = new Map<CurrencyCode, number>()
  const entries = members.flatMap((member) => member.balance.map((of) => ({ ...of, member })))
  draft.each(entries, ({ member, currency_code, amount }) => {
    const place = { line: 1, text: `${nameOf(member)} ${amount} ${currency_code}` }
    const currency = fileCurrency(currency_code)
    if (currency === null) return draft.refuse(place, unknownCurrency(currency_code))
    const minor = minorIn(amount, currency)
    if (minor === null) return draft.refuse(place, 'The amount cannot be read')
    draft.addToBalance(
      currency,
      draft.personOf(String(member.id), nameOf(member) || null).person,
      sign * minor,
    )
    open.set(currency, (open.get(currency) ?? 0) - sign * minor)
  })
  for (const [currency, amount] of open)
    if (amount !== 0) draft.addToBalance(currency, draft.personOf('', OWNER).person, amount)
  draft.note(
    'The file holds balances and no expenses: one expense for each currency brings everybody to theirs',
  )
  const date = askForDate(draft, options)
  return withBalancesOnly(draft.finish(), date)
}
