// The rules of a trip's money. Permissions were checked before; `trip` says who may be named.

import { canonicalJson } from '#core/kernel/canonicalJson.ts'
import { isRefusal, refuse, type Decider, type Decision, type Refusal } from '#core/kernel/decider.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import { toMinor } from '#core/kernel/money.ts'
import { invalid } from '#core/kernel/refusals.ts'
import type { StreamType } from '#core/store/streamType.ts'
import { AMOUNT_IS_INVALID } from '#core/money/amountFields.ts'
import { amountsOf, originalOf } from '#core/money/amounts.ts'
import type { ContributionEntry, PaymentEntry } from '#core/money/bodies.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import {
  type Contribution,
  type MoneyEvent,
  type Payment,
  type PaymentRecord,
  contributionKind,
  dateOf,
  expenseKind,
  paymentKind,
} from '#core/money/events.ts'
import { charactersIn } from '#core/money/expenseLength.ts'
import {
  type AddExpense,
  type EditExpense,
  editedExpense,
  enteredExpense,
  refuseTooLong,
} from '#core/money/expenseRules.ts'
import {
  decideImport,
  type ImportRecords,
  decideImportUndo,
  type UndoImport,
} from '#core/money/importRules.ts'
import { namedInDescription, namesOf, presentPerson, CONTRIBUTION_TEXT } from '#core/money/roster.ts'
import { currencyOf } from '#core/money/currency.ts'
import { evolveMoney, noRecords, stateOfRecords, type MoneyState } from '#core/money/state.ts'
import { restoreMoney, type RestoreMoney } from '#core/money/restore.ts'
import { keeperOf, partyFinder } from '#core/money/parties.ts'
import { resolveParty } from '#core/money/claimedGuests.ts'
import { addRecord, changeRecord, removeRecord } from '#core/records/rules.ts'
import { type Aliases, aliasesOf } from '#core/trips/guestClaims.ts'
import type { Trip } from '#core/trips/trip.ts'

export type MoneyCommand =
  | AddExpense
  | EditExpense
  | { type: 'RemoveExpense'; id: string; ifMatch?: number | undefined }
  | { type: 'ContributeToPool'; id: string; entry: ContributionEntry; by: string; trip: Trip }
  | { type: 'RemoveContribution'; id: string }
  | { type: 'MakePayment'; id: string; entry: PaymentEntry; by: string; now: string; trip: Trip }
  | { type: 'UndoPayment'; id: string }
  | RestoreMoney
  | ImportRecords
  | UndoImport

export const moneyStreamType: StreamType<MoneyState, MoneyCommand, MoneyEvent> &
  Decider<MoneyState, MoneyCommand, MoneyEvent> = {
  prefix: 'money-',
  initialState: () => ({
    currency: null,
    expenseCharacters: 0,
    ...noRecords(),
    removed: noRecords(),
    imports: new Map(),
  }),
  evolve: evolveMoney,
  weight: (event) => 1 + Math.floor(charactersIn(event) / 1000),
  stateAfter: stateOfRecords,
  decide,
}

function decide(command: MoneyCommand, state: MoneyState): Decision<MoneyEvent> {
  switch (command.type) {
    case 'AddExpense':
      return addRecord(expenseKind, state, command, () => {
        const expense = enteredExpense(command, currencyOf(command.trip, state))
        return 'refused' in expense ? expense : (refuseTooLong(state, [expense]) ?? expense)
      })
    case 'EditExpense':
      return changeRecord(expenseKind, state, command, (was) => editedExpense(command, was, state))
    case 'RemoveExpense':
      return removeRecord(expenseKind, state, command)
    case 'ContributeToPool':
      return addRecord(contributionKind, state, command, () => newContribution(command, state))
    case 'RemoveContribution':
      return isPoolExpense(state, command.id)
        ? refuse('ExpenseStaysInThePool')
        : removeRecord(contributionKind, state, command)
    case 'MakePayment':
      return addRecord(paymentKind, state, command, () => newPayment(command, state))
    case 'UndoPayment':
      return removeRecord(paymentKind, state, command)
    case 'RestoreMoney':
      return restoreMoney(command, state)
    case 'ImportRecords':
      return decideImport(command, currencyOf(command.trip, state), state)
    case 'UndoImport':
      return decideImportUndo(command, state)
  }
}

function isPoolExpense({ expenses }: MoneyState, id: string): boolean {
  return expenses.get(id)?.payers === 'pool'
}

function newContribution(
  { id, entry, by, trip }: Extract<MoneyCommand, { type: 'ContributeToPool' }>,
  state: MoneyState,
): Contribution | Refusal {
  const currency = currencyOf(trip, state)
  const amount = toMinor(entry.amount, currency)
  if (amount === null) return invalid({ amount: AMOUNT_IS_INVALID })
  const description = entry.description ?? CONTRIBUTION_TEXT
  const named = entry.participant ? [] : namedInDescription(trip, description)
  if (named.length > 1) return invalid({ participant: 'More than one person on the trip has this name' })
  const contributor = entry.participant
    ? presentPerson(trip, entry.participant)
    : (named[0] ?? ({ type: 'user', id: by } as const))
  if (!contributor) return refuse('ContributorIsNotOnTheTrip')
  const keeper = keeperOf(trip, entry)
  if (isRefusal(keeper)) return keeper
  return { id, amount, currency, description, contributor, ...keeper, ...dateOf(entry) }
}

function newPayment(
  { id, entry, by, now, trip }: Extract<MoneyCommand, { type: 'MakePayment' }>,
  state: MoneyState,
): Payment | Refusal {
  const currency = currencyOf(trip, state)
  const amounts = amountsOf(entry.amount, entry, currency, moneyLimits.payment.max)
  if ('refused' in amounts) return amounts
  const { amount } = amounts
  const findParty = partyFinder(trip, state)
  const from = findParty(entry.from)
  if (!from) return refuse('PartyIsNotOnTheTrip', { fields: { from: 'Whoever pays is not on the trip' } })
  const to = findParty(entry.to)
  if (!to) return refuse('PartyIsNotOnTheTrip', { fields: { to: 'Whoever is paid is not on the trip' } })
  if (canonicalJson(from) === canonicalJson(to)) return invalid({ to: 'A payment goes to someone else' })
  const { note } = entry
  const payment = { id, from, to, amount, currency, note, ...dateOf(entry), ...originalOf(amounts) }
  const made = { now, seen: entry.seen ?? null, aliases: aliasesOf(trip) }
  const repeated = entry.confirm ? undefined : repeatedBy(payment, made, state)
  if (!repeated) return payment
  const { recordedBy } = repeated
  const who = recordedBy === by ? 'You' : isolateBidi(namesOf(trip)({ type: 'user', id: recordedBy }).name)
  return refuse('PaymentLooksRepeated', {
    message: `${who} recorded this already. Record a second one?`,
  })
}

/**
 * The newest payment that this one equals: of a moment ago, as when one person marks it twice, or payer and payee at once; or
 * recorded since the person saw the trip's money, as while their device had no network. The clocks of nodes differ, so the
 * difference can be negative.
 */
function repeatedBy(
  { from, to, amount }: Payment,
  { now, seen, aliases }: { now: string; seen: number | null; aliases: Aliases },
  { payments }: MoneyState,
): PaymentRecord | undefined {
  const key = canonicalJson([from, to, amount])
  return [...payments.values()].findLast(
    (made) =>
      (Math.abs(Date.parse(now) - Date.parse(made.createdAt)) < moneyLimits.payment.sameWithinMs ||
        (seen !== null && made.revision > seen)) &&
      canonicalJson([resolveParty(aliases, made.from), resolveParty(aliases, made.to), made.amount]) === key,
  )
}
