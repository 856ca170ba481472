// A guest is claimed at any point of a random log: nobody else's figure changes, the user has both, and the undo leaves
// nothing behind. `PROPERTY_RUNS=10000` tries more.

import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '#core/kernel/decider.ts'
import { fnv1a32 } from '#core/kernel/fnv1a32.ts'
import { allocate, toMajor } from '#core/kernel/money.ts'
import { claimEffect } from '#core/money/balances/claimEffect.ts'
import { netBalance } from '#core/money/balances/figures.ts'
import { figuresOf, shownFigures } from '#core/money/balances/ledger.ts'
import { expenseChanges } from '#core/money/bodies.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import type { Expense, MoneyEvent } from '#core/money/events.ts'
import { POOL_MODES } from '#core/money/responses.ts'
import { rosterOf } from '#core/money/roster.ts'
import { settle } from '#core/money/settlement/settlement.ts'
import { type ChosenPayers, expenseTotal, payersIn, sharesIn } from '#core/money/split/expenseSplit.ts'
import { possibleParts } from '#core/money/split/shares.ts'
import { numberSplit, peopleOfSplit, type Split, weightsOf } from '#core/money/split/split.ts'
import { toSplitResponse } from '#core/money/toResponse.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { TripEvent, TripUser } from '#core/trips/events.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import { resolvedDocuments } from '#projections/replica/resolvedDocuments.ts'
import {
  emptyTripDocuments,
  foldTripDocuments,
  type TripDocuments,
} from '#projections/replica/tripDocuments.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { details } from '#tests/history/events.ts'
import { type RandomTrip, randomTrip } from '#tests/money/randomTrip.ts'
import { added, contributed, ledgerOf, paid } from '#tests/money/records.ts'
import { type Given, recorded } from '#tests/support/given.ts'

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 100)
const TRIP = 't'
const olga: TripUser = { id: 'olga', username: 'olga' }
const asUser = (id: string): TripUser => ({ id, username: id })

interface Story extends RandomTrip {
  guestId: string
  user: TripUser
  /** Where in the log the guest is claimed, as a part of it. */
  at: number
}

const stories: fc.Arbitrary<Story> = fc
  .record({
    trip: randomTrip({ most: 6, payments: true }),
    guest: fc.nat(99),
    user: fc.nat(99),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ trip, guest, user, at }) => {
    const guests = trip.people.filter(({ type }) => type === 'guest')
    const users = [olga.id, ...trip.people.filter(({ type }) => type === 'user').map(({ id }) => id)]
    return {
      ...trip,
      events: trip.events.map(withAnyMode),
      guestId: guests[guest % guests.length]?.id ?? '',
      user: asUser(users[user % users.length]!),
      at,
    }
  })
  .filter(({ guestId }) => guestId !== '')

/** The same event, its expenses split in a way that their id and amount decide, some in another currency. */
function withAnyMode(event: MoneyEvent): MoneyEvent {
  if (!('expense' in event.data)) return event
  const { expense, ...others } = event.data
  const was = 'was' in others ? { was: inAnyMode(others.was) } : {}
  return { ...event, data: { ...others, ...was, expense: inAnyMode(expense) } } as MoneyEvent
}

const MODES = ['as it is', 'items', 'items', 'adjust', 'percent', 'exact'] as const

function inAnyMode(expense: Expense): Expense {
  const hash = fnv1a32(`${expense.id} ${expense.amount}`)
  const isForeign = hash % 7 === 0
  const currency = expense.currency === 'JPY' ? 'EUR' : 'JPY'
  const entered = isForeign ? Math.ceil(expense.amount / 3) : expense.amount
  const original = isForeign ? { amount: entered, currency, exchangeRate: 3 } : null
  const split = anySplit(MODES[hash % MODES.length]!, expense, entered, hash)
  const of = { ...expense, original, split }
  const chosen = { split, people: expense.sharedBy.map(({ type, id }) => ({ type, id })), discount: false }
  const sharedBy = sharesIn(chosen, expenseTotal(of))
  const [first, ...more] = expense.payers === 'pool' ? [] : expense.payers
  const several = isForeign && more.length > 0 && entered > 1
  const parts = several ? [1, entered - 1] : [entered]
  const payers: ChosenPayers = first
    ? (several ? [first, more[0]!] : [first]).map((payer, index) => ({ ...payer, entered: parts[index]! }))
    : 'pool'
  const paidBy = isForeign ? payersIn(payers, expenseTotal(of), true) : expense.payers
  if ('refused' in sharedBy || isRefusal(paidBy)) throw new Error('It does not add up')
  return { ...of, sharedBy, payers: paidBy }
}

function anySplit(
  mode: (typeof MODES)[number],
  { split, sharedBy }: Expense,
  entered: number,
  hash: number,
): Split {
  const ids = sharedBy.map(({ id }) => id)
  const numbers = (values: readonly number[]) => ids.map((id, index) => ({ id, number: values[index]! }))
  switch (mode) {
    case 'as it is':
      return split
    case 'items': {
      const half = Math.ceil(entered / 2)
      const one = {
        text: 'Fish',
        amount: Math.max(1, Math.floor(half / 2)),
        of: ids.slice(0, 1 + (hash % 2)),
      }
      const items = [{ text: 'Soup', amount: half, of: ids }, ...(entered > half ? [one] : [])]
      return { mode, items, rest: hash % 3 === 0 ? 'equal' : 'proportional' }
    }
    case 'adjust':
      return numberSplit(mode, numbers(ids.map((_, index) => (index === 0 ? Math.floor(entered / 2) : 0))))
    case 'percent':
      return numberSplit(
        mode,
        numbers(
          allocate(
            10_000,
            ids.map((_, index) => index + 1),
          ),
        ),
      )
    case 'exact':
      return numberSplit(
        mode,
        numbers(
          allocate(
            entered,
            ids.map((_, index) => 1 + (hash % (index + 2))),
          ),
        ),
      )
  }
}

/** Everybody comes, and then some leave. */
function peopleEvents({ people, currency, user }: Story): TripEvent[] {
  const organizer = olga
  const planned: TripEvent = {
    type: 'TripPlanned',
    data: { tripId: TRIP, details: { ...details, currency }, organizer },
  }
  const guest = (id: string) => ({ id, name: `Guest ${id}`, role: 'member' as const })
  return [
    planned,
    ...people.map(({ type, id }): TripEvent =>
      type === 'guest'
        ? { type: 'GuestAdded', data: { guest: guest(id), addedBy: organizer } }
        : {
            type: 'ParticipantInvited',
            data: { invitationId: `i-${id}`, user: asUser(id), invitedBy: organizer },
          },
    ),
    ...people.flatMap(({ type, id, isPresent }): TripEvent[] => {
      if (isPresent || id === user.id) return []
      return type === 'guest'
        ? [{ type: 'GuestRemoved', data: { guest: guest(id) } }]
        : [{ type: 'ParticipantLeft', data: { user: asUser(id) } }]
    }),
  ]
}

class Log {
  documents: TripDocuments = emptyTripDocuments(TRIP)
  #revision = 0

  append(stream: string, events: readonly (TripEvent | MoneyEvent)[]): this {
    for (const event of events) {
      const given = recorded({ by: olga.id, event } as Given<never>, this.#revision++)
      this.documents = foldTripDocuments(this.documents, { ...(given as object), stream } as never, TRIP)
    }
    return this
  }

  get trip() {
    return this.documents.trip!
  }

  get shown(): ExistingTrip {
    return resolvedDocuments(this.documents as ExistingTrip)
  }
}

const tripStream = `trip-${TRIP}`
const moneyStream = `money-${TRIP}`

/** The events of a command that the rules of a trip accept. */
function decided(log: Log, command: Parameters<typeof tripStreamType.decide>[0]): TripEvent[] {
  const decision = tripStreamType.decide(command, { trip: log.trip })
  if ('refused' in decision) throw new Error(decision.refused)
  return [...decision]
}

const claim = ({ guestId, user }: Story) =>
  ({ type: 'ClaimGuest', claimId: 'c', guestId, user, hasMoney: true }) as const

/** With the claim, and without it. */
function play(story: Story): { before: Log; after: Log } {
  const people = peopleEvents(story)
  const until = Math.floor(story.at * story.events.length)
  const before = new Log().append(tripStream, people).append(moneyStream, story.events)
  const after = new Log().append(tripStream, people).append(moneyStream, story.events.slice(0, until))
  after.append(tripStream, decided(after, claim(story))).append(moneyStream, story.events.slice(until))
  return { before, after }
}

const figures = ({ balances: { ledger } }: ExistingTrip, id: string) => {
  const { type: _, entries: __, ...sums } = { type: '', entries: 0, ...figuresOf(ledger, id) }
  return { ...sums, ...shownFigures(ledger, id) }
}

const sumOf = (one: object, other: object) =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => [name, value + (other as Record<string, number>)[name]!]),
  )

describe('a claimed guest', () => {
  const every = (check: (story: Story) => void) =>
    fc.assert(fc.property(stories, check), { numRuns, seed: 2026 })

  it('Nobody else’s figures change, and the user has those of both', () => {
    every((story) => {
      const { before, after } = play(story)
      const others = [olga.id, ...story.people.map(({ id }) => id)].filter(
        (id) => id !== story.guestId && id !== story.user.id,
      )
      for (const id of others) expect(figures(after.shown, id)).toEqual(figures(before.shown, id))
      const [user, guest] = [story.user.id, story.guestId].map((id) => figures(before.shown, id))
      expect(figures(after.shown, story.user.id)).toEqual(sumOf(user!, guest!))
      const { people, paymentsMade: _, ...sums } = after.shown.balances.ledger
      const { people: __, paymentsMade: ___, ...same } = before.shown.balances.ledger
      expect(sums).toEqual(same)
      expect(Object.hasOwn(people, story.guestId)).toBe(false)
      expect(Object.values(people).reduce((sum, of) => sum + netBalance(of), 0)).toBe(sums.poolBalance)
    })
  })

  it('The settlement adds up in each mode, lists the user once, and leaves nobody else with another balance', () => {
    every((story) => {
      const { before, after } = play(story)
      for (const mode of POOL_MODES) {
        const settled = ({ trip, balances }: ExistingTrip) =>
          settle({ ledger: balances.ledger, people: rosterOf(trip), mode, currency: story.currency })
        const people = settled(after.shown).participants.map(({ id }) => id)
        expect(new Set(people).size).toBe(people.length)
        expect(people).not.toContain(story.guestId)
        expect(settled(before.shown).totalExpenses).toBe(settled(after.shown).totalExpenses)
        // Equal parts of the pool are more with one person less.
        if (mode === 'equal') continue
        const others = (of: Log) =>
          settled(of.shown)
            .participants.filter(({ id }) => id !== story.guestId && id !== story.user.id)
            .map(({ id, netBalance }) => [id, netBalance])
        expect(others(after)).toEqual(others(before))
      }
    })
  })

  it('The records as they are shown have the figures of the ledger, and every expense adds up', () => {
    every((story) => {
      const { shown } = play(story).after
      const { contributions, payments } = shown
      const expenses = flattenChunks(shown.expenses)
      expect(JSON.stringify([expenses, contributions, payments])).not.toContain(`"${story.guestId}"`)
      const ledger = ledgerOf([
        ...expenses.map(added),
        ...flattenChunks(contributions).map(contributed),
        ...flattenChunks(payments).map(paid),
      ])
      const withoutEntries = ({ people, ...of }: typeof ledger) => ({
        ...of,
        people: Object.fromEntries(
          Object.entries(people)
            .map(([id, { entries: _, ...account }]) => [id, account] as const)
            .filter(([, account]) =>
              Object.values(account).some((value) => typeof value === 'number' && value),
            ),
        ),
      })
      expect(withoutEntries(ledger)).toEqual(withoutEntries(shown.balances.ledger))
      for (const expense of expenses) expectDivided(expense)
    })
  })

  it('The claim and its undo leave the documents as they were, but for the id of the contact details', () => {
    every((story) => {
      const { before, after } = play(story)
      const log = new Log().append(tripStream, peopleEvents(story)).append(moneyStream, story.events)
      log.append(tripStream, decided(log, claim(story)))
      expect(JSON.stringify(log.documents.balances)).toBe(JSON.stringify(after.documents.balances))
      log.append(tripStream, decided(log, { type: 'UndoGuestClaim', claimId: 'c', contactId: 'new' }))
      const text = JSON.stringify(log.documents)
      expect(text).toContain(',"contactId":"new"')
      expect(text.replace(',"contactId":"new"', '')).toBe(JSON.stringify(before.documents))
    })
  })

  it('An edit keeps the ids and the cents of what it does not change, also when it says again what was shown', () => {
    every((story) => {
      const { after } = play(story)
      const stored = flattenChunks(after.documents.expenses)
      const shown = new Map(flattenChunks(after.shown.expenses).map((expense) => [expense.id, expense]))
      for (const { id } of stored) {
        const { payers, split, sharedBy, currency, original } = shown.get(id)!
        const entered = original?.currency ?? currency
        const again = v.parse(expenseChanges(currency), {
          payers:
            payers === 'pool'
              ? payers
              : payers.map((payer) => ({
                  id: payer.id,
                  amount: toMajor(payer.originalAmount ?? payer.amount, entered),
                })),
          split:
            split.mode === 'equal'
              ? { mode: 'equal', of: sharedBy.map((sharer) => sharer.id) }
              : toSplitResponse(shown.get(id)!),
        })
        for (const changes of [{}, again]) {
          const was = stored.find((expense) => expense.id === id)!
          const edited = edit(after, story, id, { description: 'Lunch', ...changes })
          expect(edited).toEqual({ ...edited, payers: was.payers, sharedBy: was.sharedBy, split: was.split })
        }
      }
    })
  })

  it('An older device that names the guest means the user', () => {
    every((story) => {
      const { after } = play(story)
      const names = [story.guestId, olga.id]
      const [event] = decideMoney(after, story, {
        type: 'AddExpense',
        id: 'new',
        entry: {
          ...{ description: 'Lunch', category: 'food', amount: 31, expenseDate: '2026-05-02' },
          payers: [{ id: story.guestId, type: 'guest', amount: 31 }],
          split: { mode: 'shares', of: names.map((id) => ({ id, type: null, shares: 100 })) },
        },
      })
      const { expense } = (event as { data: { expense: Expense } }).data
      expect(JSON.stringify(expense)).not.toContain(`"${story.guestId}"`)
      expect(expense.sharedBy.reduce((sum, { share }) => sum + share, 0)).toBe(expense.amount)
    })
  })

  it('What the organizer is told before is what happens', () => {
    every((story) => {
      const { before, after } = play(story)
      const net = ({ balances }: ExistingTrip) => netBalance(figuresOf(balances.ledger, story.user.id))
      const expenses = flattenChunks(before.shown.expenses)
      const effect = claimEffect(
        { guestId: story.guestId, userId: story.user.id },
        { ledger: before.shown.balances.ledger, expenses },
      )
      expect(net(after.shown)).toBe(net(before.shown) + effect.balance)
      const people = ({ payers, sharedBy, split }: Expense) => JSON.stringify([payers, sharedBy, split])
      const changed = flattenChunks(after.shown.expenses).filter(
        (expense, index) => people(expense) !== people(expenses[index]!),
      )
      expect(changed.length).toBe(effect.expenseCount)
      expect(effect.bothCount).toBeLessThanOrEqual(effect.expenseCount)
    })
  })
})

/** Nobody is in it twice, and the amount can be divided so by its split. */
function expectDivided(expense: Expense): void {
  const { amount, payers, sharedBy, split, original } = expense
  const shares = new Map(sharedBy.map(({ id, share }) => [id, share]))
  expect(shares.size).toBe(sharedBy.length)
  expect([...shares.values()].reduce((sum, share) => sum + share, 0)).toBe(amount)
  if (payers !== 'pool') expect(payers.reduce((sum, payer) => sum + payer.amount, 0)).toBe(amount)
  const ids = peopleOfSplit(split) ?? [...shares.keys()]
  // Above a thousand units, exact amounts of another currency can be a cent away from the shares.
  const tolerance = original && split.mode === 'exact' ? 3 : 0
  expect(ids.toSorted()).toEqual([...shares.keys()].toSorted())
  for (const [index, part] of possibleParts(
    amount,
    weightsOf(split, original?.amount ?? amount, ids),
  ).entries()) {
    expect(shares.get(ids[index]!)).toBeGreaterThanOrEqual(part.least - tolerance)
    expect(shares.get(ids[index]!)).toBeLessThanOrEqual(part.most + tolerance)
  }
}

function decideMoney(log: Log, { currency }: Story, command: object): readonly MoneyEvent[] {
  const expenses = new Map(flattenChunks(log.documents.expenses).map((expense) => [expense.id, expense]))
  const state = { ...moneyStreamType.initialState(), currency, expenses }
  const given = { by: olga.id, today: '2026-05-02', trip: log.trip, ...command }
  const decision = moneyStreamType.decide(given as Parameters<typeof moneyStreamType.decide>[0], state)
  if ('refused' in decision) throw new Error(`${decision.refused} ${JSON.stringify(decision.fields)}`)
  return decision
}

function edit(log: Log, story: Story, id: string, changes: object): Expense {
  const [event] = decideMoney(log, story, { type: 'EditExpense', id, changes })
  return (event as { data: { expense: Expense } }).data.expense
}
