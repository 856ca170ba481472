// Seeds the demo trip of four friends in Taipei, one of them a guest, through the real commands on fixed days. The keys are
// fixed, and so are the ids and the distribution of leftover cents.

import { idFrom, newIdOf } from '#core/kernel/ids.ts'
import { AddExpenseOperation, ContributeToPoolOperation } from '#core/money/operations.ts'
import type { AnyOperation, Actor } from '#core/store/operation.ts'
import { AddGuestOperation } from '#core/trips/guests.ts'
import { PlanTripOperation } from '#core/trips/operations.ts'
import { createDemoProduct } from '#web/demo/product.ts'

const actorOf = (username: string): Actor => ({ id: idFrom('demo', username), username })

/** `mia` is the visitor. */
export const friends = { mia: actorOf('mia'), leo: actorOf('leo'), zoe: actorOf('zoe') }
const GUEST = 'Uncle Ho'

export type Demo = Awaited<ReturnType<typeof createDemo>>

/** @param now the visitor's clock in ms since 1970, for commands after the seed */
export async function createDemo(now: () => number) {
  const { mia, leo, zoe } = friends
  let seedTime: number | null = Date.parse('2025-09-20T12:00:00Z')
  const product = createDemoProduct({ accounts: Object.values(friends), clock: () => seedTime ?? now() })
  let step = 0

  /** @returns the id of what it creates */
  async function run(by: Actor, of: AnyOperation, params: Record<string, string>, body: unknown) {
    const key = idFrom('demo story 1', String(++step))
    const { refusal } = await product.run(of, { params, body, by, key, requestId: 'demo' })
    if (refusal) throw new Error(`The sample stops at ${of.endpoint.path}: ${JSON.stringify(refusal)}`)
    return newIdOf(of.endpoint, params, by.id, key)
  }

  const tripId = await run(
    mia,
    PlanTripOperation,
    {},
    {
      title: 'A long weekend in Taipei',
      destination: 'Taipei, Taiwan',
      startDate: '2025-10-10',
      endDate: '2025-10-13',
      description: 'Night markets, a mountain railway and too much karaoke.',
      currency: 'HKD',
      inviteUserIds: [leo.id, zoe.id],
    },
  )
  const ho = await run(mia, AddGuestOperation, { tripId }, { name: GUEST, role: 'member' })
  const user = ({ id }: Actor) => ({ id, type: 'user' })
  const guest = { id: ho, type: 'guest' }
  const everybody = [mia.id, leo.id, zoe.id, ho]

  const contribute = (by: Actor, participant: object, amount: number) =>
    run(by, ContributeToPoolOperation, { tripId }, { amount, participant })
  const spend = (by: Actor, day: string, amount: number, fields: object) => {
    seedTime = Date.parse(`${day}T14:00:00Z`)
    const paidBy = 'paidFromPool' in fields ? null : by.id
    const expense = { expenseDate: day, amount, paidBy, sharedBy: everybody, ...fields }
    return run(by, AddExpenseOperation, { tripId }, expense)
  }

  seedTime = Date.parse('2025-10-09T10:00:00Z')
  await contribute(mia, user(mia), 600)
  await contribute(leo, user(leo), 600)
  await contribute(zoe, user(zoe), 600)
  await contribute(mia, guest, 400)
  await spend(mia, '2025-10-10', 4860, {
    description: 'Hotel in Ximending, three nights',
    category: 'accommodation',
  })
  await spend(mia, '2025-10-10', 1280, {
    description: 'Hot pot on the first evening',
    category: 'food',
    paidFromPool: true,
  })
  await spend(leo, '2025-10-11', 612.5, {
    description: 'Train and bus to Jiufen',
    category: 'transportation',
    notes: 'Return tickets for all four.\nThe bus back leaves at 18:40.',
  })
  await spend(zoe, '2025-10-11', 780, {
    description: 'Up the Taipei 101',
    category: 'activities',
    sharedBy: [mia.id, zoe.id, ho],
  })
  await spend(mia, '2025-10-11', 365.8, { description: 'Raohe night market', category: 'food' })
  await spend(leo, '2025-10-12', 940, {
    description: 'Karaoke until four',
    category: 'entertainment',
    sharedBy: [mia.id, leo.id, zoe.id],
  })
  await spend(zoe, '2025-10-13', 288, {
    description: 'Pineapple cakes to take home',
    category: 'shopping',
    sharedBy: [mia.id, zoe.id],
  })
  seedTime = null
  return { product, tripId }
}
