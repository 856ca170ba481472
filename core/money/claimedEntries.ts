// What a body says of people who have claimed a guest, and the ids under which an expense of the log names them.

import { canonicalJson } from '#core/kernel/canonicalJson.ts'
import type { ExpenseChanges } from '#core/money/bodies.ts'
import { resolveExpense } from '#core/money/claimedGuests.ts'
import type { Expense, PersonRef } from '#core/money/events.ts'
import type { ChosenPerson } from '#core/money/personBodies.ts'
import { resolveChosen } from '#core/money/roster.ts'
import { payingPeople } from '#core/money/signedAmount.ts'
import {
  type ChosenPayers,
  type ChosenSplit,
  enteredPayers,
  expenseTotal,
} from '#core/money/split/expenseSplit.ts'
import { numberFields } from '#core/money/split/modes.ts'
import { remainderOf, renamedSplit } from '#core/money/split/split.ts'
import type { Aliases } from '#core/trips/guestClaims.ts'

type Named = Pick<ExpenseChanges, 'payers' | 'paidBy' | 'sharedBy' | 'split'>

/** An older device may name a guest who was claimed since, and beside them their user, who gets the numbers of both. */
export function resolveEntry<Entry extends Named>(aliases: Aliases, entry: Entry): Entry {
  if (aliases.size === 0) return entry
  const { payers, paidBy, sharedBy, split } = entry
  return {
    ...entry,
    ...(Array.isArray(payers) && { payers: onePerPerson(aliases, payers, 'amount') }),
    ...(paidBy && { paidBy: resolveChosen(aliases, paidBy) }),
    ...(sharedBy && { sharedBy: onePerPerson(aliases, sharedBy) }),
    ...(split && { split: resolveSplitEntry(aliases, split) }),
  }
}

function resolveSplitEntry(
  aliases: Aliases,
  split: NonNullable<Named['split']>,
): NonNullable<Named['split']> {
  if (split.mode === 'equal') return split.of ? { ...split, of: onePerPerson(aliases, split.of) } : split
  if (split.mode !== 'items')
    return {
      ...split,
      of: onePerPerson<ChosenPerson>(aliases, split.of, numberFields[split.mode]),
    } as typeof split
  return { ...split, items: split.items.map((item) => ({ ...item, of: onePerPerson(aliases, item.of) })) }
}

/** More digits than any currency has: the sum of two decimals has the decimals of their sum. */
const DIGITS = 6

/** @param field whose numbers add up */
function onePerPerson<Of extends ChosenPerson>(
  aliases: Aliases,
  people: readonly Of[],
  field?: string,
): Of[] {
  const found = new Map<string, Of>()
  const numberOf = (person: Of) => (person as unknown as Record<string, number>)[field!]!
  for (const person of people) {
    const resolved = resolveChosen(aliases, person)
    const before = found.get(resolved.id)
    const sum = before && field && Number((numberOf(before) + numberOf(resolved)).toFixed(DIGITS))
    found.set(resolved.id, { ...(before ?? resolved), ...(sum !== undefined && { [field!]: sum }) })
  }
  return [...found.values()]
}

/**
 * What was not changed stays as it is in the log, also where two ids of it are one person; others keep the id under which it
 * names them. Ids decide who carries an odd cent.
 * @param payers, split with users in place of the guests whom they have claimed
 */
export function withStoredIds(
  aliases: Aliases,
  was: Expense,
  payers: ChosenPayers,
  split: ChosenSplit,
): readonly [ChosenPayers, ChosenSplit] {
  const shown = resolveExpense(aliases, was)
  if (shown === was) return [payers, split]
  return [storedPayers(aliases, was, shown, payers), storedSplit(aliases, was, shown, split)]
}

function storedPayers(aliases: Aliases, was: Expense, shown: Expense, payers: ChosenPayers): ChosenPayers {
  if (payers === 'pool') return payers
  const before = enteredPayers(shown)
  const entered = (of: typeof payers) =>
    inAnyOrder(of.map((payer) => ({ id: payer.id, entered: payer.entered })))
  if (before !== 'pool' && entered(payers) === entered(before)) return enteredPayers(was)
  const stored = storedRefs(aliases, payingPeople(was))
  return payers.map((payer) => ({ ...payer, ...stored(payer) }))
}

function storedSplit(aliases: Aliases, was: Expense, shown: Expense, chosen: ChosenSplit): ChosenSplit {
  const refs = ({ people }: { people: readonly PersonRef[] }) => inAnyOrder(people.map(({ id }) => ({ id })))
  const isSame =
    refs(chosen) === refs({ people: shown.sharedBy }) &&
    canonicalJson(inOrder(chosen.split)) === canonicalJson(inOrder(shown.split))
  if (isSame) {
    const discount = remainderOf(was.split, expenseTotal(was).entered) < 0
    return { split: was.split, people: was.sharedBy, discount: chosen.discount || discount }
  }
  const stored = storedRefs(aliases, was.sharedBy)
  const people = chosen.people.map(stored)
  const ids = new Map(chosen.people.map(({ id }, index) => [id, people[index]!.id]))
  return { ...chosen, split: renamedSplit(chosen.split, (id) => ids.get(id) ?? id), people }
}

const inOrder = (split: ChosenSplit['split']) =>
  'of' in split ? { ...split, of: split.of.toSorted((a, b) => (a.id < b.id ? -1 : 1)) } : split

const inAnyOrder = (people: readonly { id: string }[]): string =>
  canonicalJson(people.toSorted((a, b) => (a.id < b.id ? -1 : 1)))

/** Finds the id of a person in the log; who has two there is named by their own. */
function storedRefs(aliases: Aliases, stored: readonly PersonRef[]): (person: PersonRef) => PersonRef {
  const found = new Map<string, PersonRef[]>()
  for (const { type, id } of stored) {
    const userId = aliases.get(id) ?? id
    found.set(userId, [...(found.get(userId) ?? []), { type, id }])
  }
  return ({ type, id }) => {
    const [only, ...others] = found.get(id) ?? []
    return only && others.length === 0 ? only : { type, id }
  }
}
