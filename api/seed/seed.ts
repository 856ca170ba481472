// Seeds the demo data of a first start: seven friends, a current trip with open money, two to come, a settled one, public
// ones, conversations, and an invitation and a request to answer.

import { START, type EventStore } from '#core/store/eventStore.ts'
import { idFrom } from '#core/kernel/ids.ts'
import type { PasswordCost } from '#api/people/passwords.ts'
import { seedConversations } from '#api/seed/conversations.ts'
import { seedLisbon } from '#api/seed/lisbon.ts'
import { seedHanoi, seedKyoto, seedSaiKung } from '#api/seed/otherTrips.ts'
import { seedPublicTrips } from '#api/seed/publicTrips.ts'
import { createSeeder, seedKey } from '#api/seed/seeder.ts'

export const SEED_PASSWORD = 'travel-demo'
/** Named to those who start the server; nina and tom have accounts, too. */
export const SEED_PEOPLE = ['alice', 'bob', 'carol', 'dave', 'erin'] as const

/** Seeds an empty store, and finishes an interrupted seed. */
export async function seedDemoData(store: EventStore, cost: PasswordCost, today: number): Promise<void> {
  if ((await store.head()) !== START && !(await isInterrupted(store))) return
  const seeder = createSeeder(store, SEED_PASSWORD, cost, today)
  seeder.setTime(-60, 9)
  const friends = {
    alice: await seeder.signUp('alice', { isAdmin: true }),
    bob: await seeder.signUp('bob'),
    carol: await seeder.signUp('carol'),
    dave: await seeder.signUp('dave'),
    erin: await seeder.signUp('erin'),
    nina: await seeder.signUp('nina'),
    tom: await seeder.signUp('tom'),
  }
  await seedSaiKung(seeder, friends)
  const lisbon = await seedLisbon(seeder, friends)
  const hanoi = await seedHanoi(seeder, friends)
  const kyoto = await seedKyoto(seeder, friends)
  await seedConversations(seeder, friends, { lisbon, hanoi, kyoto })
  await seedPublicTrips(seeder, friends)
  seeder.setTime(-1, 13)
  const invitation = {
    title: 'Ski week in Zermatt',
    destination: 'Zermatt',
    startDate: seeder.date(77),
    endDate: seeder.date(84),
    description: 'Beginners welcome, fondue compulsory.',
    inviteUserIds: [friends.alice.id, friends.dave.id],
  }
  await seeder.planTrip(friends.tom, invitation, LAST_KEY)
}

const LAST_KEY = seedKey('last')

/** The first account of the seed exists, and its last command does not. */
async function isInterrupted(store: EventStore): Promise<boolean> {
  const [reserved] = await store.read('username-alice', { limit: 1 })
  if (reserved?.meta.key !== seedKey('1')) return false
  const [finished] = await store.read('username-tom', { limit: 1 })
  if (!finished) return true
  const tom = (finished.data as { userId: string }).userId
  const [last] = await store.read(`trip-${idFrom(tom, LAST_KEY)}`, { limit: 1 })
  return last === undefined
}
