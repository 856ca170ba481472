// The limits of a trip: the last thing that fits, the first that does not, and an older log with more, which stays
// usable.

import { describe, expect, it } from 'vitest'
import { type ItineraryCommand, itineraryStreamType } from '#core/itinerary/decider.ts'
import type { Activity } from '#core/itinerary/events.ts'
import { type Decision, type DomainEvent, isRefusal } from '#core/kernel/decider.ts'
import { type LimitName, limits } from '#core/kernel/limits.ts'
import { type MoneyCommand, moneyStreamType } from '#core/money/decider.ts'
import type { MoneyEvent } from '#core/money/events.ts'
import type { TripCommand } from '#core/trips/commands.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { TripEvent, TripUser } from '#core/trips/events.ts'
import * as records from '#tests/money/records.ts'
import { user } from '#tests/money/records.ts'
import { recorded, stateAfter } from '#tests/support/given.ts'
import * as tripEvents from '#tests/trips/events.ts'
import { ann, gina, planned } from '#tests/trips/events.ts'

const times = <Made>(count: number, make: (i: number) => Made): Made[] =>
  Array.from({ length: count }, (_, i) => make(i))

function expectFull(decision: Decision<DomainEvent>, name: LimitName): void {
  expect(decision).toEqual({ refused: 'LimitReached', message: limits[name].text })
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
      expectFull(on(most, command, ...more), 'peopleOnTrip')
    }
  })

  it('An invitation of several people is refused as a whole where they do not all fit', () => {
    expect(isDone(on(most - 2, invite(zoe, person(9998))))).toBe(true)
    expectFull(on(most - 1, invite(zoe, person(9998))), 'peopleOnTrip')
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
    for (const command of commands) expectFull(tripStreamType.decide(command, state), 'everAskedToTrip')
  })
})

describe('money', () => {
  const trip = stateAfter(tripStreamType, planned(), tripEvents.invited(tripEvents.ben)).trip!
  const expense = (id: string) => records.expense(id, user('ann'), 1000, [user('ann')])
  const contribution = (id: string) => records.contribution(id, user('ann'), 1000)
  const payment = (id: string) => records.payment(id, user('ann'), user('ben'), 1000)
  const withAll = (count: number, event: (id: string) => MoneyEvent, ...more: MoneyEvent[]) =>
    stateAfter(moneyStreamType, ...more, ...times(count, (i) => event(`thing ${i}`)))
  const entry = {
    description: 'Dinner',
    amount: 10,
    category: 'food',
    sharedBy: [{ id: 'ann', type: null }],
    paidBy: null,
    paidFromPool: false,
    expenseDate: null,
    receiptUrl: null,
    notes: null,
    currency: null,
    exchangeRate: null,
  }
  const add: MoneyCommand = { type: 'AddExpense', id: 'new', entry, by: 'ann', today: '2026-05-02', trip }
  const deposit = { amount: 10, description: null, participant: null }
  const party = (id: string) => ({ id, type: 'user' as const })
  const pay = { from: party('ann'), to: party('ben'), amount: 5, note: null, confirm: true }

  it.each([
    {
      name: 'expensesOfTrip' as const,
      made: (id: string): MoneyEvent => ({ type: 'ExpenseAdded', data: { expense: expense(id) } }),
      removed: (id: string): MoneyEvent => ({ type: 'ExpenseRemoved', data: { expense: expense(id) } }),
      more: add,
      back: { expense: expense('gone') },
    },
    {
      name: 'contributionsOfTrip' as const,
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
      name: 'paymentsOfTrip' as const,
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
    ({ name, made, removed, more, back }) => {
      const { max } = limits[name]
      expect(max).toBe(20_000)
      const restore: MoneyCommand = { type: 'RestoreMoney', removed: back, trip }
      const gone = [made('gone'), removed('gone')]
      const room = withAll(max - 1, made, ...gone)
      for (const command of [more, restore]) expect(isDone(moneyStreamType.decide(command, room))).toBe(true)
      const full = withAll(max, made, ...gone)
      for (const command of [more, restore]) expectFull(moneyStreamType.decide(command, full), name)
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
  const activity = (id: string): Activity => ({
    id,
    date: '2026-06-02',
    title: 'Tram',
    description: null,
    startTime: '10:00',
    endTime: null,
    location: null,
    status: 'planned',
    sortOrder: 0,
  })
  const added = (id: string) => ({ type: 'ActivityAdded', data: { activity: activity(id) } }) as const
  const gone = [added('gone'), { type: 'ActivityRemoved', data: { activity: activity('gone') } } as const]
  const withAll = (count: number) =>
    stateAfter(itineraryStreamType, ...gone, ...times(count, (i) => added(`activity ${i}`)))

  it('An itinerary has at most 5,000 activities, also when one is restored', () => {
    const { max } = limits.activitiesOfTrip
    expect(max).toBe(5000)
    const { id: _, sortOrder: __, ...entry } = activity('new')
    const add = { type: 'AddActivity', id: 'new', entry: { ...entry, sortOrder: undefined }, days }
    const restore = { type: 'RestoreActivity', removed: activity('gone'), days }
    for (const command of [add, restore] as ItineraryCommand[]) {
      expect(isDone(itineraryStreamType.decide(command, withAll(max - 1)))).toBe(true)
      expectFull(itineraryStreamType.decide(command, withAll(max)), 'activitiesOfTrip')
    }
    const change = { type: 'ChangeActivity', id: 'activity 5000', changes: { title: 'Bus' }, days } as const
    expect(isDone(itineraryStreamType.decide(change, withAll(max + 1)))).toBe(true)
  })
})
