// Generates valid requests for the current state of the fuzzed world, and the effect of their success on it.

import { anyOf, type Name, PEOPLE, type Trip, type World } from '#tests/fuzz/world.ts'
import type { HttpResponse } from '#tests/support/client.ts'
import type { SeededRandom } from '#tests/simulator/chance.ts'

export interface Request {
  who: Name
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** Whose success nobody outside may be given; null where anybody may ask. */
  trip: Trip | null
  /** What a 2xx, the first of its key, means. */
  then?(answer: HttpResponse): void
}

interface Known {
  world: World
  chance: SeededRandom
  trip: Trip
  who: Name
}
type Action = (known: Known) => Omit<Request, 'who' | 'trip'>

const amountIn = ({ chance, trip }: Known): number => {
  const whole = chance.of([1, 7, 100, 5000])
  return trip.currency === 'JPY' || chance.is(0.3) ? whole : whole + chance.of([0.01, 0.34, 0.5, 0.99])
}
const member = ({ world, chance, trip }: Known): string => world.ids[anyOf(trip.members, chance) ?? 'ann']
const user = ({ world, chance }: Known): string => world.ids[chance.of(PEOPLE)]
const some = (known: Known): string[] => [...new Set([member(known), member(known), ...guestsOf(known)])]
const guestsOf = ({ chance, trip }: Known): string[] => (chance.is(0.3) ? [...trip.guests].slice(0, 2) : [])
const idIn = (all: Iterable<string>, { chance }: Known): string => anyOf(all, chance) ?? chance.uuid()

const expense = (known: Known) => ({
  description: known.chance.of(['Dinner', 'Taxi to the pier', '晚餐 🍜']),
  amount: amountIn(known),
  category: known.chance.of(['food', 'other']),
  sharedBy: some(known),
  ...(known.chance.is(0.4) ? { paidFromPool: true } : { paidBy: member(known) }),
})

const addExpense: Action = (known) => ({
  method: 'POST',
  path: `/trips/${known.trip.id}/expenses`,
  body: expense(known),
  then: ({ body }) => known.trip.expenses.set(body.expense.id, body.expense.amount),
})

const changeExpense: Action = (known) => ({
  method: 'PUT',
  path: `/expenses/${idIn(known.trip.expenses.keys(), known)}`,
  body: known.chance.is(0.5) ? { amount: amountIn(known) } : expense(known),
  then: ({ body }) => known.trip.expenses.set(body.expense.id, body.expense.amount),
})

const removeFrom =
  (
    all: (trip: Trip) => Map<string, unknown> | Set<string>,
    path: (trip: Trip, id: string) => string,
  ): Action =>
  (known) => {
    const id = idIn(all(known.trip).keys(), known)
    return { method: 'DELETE', path: path(known.trip, id), then: () => void all(known.trip).delete(id) }
  }

const contribute: Action = (known) => ({
  method: 'POST',
  path: `/trips/${known.trip.id}/pool/contribute`,
  body: { amount: amountIn(known), description: 'Pool contribution' },
  then: ({ body }) => known.trip.deposits.set(body.transaction.id, body.transaction.amount),
})

const pay: Action = (known) => {
  const party = () =>
    known.chance.is(0.3) ? { id: 'pool', type: 'pool' } : { id: member(known), type: 'user' }
  return {
    method: 'POST',
    path: `/trips/${known.trip.id}/payments`,
    body: { from: party(), to: party(), amount: amountIn(known), confirm: true },
    then: ({ body }) => known.trip.payments.set(body.payment.id, body.payment.amount),
  }
}

const addItem: Action = ({ trip, chance }) => ({
  method: 'POST',
  path: `/itineraries/${trip.id}/items`,
  body: { date: '2026-06-02', title: 'Tram 28', startTime: chance.of(['09:00', '23:55']) },
  then: ({ body }) => void trip.items.add(body.item.id),
})

const changeItem: Action = (known) => ({
  method: 'PATCH',
  path: `/itinerary-items/${idIn(known.trip.items, known)}`,
  body: { title: 'Tram 12', status: 'confirmed' },
})

const invite: Action = (known) => {
  const userIds = [user(known)]
  return {
    method: 'POST',
    path: `/trips/${known.trip.id}/invite`,
    body: { userIds },
    then: ({ body }) => {
      for (const id of body.added as string[]) known.trip.members.add(known.world.names.get(id)!)
    },
  }
}

const removeMember: Action = (known) => {
  const id = user(known)
  return {
    method: 'DELETE',
    path: `/trips/${known.trip.id}/participants/${id}`,
    then: () => void known.trip.members.delete(known.world.names.get(id)!),
  }
}

const leave: Action = ({ trip, who }) => ({
  method: 'POST',
  path: `/trips/${trip.id}/leave`,
  then: () => void trip.members.delete(who),
})

const handOver: Action = (known) => {
  const userId = member(known)
  return {
    method: 'POST',
    path: `/trips/${known.trip.id}/organizer`,
    body: { userId },
    then: () => void (known.trip.organizer = known.world.names.get(userId)!),
  }
}

const addGuest: Action = ({ trip }) => ({
  method: 'POST',
  path: `/trips/${trip.id}/guest-participants`,
  body: { name: 'Gina', email: 'gina@example.com' },
  then: ({ body }) => void trip.guests.add(body.guestParticipant.id),
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
  then: ({ body }) => {
    const { id } = body.chat as { id: string }
    trip.chats.add(id)
    world.conversations.set(id, { id, members: trip.members, tripId: trip.id, messages: new Map() })
  },
})

const read: Action = (known) => {
  const { trip, chance } = known
  const places = [
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
  ]
  return { method: 'GET', path: `/trips/${trip.id}${chance.of(places)}` }
}

/** How often of a hundred. */
const ofTrip: readonly [number, Action][] = [
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
  [5, addItem],
  [3, changeItem],
  [
    2,
    removeFrom(
      ({ items }) => items,
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
  [14, read],
]
const lottery = ofTrip.flatMap(([tickets, action]) => Array.from({ length: tickets }, () => action))

/** One request of anybody's, mostly of somebody who may. */
export function nextRequest(world: World, chance: SeededRandom): Request {
  const who = chance.of(PEOPLE)
  const trip = anyOf(world.trips.values(), chance)
  if (!trip || (world.trips.size < 4 && chance.is(0.05))) return planTrip(world, chance, who)
  if (chance.is(0.2)) return talk(world, chance, who)
  const actor = chance.is(0.85) ? (anyOf(trip.members, chance) ?? who) : who
  return { ...chance.of(lottery)({ world, chance, trip, who: actor }), who: actor, trip }
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
    then: ({ body: { trip } }) => {
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
        items: new Set(),
        chats: new Set(),
      })
    },
  }
}

function talk(world: World, chance: SeededRandom, who: Name): Request {
  const conversation = anyOf(world.conversations.values(), chance)
  if (!conversation || chance.is(0.1)) {
    const other = chance.of(PEOPLE)
    return {
      who,
      trip: null,
      method: 'POST',
      path: '/conversations',
      body: { type: 'direct', participant_ids: [world.ids[other]] },
      then: ({ body: { conversation: made } }) => {
        if (world.conversations.has(made.id)) return
        const members = new Set([who, other])
        world.conversations.set(made.id, { id: made.id, members, tripId: null, messages: new Map() })
      },
    }
  }
  const speaker = chance.is(0.85) ? (anyOf(conversation.members, chance) ?? who) : who
  const trip = conversation.tripId === null ? null : (world.trips.get(conversation.tripId) ?? null)
  const path = `/conversations/${conversation.id}`
  if (chance.is(0.2)) return { who: speaker, trip, method: 'GET', path: `${path}/messages?limit=50` }
  const content = `${chance.of(['Hello', '你好 👋', '  spaced  '])} ${chance.below(1e6)}`
  return {
    who: speaker,
    trip,
    method: 'POST',
    path: `${path}/messages`,
    body: { content, client_message_id: chance.uuid() },
    then: ({ body: { message } }) => conversation.messages.set(message.id, message.content),
  }
}
