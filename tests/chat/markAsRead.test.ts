// How far a conversation is marked as read while it is on the screen.

import { describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { createReadTracker } from '#web/chat/engine/open/readTracker.ts'
import { emptyTimeline, withPage, withMessage } from '#web/chat/engine/timeline/timeline.ts'
import { ann, ben, conversationModel } from '#tests/chat/conversationModel.ts'
import { virtualTime } from '#tests/support/virtualTime.ts'

/** Ann has opened a conversation in which this many messages of Ben are unread. */
function opened(unread: number) {
  const time = virtualTime()
  const model = conversationModel()
  for (let n = 1; n <= unread; n++) model.say(ben, `${n}`)
  const newest = { type: 'newest', limit: 100, jump: true, epoch: 0 } as const
  let timeline = withPage(emptyTimeline, newest, model.page(newest))
  const marks: string[] = []
  let readTo = 0
  const screen = { isVisible: true }
  const readMarker = createReadTracker({
    ports: { me: ann, timers: time, isVisible: () => screen.isVisible },
    timeline: () => timeline,
    summary: () => ({ unread: Math.max(0, unread - readTo), lastSeq: unread }),
    onRead(_, seq) {
      readTo = seq
      marks.push(`${seq} after ${time.now()} ms`)
    },
  })
  readMarker.start(0)
  /** Scrolls so that these messages are wholly visible. */
  const look = (from: number, readTo: number) => {
    readMarker.setVisibleRange({ from, to: readTo, readTo, isAtEnd: readTo === timeline.lastSeq })
    readMarker.update()
  }
  const say = (by: typeof ben) => {
    timeline = withMessage(timeline, model.say(by, 'news'))
    readMarker.update()
  }
  return { time, marks, screen, look, say }
}

describe('a short conversation', () => {
  test('A conversation whose unread messages fit on the screen is marked as read when it opens', async () => {
    coversSpec('§4 Messages: Marking a chat read')

    const { time, marks, look } = opened(5)
    look(1, 5)
    await time.forward(100)
    expect(marks).toEqual(['5 after 100 ms'])
  })

  test('A conversation is marked as read one second after a message appears, once for all messages of that second', async () => {
    coversSpec('§4 Messages: Marking a chat read', '§9 Mark-read after change')

    const { time, marks, look, say } = opened(5)
    look(1, 5)
    await time.forward(1000)
    say(ben)
    look(2, 6)
    await time.forward(400)
    say(ben)
    look(3, 7)
    await time.forward(599)
    expect(marks).toEqual(['5 after 100 ms'])
    await time.forward(1)
    expect(marks).toEqual(['5 after 100 ms', '7 after 2000 ms'])
  })
})

describe('a conversation longer than the screen', () => {
  test('A longer conversation is marked as read down to the last visible message, and within one second after scrolling', async () => {
    coversSpec('§4 Messages: Marking a chat read')

    const { time, marks, look } = opened(60)
    look(1, 12)
    await time.forward(100)
    expect(marks).toEqual(['12 after 100 ms'])
    for (const to of [20, 30, 41]) {
      await time.forward(250)
      look(to - 11, to)
    }
    await time.forward(1000)
    expect(marks.slice(1)).toEqual(['41 after 1350 ms'])
  })

  test('A conversation is not marked as read when the reader scrolls up or the page is hidden', async () => {
    const { time, marks, screen, look } = opened(60)
    look(1, 12)
    await time.forward(2000)
    look(1, 4)
    await time.forward(2000)
    screen.isVisible = false
    look(20, 40)
    await time.forward(2000)
    expect(marks).toEqual(['12 after 100 ms'])
  })
})

test('A conversation without messages is not marked as read', async () => {
  coversSpec('§7 Conversations and trip chats: The client first fetches')

  const { time, marks, look } = opened(0)
  look(1, 0)
  await time.forward(2000)
  expect(marks).toEqual([])
})

test('The reader’s own messages are not marked as read', async () => {
  const { time, marks, look, say } = opened(1)
  look(1, 1)
  await time.forward(100)
  say(ann)
  look(1, 2)
  await time.forward(2000)
  expect(marks).toEqual(['1 after 100 ms'])
})
