// When the list of conversations is fetched again: never while the server is unreachable, never at once from a lagging
// read model, and eventually always.

import { beforeEach, describe, expect, test } from 'vitest'
import { listConversations, type ConversationResponse } from '#core/chat/contract.ts'
import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import type { RequestResult } from '#web/chat/engine/chatPorts.ts'
import { emptyChatState } from '#web/chat/engine/chatState.ts'
import type { ConversationList } from '#web/chat/engine/list/conversationList.ts'
import * as lists from '#web/chat/engine/list/conversationList.ts'
import { createListReader } from '#web/chat/engine/list/listReader.ts'
import { ann, ben, conversationModel, conversationResponse } from '#tests/chat/conversationModel.ts'
import { virtualTime } from '#tests/support/virtualTime.ts'

const talk = (seq: number) => conversationResponse({ unread_count: seq, message_count: seq, last_seq: seq })
const done = <Body>(response: Body): RequestResult<Body> => ({ state: 'done', response })
const page = (...conversations: ConversationResponse[]) =>
  done({ conversations, pagination: { limit: 20, offset: 0, total: conversations.length } })

let time: ReturnType<typeof virtualTime>
let list: ConversationList
let asked: string[]
let reader: ReturnType<typeof createListReader>

/** @param say the response to the list, or to one conversation */
function readFrom(say: (isList: boolean) => RequestResult<unknown> | Promise<RequestResult<unknown>>): void {
  const ask = async (call: Endpoint, { params }: { params?: Params }) => {
    asked.push(call === listConversations ? 'list' : params!['conversationId']!)
    // Without this limit an endless loop of requests would hang the test.
    if (asked.length > 100) return new Promise(() => undefined)
    return say(call === listConversations)
  }
  reader = createListReader({
    ports: { request: ask as never, timers: time, random: () => 1 },
    get: () => list,
    set(next) {
      list = next
      reader.fetchStale()
    },
    state: emptyChatState().list,
    onMissing: () => undefined,
  })
  reader.fetchStale()
}

beforeEach(() => {
  time = virtualTime()
  list = lists.emptyList(ann.id)
  asked = []
})

describe('the list of conversations', () => {
  test('The list is requested again after a delay, not at every access, while the server does not respond', async () => {
    readFrom(() => ({ state: 'unreachable' }))
    await time.settle()
    for (let n = 0; n < 100; n++) reader.fetchStale()
    await time.forward(999)
    expect(asked).toEqual(['list'])
    await time.forward(1)
    expect(asked).toEqual(['list', 'list'])
  })

  test('The list is not requested again before the delay that the server asked for', async () => {
    readFrom(() => ({ state: 'unreachable', retryAfterMs: 10_000 }))
    await time.forward(9999)
    expect(asked).toEqual(['list'])
    await time.forward(1)
    expect(asked).toEqual(['list', 'list'])
  })

  test('A request for more conversations that fails is reported to the screen that made it', async () => {
    let isReachable = true
    const conversations = Array.from({ length: 20 }, (_, n) => conversationResponse({ id: `${n}` }))
    readFrom(() =>
      isReachable
        ? done({ conversations, pagination: { limit: 20, offset: 0, total: 40 } })
        : { state: 'unreachable' },
    )
    await time.settle()
    isReachable = false
    expect(await reader.loadMore()).toBe(false)
    isReachable = true
    expect(await reader.loadMore()).toBe(true)
  })

  test('A page of older conversations that a newer list has overtaken is requested again, not each of its conversations alone', async () => {
    const all = Array.from({ length: 40 }, (_, n) => conversationResponse({ id: `${n}` }))
    const answer = (from: number) =>
      done({ conversations: all.slice(from, from + 20), pagination: { limit: 20, offset: from, total: 40 } })
    let isSlow = false
    let deliver = (): void => undefined
    let offset = 0
    readFrom(() => {
      if (!isSlow) return answer(offset)
      isSlow = false
      return new Promise((resolve) => (deliver = () => resolve(answer(20))))
    })
    await time.settle()
    isSlow = true
    const more = reader.loadMore()
    list = lists.withStaleList(list)
    reader.fetchStale()
    await time.settle()
    offset = 20
    deliver()
    expect(await more).toBe(true)
    await time.settle()
    expect(asked).toEqual(['list', 'list', 'list', 'list'])
    expect(lists.toConversations(list)).toHaveLength(40)
  })

  describe('a trip with many chats is renamed', () => {
    const chats = Array.from({ length: 12 }, (_, n) =>
      conversationResponse({ id: `chat ${n}`, type: 'trip_chat', trip_id: 'trip', name: 'old' }),
    )
    const renamed = chats.map((chat) => ({ ...chat, name: 'new' }))
    const rename = (chat: ConversationResponse) => {
      list = lists.withTripChat(list, { trip_id: 'trip', chat: chat as never })
      reader.fetchStale()
    }

    test('The list is fetched instead of each of its chats alone', async () => {
      let isRenamed = false
      readFrom((isList) =>
        isList
          ? page(...(isRenamed ? renamed : chats))
          : done({ conversation: renamed[Number(asked.at(-1)!.slice(5))] }),
      )
      await time.settle()
      isRenamed = true
      renamed.forEach(rename)
      await time.settle()
      expect(asked.length).toBeLessThan(9)
      expect(lists.findStaleParts(list)).toEqual({ list: false, ids: [] })
      expect(lists.toConversations(list).map(({ name }) => name)).toEqual(renamed.map(() => 'new'))
    })

    test('Nor is each chat fetched alone that the list does not reach down to', async () => {
      readFrom((isList) => (isList ? page(talk(1)) : done({ conversation: talk(1) })))
      await time.settle()
      renamed.forEach(rename)
      await time.settle()
      expect(asked.length).toBeLessThan(9)
      expect(lists.findStaleParts(list)).toEqual({ list: false, ids: [] })
    })

    test('A server that lags behind is asked again after a delay', async () => {
      const older = chats.map((chat) => ({ ...chat, last_seq: 1 }))
      let isBehind = false
      readFrom((isList) => (isList ? page(...(isBehind ? chats : older)) : new Promise(() => undefined)))
      await time.settle()
      isBehind = true
      older.forEach(rename)
      await time.settle()
      const { length } = asked
      await time.forward(999)
      expect(asked).toHaveLength(length)
      isBehind = false
      await time.forward(60_000)
      expect(lists.findStaleParts(list)).toEqual({ list: false, ids: [] })
    })
  })

  test('The list is fetched to the end once the server responds, whatever failed before', async () => {
    list = lists.withPin(list, 'talk')
    let tries = 0
    readFrom(async (isList) => {
      if (!isList) return ++tries === 1 ? { state: 'unreachable' } : done({ conversation: talk(1) })
      // After the other request has failed.
      await new Promise<void>((wake) => void time.after(100, wake))
      return page()
    })
    await time.forward(60_000)
    expect(tries).toBe(2)
    expect(lists.findConversation(list, 'talk')).toMatchObject({ last_seq: 1 })
  })

  test('The list waits before it asks again a server whose read model lags behind a push', async () => {
    const model = conversationModel()
    const [, , , , fifth] = Array.from({ length: 5 }, (_, n) => model.say(ben, `${n}`))
    let knows = 2
    readFrom((isList) => (isList ? page(talk(3)) : done({ conversation: talk(knows) })))
    await time.settle()
    list = lists.withNewMessage(list, 'talk', fifth!)
    reader.fetchStale()
    await time.settle()
    expect(asked).toEqual(['list', 'talk'])
    await time.forward(999)
    expect(asked).toHaveLength(2)
    knows = 5
    await time.forward(1)
    expect(asked).toEqual(['list', 'talk', 'talk'])
    expect(lists.findStaleParts(list)).toEqual({ list: false, ids: [] })
  })
})
