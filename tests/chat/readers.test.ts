// Who has read a message, over HTTP.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { page, read, say, startGroup } from '#tests/chat/requests.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

let product: Product<'ann' | 'ben' | 'cat' | 'dan'>
beforeAll(async () => void (product = await startProduct({ people: ['ann', 'ben', 'cat', 'dan'] })))
afterAll(() => product.stop())

it('The readers of a message are the others who have read it, each with the time of that', async () => {
  const { people, clock } = product
  const [asAnn, asBen, asCat] = [product.as('ann'), product.as('ben'), product.as('cat')]
  const id = await startGroup(asAnn, [people.ben.id, people.cat.id])
  const first = await say(asAnn, id, 'One')
  const second = await say(asAnn, id, 'Two')
  const readersOf = async (messageId: string, by = asAnn) =>
    expectSuccess(await by.get(`/conversations/${id}/messages/${messageId}/readers`)).readers
  expect(await readersOf(first.id)).toEqual([])
  clock.forward(60_000)
  const atFirst = new Date(clock()).toISOString()
  await read(asBen, id, first.id)
  clock.forward(60_000)
  const atSecond = new Date(clock()).toISOString()
  await read(asBen, id, second.id)
  await read(asCat, id, second.id)
  await read(asAnn, id, second.id)
  const [ben, cat] = [
    { id: people.ben.id, username: 'ben' },
    { id: people.cat.id, username: 'cat' },
  ]
  expect(await readersOf(first.id)).toEqual([
    { ...ben, at: atFirst },
    { ...cat, at: atSecond },
  ])
  expect(await readersOf(second.id)).toEqual([
    { ...ben, at: atSecond },
    { ...cat, at: atSecond },
  ])
  // Who came later has not read what was before, and may not ask for it.
  expectSuccess(await asAnn.post(`/conversations/${id}/participants`, { participant_ids: [people.dan.id] }))
  const asDan = product.as('dan')
  await read(asDan, id, (await page(asDan, id)).messages[0]!.id)
  expect(await readersOf(second.id)).toHaveLength(2)
  expect((await asDan.get(`/conversations/${id}/messages/${second.id}/readers`)).status).toBe(404)
})
