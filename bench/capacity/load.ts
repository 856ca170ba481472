// The devices of the capacity bench, as a process of its own: people on trips of five, each with a socket and the change
// feed of the trip open. The bench asks it to make the people, to connect more devices and to act, one request at a time.

import { setTimeout as after } from 'node:timers/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openDevice } from '#bench/chat/device.ts'
import { createPopulation, mapConcurrently, type Population } from '#bench/chat/population.ts'
import { actions, actionNames, type ActionName, type TripDevice } from './actions.ts'
import { openChangeFeed } from './changeFeed.ts'

export type LoadRequest =
  | { populate: { port: number; people: number } }
  | { connect: { devices: number } }
  | { act: { forMs: number; everyMs: number } }

export interface Acted {
  /** The times of each action, in ms, sorted. */
  times: Record<ActionName, number[]>
  failed: number
  /** Of the first failed action. */
  error?: string
  /** Sockets closed by the server since the start. */
  lostSockets: number
  /** 99th percentile of the delay of this process's event loop, in ms. */
  loopDelayMs: number
}

export const TRIP_SIZE = 5
/** One device in this many acts; the others only receive. */
const ACTIVE_ONE_IN = 5

type Trip = Pick<TripDevice, 'tripId' | 'conversationId' | 'friends'>

let port: number
let population: Population
let trips: Trip[] = []
const devices: TripDevice[] = []
let lostSockets = 0
const loopDelay = monitorEventLoopDelay({ resolution: 10 })
loopDelay.enable()

process.on('message', (request: LoadRequest) => {
  void respond(request).then((response) => process.send!(response))
})
process.once('disconnect', () => process.exit(0))

async function respond(request: LoadRequest): Promise<Acted | null> {
  if ('populate' in request) await populate(request.populate)
  else if ('connect' in request) await connect(request.connect.devices)
  else return act(request.act)
  return null
}

async function populate(wanted: { port: number; people: number }): Promise<void> {
  ;({ port } = wanted)
  population = await createPopulation(() => port, wanted.people)
  const { people, post } = population
  trips = await mapConcurrently(people.length / TRIP_SIZE, 20, async (n) => {
    const friends = people.slice(n * TRIP_SIZE, (n + 1) * TRIP_SIZE)
    const [organizer, ...others] = friends
    const { trip } = await post(organizer!, '/trips', {
      title: 'A week by the sea',
      destination: 'Lisbon, Portugal',
      startDate: '2030-05-02',
      endDate: '2030-05-09',
      currency: 'HKD',
      inviteUserIds: others.map(({ id }) => id),
    })
    const { chat } = await post(organizer!, `/trips/${trip!.id}/chats`, { name: 'All of us' })
    return { tripId: trip!.id, conversationId: chat!.id, friends }
  })
}

/** @param count of all devices, with those that are connected already */
async function connect(count: number): Promise<void> {
  const there = devices.length
  await mapConcurrently(count - there, 50, async (more) => {
    const n = there + more
    const person = population.people[n]!
    const trip = trips[Math.floor(n / TRIP_SIZE)]!
    const { token } = person
    const socket = openDevice({ port, token, conversationId: trip.conversationId })
    await socket.live
    void socket.gone.then(() => (lostSockets += 1))
    const feed = openChangeFeed({ port, token, tripId: trip.tripId, after: undefined })
    await feed.open
    devices[n] = { ...trip, port, person, feed }
  })
}

/** The active devices act at random moments, each once in every interval, whether or not earlier actions have ended. */
async function act({ forMs, everyMs }: { forMs: number; everyMs: number }): Promise<Acted> {
  const times: Acted['times'] = {
    'open a trip': [],
    'send a message': [],
    'add an expense': [],
    'read messages': [],
  }
  let failed = 0
  let error: string | undefined
  loopDelay.reset()

  async function once(device: TripDevice, turn: number): Promise<void> {
    const name = actionNames[turn % actionNames.length]!
    const began = performance.now()
    try {
      await actions[name](device)
      times[name].push(performance.now() - began)
    } catch (reason) {
      failed += 1
      error ??= String(reason)
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
  for (const name of actionNames) times[name].sort((a, b) => a - b)
  const loopDelayMs = loopDelay.percentile(99) / 1e6
  return { times, failed, ...(error !== undefined && { error }), lostSockets, loopDelayMs }
}
