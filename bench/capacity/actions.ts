// What the active devices do, one action every ten seconds, each in turn.

import { Agent } from 'node:http'
import { type Person, exchange } from '#bench/chat/population.ts'
import { type ChangeFeed, openChangeFeed } from './changeFeed.ts'

export const actionNames = ['open a trip', 'send a message', 'add an expense', 'read messages'] as const
export type ActionName = (typeof actionNames)[number]

/** A person's device with their trip open. */
export interface TripDevice {
  port: number
  person: Person
  tripId: string
  /** The chat of the trip. */
  conversationId: string
  /** Everybody on the trip. */
  friends: readonly Person[]
  feed: ChangeFeed
}

// The server closes connections that were idle for five seconds, and `exchange` does not try again.
const agent = new Agent({ keepAlive: true, maxSockets: 100, timeout: 2000 })

export const actions: Record<ActionName, (device: TripDevice) => Promise<unknown>> = {
  /** Reads the copy of the trip and follows its changes from there, as the client does. */
  async 'open a trip'(device) {
    const { port, person, tripId } = device
    const { position } = JSON.parse(await get(device, `/trips/${tripId}/replica`)) as { position: string }
    device.feed.close()
    device.feed = openChangeFeed({ port, token: person.token, tripId, after: position })
    await device.feed.open
  },
  'send a message': (device) =>
    post(device, `/conversations/${device.conversationId}/messages`, {
      content: 'Shall we meet at the station at 9?',
      client_message_id: crypto.randomUUID(),
    }),
  'add an expense': (device) =>
    post(device, `/trips/${device.tripId}/expenses`, {
      description: 'Dinner by the river',
      amount: 120.5,
      category: 'food',
      sharedBy: device.friends.map(({ id }) => id),
    }),
  /** Reads the newest messages and moves the read marker. */
  async 'read messages'(device) {
    const path = `/conversations/${device.conversationId}`
    const { messages } = JSON.parse(await get(device, `${path}/messages`)) as { messages: { id: string }[] }
    const newest = messages.at(-1)
    if (newest) await post(device, `${path}/read`, { message_id: newest.id })
  },
}

const get = (device: TripDevice, path: string) => send(device, 'GET', path, {})

const post = (device: TripDevice, path: string, body: unknown) =>
  send(
    device,
    'POST',
    path,
    { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
    JSON.stringify(body),
  )

const send = (
  { port, person }: TripDevice,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
) =>
  exchange(port, method, `/api${path}`, { ...headers, Authorization: `Bearer ${person.token}` }, body, agent)
