// Generates the log of a year in which friends plan two hundred trips, chat and share costs through the real commands, and
// multiplies it: copies with other people, trips and commands, so that the documents are as many and as large as after so
// many events of a real installation. The hash chains of the copies are not valid.

import { DatabaseSync } from 'node:sqlite'
import { conversationOperations } from '#core/chat/operations.ts'
import { CreateTripChatOperation } from '#core/chat/tripChats.ts'
import { AddActivityOperation } from '#core/itinerary/operations.ts'
import { AddExpenseOperation, ContributeToPoolOperation } from '#core/money/operations.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import type { Actor } from '#core/store/operation.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { createLogChatLookups, createSeeder } from '#api/seed/seeder.ts'

const PEOPLE = 200
const TRIPS = 200

export async function generateYear(store: EventStore): Promise<void> {
  const player = createSeeder(store, 'travel-demo', 'low', Date.UTC(2026, 4, 2))
  player.setTime(-400, 9)
  const people: Actor[] = []
  for (let n = 0; n < PEOPLE; n++) people.push(await player.signUp(`person${n}`))
  const { SendMessageOperation } = conversationOperations(createLogChatLookups(store, createProductCodec()))
  for (let n = 0; n < TRIPS; n++) {
    const day = -380 + Math.floor((n * 340) / TRIPS)
    let hours = 0
    const later = () => player.setTime(day, (hours += 0.3))
    // Each trip has 3 to 12 people and other sizes, so that no two streams are alike.
    const friends = Array.from({ length: 3 + (n % 10) }, (_, i) => people[(n * 7 + i * 13) % PEOPLE]!)
    const [organizer, ...others] = friends
    later()
    const tripId = await player.planTrip(organizer!, {
      title: `Journey number ${n}`,
      destination: 'Lisbon, Portugal',
      startDate: player.date(day + 5),
      endDate: player.date(day + 15),
      currency: 'HKD',
      isPublic: n % 4 === 0,
      inviteUserIds: others.map(({ id }) => id),
    })
    for (const friend of others) await player.acceptInvitation(friend, tripId)
    const trip = { tripId }
    const chat = await player.run(organizer!, CreateTripChatOperation, trip, { name: 'Where and when' })
    const sharedBy = friends.map(({ id }) => id)
    // Each trip has 75 to 365 acts, half of them messages.
    for (let act = 0; act < 75 + ((n * 53) % 291); act++) {
      const by = friends[(act * 5 + n) % friends.length]!
      later()
      if (act % 2 === 0)
        await player.run(by, SendMessageOperation, { conversationId: chat }, { content: SAYING })
      else if (act % 20 === 15) {
        const body = { date: player.date(day + 5), title: `Walk number ${act}`, startTime: '10:00' }
        await player.run(by, AddActivityOperation, trip, body)
      } else if (act % 20 === 17) {
        const body = { amount: 100 + act, description: 'Pool contribution' }
        await player.run(by, ContributeToPoolOperation, trip, body)
      } else {
        const body = { description: `Dinner number ${act}`, amount: 10 + act, category: 'food', sharedBy }
        await player.run(by, AddExpenseOperation, trip, body)
      }
    }
  }
}

const SAYING =
  'Who picks up the keys to the apartment? The office closes at 18:00, and I land at half past five.'

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const NAME = /\bperson\d+\b/g

interface StoredRow {
  place: number
  stream: string
  revision: number
  type: string
  data: string
  meta: string
}

/** Appends copies to a closed log until it has at least this many events. @returns the number of events */
export function multiplyLog(file: string, atLeast: number): number {
  const db = new DatabaseSync(file)
  const rows = db.prepare('SELECT * FROM events WHERE stream IS NOT NULL ORDER BY place').all() as unknown[]
  const events = rows as StoredRow[]
  const streams = db.prepare('SELECT * FROM streams').all() as {
    name: string
    last: number
    keep: number | null
  }[]
  const insert = db.prepare(
    'INSERT INTO events (place, stream, revision, type, data, meta) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const addStream = db.prepare('INSERT INTO streams (name, last, keep) VALUES (?, ?, ?)')
  const width = events.at(-1)!.place
  let copies = 1
  for (; copies * events.length < atLeast; copies++) {
    // Ids differ in their first four digits: random ones, which do not meet by chance.
    const other = (id: string) =>
      (Number.parseInt(id.slice(0, 4), 16) ^ copies).toString(16).padStart(4, '0') + id.slice(4)
    const renamed = (text: string) => text.replace(ID, other).replace(NAME, `$&copy${copies}`)
    db.exec('BEGIN')
    for (const { place, stream, revision, type, data, meta } of events)
      insert.run(copies * width + place, renamed(stream), revision, type, renamed(data), renamed(meta))
    for (const { name, last, keep } of streams) addStream.run(renamed(name), last, keep)
    db.exec('COMMIT')
  }
  db.close()
  return copies * events.length
}
