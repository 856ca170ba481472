// After any sequence of messages, edits and reads, the unread count equals a count by hand.

import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aTrip } from '#tests/authorization/scenario.ts'
import { edit, openTripChat, read, say, startGroup } from '#tests/chat/requests.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const PEOPLE = ['ann', 'ben', 'cat'] as const
type Name = (typeof PEOPLE)[number]
let product: Product<Name>
let tripId: string
beforeAll(async () => {
  product = await startProduct({ people: PEOPLE })
  const inviteUserIds = [product.people.ben.id, product.people.cat.id]
  tripId = expectSuccess(await product.as('ann').post('/trips', { ...aTrip, inviteUserIds })).trip.id
})
afterAll(() => product.stop())

const who = fc.constantFrom(...PEOPLE)
/** A position among the messages: 0 is the first, 1 the last. */
const where = fc.double({ min: 0, max: 1, noNaN: true })
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant('say' as const), who }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('read' as const), who, where }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('edit' as const), who, where }) },
)
const starts = {
  group: () => startGroup(product.as('ann'), [product.people.ben.id, product.people.cat.id]),
  trip_chat: () => openTripChat(product.as('ben'), tripId),
}

it.each(['group', 'trip_chat'] as const)(
  'The unread counts of a conversation of the type %s equal those of a simple model',
  async (type) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        const id = await starts[type]()
        const messages: { id: string; by: Name }[] = []
        const marks = { ann: 0, ben: 0, cat: 0 }
        for (const one of steps) {
          product.clock.forward(300)
          const by = product.as(one.who)
          if (one.act === 'say') {
            messages.push({ id: (await say(by, id, 'Hello')).id, by: one.who })
            continue
          }
          const at = Math.round(one.where * (messages.length - 1))
          const message = messages[at]
          if (!message) continue
          if (one.act === 'edit') await edit(by, id, message.id, `${one.where}`)
          else {
            marks[one.who] = Math.max(marks[one.who], at + 1)
            expect(await read(by, id, message.id)).toBe(unread(one.who))
          }
        }
        for (const name of PEOPLE) {
          const { conversation } = expectSuccess(await product.as(name).get(`/conversations/${id}`))
          expect([conversation.unread_count, conversation.message_count]).toEqual([
            unread(name),
            messages.length,
          ])
        }

        function unread(name: Name): number {
          return messages.filter(({ by }, index) => by !== name && index >= marks[name]).length
        }
      }),
      { numRuns: 10, seed: 20260502 },
    )
  },
)
