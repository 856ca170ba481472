// A conversation of many messages is entered, read and written as fast as a short one, also right after a restart with
// empty caches.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { membershipStreamType } from '#core/chat/membership.ts'
import type { ConversationEvent } from '#core/chat/events.ts'
import { FOLDED_EVENTS } from '#core/chat/decider.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { appendEvents } from '#tests/chat/events.ts'
import { edit, page, read, say, send, startGroup } from '#tests/chat/requests.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const PEOPLE = ['ann', 'ben', 'cat'] as const
const LONG = 25_000
const store = createMemoryEventStore()
let product: Product<(typeof PEOPLE)[number]>
let ann: Client
let ben: Client
let longId: string

/** The client id of Ann's n-th message. */
const clientId = (n: number) => idFrom('a device', String(n))
const content = (n: number) => `Message ${n}`

beforeAll(async () => {
  const young = await startProduct({ people: PEOPLE, store })
  const { ann: a, ben: b } = young.people
  longId = await startGroup(young.as('ann'), [b.id])
  await young.stop()
  const events = Array.from({ length: LONG }, (_, index): ConversationEvent => {
    const [seq, sender] = [index + 1, index % 2 === 0 ? a : b]
    const message = {
      id: idFrom(sender.id, clientId(seq)),
      seq,
      clientMessageId: clientId(seq),
      content: content(seq),
      messageType: 'text' as const,
      sender,
      replyTo: null,
      createdAt: new Date(Date.parse('2026-01-01T00:00:00Z') + seq * 1000).toISOString(),
    }
    return { type: 'MessageSent', data: { conversationId: longId, message } }
  })
  await appendEvents(store, `conversation-${longId}`, events)
  product = await startProduct({ people: PEOPLE, store })
  ann = product.as('ann')
  ben = product.as('ben')
})
afterAll(() => product.stop())

/** Runs `act` in another process on the same log, with empty caches. */
async function restarted<Answer>(act: (again: typeof product) => Promise<Answer>): Promise<Answer> {
  const again = await startProduct({ people: PEOPLE, store })
  try {
    return await act(again)
  } finally {
    await again.stop()
  }
}

describe(`a conversation of ${LONG.toLocaleString('en')} messages`, () => {
  it('A long conversation continues its sequence numbers at once after a restart', async () => {
    expect(await say(ann, longId, 'one more')).toMatchObject({ seq: LONG + 1, content: 'one more' })
    const next = await restarted((again) => say(again.as('ben'), longId, 'and one'))
    expect(next).toMatchObject({ seq: LONG + 2, sender: { username: 'ben' } })
  })

  it('A long conversation recognises a repeated message, also a very old one, and after a restart', async () => {
    const lately = LONG - 1
    for (const seq of [1, 3, 9_999, LONG - 10_001, lately]) {
      const again = await send(ann, longId, content(seq), { client_message_id: clientId(seq) })
      expect([again.status, again.body.message.seq], again.text).toEqual([200, seq])
      const other = await send(ann, longId, 'something else', { client_message_id: clientId(seq) })
      expect([other.status, other.body.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    }
    const [far, near] = await restarted(async (again) => {
      const sendAgain = (seq: number) =>
        send(again.as('ann'), longId, content(seq), { client_message_id: clientId(seq) })
      return [await sendAgain(1), await sendAgain(lately)]
    })
    expect([far.status, far.body.message.seq]).toEqual([200, 1])
    expect([near.status, near.body.message.seq]).toEqual([200, lately])
  })

  it('A long conversation recognises an old message by its id although it was edited since', async () => {
    const { message } = expectSuccess(
      await edit(ann, longId, idFrom(product.people.ann.id, clientId(5)), 'Corrected'),
    )
    expect(message).toMatchObject({ seq: 5, content: 'Corrected', is_edited: true })
    const again = await send(ann, longId, content(5), { client_message_id: clientId(5) })
    expect([again.status, again.body.message.content]).toEqual([200, 'Corrected'])
  })

  it('A long conversation keeps the ids of different people apart', async () => {
    const ownOfBen = await send(ben, longId, content(1), { client_message_id: clientId(1) })
    expect([ownOfBen.status, ownOfBen.body.message.sender.username]).toEqual([201, 'ben'])
  })

  it('A long conversation is paged at any depth, and the unread count is right from either end', async () => {
    const deep = await page(ann, longId, `limit=50&before_id=${idFrom(product.people.ann.id, clientId(101))}`)
    expect(deep.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, n) => n + 51))
    expect(deep.has_more).toBe(true)
    const after = (await page(ben, longId, 'limit=100')).messages.filter(({ seq }) => seq > LONG)
    const later = after.filter(({ sender }) => sender.username === 'ann').length
    expect(later, 'what was sent before this').toBeGreaterThan(0)
    // Of the early messages, those with odd numbers are Ann's.
    const byAnn = (from: number) => Math.ceil(LONG / 2) - Math.ceil(from / 2) + later
    const idOf = (seq: number) => idFrom(product.people[seq % 2 === 1 ? 'ann' : 'ben'].id, clientId(seq))
    for (const seq of [10, 11, 20_000]) expect(await read(ben, longId, idOf(seq))).toBe(byAnn(seq))
    expect(await read(ben, longId, idOf(10)), 'backwards').toBe(byAnn(20_000))
    expect(await restarted((again) => read(again.as('ben'), longId, idOf(24_000)))).toBe(byAnn(24_000))
  })

  it('A long conversation is read in few events: both ends to enter it, the newest to decide, two for a repeat', async () => {
    const counted = countingReads(store)
    const again = await startProduct({ people: PEOPLE, store: counted })
    const stream = `conversation-${longId}`
    await page(again.as('ann'), longId, 'limit=1')
    // The first event, and the newest, which would contain the people of a group that was changed.
    expect(counted.readOf(stream)).toBe(1 + membershipStreamType.foldWindow!)
    const key = randomUUID()
    const first = await send(again.as('ann'), longId, 'Once', {}, { key })
    expect(counted.readOf(stream)).toBeLessThan(FOLDED_EVENTS + 5)
    const repeat = await send(again.as('ann'), longId, 'Once', {}, { key })
    expect([repeat.status, repeat.body, repeat.headers['idempotency-replayed']]).toEqual([
      201,
      first.body,
      'true',
    ])
    expect(counted.readOf(stream)).toBeLessThan(5)
    await again.stop()
  })
})

/** The same store, counting the events that are read of each stream. */
function countingReads(inner: EventStore): EventStore & { readOf(stream: string): number } {
  const counts = new Map<string, number>()
  return {
    ...inner,
    async read(stream, options) {
      const events = await inner.read(stream, options)
      counts.set(stream, (counts.get(stream) ?? 0) + events.length)
      return events
    },
    /** Since the last call. */
    readOf(stream) {
      const count = counts.get(stream) ?? 0
      counts.delete(stream)
      return count
    },
  }
}
