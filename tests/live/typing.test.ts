// Typing, as other people receive it.

import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

let product: Product<'ann' | 'ben'>
beforeAll(async () => {
  product = await startProduct({ people: ['ann', 'ben'] })
})
afterAll(() => product.stop())

it('A person who sends short messages in a row is shown typing again, though it is published once a second, and not after they stop', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const start = { type: 'direct', participant_ids: [product.people.ben.id] }
  const { id: conversationId } = expectSuccess(
    await product.as('ann').post('/conversations', start),
  ).conversation
  const [ann, ben] = [await product.listen('ann'), await product.listen('ben')]
  await Promise.all([ann.join(conversationId), ben.join(conversationId)])
  const said = () => ann.payloadsOf('user_typing').map(({ is_typing: isTyping }) => isTyping)

  for (const event of ['typing_start', 'typing_stop', 'typing_start']) ben.emit(event, { conversationId })
  await ben.settled()
  vi.advanceTimersByTime(999)
  await ann.settled()
  expect(said()).toEqual([true, false])
  vi.advanceTimersByTime(1)
  await ann.settled()
  expect(said()).toEqual([true, false, true])

  for (const event of ['typing_stop', 'typing_start', 'typing_stop']) ben.emit(event, { conversationId })
  await ben.settled()
  vi.advanceTimersByTime(1000)
  await ann.settled()
  expect(said()).toEqual([true, false, true, false])
})
