// The devices of the capacity bench, as a process of its own: people on trips of five, each with a socket and the change
// feed of the trip open. The bench asks it to make the people, to connect more devices and to act, one request at a time.

import { setTimeout as after } from 'node:timers/promises'
import { openChangeFeed, openSocket } from './connections.ts'
import { exchange, mapConcurrently, type Person, populate, type SharedTrip, TRIP_SIZE } from './people.ts'

export type LoadRequest =
  | { populate: { port: number; people: number } }
  | { connect: { devices: number } }
  | { act: { forMs: number; everyMs: number } }

export interface Acted {
  /** Of all actions, in ms, sorted. */
  times: number[]
  failed: number
  /** Of the first failed action. */
  error?: string
}

interface Device {
  person: Person
  trip: SharedTrip
  closeFeed(): void
}

/** One device in this many acts; the others only receive. */
const ACTIVE_ONE_IN = 5
let port: number
let trips: SharedTrip[] = []
const devices: Device[] = []

/** What the active devices do, each in turn. */
const actions: readonly ((device: Device) => Promise<unknown>)[] = [
  /** Opens the trip: reads its copy and follows its changes from there, as the client does. */
  async (device) => {
    const { person, trip } = device
    const { position } = await exchange(port, person, 'GET', `/trips/${trip.tripId}/replica`)
    device.closeFeed()
    device.closeFeed = await openChangeFeed(port, person.token, trip.tripId, position)
  },
  ({ person, trip }) =>
    exchange(port, person, 'POST', `/conversations/${trip.conversationId}/messages`, {
      content: 'Shall we meet at the station at 9?',
      client_message_id: crypto.randomUUID(),
    }),
  ({ person, trip }) =>
    exchange(port, person, 'POST', `/trips/${trip.tripId}/expenses`, {
      description: 'Dinner by the river',
      amount: 120.5,
      category: 'food',
      sharedBy: trip.friends.map(({ id }) => id),
    }),
  /** Reads the newest messages and moves the read marker. */
  async ({ person, trip }) => {
    const path = `/conversations/${trip.conversationId}`
    const { messages } = await exchange(port, person, 'GET', `${path}/messages`)
    const newest = messages.at(-1)
    if (newest) await exchange(port, person, 'POST', `${path}/read`, { message_id: newest.id })
  },
]

process.on('message', (request: LoadRequest) => {
  void respond(request).then((response) => process.send!(response))
})
process.once('disconnect', () => process.exit(0))

async function respond(request: LoadRequest): Promise<Acted | null> {
  if ('act' in request) return act(request.act)
  if ('connect' in request) await connectUpTo(request.connect.devices)
  else {
    ;({ port } = request.populate)
    trips = await populate(port, request.populate.people)
  }
  return null
}

async function connectUpTo(count: number): Promise<void> {
  const there = devices.length
  await mapConcurrently(count - there, 50, async (more) => {
    const n = there + more
    const trip = trips[Math.floor(n / TRIP_SIZE)]!
    const person = trip.friends[n % TRIP_SIZE]!
    await openSocket(port, person.token, trip.conversationId)
    devices[n] = { person, trip, closeFeed: await openChangeFeed(port, person.token, trip.tripId) }
  })
}

/** The active devices act at random moments, each once in every interval, whether or not earlier actions have ended. */
async function act({ forMs, everyMs }: { forMs: number; everyMs: number }): Promise<Acted> {
  const acted: Acted = { times: [], failed: 0 }
  const once = async (device: Device, turn: number) => {
    const began = performance.now()
    try {
      await actions[turn % actions.length]!(device)
      acted.times.push(performance.now() - began)
    } catch (reason) {
      acted.failed += 1
      acted.error ??= String(reason)
    }
  }
  const active = devices.filter((_, n) => n % ACTIVE_ONE_IN === Math.floor(n / TRIP_SIZE) % ACTIVE_ONE_IN)
  const begun = performance.now()
  await Promise.all(
    active.map(async (device, n) => {
      const pending: Promise<void>[] = []
      let at = Math.random() * everyMs
      for (let turn = n; at < forMs; at += everyMs, turn++) {
        await after(Math.max(0, begun + at - performance.now()))
        pending.push(once(device, turn))
      }
      await Promise.all(pending)
    }),
  )
  acted.times.sort((a, b) => a - b)
  return acted
}
