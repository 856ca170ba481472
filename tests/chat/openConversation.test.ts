// An open conversation: where it opens, when its page of messages and the list of conversations arrive in any order, and how
// it fetches older messages.

import { expect, test } from 'vitest'
import type { MessageResponse } from '#core/chat/contract.ts'
import type { ChatPorts, RequestResult } from '#web/chat/engine/chatPorts.ts'
import { type OpenState, emptyChatState } from '#web/chat/engine/chatState.ts'
import { MessageIndex } from '#web/chat/engine/messageIndex.ts'
import { createOpenConversation } from '#web/chat/engine/open/openConversation.ts'
import type { UnreadSummary } from '#web/chat/engine/open/readTracker.ts'
import type { PageRequest } from '#web/chat/engine/timeline/timeline.ts'
import { ann, ben, conversationModel } from '#tests/chat/conversationModel.ts'
import { virtualTime } from '#tests/support/virtualTime.ts'

interface Opened {
  /** How many messages Ben has sent. */
  sent: number
  /** As the list has it at the start; null if it does not know the conversation. */
  summary: UnreadSummary | null
}

/** Ann opens a conversation with Ben on a device whose list is cached. */
function openConversation({ sent, summary }: Opened) {
  const time = virtualTime()
  const model = conversationModel()
  for (let n = 1; n <= sent; n++) model.say(ben, `${n}`)
  let listed = summary
  let state: OpenState | undefined
  const [marks, requests]: [number[], string[]] = [[], []]
  let isReachable = true
  const ask = async (
    _: unknown,
    { query: { limit, before_id: before } }: { query: { limit: number; before_id?: string } },
  ): Promise<RequestResult<{ messages: MessageResponse[] }>> => {
    requests.push(before === undefined ? 'newest' : 'older')
    if (!isReachable) return { state: 'unreachable' }
    const request: PageRequest =
      before === undefined
        ? { type: 'newest', limit, epoch: 0, jump: true }
        : { type: 'before', id: before, limit, epoch: 0 }
    return { state: 'done', response: { messages: model.page(request) } }
  }
  const ports: ChatPorts = {
    me: ann,
    request: ask as never,
    outbox: { commands: () => [], add: () => undefined, retry: () => undefined, discard: () => undefined },
    connection: { emit: () => undefined, ask: () => undefined, tryAgain: () => undefined },
    timers: time,
    random: () => 1,
    newKey: () => 'key',
    isVisible: () => true,
    onStale: () => undefined,
    state: emptyChatState(),
    byReference: (value) => value,
  }
  const open = createOpenConversation('conversation', {
    ports,
    messages: new MessageIndex(),
    summary: () => listed,
    onRead: (_, seq) => marks.push(seq),
    onChange: (next) => (state = next),
  })
  return {
    ...{ time, open, marks, requests },
    state: () => state,
    listFetched(next: UnreadSummary): void {
      listed = next
      open.listChanged()
    },
    lose: () => void (isReachable = false),
    find: () => void (isReachable = true),
  }
}

test('A conversation whose messages arrive before the list opens at the first message that the list counts as unread', async () => {
  const { time, state, listFetched, open, marks } = openConversation({
    sent: 60,
    summary: { unread: 0, lastSeq: 10 },
  })
  await time.settle()
  expect(state()).toMatchObject({ hasOpened: false })
  listFetched({ unread: 20, lastSeq: 60 })
  await time.settle()
  expect(state()).toMatchObject({ hasOpened: true, newFrom: 41 })
  open.setVisibleRange({ from: 38, to: 48, readTo: 47, isAtEnd: false })
  await time.forward(2000)
  expect(marks).toEqual([47])
})

test('A conversation whose list cannot be fetched opens after a second, at the first message that the cached list does not know', async () => {
  const { time, state } = openConversation({ sent: 60, summary: { unread: 0, lastSeq: 10 } })
  await time.forward(1000)
  expect(state()).toMatchObject({ hasOpened: true, newFrom: 11 })
})

test('A conversation that no list knows is shown after a second, and what is unread is marked as read only once the list has come', async () => {
  const { time, state, open, marks, listFetched } = openConversation({ sent: 60, summary: null })
  await time.forward(999)
  expect(state()).toMatchObject({ hasOpened: false, isListLate: false })
  await time.forward(1)
  expect(state()).toMatchObject({ hasOpened: false, isListLate: true, newFrom: null })
  open.setVisibleRange({ from: 50, to: 60, readTo: 60, isAtEnd: true })
  await time.forward(60_000)
  listFetched({ unread: 20, lastSeq: 60 })
  expect(state()).toMatchObject({ hasOpened: true, newFrom: 41 })
  // The screen is slow to move to the first unread message.
  await time.forward(1000)
  expect(marks).toEqual([])
  open.setVisibleRange({ from: 38, to: 48, readTo: 47, isAtEnd: false })
  await time.forward(1000)
  expect(marks).toEqual([47])
})

test('A conversation opens at the end at once if the list knows its newest message and counts none as unread', async () => {
  const { time, state } = openConversation({ sent: 60, summary: { unread: 0, lastSeq: 60 } })
  await time.settle()
  expect(state()).toMatchObject({ hasOpened: true, newFrom: null })
})

test('A failed request for older messages is repeated until the server responds, and not at each scroll', async () => {
  const { time, open, state, requests, lose, find } = openConversation({
    sent: 200,
    summary: { unread: 0, lastSeq: 200 },
  })
  await time.settle()
  const { from } = state()!.timeline.ranges[0]!
  requests.length = 0
  lose()
  open.loadOlder()
  await time.settle()
  for (let n = 0; n < 10; n++) {
    open.loadOlder()
    open.setVisibleRange({ from, to: from + 10, readTo: from + 10, isAtEnd: false })
    await time.settle()
  }
  expect(requests).toEqual(['older'])
  find()
  await time.forward(1000)
  expect(requests).toEqual(['older', 'older'])
  expect(state()!.timeline.ranges[0]!.from).toBeLessThan(from)
  await time.forward(60_000)
  expect(requests).toHaveLength(2)
})
