// Generates valid requests for the current state of the fuzzed world, and what their success changes in it.

import { anyOf, type Name, PEOPLE, type Trip, type World } from '#tests/fuzz/world.ts'
import type { HttpResponse } from '#tests/support/client.ts'
import { signedAmount } from '#core/money/signedAmount.ts'
import type { SeededRandom } from '#tests/simulator/seededRandom.ts'

export interface Request {
  who: Name
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** Only members of this trip may succeed; null for a request that everybody may send. */
  trip: Trip | null
  /** Applies the first successful response under its key to the world. */
  applySuccess?(response: HttpResponse): void
}

interface Context {
  world: World
  chance: SeededRandom
  trip: Trip
  who: Name
}
type Action = (context: Context) => Omit<Request, 'who' | 'trip'>

const anyAmount = ({ chance, trip }: Context): number => {
  const whole = chance.of([1, 7, 100, 5000])
  return trip.currency === 'JPY' || chance.is(0.3) ? whole : whole + chance.of([0.01, 0.34, 0.5, 0.99])
}
const memberId = ({ world, chance, trip }: Context): string => world.ids[anyOf(trip.members, chance) ?? 'ann']
const anyUserId = ({ world, chance }: Context): string => world.ids[chance.of(PEOPLE)]
const sharers = (context: Context): string[] => [
  ...new Set([memberId(context), memberId(context), ...someGuests(context)]),
]
const someGuests = ({ chance, trip }: Context): string[] =>
  chance.is(0.3) ? [...trip.guests].slice(0, 2) : []
/** One of the ids, or an unknown one when there is none. */
const anyId = (ids: Iterable<string>, { chance }: Context): string => anyOf(ids, chance) ?? chance.uuid()

function expenseBody(context: Context) {
  const { chance } = context
  const amount = anyAmount(context)
  const ids = sharers(context)
  return {
    description: chance.of(['Dinner', 'Taxi to the pier', '晚餐 🍜']),
    amount,
    category: chance.of(['food', 'other']),
    ...(chance.is(0.6) ? { sharedBy: ids } : { split: anySplit(ids, amount, chance) }),
    ...(chance.is(0.4) ? { paidFromPool: true } : { paidBy: memberId(context) }),
    ...(chance.is(0.1) && { kind: 'refund' }),
  }
}

const anySplit = (ids: readonly string[], amount: number, chance: SeededRandom) =>
  chance.of([
    { mode: 'shares', of: ids.map((id, at) => ({ id, shares: 50 + 75 * at })) },
    { mode: 'exact', of: ids.map((id, at) => ({ id, amount: at === 0 ? amount : 0 })) },
    { mode: 'adjust', of: ids.map((id, at) => ({ id, by: at === 0 ? -1 : 1 })) },
    { mode: 'items', items: [{ text: 'Soup', amount, of: ids }], rest: 'equal' },
  ])

const addExpense: Action = (context) => ({
  method: 'POST',
  path: `/trips/${context.trip.id}/expenses`,
  body: expenseBody(context),
  applySuccess: ({ body }) => context.trip.expenses.set(body.expense.id, signedAmount(body.expense)),
})

const changeExpense: Action = (context) => ({
  method: 'PUT',
  path: `/expenses/${anyId(context.trip.expenses.keys(), context)}`,
  body: context.chance.is(0.5) ? { amount: anyAmount(context) } : expenseBody(context),
  applySuccess: ({ body }) => context.trip.expenses.set(body.expense.id, signedAmount(body.expense)),
})

const removeFrom =
  (
    entriesOf: (trip: Trip) => Map<string, unknown> | Set<string>,
    path: (trip: Trip, id: string) => string,
  ): Action =>
  (context) => {
    const id = anyId(entriesOf(context.trip).keys(), context)
    return {
      method: 'DELETE',
      path: path(context.trip, id),
      applySuccess: () => void entriesOf(context.trip).delete(id),
    }
  }

const contribute: Action = (context) => ({
  method: 'POST',
  path: `/trips/${context.trip.id}/pool/contribute`,
  body: { amount: anyAmount(context), description: 'Pool contribution' },
  applySuccess: ({ body }) => context.trip.deposits.set(body.transaction.id, body.transaction.amount),
})

const pay: Action = (context) => {
  const party = () =>
    context.chance.is(0.3) ? { id: 'pool', type: 'pool' } : { id: memberId(context), type: 'user' }
  return {
    method: 'POST',
    path: `/trips/${context.trip.id}/payments`,
    body: { from: party(), to: party(), amount: anyAmount(context), confirm: true },
    applySuccess: ({ body }) => context.trip.payments.set(body.payment.id, body.payment.amount),
  }
}

const addActivity: Action = ({ trip, chance }) => ({
  method: 'POST',
  path: `/itineraries/${trip.id}/items`,
  body: { date: '2026-06-02', title: 'Tram 28', startTime: chance.of(['09:00', '23:55']) },
  applySuccess: ({ body }) => void trip.activities.add(body.item.id),
})

const changeActivity: Action = (context) => ({
  method: 'PATCH',
  path: `/itinerary-items/${anyId(context.trip.activities, context)}`,
  body: { title: 'Tram 12', status: 'confirmed' },
})

const invite: Action = (context) => {
  const userIds = [anyUserId(context)]
  return {
    method: 'POST',
    path: `/trips/${context.trip.id}/invite`,
    body: { userIds },
    applySuccess: ({ body }) => {
      for (const id of body.added as string[]) context.trip.members.add(context.world.names.get(id)!)
    },
  }
}

const removeMember: Action = (context) => {
  const id = anyUserId(context)
  return {
    method: 'DELETE',
    path: `/trips/${context.trip.id}/participants/${id}`,
    applySuccess: () => void context.trip.members.delete(context.world.names.get(id)!),
  }
}

const leave: Action = ({ trip, who }) => ({
  method: 'POST',
  path: `/trips/${trip.id}/leave`,
  applySuccess: () => void trip.members.delete(who),
})

const handOver: Action = (context) => {
  const userId = memberId(context)
  return {
    method: 'POST',
    path: `/trips/${context.trip.id}/organizer`,
    body: { userId },
    applySuccess: () => void (context.trip.organizer = context.world.names.get(userId)!),
  }
}

const addGuest: Action = ({ trip }) => ({
  method: 'POST',
  path: `/trips/${trip.id}/guest-participants`,
  body: { name: 'Gina', email: 'gina@example.com' },
  applySuccess: ({ body }) => void trip.guests.add(body.guestParticipant.id),
})

const editTrip: Action = ({ trip, chance }) => ({
  method: 'PUT',
  path: `/trips/${trip.id}`,
  body: chance.is(0.5) ? { title: 'Down the coast' } : { budget: 1234, status: 'confirmed' },
})

const createChat: Action = ({ trip, world }) => ({
  method: 'POST',
  path: `/trips/${trip.id}/chats`,
  body: { name: 'Plans' },
  applySuccess: ({ body }) => {
    const { id } = body.chat as { id: string }
    trip.chats.add(id)
    world.conversations.set(id, { id, members: trip.members, tripId: trip.id, messages: new Map() })
  },
})

const readTrip: Action = (context) => {
  const { trip, chance } = context
  const paths = [
    '',
    '/expenses?sortBy=amount&sortOrder=asc',
    '/expense-summary',
    '/balances',
    '/pool',
    '/payments',
    `/settlement?poolBalanceHandling=${chance.of(['distributed', 'equal', 'reserved'])}`,
    '/itinerary',
    '/chats',
    '/all-participants',
    '/guest-participants',
    '/history?limit=5',
    '/history/2',
    '/history/proof',
    '/history/totals',
  ]
  return { method: 'GET', path: `/trips/${trip.id}${chance.of(paths)}` }
}

/** The requests about a trip, each with its weight of 100. */
const weightedActions: readonly [number, Action][] = [
  [22, addExpense],
  [8, changeExpense],
  [
    6,
    removeFrom(
      ({ expenses }) => expenses,
      (_, id) => `/expenses/${id}`,
    ),
  ],
  [8, contribute],
  [
    3,
    removeFrom(
      ({ deposits }) => deposits,
      ({ id: trip }, id) => `/trips/${trip}/pool/transactions/${id}`,
    ),
  ],
  [6, pay],
  [
    3,
    removeFrom(
      ({ payments }) => payments,
      ({ id: trip }, id) => `/trips/${trip}/payments/${id}`,
    ),
  ],
  [5, addActivity],
  [3, changeActivity],
  [
    2,
    removeFrom(
      ({ activities }) => activities,
      (_, id) => `/itinerary-items/${id}`,
    ),
  ],
  [5, invite],
  [2, removeMember],
  [1, leave],
  [1, handOver],
  [3, addGuest],
  [
    2,
    removeFrom(
      ({ guests }) => guests,
      ({ id: trip }, id) => `/trips/${trip}/guest-participants/${id}`,
    ),
  ],
  [3, editTrip],
  [3, createChat],
  [14, readTrip],
]
const actions = weightedActions.flatMap(([weight, action]) => Array.from({ length: weight }, () => action))

/** @returns a random request, mostly from a person who is allowed to send it */
export function nextRequest(world: World, chance: SeededRandom): Request {
  const who = chance.of(PEOPLE)
  const trip = anyOf(world.trips.values(), chance)
  if (!trip || (world.trips.size < 4 && chance.is(0.05))) return planTrip(world, chance, who)
  if (chance.is(0.2)) return chatRequest(world, chance, who)
  const actor = chance.is(0.85) ? (anyOf(trip.members, chance) ?? who) : who
  return { ...chance.of(actions)({ world, chance, trip, who: actor }), who: actor, trip }
}

function planTrip(world: World, chance: SeededRandom, who: Name): Request {
  const currency = chance.of(['HKD', 'JPY'])
  const isPublic = chance.is(0.2)
  const dates = { startDate: '2026-06-01', endDate: '2026-06-08' }
  return {
    who,
    trip: null,
    method: 'POST',
    path: '/trips',
    body: { title: 'Along the coast', destination: 'Portugal', ...dates, currency, isPublic },
    applySuccess: ({ body: { trip } }) => {
      world.trips.set(trip.id, {
        id: trip.id,
        currency: trip.currency,
        isPublic: trip.isPublic,
        organizer: who,
        members: new Set([who]),
        guests: new Set(),
        expenses: new Map(),
        deposits: new Map(),
        payments: new Map(),
        activities: new Set(),
        chats: new Set(),
      })
    },
  }
}

function chatRequest(world: World, chance: SeededRandom, who: Name): Request {
  const conversation = anyOf(world.conversations.values(), chance)
  if (!conversation || chance.is(0.1)) {
    const other = chance.of(PEOPLE)
    return {
      who,
      trip: null,
      method: 'POST',
      path: '/conversations',
      body: { type: 'direct', participant_ids: [world.ids[other]] },
      applySuccess: ({ body: { conversation: created } }) => {
        if (world.conversations.has(created.id)) return
        const members = new Set([who, other])
        world.conversations.set(created.id, { id: created.id, members, tripId: null, messages: new Map() })
      },
    }
  }
  const sender = chance.is(0.85) ? (anyOf(conversation.members, chance) ?? who) : who
  const trip = conversation.tripId === null ? null : (world.trips.get(conversation.tripId) ?? null)
  const path = `/conversations/${conversation.id}`
  if (chance.is(0.2)) return { who: sender, trip, method: 'GET', path: `${path}/messages?limit=50` }
  const content = `${chance.of(['Hello', '你好 👋', '  spaced  '])} ${chance.below(1e6)}`
  return {
    who: sender,
    trip,
    method: 'POST',
    path: `${path}/messages`,
    body: { content, client_message_id: chance.uuid() },
    applySuccess: ({ body: { message } }) => conversation.messages.set(message.id, message.content),
  }
}
