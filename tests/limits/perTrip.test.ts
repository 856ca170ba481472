// The limits of a trip: the last thing that fits, the first that does not, and an older log with more, which stays
// usable.

import { activity } from '#tests/support/activity.ts'
import { describe, expect, it } from 'vitest'
import { type ItineraryCommand, itineraryStreamType } from '#core/itinerary/decider.ts'
import { type Decision, type DomainEvent, isRefusal } from '#core/kernel/decider.ts'
import { activityKind } from '#core/itinerary/activity.ts'
import { type Limit, limits } from '#core/kernel/limits.ts'
import { type MoneyCommand, moneyStreamType } from '#core/money/decider.ts'
import {
  type Expense,
  type MoneyEvent,
  contributionKind,
  expenseKind,
  paymentKind,
} from '#core/money/events.ts'
import { charactersOf } from '#core/money/expenseLength.ts'
import type { MoneyState } from '#core/money/state.ts'
import type { TripCommand } from '#core/trips/commands.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { TripEvent, TripUser } from '#core/trips/events.ts'
import * as records from '#tests/money/records.ts'
import { user } from '#tests/money/records.ts'
import { expenseEntry } from '#tests/support/expense.ts'
import { recorded, stateAfter } from '#tests/support/given.ts'
import * as tripEvents from '#tests/trips/events.ts'
import { ann, gina, planned } from '#tests/trips/events.ts'

const times = <Made>(count: number, make: (i: number) => Made): Made[] =>
  Array.from({ length: count }, (_, i) => make(i))

function expectFull(decision: Decision<DomainEvent>, { text }: Limit): void {
  expect(decision).toEqual({ refused: 'LimitReached', message: text })
}

const isDone = (decision: Decision<DomainEvent>): boolean => !isRefusal(decision) && decision.length > 0

describe('people', () => {
  const person = (i: number): TripUser => ({ id: `person ${i}`, username: `Person ${i}` })
  const guest = (i: number) => ({ ...gina, id: `guest ${i}` })
  const most = limits.peopleOnTrip.max
  const tripOf = (count: number, ...more: TripEvent[]) =>
    stateAfter(
      tripStreamType,
      planned({ isPublic: true }),
      ...more,
      // Ann is one of them; every second one is a guest.
      ...times(count - 1, (i) =>
        i % 2 === 0 ? tripEvents.guestAdded(guest(i)) : tripEvents.invited(person(i)),
      ),
    )
  const on = (count: number, command: TripCommand, ...more: TripEvent[]) =>
    tripStreamType.decide(command, tripOf(count, ...more))
  const invite = (...users: TripUser[]): TripCommand => ({
    type: 'InviteToTrip',
    users,
    by: ann,
    newId: 'new',
  })
  const addGuest: TripCommand = { type: 'AddGuest', guest: guest(9999), by: ann }
  const letIn: TripCommand = {
    type: 'RespondToInvitation',
    invitationId: 'of Zoe',
    response: 'accepted',
    tripCount: 0,
  }
  const zoe = { id: 'Zoe', username: 'Zoe' }

  it('A trip has at most 200 people including guests, however the last one joins', () => {
    expect(most).toBe(200)
    for (const [command, ...more] of [
      [invite(zoe)],
      [addGuest],
      [letIn, tripEvents.requestMade(zoe)],
      // A former participant who returns counts again.
      [invite(zoe), tripEvents.invited(zoe), tripEvents.left(zoe)],
    ] as const) {
      expect(isDone(on(most - 1, command, ...more))).toBe(true)
      expectFull(on(most, command, ...more), limits.peopleOnTrip)
    }
  })

  it('An invitation of several people is refused as a whole where they do not all fit', () => {
    expect(isDone(on(most - 2, invite(zoe, person(9998))))).toBe(true)
    expectFull(on(most - 1, invite(zoe, person(9998))), limits.peopleOnTrip)
  })

  it('People above the limit stay, and can be changed and leave', () => {
    expect(on(most + 50, invite(person(1)))).toEqual([])
    expect(isDone(on(most + 50, { type: 'LeaveTrip', userId: 'person 1' }))).toBe(true)
    const renamed: TripCommand = {
      type: 'ChangeGuest',
      guestId: 'guest 2',
      changes: { name: 'Gil' },
      changesContact: false,
    }
    expect(isDone(on(most + 50, renamed))).toBe(true)
    const declines: TripCommand = {
      type: 'RespondToInvitation',
      invitationId: 'of Zoe',
      response: 'declined',
      tripCount: 0,
    }
    expect(isDone(on(most + 50, declines, tripEvents.requestMade(zoe)))).toBe(true)
  })

  it('People can come and go only so often, which bounds the length of a trip’s stream', () => {
    const state = tripOf(1)
    let revision = 1
    const happened = (event: TripEvent) => tripStreamType.evolve(state, recorded(event, revision++))
    for (const i of times(limits.everAskedToTrip.max - 1, (n) => n)) {
      happened(tripEvents.guestAdded(guest(i)))
      happened(tripEvents.guestRemoved(guest(i)))
    }
    const ask: TripCommand = {
      type: 'AskToJoinTrip',
      requestId: 'r',
      user: zoe,
      message: null,
      now: '2026-05-02',
      openInvitationCount: 0,
    }
    const commands = [addGuest, invite(zoe), ask]
    for (const command of commands) expect(isDone(tripStreamType.decide(command, state))).toBe(true)
    happened(tripEvents.invited(person(1)))
    for (const command of commands) expectFull(tripStreamType.decide(command, state), limits.everAskedToTrip)
  })
})

describe('money', () => {
  const trip = stateAfter(tripStreamType, planned(), tripEvents.invited(tripEvents.ben)).trip!
  const expense = (id: string) => records.expense(id, user('ann'), 1000, [user('ann')])
  const contribution = (id: string) => records.contribution(id, user('ann'), 1000)
  const payment = (id: string) => records.payment(id, user('ann'), user('ben'), 1000)
  const withAll = (count: number, event: (id: string) => MoneyEvent, ...more: MoneyEvent[]) =>
    stateAfter(moneyStreamType, ...more, ...times(count, (i) => event(`thing ${i}`)))
  const entry = expenseEntry({ sharedBy: [{ id: 'ann', type: null }] })
  const add: MoneyCommand = { type: 'AddExpense', id: 'new', entry, by: 'ann', today: '2026-05-02', trip }
  const deposit = { amount: 10, description: null, participant: null }
  const party = (id: string) => ({ id, type: 'user' as const })
  const pay = { from: party('ann'), to: party('ben'), amount: 5, note: null, confirm: true }

  it.each([
    {
      name: 'expensesOfTrip',
      limit: expenseKind.limit,
      made: (id: string): MoneyEvent => ({ type: 'ExpenseAdded', data: { expense: expense(id) } }),
      removed: (id: string): MoneyEvent => ({ type: 'ExpenseRemoved', data: { expense: expense(id) } }),
      more: add,
      back: { expense: expense('gone') },
    },
    {
      name: 'contributionsOfTrip',
      limit: contributionKind.limit,
      made: (id: string): MoneyEvent => ({
        type: 'ContributionMade',
        data: { contribution: contribution(id) },
      }),
      removed: (id: string): MoneyEvent => ({
        type: 'ContributionRemoved',
        data: { contribution: contribution(id) },
      }),
      more: { type: 'ContributeToPool', id: 'new', entry: deposit, by: 'ann', trip } satisfies MoneyCommand,
      back: { contribution: contribution('gone') },
    },
    {
      name: 'paymentsOfTrip',
      limit: paymentKind.limit,
      made: (id: string): MoneyEvent => ({ type: 'PaymentMade', data: { payment: payment(id) } }),
      removed: (id: string): MoneyEvent => ({ type: 'PaymentUndone', data: { payment: payment(id) } }),
      more: {
        type: 'MakePayment',
        id: 'new',
        entry: pay,
        by: 'ann',
        now: '2026-05-02T10:00:00.000Z',
        trip,
      } satisfies MoneyCommand,
      back: { payment: payment('gone') },
    },
  ])(
    'A trip’s money has at most $name, also when a record is restored',
    ({ limit, made, removed, more, back }) => {
      const { max } = limit
      expect(max).toBe(20_000)
      const restore: MoneyCommand = { type: 'RestoreMoney', removed: back, trip }
      const gone = [made('gone'), removed('gone')]
      const room = withAll(max - 1, made, ...gone)
      for (const command of [more, restore]) expect(isDone(moneyStreamType.decide(command, room))).toBe(true)
      const full = withAll(max, made, ...gone)
      for (const command of [more, restore]) expectFull(moneyStreamType.decide(command, full), limit)
    },
  )

  it('Records above the limit can be changed and removed', () => {
    const state = withAll(20_001, (id) => ({ type: 'ExpenseAdded', data: { expense: expense(id) } }))
    const edit: MoneyCommand = {
      type: 'EditExpense',
      id: 'thing 20000',
      changes: { description: 'Supper' },
      by: 'ann',
      trip,
    }
    expect(isDone(moneyStreamType.decide(edit, state))).toBe(true)
    expect(isDone(moneyStreamType.decide({ type: 'RemoveExpense', id: 'thing 20000' }, state))).toBe(true)
  })

  describe('the length of all expenses', () => {
    const crowd = times(100, (i) => `guest ${i}`)
    const crowded = stateAfter(
      tripStreamType,
      planned(),
      ...crowd.map((id) => tripEvents.guestAdded({ id, name: id, role: 'member' })),
    ).trip!
    const sharers = crowd.map((id) => ({ type: 'guest' as const, id }))
    const item = { text: 'Beer', amount: 1, of: crowd.map((id) => ({ id, type: null })) }
    const receipt = (items: number) => ({
      ...{ ...entry, sharedBy: undefined, amount: items },
      split: {
        mode: 'items' as const,
        items: times(items, () => item),
        rest: 'equal' as const,
        discount: false,
      },
    })
    const large = (id: string): Expense => ({
      ...records.expense(id, user('ann'), 5500, sharers),
      split: {
        mode: 'items',
        items: times(55, () => ({ text: 'Beer', amount: 100, of: crowd })),
        rest: 'equal',
      },
    })
    const { max } = limits.charactersOfExpenses
    const most = Math.floor(max / charactersOf(large('one')))
    const full = (count = most) =>
      withAll(count, (id) => ({ type: 'ExpenseAdded', data: { expense: large(id) } }))
    const on = (state: MoneyState, command: MoneyCommand) => moneyStreamType.decide(command, state)
    const addReceipt: MoneyCommand = { ...add, entry: receipt(55), trip: crowded }

    it('Receipts of many items for many people are refused beyond a length, usual expenses are not', () => {
      expect(isDone(on(full(most - 1), addReceipt))).toBe(true)
      expectFull(on(full(), addReceipt), limits.charactersOfExpenses)
      expect(isDone(on(full(), add))).toBe(true)
    })

    it('A removed expense makes room, and is refused when it is restored without room', () => {
      const state = full()
      const removed = { type: 'ExpenseRemoved', data: { expense: large('thing 0') } } as const
      moneyStreamType.evolve(state, recorded(removed, most))
      expect(isDone(on(state, addReceipt))).toBe(true)
      const back: MoneyCommand = {
        type: 'RestoreMoney',
        removed: { expense: large('thing 0') },
        trip: crowded,
      }
      expect(isDone(on(state, back))).toBe(true)
      moneyStreamType.evolve(
        state,
        recorded({ type: 'ExpenseAdded', data: { expense: large('other') } }, most + 1),
      )
      expectFull(on(state, back), limits.charactersOfExpenses)
    })

    it('On a trip beyond the length everything can be corrected, and nothing becomes longer', () => {
      const small = records.expense('small', user('ann'), 1000, sharers.slice(0, 2))
      const state = full(most * 2)
      moneyStreamType.evolve(state, recorded({ type: 'ExpenseAdded', data: { expense: small } }, most * 2))
      const edit = (id: string, changes: object) =>
        on(state, { type: 'EditExpense', id, changes, by: 'ann', trip: crowded })
      expect(isDone(edit('thing 0', { description: 'Pub' }))).toBe(true)
      expect(isDone(edit('thing 0', { split: receipt(54).split }))).toBe(true)
      expect(isDone(edit('small', { sharedBy: crowd.slice(0, 10).map((id) => ({ id, type: null })) }))).toBe(
        true,
      )
      expect(isDone(on(state, { type: 'RemoveExpense', id: 'thing 0' }))).toBe(true)
      expectFull(edit('thing 0', { split: receipt(56).split, amount: 56 }), limits.charactersOfExpenses)
      expectFull(edit('small', { split: receipt(20).split, amount: 20 }), limits.charactersOfExpenses)
    })

    it('9,500 imported rows with exact amounts of 12 people fit', () => {
      const id = (n: number) => `2f0e6a3c-0000-4000-8000-${String(n).padStart(12, '0')}`
      const twelve = times(12, (n) => user(id(n)))
      const row: Expense = {
        ...records.expense(id(99), twelve[0]!, 12_345, twelve),
        description: 'Dinner at the harbour, with everybody',
        split: { mode: 'exact', of: twelve.map((person) => ({ id: person.id, amount: 1029 })) },
      }
      expect(9500 * charactersOf(row)).toBeLessThan(max)
    })

    it('The length is about that of the record’s JSON', () => {
      const recordedAs = { recordedBy: crowd[0], createdAt: '2026-05-02T10:00:00.000Z', revision: 12_345 }
      const id = '2f0e6a3c-0000-4000-8000-000000000000'
      const people = times(100, () => ({ type: 'guest' as const, id }))
      for (const expense of [
        records.expense(id, user(id), 1234, people.slice(0, 1)),
        records.expense(id, user(id), 123_456, people),
        { ...large(id), sharedBy: people.map((each) => ({ ...each, share: 55 })) },
      ]) {
        const named = JSON.stringify({ ...expense, ...recordedAs, updatedAt: recordedAs.createdAt })
        const withIds = named.replaceAll(/"guest \d+"/g, JSON.stringify(id))
        expect(charactersOf(expense) / withIds.length).toBeGreaterThan(0.8)
        expect(charactersOf(expense) / withIds.length).toBeLessThan(1.25)
      }
    })
  })

  it('An expense has at most 200 sharers, or as many as it had', () => {
    const { max, text } = limits.sharersOfExpense
    expect(max).toBe(200)
    const crowd = times(302, (i) => ({ id: `guest ${i}`, name: `Guest ${i}`, role: 'member' as const }))
    const crowded = stateAfter(tripStreamType, planned(), ...crowd.map(tripEvents.guestAdded)).trip!
    const chosen = (count: number) => crowd.slice(0, count).map(({ id }) => ({ id, type: null }))
    const added = (count: number) =>
      moneyStreamType.decide(
        { ...add, entry: { ...entry, sharedBy: chosen(count) }, trip: crowded },
        stateAfter(moneyStreamType),
      )
    const tooMany = { refused: 'Invalid', fields: { sharedBy: text } }
    expect(isDone(added(200))).toBe(true)
    expect(added(201)).toMatchObject(tooMany)

    const sharedBy = crowd.slice(0, 300).map(({ id }) => ({ type: 'guest' as const, id }))
    const old = stateAfter(moneyStreamType, {
      type: 'ExpenseAdded',
      data: { expense: records.expense('old', user('ann'), 1000, sharedBy) },
    })
    const edited = (count: number, more: object = {}) =>
      moneyStreamType.decide(
        {
          type: 'EditExpense',
          id: 'old',
          changes: { sharedBy: chosen(count), ...more },
          by: 'ann',
          trip: crowded,
        },
        old,
      )
    expect(isDone(edited(300, { description: 'Supper' }))).toBe(true)
    expect(isDone(edited(299))).toBe(true)
    expect(edited(301)).toMatchObject(tooMany)
  })
})

describe('itinerary', () => {
  const days = { startDate: '2026-06-01', endDate: '2026-06-08' }
  const added = (id: string) => ({ type: 'ActivityAdded', data: { activity: activity({ id }) } }) as const
  const gone = [
    added('gone'),
    { type: 'ActivityRemoved', data: { activity: activity({ id: 'gone' }) } } as const,
  ]
  const withAll = (count: number) =>
    stateAfter(itineraryStreamType, ...gone, ...times(count, (i) => added(`activity ${i}`)))

  it('An itinerary has at most 5,000 activities, also when one is restored', () => {
    const { max } = activityKind.limit
    expect(max).toBe(5000)
    const { id: _, sortOrder: __, ...entry } = activity({ id: 'new' })
    const add = { type: 'AddActivity', id: 'new', entry: { ...entry, sortOrder: undefined }, days }
    const restore = { type: 'RestoreActivity', removed: { activity: activity({ id: 'gone' }) }, days }
    for (const command of [add, restore] as ItineraryCommand[]) {
      expect(isDone(itineraryStreamType.decide(command, withAll(max - 1)))).toBe(true)
      expectFull(itineraryStreamType.decide(command, withAll(max)), activityKind.limit)
    }
    const change = { type: 'ChangeActivity', id: 'activity 5000', changes: { title: 'Bus' }, days } as const
    expect(isDone(itineraryStreamType.decide(change, withAll(max + 1)))).toBe(true)
  })
})
