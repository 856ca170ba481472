// A conversation while it is on a screen: joined on the server, its pages fetched as they are missed or wanted, what
// one sends laid over it, and what one has seen marked as read. What it holds is the timeline's business.

import type { MessageAnswer } from '#core/chat/contract.ts'
import { editMessage, listMessages, sendMessage } from '#core/chat/contract.ts'
import type { ChatPorts, Got, Unsent } from '#web/chat/chatPorts.ts'
import { messageAt, seqOfMessage } from '#web/chat/messageChunks.ts'
import { missing, newer, older } from '#web/chat/missing.ts'
import type { Places } from '#web/chat/places.ts'
import { createRetries } from '#web/platform/retries.ts'
import type { SeqRange } from '#web/chat/seqRanges.ts'
import { rangeAt } from '#web/chat/seqRanges.ts'
import type { PendingMessage, StatusTold, Timeline, Wanted } from '#web/chat/timeline.ts'
import * as timelines from '#web/chat/timeline.ts'
import type { PendingEdit } from '#web/chat/timelineRows.ts'
import { countAfter, firstUnread } from '#web/chat/timelineRows.ts'

export interface OpenState {
  timeline: Timeline
  /** Own messages as they are to read, by their ids. */
  edits: ReadonlyMap<string, PendingEdit>
  /** `gone`: there is no such conversation for this person, or not any more. */
  status: 'loading' | 'ready' | 'gone'
  /** Why it could not be read; what was read stays. */
  error: string | null
  /** Where to begin reading is known: it can be shown. */
  hasOpened: boolean
  /** The first message that was unread on opening: the line stands above it. */
  newFrom: number | null
  isLoadingOlder: boolean
  isLoadingNewer: boolean
}

/** What of it can be seen. */
export interface Seen extends SeqRange {
  /** The newest message is among it. */
  isAtEnd: boolean
}

export interface OpenConversation {
  state(): OpenState
  loadOlder(): void
  loadNewer(): void
  /** Reads again what could not be read. */
  retry(): void
  toEnd(): void
  /** Shows the message with this id, wherever it is; false where it is not to be had. */
  toMessage(messageId: string): Promise<boolean>
  look(seen: Seen): void
}

/** What happens to it from outside. */
export interface OpenControl extends OpenConversation {
  pushed(message: MessageAnswer): void
  /** An own message's, or edit's, answer. */
  answered(message: MessageAnswer): void
  statusTold(told: StatusTold): void
  /** This person has read up to here, on whatever device. */
  readElsewhere(seq: number): void
  /** It was asked to be joined. */
  joining(): void
  joined(lastSeq: number): void
  /** Something could be missed: the connection is new, or the device was asleep. */
  missedSomething(isNewConnection: boolean): void
  /** The network may be back. */
  wake(): void
  outboxChanged(): void
  /** What is known of the conversation in the list has changed. */
  listChanged(): void
  gone(error: string): void
  close(): void
}

export interface OpenDeps {
  ports: ChatPorts
  places: Places
  /** How many messages are unread, and the newest number; null while not known. */
  known(): { unread: number; lastSeq: number } | null
  onRead(messageId: string, seq: number): void
  onChange(): void
}

/** Unread messages loaded for the line above the first of them. */
const UNREAD_LOADED = 200
const READ_AFTER_CHANGE_MS = 1000
const NO_PROGRESS_MS = 1000
/** So long a line may take to bring the newest messages; after that those kept on this device are shown. */
const PATIENCE_MS = 1000
const KEPT_MESSAGES = 200
const AROUND = 25

export function createOpenConversation(
  conversationId: string,
  { ports, places, known, onRead, onChange }: OpenDeps,
): OpenControl {
  const { me, timers, outbox } = ports
  let timeline = timelines.emptyTimeline
  let edits: ReadonlyMap<string, PendingEdit> = new Map()
  let status: OpenState['status'] = 'loading'
  let error: string | null = null
  let newFrom: number | null = null
  let wants: 'older' | 'newer' | null = null
  let seen: Seen | null = null
  let isFetching = false
  let isClosed = false
  /** The reader stands where they were meant to on opening. */
  let hasOpened = false
  /** How far it is read. */
  let marked = 0
  let markDue: (() => void) | null = null
  let [joinsAsked, joinsHeard, resumesAfter] = [0, 0, -1]
  /** Those this device kept are shown; a page that was asked for before moves nobody away from them. */
  let isRecalled = false
  let keptChunks = timeline.chunks
  let state: OpenState = snapshot()
  const retries = createRetries(ports, () => void fetchMissing())

  function snapshot(): OpenState {
    const [isLoadingOlder, isLoadingNewer] = [wants === 'older', wants === 'newer']
    return { timeline, edits, status, error, hasOpened, newFrom, isLoadingOlder, isLoadingNewer }
  }

  function changed(): void {
    if (isClosed) return
    state = snapshot()
    onChange()
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
    timeline = timelines.remembered(timeline, kept)
    keptChunks = timeline.chunks
    status = 'ready'
    changed()
    finishOpening()
  }

  function become(next: Timeline): void {
    if (next === timeline) return
    timeline = next
    changed()
    considerReading(READ_AFTER_CHANGE_MS)
    void fetchMissing()
  }

  function nextPage(): Wanted | null {
    const wanted = wants === 'older' ? older(timeline) : wants === 'newer' ? newer(timeline) : null
    if (wanted) return wanted
    if (wants) {
      wants = null
      changed()
    }
    return missing(timeline, seen ?? undefined)
  }

  async function fetchMissing(): Promise<void> {
    if (isFetching || isClosed || status === 'gone') return
    isFetching = true
    for (let wanted = nextPage(); wanted; wanted = nextPage()) {
      const [before, joinsBefore] = [timeline, joinsHeard]
      const got = await askFor(wanted)
      if (isClosed) return
      if (got.state !== 'done') {
        // One was let in after it was asked for.
        if (got.state === 'refused' && joinsHeard !== joinsBefore) continue
        isFetching = false
        return failed(got)
      }
      retries.reset()
      error = null
      wants = null
      take(wanted, got.answer.messages)
      // The server behind its own news: asking on and on would not hurry it.
      if (timeline.chunks === before.chunks && timeline.unchecked === before.unchecked && nextPage())
        await new Promise<void>((wake) => void timers.after(NO_PROGRESS_MS, wake))
    }
    isFetching = false
  }

  function askFor(wanted: Wanted): Promise<Got<{ messages: MessageAnswer[] }>> {
    const { type, limit } = wanted
    const query =
      type === 'newest' ? { limit } : { limit, [type === 'before' ? 'before_id' : 'after_id']: wanted.id }
    return ports.ask(listMessages, { params: { conversationId }, query })
  }

  function take(wanted: Wanted, messages: readonly MessageAnswer[]): void {
    places.learn(messages)
    const asked =
      isRecalled && wanted.type === 'newest' && !timeline.wantsEnd ? { ...wanted, jump: false } : wanted
    timeline = timelines.pageArrived(timeline, asked, messages)
    // One's own that is here is stored, though an answer that came too late for it said no.
    const here = new Set(messages.map(({ id }) => id))
    for (const item of outbox.items())
      if (item.state === 'refused' && here.has(item.id) && isCall(item, sendMessage)) outbox.discard(item.key)
    status = 'ready'
    changed()
    finishOpening()
    considerReading(READ_AFTER_CHANGE_MS)
  }

  function failed(got: Exclude<Got<unknown>, { state: 'done' }>): void {
    if (got.state === 'refused' && (got.status === 404 || got.status === 403))
      return gone(got.status === 404 ? 'Conversation not found.' : got.message)
    if (got.state === 'unreachable') recall()
    error = 'Failed to load conversation. Please try again.'
    wants = null
    changed()
    retries.later()
  }

  function gone(text: string): void {
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
      return void fetchMissing()
    }
    newFrom = first === 'older' ? shown!.from : first
    if (conversation.unread === 0) marked = Math.max(marked, conversation.lastSeq)
    hasOpened = true
    changed()
    considerReading(0)
  }

  /** Only what was visible in a visible tab counts as read, down to the newest message. */
  function newestSeen(): MessageAnswer | null {
    const shown = timelines.shownRange(timeline)
    if (!shown || shown.to < timeline.lastSeq || !seen?.isAtEnd || !ports.isVisible()) return null
    return isUnread(shown.to) ? (messageAt(timeline.chunks, shown.to) ?? null) : null
  }

  /** Not marked by this screen, or marked to a server that did not take it: one had been left out and is back. */
  function isUnread(newest: number): boolean {
    const conversation = known()
    if (countAfter(timeline, marked, me.id) > 0) return true
    return conversation !== null && conversation.unread > 0 && conversation.lastSeq <= newest
  }

  function considerReading(afterMs: number): void {
    if (isClosed || !hasOpened || markDue || !newestSeen()) return
    markDue = timers.after(afterMs, () => {
      markDue = null
      const newest = newestSeen()
      if (!newest || isClosed) return
      marked = newest.seq
      onRead(newest.id, newest.seq)
    })
  }

  function overlay(): void {
    const own = outbox.items().filter(({ params }) => params['conversationId'] === conversationId)
    edits = new Map(own.filter((item) => isCall(item, editMessage)).map(editOf))
    timeline = timelines.overlaid(timeline, own.filter((item) => isCall(item, sendMessage)).map(pendingOf))
    changed()
  }

  function pendingOf({ id, body, at, state: itsState, error: why }: Unsent): PendingMessage {
    const { content, reply_to: quoted } = body as { content: string; reply_to?: string | null }
    const seq = quoted ? seqOfMessage(timeline.chunks, quoted) : null
    const message = seq === null ? undefined : messageAt(timeline.chunks, seq)
    const known = timeline.pending.find((one) => one.id === id)?.replyTo ?? null
    const replyTo = message ? { id: message.id, content: message.content, sender: message.sender } : known
    return { id, content, replyTo, at, state: itsState, error: why }
  }

  const callOffRecall = timers.after(PATIENCE_MS, recall)
  overlay()
  void fetchMissing()
  finishOpening()

  return {
    state: () => state,
    loadOlder() {
      if (wants === 'older' || !older(timeline)) return
      wants = 'older'
      changed()
      void fetchMissing()
    },
    loadNewer() {
      if (wants === 'newer' || !newer(timeline)) return
      wants = 'newer'
      changed()
      void fetchMissing()
    },
    retry() {
      retries.reset()
      void fetchMissing()
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
      const below = await askFor(after)
      if (isClosed || below.state !== 'done') return false
      const next = below.answer.messages[0]
      const before: Wanted = next
        ? { type: 'before', id: next.id, limit: AROUND, epoch: timeline.epoch }
        : { type: 'newest', limit: AROUND, jump: false, epoch: timeline.epoch }
      const above = await askFor(before)
      if (isClosed || above.state !== 'done') return false
      take(after, below.answer.messages)
      take(before, above.answer.messages)
      const seq = seqOfMessage(timeline.chunks, messageId)
      if (seq !== null) become(timelines.lookedAt(timeline, seq))
      return seq !== null
    },
    look(given) {
      // Opening reads at once (spec §4); what comes or is come to later, after a second.
      const afterMs = seen ? READ_AFTER_CHANGE_MS : 0
      seen = given
      const shown = timelines.shownRange(timeline)
      const around = given.isAtEnd ? shown?.to : given.from
      const kept = around !== undefined && rangeAt(timeline.ranges, around)
      become(kept ? timelines.trimmed(timeline, around) : timeline)
      considerReading(afterMs)
      void fetchMissing()
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
    readElsewhere(seq) {
      marked = Math.max(marked, seq)
    },
    joining() {
      joinsAsked += 1
    },
    joined(lastSeq) {
      joinsHeard += 1
      // Whoever was taken out and is let in again is back.
      if (status === 'gone') [status, error] = ['loading', null]
      const hasMissed = resumesAfter >= 0
      if (joinsHeard > resumesAfter) resumesAfter = -1
      become(hasMissed ? timelines.resumed(timeline, lastSeq) : timelines.knownUpTo(timeline, lastSeq))
    },
    missedSomething(isNewConnection) {
      if (isNewConnection) [joinsAsked, joinsHeard] = [0, 0]
      // An answer to an earlier question may be older than what was missed.
      resumesAfter = joinsAsked
    },
    wake() {
      retries.wake()
      considerReading(READ_AFTER_CHANGE_MS)
    },
    outboxChanged: overlay,
    listChanged() {
      finishOpening()
      considerReading(READ_AFTER_CHANGE_MS)
    },
    gone,
    close() {
      isClosed = true
      callOffRecall()
      markDue?.()
      retries.close()
    },
  }
}

const isCall = ({ call }: Unsent, other: { method: string; path: string }): boolean =>
  call.method === other.method && call.path === other.path

function editOf({ params, body, state, error }: Unsent): [string, PendingEdit] {
  const { content } = body as { content: string }
  return [params['messageId']!, { content, state, error }]
}
