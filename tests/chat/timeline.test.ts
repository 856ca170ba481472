// A timeline whose messages arrive by response, page and push, in any order.

import { describe, expect, test } from 'vitest'
import { idFrom } from '#core/kernel/ids.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { missingPage, olderPage } from '#web/chat/engine/timeline/timelineGaps.ts'
import type { PendingMessage } from '#web/chat/engine/timeline/pendingMessage.ts'
import type { Timeline } from '#web/chat/engine/timeline/timeline.ts'
import * as timelines from '#web/chat/engine/timeline/timeline.ts'
import { countAfter, firstUnread, readersOf, rowsOf } from '#web/chat/engine/timeline/timelineRows.ts'
import { readersText } from '#web/chat/view/MessageMenu.tsx'
import { ann, ben, conversationModel } from '#tests/chat/conversationModel.ts'

/** Opens a conversation in which ben has sent this many messages. */
function opened(said: number) {
  const server = conversationModel()
  for (let i = 1; i <= said; i++) server.say(ben, `ben ${i}`)
  return { server, timeline: loaded(timelines.emptyTimeline, server) }
}

function loaded(given: Timeline, server: ReturnType<typeof conversationModel>): Timeline {
  let timeline = timelines.resumed(given, server.messages.length)
  for (let wanted = missingPage(timeline); wanted; wanted = missingPage(timeline))
    timeline = timelines.withPage(timeline, wanted, server.page(wanted))
  return timeline
}

const own = (clientId: string, state: PendingMessage['state'] = 'sending'): PendingMessage => ({
  id: idFrom(ann.id, clientId),
  content: clientId,
  messageType: 'text',
  files: [],
  replyTo: null,
  at: '2026-05-02T12:00:00.000Z',
  state,
  isMemoryOnly: false,
  error: state === 'refused' ? 'No' : null,
})

const shown = (timeline: Timeline) =>
  rowsOf(timeline, { me: ann, dayOf: () => 'one day' }).flatMap((row) =>
    row.type === 'message' ? (row.isOwn ? `${row.content} (${row.status})` : row.content) : [],
  )

describe('an own message', () => {
  test('An own message appears at once at the end, and keeps its key when the server has stored it', () => {
    const { server, timeline } = opened(2)
    const sending = timelines.withPendingMessages(timeline, [own('hello')])
    expect(shown(sending)).toEqual(['ben 1', 'ben 2', 'hello (sending)'])
    const done = timelines.withMessage(sending, server.say(ann, 'hello', 'hello'))
    expect(shown(done)).toEqual(['ben 1', 'ben 2', 'hello (sent)'])
    expect(keys(done)).toEqual(keys(sending))
  })

  test('An own message appears once, whether the push or the response comes first', () => {
    coversSpec('§4 Messages: A new message is added')

    const { server, timeline } = opened(1)
    const sending = timelines.withPendingMessages(timeline, [own('hello')])
    const message = server.say(ann, 'hello', 'hello')
    const byPush = timelines.withPendingMessages(timelines.withMessage(sending, message), [own('hello')])
    expect(shown(byPush)).toEqual(['ben 1', 'hello (sent)'])
    expect(shown(timelines.withPendingMessages(timelines.withMessage(byPush, message), []))).toEqual([
      'ben 1',
      'hello (sent)',
    ])
    const byAnswer = timelines.withPendingMessages(timelines.withMessage(sending, message), [])
    expect(shown(timelines.withMessage(byAnswer, message))).toEqual(['ben 1', 'hello (sent)'])
  })

  test('An own message keeps its place while messages before it are missing', () => {
    const { server, timeline } = opened(1)
    const sending = timelines.withPendingMessages(timeline, [own('hello')])
    server.say(ben, 'ben 2')
    const answered = timelines.withPendingMessages(
      timelines.withMessage(sending, server.say(ann, 'hello', 'hello')),
      [],
    )
    expect(shown(answered)).toEqual(['ben 1', 'hello (sent)'])
    expect(shown(loaded(answered, server))).toEqual(['ben 1', 'ben 2', 'hello (sent)'])
  })

  test('An own message survives a reload, and appears once where it had already arrived', () => {
    const { server } = opened(1)
    server.say(ann, 'hello', 'hello')
    const outbox = [own('hello', 'waiting'), own('again', 'waiting')]
    const before = loaded(timelines.withPendingMessages(timelines.emptyTimeline, outbox), server)
    const after = timelines.withPendingMessages(loaded(timelines.emptyTimeline, server), outbox)
    for (const timeline of [before, after])
      expect(shown(timeline)).toEqual(['ben 1', 'hello (sent)', 'again (waiting)'])
  })

  test('An own message is never shown below a later stored one, because it was stored before that one', () => {
    const { server } = opened(0)
    server.say(ann, 'first', 'first')
    for (let i = 0; i < 60; i++) server.say(ben, `ben ${i}`)
    server.say(ann, 'second', 'second')
    const outbox = [own('first', 'waiting'), own('second', 'waiting')]
    const timeline = loaded(timelines.withPendingMessages(timelines.emptyTimeline, outbox), server)
    expect(shown(timeline).slice(-2)).toEqual(['ben 59', 'second (sent)'])
  })

  test('A refused own message stays below later ones, shows the reason, and disappears when it is discarded', () => {
    const { server, timeline } = opened(1)
    const refused = timelines.withPendingMessages(timeline, [own('no', 'refused'), own('yes')])
    const next = timelines.withPendingMessages(
      timelines.withMessage(refused, server.say(ann, 'yes', 'yes')),
      [own('no', 'refused')],
    )
    expect(shown(next)).toEqual(['ben 1', 'yes (sent)', 'no (refused)'])
    expect(rowsOf(next, { me: ann, dayOf: () => '' }).at(-1)).toMatchObject({ error: 'No' })
    expect(shown(timelines.withPendingMessages(next, []))).toEqual(['ben 1', 'yes (sent)'])
  })

  test('An own message shows one tick when stored, and more when another person received and read it', () => {
    const { server, timeline } = opened(0)
    const message = server.say(ann, 'hello', 'hello')
    const stored = timelines.withMessage(timeline, message)
    const statusEvent = (user_id: string, status: 'delivered' | 'read') => ({
      message_id: message.id,
      user_id,
      status,
    })
    expect(shown(timelines.withStatus(stored, statusEvent(ann.id, 'read')))).toEqual(['hello (sent)'])
    const handed = timelines.withStatus(stored, statusEvent(ben.id, 'delivered'))
    expect(shown(handed)).toEqual(['hello (delivered)'])
    expect(shown(timelines.withStatus(handed, statusEvent(ben.id, 'read')))).toEqual(['hello (read)'])
    // After a reload there are no receipts, but the page says how far others have read.
    expect(shown(timelines.withReadBy(stored, { [ben.id]: stored.lastSeq }))).toEqual(['hello (read)'])
    // The status may arrive before the message itself.
    const early = timelines.withStatus(timeline, statusEvent(ben.id, 'read'))
    expect(shown(timelines.withMessage(early, message))).toEqual(['hello (read)'])
  })
})

test('In a group two ticks wait for all others, and everybody who has read a message is named', () => {
  const cal = { id: 'cal', username: 'cal' }
  const { server, timeline } = opened(0)
  const message = server.say(ann, 'hello', 'hello')
  const stored = timelines.withMessage(timeline, message)
  const people = [ann, ben, cal]
  const statusIn = (of: Timeline, others = people) =>
    rowsOf(of, { me: ann, others, dayOf: () => '' }).map((row) => row.type === 'message' && row.status)
  const readBy = (of: Timeline, user_id: string) =>
    timelines.withStatus(of, { message_id: message.id, user_id, status: 'read' })
  const byBen = readBy(stored, ben.id)
  expect(statusIn(byBen)).toContain('sent')
  expect(readersText(readersOf(byBen, 1, [ben, cal]))).toBe('Read by 1')
  const byBoth = readBy(byBen, cal.id)
  expect(statusIn(byBoth)).toContain('read')
  expect(readersText(readersOf(byBoth, 1, [ben, cal]))).toBe('Read by 2')
  expect(statusIn(byBen, [ann, ben]), 'once cal has left').toContain('read')
  expect(readersText(readersOf(stored, 1, [ben, cal]))).toBe('Not read yet')
  // Also from the pages alone, which name everybody.
  const alone = (readBy: Record<string, number>) =>
    rowsOf(timelines.withReadBy(stored, readBy), { me: ann, dayOf: () => '' }).at(-1)
  expect(alone({ [ben.id]: 1, cal: 0 })).toMatchObject({ status: 'sent' })
  expect(alone({ [ben.id]: 1, cal: 1 })).toMatchObject({ status: 'read' })
})

test('A quote shows the present text of the quoted message where that is loaded, and stays the same object', () => {
  const { server, timeline } = opened(2)
  const [first] = server.messages
  const { id, content, sender } = first!
  const reply = { ...server.say(ben, 'indeed'), reply_to: { id, content, sender } }
  const quoted = timelines.withMessage(timeline, reply)
  const quotesIn = (of: Timeline) =>
    rowsOf(of, { me: ann, dayOf: () => '' }).flatMap((row) =>
      row.type === 'message' && row.replyTo ? row.replyTo : [],
    )
  expect(quotesIn(quoted)[0]).toBe(reply.reply_to)
  const edited = timelines.withMessage(quoted, server.edit(1, 'corrected'))
  expect(quotesIn(edited)).toEqual([{ id, content: 'corrected', sender }])
  const later = timelines.withMessage(edited, server.say(ben, 'ben 4'))
  expect(quotesIn(later)[0]).toBe(quotesIn(edited)[0])
})

describe('messages of others', () => {
  test('A message behind a gap is held until the gap is filled, and the gap is fetched after the last loaded message', () => {
    const { server, timeline } = opened(2)
    server.say(ben, 'ben 3')
    const gap = timelines.withMessage(timeline, server.say(ben, 'ben 4'))
    expect(shown(gap)).toEqual(['ben 1', 'ben 2'])
    expect(missingPage(gap)).toMatchObject({ type: 'after', id: server.messages[1]!.id, limit: 1 })
    expect(shown(loaded(gap, server))).toEqual(['ben 1', 'ben 2', 'ben 3', 'ben 4'])
  })

  test('The first message of an empty conversation needs no fetch', () => {
    const { server, timeline } = opened(0)
    expect(missingPage(timeline)).toBeNull()
    const first = timelines.withMessage(timeline, server.say(ben, 'ben 1'))
    expect(shown(first)).toEqual(['ben 1'])
    expect(missingPage(first)).toBeNull()
  })

  test('An edited message keeps its place, and a late older version changes nothing', () => {
    const { server, timeline } = opened(2)
    const once = server.edit(1, 'once')
    const twice = server.edit(1, 'twice')
    const edited = timelines.withMessage(timelines.withMessage(timeline, twice), once)
    expect(shown(edited)).toEqual(['twice', 'ben 2'])
  })

  test('An edit missed while offline appears when the page is fetched again', () => {
    const { server, timeline } = opened(3)
    expect(missingPage(timeline)).toBeNull()
    server.edit(2, 'edited')
    expect(shown(loaded(timeline, server))).toEqual(['ben 1', 'edited', 'ben 3'])
  })

  test('A page requested before a reconnect does not count as loaded after it', () => {
    const { server, timeline } = opened(3)
    const wanted = olderPage({ ...timeline, anchor: 3, ranges: [{ from: 3, to: 3 }] })!
    const page = server.page(wanted)
    server.edit(2, 'edited')
    const resumed = timelines.resumed(timeline, 3)
    const late = timelines.withPage(resumed, wanted, page)
    expect(shown(loaded(late, server))).toEqual(['ben 1', 'edited', 'ben 3'])
  })

  test('A push from before a reconnect does not count as the current version', () => {
    const { server, timeline } = opened(2)
    const third = server.say(ben, 'ben 3')
    server.edit(3, 'edited')
    const late = timelines.withMessage(timelines.resumed(timeline, 3), third)
    const wanted = missingPage(late)!
    expect(shown(timelines.withPage(late, wanted, server.page(wanted)))).toEqual(['ben 1', 'ben 2', 'edited'])
  })

  test('After a long time offline the timeline starts at the newest page, and scrolling up loads the rest', () => {
    const { server, timeline } = opened(10)
    for (let i = 11; i <= 1000; i++) server.say(ben, `ben ${i}`)
    let away = timelines.resumed(timeline, 1000)
    const wanted = missingPage(away)!
    expect(wanted.type).toBe('newest')
    away = timelines.withPage(away, wanted, server.page(wanted))
    expect(shown(away)).toHaveLength(50)
    for (let page = olderPage(away); page; page = olderPage(away))
      away = timelines.withPage(away, page, server.page(page))
    expect(shown(away)).toEqual(server.messages.map(({ content }) => content))
  })

  test('New messages do not move a reader of old messages to the end', () => {
    const { server, timeline } = opened(60)
    const back = olderPage(timeline)!
    const reading = timelines.trimmed(timelines.withPage(timeline, back, server.page(back)), 1, 20)
    expect(timelines.shownRange(reading)).toEqual({ from: 1, to: 50 })
    const later = timelines.withMessage(reading, server.say(ben, 'ben 61'))
    expect(timelines.shownRange(later)).toEqual({ from: 1, to: 50 })
    expect(missingPage(later)).toBeNull()
    const end = loaded(timelines.shownAtEnd(later), server)
    expect(shown(end).at(-1)).toBe('ben 61')
  })
})

describe('separators', () => {
  const at = (iso: string) => ({ created_at: iso, updated_at: iso })

  test('A day separator stands at each of the reader’s midnights', () => {
    const { server, timeline } = opened(3)
    const days = new Map(
      server.messages.map(({ created_at }, i) => [Date.parse(created_at), i < 2 ? 'Fri' : 'Sat']),
    )
    const rows = rowsOf(timeline, { me: ann, dayOf: (ms) => days.get(ms)! })
    expect(rows.map((row) => (row.type === 'date' ? row.day : row.type))).toEqual([
      'Fri',
      'message',
      'message',
      'Sat',
      'message',
    ])
  })

  test('A name opens and a time closes the messages that a person sends within five minutes', () => {
    const { server, timeline } = opened(4)
    const minutes = [0, 1, 6, 7]
    let next = timeline
    server.messages.forEach((message, i) => {
      const time = at(new Date(Date.parse('2026-05-03T10:00:00Z') + minutes[i]! * 60_000).toISOString())
      next = timelines.withMessage(next, { ...message, ...time })
    })
    const runs = rowsOf(next, { me: ann, dayOf: () => '' }).map(
      (row) => row.type === 'message' && [row.startsRun, row.endsRun],
    )
    expect(runs).toEqual([
      [true, false],
      [false, true],
      [true, false],
      [false, true],
    ])
  })

  test('A pending own message stands on the newest day, though this device’s clock is an hour behind', () => {
    const { timeline } = opened(1)
    const sending = timelines.withPendingMessages(timeline, [
      { ...own('late'), at: '2026-05-01T23:30:00.000Z' },
    ])
    const rows = rowsOf(sending, { me: ann, dayOf: (ms) => new Date(ms).toISOString().slice(0, 10) })
    expect(rows.filter(({ type }) => type === 'date')).toHaveLength(1)
  })

  test('The separator “New messages” stands above the first unread message, wherever own messages lie between', () => {
    const server = conversationModel()
    for (const by of [ben, ann, ben, ann, ben]) server.say(by, by.username)
    const timeline = loaded(timelines.emptyTimeline, server)
    expect(firstUnread(timeline, 0, ann.id)).toBeNull()
    expect(firstUnread(timeline, 1, ann.id)).toBe(5)
    expect(firstUnread(timeline, 2, ann.id)).toBe(3)
    const rows = rowsOf(timeline, { me: ann, newFrom: 3, dayOf: () => 'one day' })
    expect(rows.findIndex(({ type }) => type === 'new')).toBe(3)
    expect(countAfter(timeline, 1, ann.id)).toBe(2)
  })

  test('More unread messages than are loaded let the reader jump further up', () => {
    const { timeline } = opened(120)
    expect(firstUnread(timeline, 80, ann.id)).toBe('older')
  })
})

const keys = (timeline: Timeline) =>
  rowsOf(timeline, { me: ann, dayOf: () => 'one day' }).map(({ key }) => key)

describe('cached messages', () => {
  const kept = (said: number) => {
    const { server, timeline } = opened(said)
    return { server, messages: timelines.newestMessages(timeline, 20) }
  }

  test('The cache keeps the newest messages of a conversation, up to its limit', () => {
    expect(kept(120).messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, i) => 101 + i))
  })

  test('A cached conversation is shown as it was, and new and changed messages join it without a gap', () => {
    const { server, messages } = kept(30)
    let timeline = timelines.timelineFromCache(timelines.emptyTimeline, messages)
    expect(shown(timeline)).toEqual(messages.map(({ content }) => content))
    server.edit(30, 'ben thought again')
    server.say(ben, 'ben 31')
    timeline = loaded(timeline, server)
    expect(shown(timeline).slice(-2)).toEqual(['ben thought again', 'ben 31'])
    expect(shown(timeline)).toHaveLength(21)
  })

  test('Cached messages never replace loaded ones', () => {
    const { messages } = kept(30)
    const { timeline } = opened(2)
    expect(timelines.timelineFromCache(timeline, messages)).toBe(timeline)
  })
})
