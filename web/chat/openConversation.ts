// A conversation while it is on a screen: joined on the server, its pages fetched as they are missed or wanted, what
// one sends laid over it, and what one has seen marked as read. What it holds is the timeline's business.

import type { MessageResponse } from '#core/chat/contract.ts'
import { sendMessage } from '#core/chat/contract.ts'
import type { ChatPorts, ReadResult } from '#web/chat/chatPorts.ts'
import { seqOfMessage } from '#web/chat/messageChunks.ts'
import { missingMessages, newer, older } from '#web/chat/missing.ts'
import type { ScrollPositions } from '#web/chat/places.ts'
import type { Known, OpenControl, OpenState } from '#web/chat/openShapes.ts'
import { editsAmong, messagesAmong } from '#web/chat/ownUnsent.ts'
import { createPageReader } from '#web/chat/pageReader.ts'
import { createReading } from '#web/chat/reading.ts'
import { rangeAt } from '#web/chat/seqRanges.ts'
import type { Timeline, Wanted } from '#web/chat/timeline.ts'
import * as timelines from '#web/chat/timeline.ts'
import type { PendingEdit } from '#web/chat/timelineRows.ts'
import { firstUnread } from '#web/chat/timelineRows.ts'
import { isEndpoint } from '#web/platform/outbox/item.ts'

export interface OpenDeps {
  ports: ChatPorts
  places: ScrollPositions
  /** How many messages are unread, and the newest number; null while not known. */
  known(): Known | null
  onRead(messageId: string, seq: number): void
  onChange(state: OpenState): void
}

/** Unread messages loaded for the line above the first of them. */
const UNREAD_LOADED = 200
/** So long a line may take to bring the newest messages; after that those kept on this device are shown. */
const PATIENCE_MS = 1000
const KEPT_MESSAGES = 200
const AROUND = 25
const NOT_FOUND = 'Conversation not found.'

export function createOpenConversation(
  conversationId: string,
  { ports, places, known, onRead, onChange }: OpenDeps,
): OpenControl {
  const { me, timers, outbox } = ports
  let timeline = timelines.emptyTimeline
  let edits: ReadonlyMap<string, PendingEdit> = new Map()
  let status: OpenState['status'] = 'loading'
  let error: string | null = null
  let failure: OpenState['failure'] = null
  let newFrom: number | null = null
  let wants: 'older' | 'newer' | null = null
  let isClosed = false
  /** The reader stands where they were meant to on opening. */
  let hasOpened = false
  let [joinsAsked, joinsHeard, resumesAfter] = [0, 0, -1]
  /** Those this device kept are shown; a page that was asked for before moves nobody away from them. */
  let isRecalled = false
  let keptChunks = timeline.chunks
  const reading = createReading({ ports, timeline: () => timeline, known, onRead })
  const pages = createPageReader({
    ports,
    conversationId,
    timeline: () => timeline,
    isWanted: () => status !== 'gone',
    next: nextPage,
    arrived(wanted, messages) {
      error = failure = null
      wants = null
      take(wanted, messages)
    },
    failed,
    joins: () => joinsHeard,
  })

  function changed(): void {
    if (isClosed) return
    onChange({ timeline, edits, status, error, failure, hasOpened, newFrom })
    keep()
  }

  function keep(): void {
    if (timeline.chunks === keptChunks) return
    keptChunks = timeline.chunks
    const now = timeline
    ports.remembered?.keepMessages(conversationId, () => timelines.newestOf(now, KEPT_MESSAGES))
  }

  /** Nothing newer is to be had, or not soon. */
  function recall(): void {
    callOffRecall()
    if (isClosed || status !== 'loading' || timeline.ranges.length > 0) return
    const kept = ports.remembered?.messages(conversationId) ?? []
    if (kept.length === 0) return
    isRecalled = true
    places.learn(kept)
    timeline = timelines.timelineFromCache(timeline, kept)
    keptChunks = timeline.chunks
    status = 'ready'
    changed()
    finishOpening()
  }

  function become(next: Timeline): void {
    if (next === timeline) return
    timeline = next
    changed()
    reading.consider()
    pages.read()
  }

  function nextPage(): Wanted | null {
    const wanted = wants === 'older' ? older(timeline) : wants === 'newer' ? newer(timeline) : null
    if (wanted) return wanted
    if (wants) {
      wants = null
      changed()
    }
    return missingMessages(timeline, reading.seen() ?? undefined)
  }

  function take(wanted: Wanted, messages: readonly MessageResponse[]): void {
    places.learn(messages)
    const asked =
      isRecalled && wanted.type === 'newest' && !timeline.wantsEnd ? { ...wanted, jump: false } : wanted
    timeline = timelines.pageArrived(timeline, asked, messages)
    // One's own that is here is stored, though an answer that came too late for it said no.
    const here = new Set(messages.map(({ id }) => id))
    for (const item of outbox.items())
      if (item.state === 'refused' && here.has(item.id) && isEndpoint(item, sendMessage))
        outbox.discard(item.key)
    status = 'ready'
    changed()
    finishOpening()
    reading.consider()
  }

  /** @returns whether to try again */
  function failed(got: Exclude<ReadResult<unknown>, { state: 'done' }>): boolean {
    if (got.state === 'refused' && (got.status === 404 || got.status === 403)) {
      gone(got.status === 404 ? NOT_FOUND : got.message)
      return false
    }
    if (got.state === 'unreachable') recall()
    error = 'Failed to load conversation. Please try again.'
    failure = got.failure ?? null
    wants = null
    changed()
    return true
  }

  function gone(text: string): void {
    // The socket denies what does not exist in the same words as what is somebody else's: the reading knows more.
    if (status === 'gone' && error === NOT_FOUND) return
    ports.remembered?.forgetMessages(conversationId)
    status = 'gone'
    error = text
    changed()
  }

  /** At the first unread message, which may lie further up; else at the end. */
  function finishOpening(): void {
    const conversation = known()
    if (hasOpened || !timeline.isLoaded || !conversation) return
    const first = firstUnread(timeline, conversation.unread, me.id)
    const shown = timelines.shownRange(timeline)
    if (first === 'older' && shown!.to - shown!.from < UNREAD_LOADED) {
      wants = 'older'
      return pages.read()
    }
    newFrom = first === 'older' ? shown!.from : first
    hasOpened = true
    reading.begin(conversation.unread === 0 ? conversation.lastSeq : (newFrom ?? 1) - 1)
    changed()
    reading.consider()
  }

  function overlay(): void {
    const own = outbox.items().filter(({ params }) => params['conversationId'] === conversationId)
    edits = editsAmong(own)
    timeline = timelines.withPendingMessages(timeline, messagesAmong(own, timeline))
    changed()
  }

  const callOffRecall = timers.after(PATIENCE_MS, recall)
  overlay()
  pages.read()
  finishOpening()

  return {
    loadOlder() {
      if (wants === 'older' || !older(timeline)) return
      wants = 'older'
      changed()
      pages.read()
    },
    loadNewer() {
      if (wants === 'newer' || !newer(timeline)) return
      wants = 'newer'
      changed()
      pages.read()
    },
    retry() {
      pages.retry()
    },
    toEnd() {
      become(timelines.lookedAtEnd(timeline))
    },
    async toMessage(messageId) {
      const here = seqOfMessage(timeline.chunks, messageId)
      if (here !== null) {
        become(timelines.lookedAt(timeline, here))
        return true
      }
      // A page goes up to a message or begins after it; the message itself comes with its neighbour's.
      const after: Wanted = { type: 'after', id: messageId, limit: AROUND, epoch: timeline.epoch }
      const below = await pages.ask(after)
      if (isClosed || below.state !== 'done') return false
      const next = below.answer.messages[0]
      const before: Wanted = next
        ? { type: 'before', id: next.id, limit: AROUND, epoch: timeline.epoch }
        : { type: 'newest', limit: AROUND, jump: false, epoch: timeline.epoch }
      const above = await pages.ask(before)
      if (isClosed || above.state !== 'done') return false
      take(after, below.answer.messages)
      take(before, above.answer.messages)
      const seq = seqOfMessage(timeline.chunks, messageId)
      if (seq !== null) become(timelines.lookedAt(timeline, seq))
      return seq !== null
    },
    look(given) {
      reading.look(given)
      const shown = timelines.shownRange(timeline)
      const around = given.isAtEnd ? shown?.to : given.from
      const kept = around !== undefined && rangeAt(timeline.ranges, around)
      become(kept ? timelines.trimmed(timeline, around) : timeline)
      reading.consider()
      pages.read()
    },

    pushed(message) {
      become(timelines.pushArrived(timeline, message))
    },
    answered(message) {
      become(timelines.sent(timeline, message))
    },
    statusTold(told) {
      timeline = timelines.statusArrived(timeline, told)
      changed()
    },
    readElsewhere: reading.readUpTo,
    joining() {
      joinsAsked += 1
    },
    joined(lastSeq) {
      joinsHeard += 1
      // Whoever was taken out and is let in again is back.
      if (status === 'gone') [status, error] = ['loading', null]
      const hasMissed = resumesAfter >= 0
      if (joinsHeard > resumesAfter) resumesAfter = -1
      become(
        hasMissed ? timelines.resumed(timeline, lastSeq) : timelines.timelineKnownUpTo(timeline, lastSeq),
      )
    },
    missedSomething(isNewConnection) {
      if (isNewConnection) [joinsAsked, joinsHeard] = [0, 0]
      // An answer to an earlier question may be older than what was missed.
      resumesAfter = joinsAsked
    },
    wake() {
      pages.wake()
      reading.consider()
    },
    outboxChanged: overlay,
    listChanged() {
      finishOpening()
      reading.consider()
    },
    gone,
    close() {
      isClosed = true
      callOffRecall()
      reading.close()
      pages.close()
    },
  }
}
