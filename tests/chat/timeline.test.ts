// What a person sees of a conversation while copies of the same message come by several ways.

import { describe, expect, test } from 'vitest'
import { idFrom } from '#core/kernel/ids.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { missingMessages, older } from '#web/chat/missing.ts'
import type { PendingMessage, Timeline } from '#web/chat/timeline.ts'
import * as timelines from '#web/chat/timeline.ts'
import { countAfter, firstUnread, rowsOf } from '#web/chat/timelineRows.ts'
import { ann, ben, conversationModel } from '#tests/chat/conversationModel.ts'

/** A conversation in which ben said something so many times, and the timeline of who just opened it. */
function opened(said: number) {
  const server = conversationModel()
  for (let i = 1; i <= said; i++) server.say(ben, `ben ${i}`)
  return { server, timeline: loaded(timelines.emptyTimeline, server) }
}

function loaded(given: Timeline, server: ReturnType<typeof conversationModel>): Timeline {
  let timeline = timelines.resumed(given, server.messages.length)
  for (let wanted = missingMessages(timeline); wanted; wanted = missingMessages(timeline))
    timeline = timelines.pageArrived(timeline, wanted, server.page(wanted))
  return timeline
}

const own = (clientId: string, state: PendingMessage['state'] = 'sending'): PendingMessage => ({
  id: idFrom(ann.id, clientId),
  content: clientId,
  replyTo: null,
  at: '2026-05-02T12:00:00.000Z',
  state,
  memoryOnly: false,
  error: state === 'refused' ? 'No' : null,
})

const shown = (timeline: Timeline) =>
  rowsOf(timeline, { me: ann, dayOf: () => 'one day' }).flatMap((row) =>
    row.type === 'message' ? (row.isOwn ? `${row.content} (${row.status})` : row.content) : [],
  )

describe('an own message', () => {
  test('is there at once, at the end, and keeps its key when the server has it', () => {
    const { server, timeline } = opened(2)
    const sending = timelines.withPendingMessages(timeline, [own('hello')])
    expect(shown(sending)).toEqual(['ben 1', 'ben 2', 'hello (sending)'])
    const done = timelines.sent(sending, server.say(ann, 'hello', 'hello'))
    expect(shown(done)).toEqual(['ben 1', 'ben 2', 'hello (sent)'])
    expect(keys(done)).toEqual(keys(sending))
  })

  test('stands once, whether the push or the answer comes first', () => {
    coversSpec('§4 Messages: A new message is added')

    const { server, timeline } = opened(1)
    const sending = timelines.withPendingMessages(timeline, [own('hello')])
    const message = server.say(ann, 'hello', 'hello')
    const byPush = timelines.withPendingMessages(timelines.pushArrived(sending, message), [own('hello')])
    expect(shown(byPush)).toEqual(['ben 1', 'hello (sent)'])
    expect(shown(timelines.withPendingMessages(timelines.sent(byPush, message), []))).toEqual([
      'ben 1',
      'hello (sent)',
    ])
    const byAnswer = timelines.withPendingMessages(timelines.sent(sending, message), [])
    expect(shown(timelines.pushArrived(byAnswer, message))).toEqual(['ben 1', 'hello (sent)'])
  })

  test('stays where it is while messages before it are still missing', () => {
    const { server, timeline } = opened(1)
    const sending = timelines.withPendingMessages(timeline, [own('hello')])
    server.say(ben, 'ben 2')
    const answered = timelines.withPendingMessages(
      timelines.sent(sending, server.say(ann, 'hello', 'hello')),
      [],
    )
    expect(shown(answered)).toEqual(['ben 1', 'hello (sent)'])
    expect(shown(loaded(answered, server))).toEqual(['ben 1', 'ben 2', 'hello (sent)'])
  })

  test('survives a reload, and is not shown twice where it had arrived already', () => {
    const { server } = opened(1)
    server.say(ann, 'hello', 'hello')
    const outbox = [own('hello', 'waiting'), own('again', 'waiting')]
    const before = loaded(timelines.withPendingMessages(timelines.emptyTimeline, outbox), server)
    const after = timelines.withPendingMessages(loaded(timelines.emptyTimeline, server), outbox)
    for (const timeline of [before, after])
      expect(shown(timeline)).toEqual(['ben 1', 'hello (sent)', 'again (waiting)'])
  })

  test('is not shown below a later one that is stored: it was stored before it', () => {
    const { server } = opened(0)
    server.say(ann, 'first', 'first')
    for (let i = 0; i < 60; i++) server.say(ben, `ben ${i}`)
    server.say(ann, 'second', 'second')
    const outbox = [own('first', 'waiting'), own('second', 'waiting')]
    const timeline = loaded(timelines.withPendingMessages(timelines.emptyTimeline, outbox), server)
    expect(shown(timeline).slice(-2)).toEqual(['ben 59', 'second (sent)'])
  })

  test('that was refused stays below what follows, says why, and goes when it is discarded', () => {
    const { server, timeline } = opened(1)
    const refused = timelines.withPendingMessages(timeline, [own('no', 'refused'), own('yes')])
    const next = timelines.withPendingMessages(timelines.sent(refused, server.say(ann, 'yes', 'yes')), [
      own('no', 'refused'),
    ])
    expect(shown(next)).toEqual(['ben 1', 'yes (sent)', 'no (refused)'])
    expect(rowsOf(next, { me: ann }).at(-1)).toMatchObject({ error: 'No' })
    expect(shown(timelines.withPendingMessages(next, []))).toEqual(['ben 1', 'yes (sent)'])
  })

  test('shows one tick when stored, and more when handed over and read by somebody else', () => {
    const { server, timeline } = opened(0)
    const message = server.say(ann, 'hello', 'hello')
    const stored = timelines.pushArrived(timeline, message)
    const told = (user_id: string, status: 'delivered' | 'read') => ({
      message_id: message.id,
      user_id,
      status,
    })
    expect(shown(timelines.statusArrived(stored, told(ann.id, 'read')))).toEqual(['hello (sent)'])
    const handed = timelines.statusArrived(stored, told(ben.id, 'delivered'))
    expect(shown(handed)).toEqual(['hello (delivered)'])
    expect(shown(timelines.statusArrived(handed, told(ben.id, 'read')))).toEqual(['hello (read)'])
    // It may be told before the message itself.
    const early = timelines.statusArrived(timeline, told(ben.id, 'read'))
    expect(shown(timelines.pushArrived(early, message))).toEqual(['hello (read)'])
  })
})

describe('what others said', () => {
  test('is held behind a gap until the gap is filled, and asked for after the last one that is here', () => {
    const { server, timeline } = opened(2)
    server.say(ben, 'ben 3')
    const gap = timelines.pushArrived(timeline, server.say(ben, 'ben 4'))
    expect(shown(gap)).toEqual(['ben 1', 'ben 2'])
    expect(missingMessages(gap)).toMatchObject({ type: 'after', id: server.messages[1]!.id, limit: 1 })
    expect(shown(loaded(gap, server))).toEqual(['ben 1', 'ben 2', 'ben 3', 'ben 4'])
  })

  test('the first message of an empty conversation needs no fetching', () => {
    const { server, timeline } = opened(0)
    expect(missingMessages(timeline)).toBeNull()
    const first = timelines.pushArrived(timeline, server.say(ben, 'ben 1'))
    expect(shown(first)).toEqual(['ben 1'])
    expect(missingMessages(first)).toBeNull()
  })

  test('an edited message stays in its place; an older copy that comes late changes nothing', () => {
    const { server, timeline } = opened(2)
    const once = server.edit(1, 'once')
    const twice = server.edit(1, 'twice')
    const edited = timelines.pushArrived(timelines.pushArrived(timeline, twice), once)
    expect(shown(edited)).toEqual(['twice', 'ben 2'])
  })

  test('an edit that was missed while away is found when the page is read again', () => {
    const { server, timeline } = opened(3)
    expect(missingMessages(timeline)).toBeNull()
    server.edit(2, 'edited')
    expect(shown(loaded(timeline, server))).toEqual(['ben 1', 'edited', 'ben 3'])
  })

  test('a page that was asked for before one was away proves nothing about after', () => {
    const { server, timeline } = opened(3)
    const wanted = older({ ...timeline, anchor: 3, ranges: [{ from: 3, to: 3 }] })!
    const page = server.page(wanted)
    server.edit(2, 'edited')
    const resumed = timelines.resumed(timeline, 3)
    const late = timelines.pageArrived(resumed, wanted, page)
    expect(shown(loaded(late, server))).toEqual(['ben 1', 'edited', 'ben 3'])
  })

  test('a push from before one was away proves nothing either', () => {
    const { server, timeline } = opened(2)
    const third = server.say(ben, 'ben 3')
    server.edit(3, 'edited')
    const late = timelines.pushArrived(timelines.resumed(timeline, 3), third)
    const wanted = missingMessages(late)!
    expect(shown(timelines.pageArrived(late, wanted, server.page(wanted)))).toEqual([
      'ben 1',
      'ben 2',
      'edited',
    ])
  })

  test('after a long time away one starts at the newest page, and scrolling up leads through all', () => {
    const { server, timeline } = opened(10)
    for (let i = 11; i <= 1000; i++) server.say(ben, `ben ${i}`)
    let away = timelines.resumed(timeline, 1000)
    const wanted = missingMessages(away)!
    expect(wanted.type).toBe('newest')
    away = timelines.pageArrived(away, wanted, server.page(wanted))
    expect(shown(away)).toHaveLength(50)
    for (let page = older(away); page; page = older(away))
      away = timelines.pageArrived(away, page, server.page(page))
    expect(shown(away)).toEqual(server.messages.map(({ content }) => content))
  })

  test('who reads old messages is not thrown to the end by new ones', () => {
    const { server, timeline } = opened(60)
    const back = older(timeline)!
    const reading = timelines.trimmed(timelines.pageArrived(timeline, back, server.page(back)), 1, 20)
    expect(timelines.shownRange(reading)).toEqual({ from: 1, to: 50 })
    const later = timelines.pushArrived(reading, server.say(ben, 'ben 61'))
    expect(timelines.shownRange(later)).toEqual({ from: 1, to: 50 })
    expect(missingMessages(later)).toBeNull()
    const end = loaded(timelines.lookedAtEnd(later), server)
    expect(shown(end).at(-1)).toBe('ben 61')
  })
})

describe('the lines between messages', () => {
  const at = (iso: string) => ({ created_at: iso, updated_at: iso })

  test('a line for each day, by the reader’s own midnight', () => {
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

  test('a name at the start and a time at the end of what one person says within five minutes', () => {
    const { server, timeline } = opened(4)
    const minutes = [0, 1, 6, 7]
    let next = timeline
    server.messages.forEach((message, i) => {
      const time = at(new Date(Date.parse('2026-05-03T10:00:00Z') + minutes[i]! * 60_000).toISOString())
      next = timelines.pushArrived(next, { ...message, ...time })
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

  test('an own message on its way stands on the newest day, though this device is an hour behind', () => {
    const { timeline } = opened(1)
    const sending = timelines.withPendingMessages(timeline, [
      { ...own('late'), at: '2026-05-01T23:30:00.000Z' },
    ])
    const rows = rowsOf(sending, { me: ann, dayOf: (ms) => new Date(ms).toISOString().slice(0, 10) })
    expect(rows.filter(({ type }) => type === 'date')).toHaveLength(1)
  })

  test('the line “New messages” stands above the first unread one, wherever own ones lie between', () => {
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

  test('more unread than loaded leads further up', () => {
    const { timeline } = opened(120)
    expect(firstUnread(timeline, 80, ann.id)).toBe('older')
  })
})

const keys = (timeline: Timeline) =>
  rowsOf(timeline, { me: ann, dayOf: () => 'one day' }).map(({ key }) => key)

describe('what the device kept of a conversation', () => {
  const kept = (said: number) => {
    const { server, timeline } = opened(said)
    return { server, messages: timelines.newestOf(timeline, 20) }
  }

  test('is its newest messages, and no more of them than asked for', () => {
    expect(kept(120).messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, i) => 101 + i))
  })

  test('is shown as it was, and what came or changed since comes to it without a gap', () => {
    const { server, messages } = kept(30)
    let timeline = timelines.timelineFromCache(timelines.emptyTimeline, messages)
    expect(shown(timeline)).toEqual(messages.map(({ content }) => content))
    server.edit(30, 'ben thought again')
    server.say(ben, 'ben 31')
    timeline = loaded(timeline, server)
    expect(shown(timeline).slice(-2)).toEqual(['ben thought again', 'ben 31'])
    expect(shown(timeline)).toHaveLength(21)
  })

  test('never takes the place of what was read', () => {
    const { messages } = kept(30)
    const { timeline } = opened(2)
    expect(timelines.timelineFromCache(timeline, messages)).toBe(timeline)
  })
})
