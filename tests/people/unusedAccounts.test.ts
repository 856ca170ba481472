// Which accounts without a password an operator may disable.

import { expect, it } from 'vitest'
import { findUnusedAccounts } from '#api/people/unusedAccounts.ts'
import { createClient, expectSuccess } from '#tests/support/client.ts'
import { startProduct } from '#tests/support/product.ts'

const DAY_MS = 86_400_000

it('An account without a password is unused when it wrote nothing and was not used for ninety days', async () => {
  const product = await startProduct({ people: ['ann'] })
  const plan = { title: 'Lisbon', destination: 'Portugal', startDate: '2026-06-01', endDate: '2026-06-05' }
  const { trip } = expectSuccess(await product.as('ann').post('/trips', plan))
  const { inviteLink } = expectSuccess(await product.as('ann').post(`/trips/${trip.id}/invite-link`, {}))
  const { chat } = expectSuccess(await product.as('ann').post(`/trips/${trip.id}/chats`, { name: 'Plans' }))
  const hello = await product.as('ann').post(`/conversations/${chat.id}/messages`, { content: 'Hello' })
  const { message } = expectSuccess(hello)
  const join = async (name: string) => {
    const body = { secret: inviteLink.url.split('#')[1], name }
    const { token } = expectSuccess(await product.anonymous.post('/invite-links/join', body))
    return createClient(product.port, token)
  }
  const [reader, writer, keeper, regular] = [
    await join('Reader'),
    await join('Writer'),
    await join('Keeper'),
    await join('Regular'),
  ]
  expectSuccess(await reader.post(`/conversations/${chat.id}/read`, { message_id: message.id }))
  expectSuccess(await writer.post(`/conversations/${chat.id}/messages`, { content: 'Hi' }))
  expectSuccess(await keeper.post('/auth/keep', { username: 'keeper', password: 'quiet river stone' }))
  const unused = async () =>
    (await findUnusedAccounts(product.store, product.clock())).map(({ displayName }) => displayName)

  product.clock.forward(60 * DAY_MS)
  expectSuccess(await regular.post('/auth/refresh'))
  product.clock.forward(30 * DAY_MS)
  expect(await unused()).toEqual([])
  product.clock.forward(1000)
  expect(await unused()).toEqual(['Reader'])
  product.clock.forward(60 * DAY_MS)
  expect(await unused()).toEqual(['Reader', 'Regular'])
  await product.stop()
})
