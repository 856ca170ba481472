// When the list of conversations is read again: never while nobody can answer, never at once from a server that lags,
// and always in the end.

import { beforeEach, describe, expect, test } from 'vitest'
import { listConversations } from '#core/chat/contract.ts'
import type { ConversationResponse } from '#core/chat/contract.ts'
import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import type { ReadResult } from '#web/chat/chatPorts.ts'
import { noChat } from '#web/chat/chatState.ts'
import type { ConversationList } from '#web/chat/conversationList.ts'
import * as lists from '#web/chat/conversationList.ts'
import { createListReader } from '#web/chat/listReader.ts'
import { ann, ben, conversationModel } from '#tests/chat/conversationModel.ts'
import { virtualTime } from '#tests/support/virtualTime.ts'

const talk = (seq: number): ConversationResponse => ({
  id: 'talk',
  type: 'group',
  trip_id: null,
  name: 'Talk',
  description: null,
  avatar_url: null,
  participants: [],
  unread_count: seq,
  message_count: seq,
  updated_at: '2026-05-02T10:00:00.000Z',
  last_message: null,
  last_seq: seq,
})
const done = <Answer>(answer: Answer): ReadResult<Answer> => ({ state: 'done', answer })
const page = (...conversations: ConversationResponse[]) =>
  done({ conversations, pagination: { limit: 20, offset: 0, total: conversations.length } })

let time: ReturnType<typeof virtualTime>
let list: ConversationList
let asked: string[]
let reader: ReturnType<typeof createListReader>

/** What the server says to the list and to one conversation. */
function readFrom(say: (isList: boolean) => ReadResult<unknown> | Promise<ReadResult<unknown>>): void {
  const ask = async (call: Endpoint, { params }: { params?: Params }) => {
    asked.push(call === listConversations ? 'list' : params!['conversationId']!)
    // A reader that asks without end would never let the test end either.
    if (asked.length > 100) return new Promise(() => undefined)
    return say(call === listConversations)
  }
  reader = createListReader({
    ports: { ask: ask as never, timers: time, random: () => 1 },
    get: () => list,
    set(next) {
      list = next
      reader.read()
    },
    shown: noChat().list,
    onMissing: () => undefined,
  })
  reader.read()
}

beforeEach(() => {
  time = virtualTime()
  list = lists.emptyList(ann.id)
  asked = []
})

describe('the list of conversations', () => {
  test('is asked for again after a while, not as often as it is looked at, while nobody answers', async () => {
    readFrom(() => ({ state: 'unreachable' }))
    await time.settle()
    for (let n = 0; n < 100; n++) reader.read()
    await time.forward(999)
    expect(asked).toEqual(['list'])
    await time.forward(1)
    expect(asked).toEqual(['list', 'list'])
  })

  test('is read to the end once somebody answers, whatever failed before', async () => {
    list = lists.pinned(list, 'talk')
    let tries = 0
    readFrom(async (isList) => {
      if (!isList) return ++tries === 1 ? { state: 'unreachable' } : done({ conversation: talk(1) })
      // After the other has failed.
      await new Promise<void>((wake) => void time.after(100, wake))
      return page()
    })
    await time.forward(60_000)
    expect(tries).toBe(2)
    expect(lists.conversationIn(list, 'talk')).toMatchObject({ last_seq: 1 })
  })

  test('waits before it asks again a server that does not know yet what was told', async () => {
    const model = conversationModel()
    const [, , , , fifth] = Array.from({ length: 5 }, (_, n) => model.say(ben, `${n}`))
    let knows = 2
    readFrom((isList) => (isList ? page(talk(3)) : done({ conversation: talk(knows) })))
    await time.settle()
    list = lists.messageTold(list, 'talk', fifth!)
    reader.read()
    await time.settle()
    expect(asked).toEqual(['list', 'talk'])
    await time.forward(999)
    expect(asked).toHaveLength(2)
    knows = 5
    await time.forward(1)
    expect(asked).toEqual(['list', 'talk', 'talk'])
    expect(lists.toBeRead(list)).toEqual({ list: false, ids: [] })
  })
})
