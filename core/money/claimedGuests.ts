// Records, ledgers and bodies with the user in place of a guest whom that user has claimed. What is stored keeps the id of the
// guest, so that no odd cent moves; it is replaced where documents are read and where a body is decided
// (docs/decisions/0259).

import { allocate } from '#core/kernel/money.ts'
import type { Figures } from '#core/money/balances/figures.ts'
import {
  comparePairs,
  type Ledger,
  type LedgerAccount,
  type PaymentTotals,
} from '#core/money/balances/ledger.ts'
import type { Contribution, Expense, Party, Payer, Payment, PersonRef, Sharer } from '#core/money/events.ts'
import { peopleOfExpense } from '#core/money/signedAmount.ts'
import { MOST_SHARES } from '#core/money/split/modes.ts'
import { possibleParts } from '#core/money/split/shares.ts'
import {
  numberSplit,
  numbersOf,
  peopleOfSplit,
  renamedSplit,
  type Split,
  weightsOf,
} from '#core/money/split/split.ts'
import type { Aliases } from '#core/trips/guestClaims.ts'

/** The same object for everybody else. */
export function resolveParty<Of extends Party>(aliases: Aliases, party: Of): Of {
  const userId = party.type === 'pool' ? undefined : aliases.get(party.id)
  return userId === undefined ? party : { ...party, type: 'user', id: userId }
}

/** The same object where it names no claimed guest, as of the two below. Whoever is in it twice has both parts. */
export function resolveExpense<Of extends Expense>(aliases: Aliases, expense: Of): Of {
  const isClaimed = ({ id }: PersonRef) => aliases.has(id)
  if (aliases.size === 0 || !peopleOfExpense(expense).some(isClaimed)) return expense
  const sharedBy = onePerPerson(aliases, expense.sharedBy, addShare)
  const payers = expense.payers === 'pool' ? 'pool' : onePerPerson(aliases, expense.payers, addPaid)
  return { ...expense, payers, sharedBy, split: resolveSplit(aliases, expense, sharedBy) }
}

export function resolveContribution<Of extends Contribution>(aliases: Aliases, contribution: Of): Of {
  const contributor = resolveParty(aliases, contribution.contributor)
  const keptBy = contribution.keptBy && resolveParty(aliases, contribution.keptBy)
  if (contributor === contribution.contributor && keptBy === contribution.keptBy) return contribution
  return { ...contribution, contributor, ...(keptBy && { keptBy }) }
}

/** Between a guest and their user it would be one to oneself: null. */
export function resolvePayment<Of extends Payment>(aliases: Aliases, payment: Of): Of | null {
  const [from, to] = [resolveParty(aliases, payment.from), resolveParty(aliases, payment.to)]
  if (from === payment.from && to === payment.to) return payment
  return from.type !== 'pool' && to.type !== 'pool' && from.id === to.id ? null : { ...payment, from, to }
}

const addShare = (a: Sharer, b: Sharer): Sharer => ({ ...a, share: a.share + b.share })
const addPaid = (a: Payer, b: Payer): Payer => ({
  ...a,
  amount: a.amount + b.amount,
  originalAmount: a.originalAmount === null ? null : a.originalAmount + (b.originalAmount ?? 0),
})

/** In the order in which they are first named. */
function onePerPerson<Of extends PersonRef>(
  aliases: Aliases,
  people: readonly Of[],
  add: (a: Of, b: Of) => Of,
): Of[] {
  const found = new Map<string, Of>()
  for (const person of people) {
    const resolved = resolveParty(aliases, person)
    const before = found.get(resolved.id)
    found.set(resolved.id, before ? add(before, resolved) : resolved)
  }
  return [...found.values()]
}

/** How the shares of the people are entered: where two are one person by the sum of their numbers, or as exact amounts. */
function resolveSplit(aliases: Aliases, expense: Expense, sharedBy: readonly Sharer[]): Split {
  const idOf = (id: string) => aliases.get(id) ?? id
  const { split, amount, original } = expense
  if (sharedBy.length === expense.sharedBy.length) return renamedSplit(split, idOf)
  const entered = original?.amount ?? amount
  const ids = expense.sharedBy.map(({ id }) => id)
  const added = addedNumbers(split, ids, idOf)
  if (added && arePossible(added, expense, entered, sharedBy)) return added
  const shares = sharedBy.map(({ id, share }) => ({ id, number: share }))
  if (!original) return numberSplit('exact', shares)
  const weights = new Map<string, bigint>()
  const named = peopleOfSplit(split) ?? ids
  for (const [index, weight] of weightsOf(split, entered, named).entries()) {
    const id = idOf(named[index]!)
    weights.set(id, (weights.get(id) ?? 0n) + weight)
  }
  const amounts = allocate(
    entered,
    sharedBy.map(({ id }) => weights.get(id)!),
  )
  const exact = numberSplit(
    'exact',
    sharedBy.map(({ id }, index) => ({ id, number: amounts[index]! })),
  )
  // The units of the other currency can be too coarse for the shares, which then are the weights themselves.
  const areWeights = shares.every(({ number }) => number >= 1 && number <= MOST_SHARES)
  const isCoarse = areWeights && !arePossible(exact, expense, entered, sharedBy)
  return isCoarse ? numberSplit('shares', shares) : exact
}

/** Null where the parts of two are none that one person has. An equal split becomes one by shares. */
function addedNumbers(split: Split, ids: readonly string[], idOf: (id: string) => string): Split | null {
  if (split.mode === 'adjust') return null
  if (split.mode === 'items') {
    const renamed = renamedSplit(split, idOf) as typeof split
    return renamed.items.every(({ of }) => new Set(of).size === of.length) ? renamed : null
  }
  const numbers = split.mode === 'equal' ? ids.map((id) => ({ id, number: 100 })) : numbersOf(split)
  const sums = new Map<string, number>()
  for (const { id, number } of numbers) sums.set(idOf(id), (sums.get(idOf(id)) ?? 0) + number)
  return numberSplit(
    split.mode === 'equal' ? 'shares' : split.mode,
    [...sums].map(([id, number]) => ({ id, number })),
  )
}

/** Whether some ids divide the amount into these shares by the split: the odd cents of two can be more than one has. */
function arePossible(
  split: Split,
  { amount }: Expense,
  entered: number,
  sharedBy: readonly Sharer[],
): boolean {
  const shares = new Map(sharedBy.map(({ id, share }) => [id, share]))
  const ids = peopleOfSplit(split)!
  const possible = possibleParts(amount, weightsOf(split, entered, ids))
  return ids.every((id, index) => {
    const { least, most } = possible[index]!
    return least <= shares.get(id)! && shares.get(id)! <= most
  })
}

const ledgers = new WeakMap<Ledger, { aliases: Aliases; resolved: Ledger }>()

/** The same object until one of them changes. */
export function resolveLedger(aliases: Aliases, ledger: Ledger): Ledger {
  const known = ledgers.get(ledger)
  if (known?.aliases === aliases) return known.resolved
  const resolved = mergeLedger(aliases, ledger)
  ledgers.set(ledger, { aliases, resolved })
  return resolved
}

function mergeLedger(aliases: Aliases, ledger: Ledger): Ledger {
  const claimed = Object.keys(ledger.people).filter((id) => aliases.has(id))
  if (claimed.length === 0) return ledger
  const people = { ...ledger.people }
  for (const id of claimed) {
    const userId = aliases.get(id)!
    const [guest, user] = [people[id]!, people[userId]]
    people[userId] = user ? sumOf(user, guest) : { ...guest, type: 'user' }
    delete people[id]
  }
  const idOf = (id: string) => aliases.get(id) ?? id
  const totals = new Map<string, PaymentTotals>()
  for (const { from, to, amount } of ledger.paymentsMade) {
    const pair = { from: idOf(from), to: idOf(to) }
    const key = `${pair.from} ${pair.to}`
    if (pair.from !== pair.to) totals.set(key, { ...pair, amount: amount + (totals.get(key)?.amount ?? 0) })
  }
  return { ...ledger, people, paymentsMade: [...totals.values()].sort(comparePairs) }
}

function sumOf(user: LedgerAccount, guest: LedgerAccount): LedgerAccount {
  const sum = { ...user, entries: user.entries + guest.entries }
  const figures: (keyof Figures)[] = ['paid', 'deposited', 'share', 'poolShare', 'sent', 'sentToPool']
  for (const figure of figures) sum[figure] += guest[figure]
  return sum
}
