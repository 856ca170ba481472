// Whatever the network does with pages and pushes, a timeline ends equal to the server's, and never shows a message
// twice, out of order, or an own message that disappears meanwhile.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MessageResponse } from '#core/chat/contract.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { messagesIn } from '#web/chat/engine/timeline/messageChunks.ts'
import { missingPage, newerPage, olderPage } from '#web/chat/engine/timeline/timelineGaps.ts'
import type { PendingMessage } from '#web/chat/engine/timeline/pendingMessage.ts'
import type { StatusUpdate, Timeline, PageRequest } from '#web/chat/engine/timeline/timeline.ts'
import * as timelines from '#web/chat/engine/timeline/timeline.ts'
import { type MessageRow, rowsOf } from '#web/chat/engine/timeline/timelineRows.ts'
import { ann, ben, cho, conversationModel } from '#tests/chat/conversationModel.ts'

/** The actions, each with its relative frequency. */
const weights = {
  say: 4,
  edit: 2,
  send: 2,
  store: 2,
  answer: 2,
  refuse: 1,
  retry: 1,
  push: 6,
  losePushes: 1,
  resume: 1,
  reload: 1,
  ask: 3,
  serve: 3,
  arrive: 4,
  older: 1,
  newer: 1,
  look: 1,
  end: 1,
  read: 1,
}
type Do = keyof typeof weights

interface Step {
  do: Do
  by: 'ben' | 'cho'
  times: number
  /** Chooses among the messages that the action can concern. */
  which: number
  again: boolean
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.oneof(
    ...Object.entries(weights).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Do) })),
  ),
  by: fc.constantFrom('ben', 'cho'),
  times: fc.constantFrom(1, 2, 3, 60),
  which: fc.oneof(fc.constant(0), fc.nat(1000)),
  again: fc.boolean(),
})

function play(steps: readonly Step[]) {
  const server = conversationModel()
  let timeline: Timeline = timelines.emptyTimeline
  let pushes: MessageResponse[] = []
  let statuses: StatusUpdate[] = []
  /** Messages sent from this device, in order; the server's responses arrive later. */
  let outbox: PendingMessage[] = []
  let stored: MessageResponse[] = []
  let asked: { wanted: PageRequest; messages?: MessageResponse[] }[] = []
  let sends = 0
  /** An event was lost and the connection has not reported it yet. */
  let isMissingNews = false

  const take = <T>(list: T[], index: number): T | undefined => list.splice(index % (list.length || 1), 1)[0]
  const seqOf = (id: string) => server.messages.find((message) => message.id === id)?.seq ?? Infinity
  const change = (next: Timeline) => {
    expectCalm(timeline, next, seqOf)
    timeline = next
  }
  const tellAll = (message: MessageResponse) => pushes.push(message)

  const acts: Record<Do, (step: Step) => void> = {
    say({ by, times }) {
      for (let i = 0; i < times; i++) tellAll(server.say(by === 'ben' ? ben : cho, `${by} says`))
    },
    edit({ which }) {
      if (server.messages.length === 0) return
      tellAll(server.edit((which % server.messages.length) + 1, `edit ${which}`))
    },
    send() {
      const id = idFrom(ann.id, `send ${++sends}`)
      const at = '2026-05-02T11:00:00Z'
      const item = { id, content: `send ${sends}`, replyTo: null, at, isMemoryOnly: false, error: null }
      outbox = [...outbox, { ...item, messageType: 'text', files: [], state: 'sending' }]
      change(timelines.withPendingMessages(timeline, outbox))
    },
    store() {
      const next = outbox.find(({ id, state }) => state === 'sending' && !stored.some((m) => m.id === id))
      if (!next) return
      const message = server.say(ann, next.content, next.content)
      stored.push(message)
      tellAll(message)
    },
    answer() {
      const message = stored.shift()
      if (!message) return
      change(timelines.withMessage(timeline, message))
      outbox = outbox.filter(({ id }) => id !== message.id)
      change(timelines.withPendingMessages(timeline, outbox))
    },
    refuse({ which }) {
      const open = outbox.filter(({ id }) => !stored.some((message) => message.id === id))
      const refused = open[which % (open.length || 1)]
      if (!refused) return
      outbox = outbox.map((item) => (item === refused ? { ...item, state: 'refused', error: 'No' } : item))
      change(timelines.withPendingMessages(timeline, outbox))
    },
    retry() {
      const refused = outbox.find(({ state }) => state === 'refused')
      if (!refused) return
      outbox = [...outbox.filter((item) => item !== refused), { ...refused, state: 'sending', error: null }]
      change(timelines.withPendingMessages(timeline, outbox))
    },
    push({ which, again }) {
      const message = pushes[which % (pushes.length || 1)]
      if (!message) return
      if (!again) take(pushes, which)
      change(timelines.withMessage(timeline, message))
    },
    losePushes() {
      isMissingNews ||= pushes.length > 0
      pushes = []
    },
    reload() {
      act('losePushes')
      asked = []
      statuses = []
      timeline = timelines.withPendingMessages(timelines.emptyTimeline, outbox)
      act('resume')
    },
    resume() {
      isMissingNews = false
      change(timelines.resumed(timeline, server.messages.length))
    },
    ask() {
      const wanted = missingPage(timeline)
      if (wanted && !asked.some((one) => one.wanted.type === wanted.type)) asked.push({ wanted })
    },
    older: () => ask(olderPage(timeline)),
    newer: () => ask(newerPage(timeline)),
    serve() {
      const open = asked.find(({ messages }) => !messages)
      if (open) open.messages = server.page(open.wanted)
    },
    arrive({ which }) {
      const served = asked.filter(({ messages }) => messages)
      const one = served[which % (served.length || 1)]
      if (!one) return
      asked = asked.filter((other) => other !== one)
      change(timelines.withPage(timeline, one.wanted, one.messages!))
    },
    look({ which }) {
      const loaded = timeline.ranges.flatMap(({ from, to }) => [from, to])
      if (loaded.length > 0) timeline = timelines.shownAround(timeline, loaded[which % loaded.length]!)
    },
    end: () => void (timeline = timelines.shownAtEnd(timeline)),
    read({ which }) {
      const message = server.messages[which % (server.messages.length || 1)]
      if (!message) return
      const statusEvent: StatusUpdate = { message_id: message.id, user_id: ben.id, status: 'read' }
      statuses.push(statusEvent)
      change(timelines.withStatus(timeline, statusEvent))
    },
  }
  const ask = (wanted: PageRequest | null) => wanted && asked.push({ wanted })

  const act = (what: Do, which = 0) => acts[what]({ do: what, by: 'ben', times: 1, which, again: false })

  for (const one of steps) acts[one.do](one)
  // At rest: the newest packets arrive first.
  if (isMissingNews) act('resume')
  while (pushes.length > 0) act('push', pushes.length - 1)
  while (asked.length > 0) {
    act('serve')
    act('arrive')
  }
  return { server, timeline, outbox, statuses }
}

/** The visible rows change without a jump: no duplicates, no gaps, and own messages never disappear. */
function expectCalm(before: Timeline, after: Timeline, seqOf: (id: string) => number): void {
  const rows = messageRows(after)
  const keys = rows.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  const seqs = rows.flatMap(({ seq }) => seq ?? [])
  expect(seqs).toEqual(seqs.map((_, index) => seqs[0]! + index))
  if (!before.isFollowing || !after.isFollowing) return
  const own = messageRows(before).filter(({ isOwn, seq }) => isOwn && seq === null)
  const gone = own.filter(({ key }) => !keys.includes(key))
  // When the timeline is far behind, the newest page replaces all: the removed messages then lie above it.
  for (const { key } of gone) expect(timelines.shownRange(after)!.from).toBeGreaterThan(seqOf(key))
  if ([...own, ...rows].some(({ status }) => status === 'refused')) return
  const left = own.map(({ key }) => key).filter((key) => keys.includes(key))
  expect(keys.filter((key) => left.includes(key))).toEqual(left)
}

const messageRows = (timeline: Timeline): MessageRow[] =>
  rowsOf(timeline, { me: ann, dayOf: () => '' }).filter((row) => row.type === 'message')

/** Fetches all gaps, then scrolls up to the first message. */
function catchUp(given: Timeline, server: ReturnType<typeof conversationModel>): Timeline {
  let timeline = timelines.shownAtEnd(given)
  for (let requests = 0; requests < 200; requests++) {
    const wanted = missingPage(timeline, { from: 1, to: Infinity }) ?? olderPage(timeline)
    if (!wanted) return timeline
    timeline = timelines.withPage(timeline, wanted, server.page(wanted))
  }
  throw new Error('It asks for ever')
}

test('After any pages, pushes, gaps and losses, a timeline with the responses it asked for equals the server’s', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
      const { server, timeline, outbox, statuses } = play(steps)
      const whole = catchUp(timeline, server)
      const range = timelines.shownRange(whole)
      expect(range ? messagesIn(whole.chunks, range) : []).toEqual(server.messages)
      const unsent = outbox.filter(({ id }) => !server.messages.some((message) => message.id === id))
      expect(whole.pending.map(({ id }) => id)).toEqual(unsent.map(({ id }) => id))
      const read = Math.max(
        0,
        ...statuses.map(({ message_id: id }) => server.messages.find((m) => m.id === id)?.seq ?? 0),
      )
      expect(whole.readBy.get(ben.id) ?? 0).toBe(read)
    }),
    { numRuns: 200 },
  )
})

test('The timeline loads at most 2,000 messages, and the visible one is among them', () => {
  const server = conversationModel()
  for (let i = 0; i < 5000; i++) server.say(i % 3 ? ben : ann, `message ${i}`)
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('older', 'newer', 'end'), { maxLength: 120, size: 'max' }),
      (moves) => {
        let timeline = timelines.withNewestSeq(timelines.emptyTimeline, 5000)
        const load = (wanted: PageRequest | null) => {
          if (wanted) timeline = timelines.withPage(timeline, wanted, server.page(wanted))
        }
        load(missingPage(timeline))
        for (const move of moves) {
          if (move === 'end') {
            timeline = timelines.shownAtEnd(timeline)
            load(missingPage(timeline))
          } else load((move === 'older' ? olderPage : newerPage)(timeline))
          const { from, to } = timelines.shownRange(timeline)!
          const reading = move === 'older' ? from : to
          timeline = timelines.trimmed(timeline, reading)
          const shown = timelines.shownRange(timeline)!
          expect(reading).toBeGreaterThanOrEqual(shown.from)
          expect(reading).toBeLessThanOrEqual(shown.to)
          expect(
            timeline.ranges.reduce((sum, range) => sum + range.to - range.from + 1, 0),
          ).toBeLessThanOrEqual(2000)
          expect(messagesIn(timeline.chunks, shown)).toEqual(server.messages.slice(shown.from - 1, shown.to))
        }
      },
    ),
    { numRuns: 10 },
  )
})
