// An open conversation: it fetches its missing pages, shows pending messages over them, and moves the read marker.

import { type MessageResponse, sendMessage } from '#core/chat/contract.ts'
import type { ChatPorts, FailedRequest } from '#web/chat/engine/chatPorts.ts'
import type { OpenState } from '#web/chat/engine/chatState.ts'
import type { MessageIndex } from '#web/chat/engine/messageIndex.ts'
import { createOpening } from '#web/chat/engine/open/opening.ts'
import { createOpenStore } from '#web/chat/engine/open/openStore.ts'
import { type FetchedPage, createPageReader } from '#web/chat/engine/open/pageReader.ts'
import { pendingChanges, pendingMessages } from '#web/chat/engine/open/pendingMessages.ts'
import {
  type UnreadSummary,
  type VisibleRange,
  createReadTracker,
} from '#web/chat/engine/open/readTracker.ts'
import { seqOfMessage } from '#web/chat/engine/timeline/messageChunks.ts'
import { rangeAt } from '#web/chat/engine/timeline/seqRanges.ts'
import type { StatusUpdate, Timeline } from '#web/chat/engine/timeline/timeline.ts'
import * as timelines from '#web/chat/engine/timeline/timeline.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'

/** For the chat, which reports what happens outside the conversation. */
export type OpenControl = ReturnType<typeof createOpenConversation>

/** What the screen of the conversation uses. */
export type OpenConversation = Pick<
  OpenControl,
  'loadOlder' | 'loadNewer' | 'retry' | 'toEnd' | 'toMessage' | 'setVisibleRange'
>

interface Deps {
  ports: ChatPorts
  messages: MessageIndex
  /** Null while unknown. */
  summary(): UnreadSummary | null
  onRead(messageId: string, seq: number): void
  onChange(state: OpenState): void
}

const NOT_FOUND = 'Conversation not found.'

/** Over 80 lines, because it wires the parts of an open conversation; each event is handled in a few lines. */
export function createOpenConversation(
  conversationId: string,
  { ports, messages, summary, onRead, onChange }: Deps,
) {
  const { outbox } = ports
  const store = createOpenStore(ports, conversationId, onChange)
  const { timeline } = store
  const joins = createJoins()
  const readTracker = createReadTracker({ ports, timeline, summary, onRead })
  const pages = createPageReader({
    ports,
    conversationId,
    timeline,
    visibleRange: readTracker.visibleRange,
    isWanted: () => store.get().status !== 'gone',
    onPage: (page) => addPage(page, { error: null, failure: null }),
    onFailure,
    joins: joins.receivedCount,
  })
  const loadOlder = () => pages.load('older')
  const opening = createOpening({ ports, conversationId, store, messages, readTracker, summary, loadOlder })
  showPending()
  pages.read()
  opening.tryToOpen()

  function setTimeline(next: Timeline): void {
    if (next === timeline()) return
    store.update({ timeline: next })
    readTracker.update()
    pages.read()
  }

  function addPage(
    { request, messages: page, firstSeq, readBy }: FetchedPage,
    change: Partial<OpenState> = {},
  ): void {
    // It was requested before this person was removed.
    if (store.get().status === 'gone') return
    messages.add(page)
    const wouldMoveReader = request.type === 'newest' && opening.isFromCache() && !timeline().isEndWanted
    const wanted = wouldMoveReader ? { ...request, jump: false } : request
    const next = timelines.withPage(timeline(), wanted, page, firstSeq)
    store.update({ ...change, timeline: timelines.withReadBy(next, readBy), status: 'ready' })
    // The server has stored these messages, though a response that came too late refused them.
    const ids = new Set(page.map(({ id }) => id))
    for (const command of outbox.commands())
      if (command.state === 'refused' && ids.has(command.id) && isEndpoint(command, sendMessage))
        outbox.discard(command.key)
    opening.tryToOpen()
    readTracker.update()
  }

  function onFailure(result: FailedRequest): boolean {
    if (result.state === 'refused' && (result.status === 404 || result.status === 403)) {
      gone(result.status === 404 ? undefined : result.message)
      return false
    }
    if (result.state === 'unreachable') opening.showCached()
    store.update({ error: 'Failed to load conversation. Please try again.', failure: result.failure ?? null })
    return true
  }

  /** This person may not read it, or not any more. */
  function gone(error = NOT_FOUND): void {
    const current = store.get()
    // The socket denies access with the same text whether or not the conversation exists; the status of the fetch differs.
    if (current.status === 'gone' && current.error === NOT_FOUND) return
    ports.cache?.deleteMessages(conversationId)
    store.update({ status: 'gone', error, timeline: timelines.emptyTimeline, hasOpened: false })
  }

  function showPending(): void {
    const commands = outbox.commands().filter(({ params }) => params['conversationId'] === conversationId)
    const next = timelines.withPendingMessages(timeline(), pendingMessages(commands, timeline()))
    store.update({ changes: pendingChanges(commands), timeline: next })
  }

  /** Shows the message with this id, wherever it is; false if it cannot be fetched. */
  async function toMessage(messageId: string): Promise<boolean> {
    if (seqOfMessage(timeline().chunks, messageId) === null)
      for (const page of (await pages.fetchAround(messageId)) ?? []) addPage(page)
    const seq = seqOfMessage(timeline().chunks, messageId)
    if (seq !== null) setTimeline(timelines.shownAround(timeline(), seq))
    return seq !== null
  }

  return {
    loadOlder,
    loadNewer: () => pages.load('newer'),
    retry: pages.retry,
    toEnd: () => setTimeline(timelines.shownAtEnd(timeline())),
    toMessage,
    setVisibleRange(range: VisibleRange): void {
      readTracker.setVisibleRange(range)
      const around = range.isAtEnd ? timelines.shownRange(timeline())?.to : range.from
      if (around !== undefined && rangeAt(timeline().ranges, around))
        setTimeline(timelines.trimmed(timeline(), around))
      readTracker.update()
      pages.read()
    },
    messageReceived: (message: MessageResponse) => setTimeline(timelines.withMessage(timeline(), message)),
    statusReceived: (update: StatusUpdate) =>
      store.update({ timeline: timelines.withStatus(timeline(), update) }),
    readUpTo: readTracker.readUpTo,
    joinSent: joins.sent,
    joined(lastSeq: number): void {
      // This person was removed and is back.
      if (store.get().status === 'gone') {
        store.update({ status: 'loading', error: null })
        showPending()
      }
      const update = joins.received() ? timelines.resumed : timelines.withNewestSeq
      setTimeline(update(timeline(), lastSeq))
    },
    /** The connection is new, or the page was suspended. */
    mayHaveMissed: joins.mayHaveMissed,
    /** The network may be back. */
    wake(): void {
      pages.wake()
      readTracker.update()
    },
    outboxChanged: showPending,
    listChanged(): void {
      opening.tryToOpen()
      readTracker.update()
    },
    gone,
    close(): void {
      store.close()
      opening.close()
      readTracker.close()
      pages.close()
    },
  }
}

/**
 * Tracks the joins of one room. After a lost connection or a suspended page, messages may have been missed; only the
 * response to a join that was sent later has a sequence number that includes all of them.
 */
function createJoins() {
  let [sent, received] = [0, 0]
  /** Responses up to this one may be older than the missed messages; -1 if none were missed. */
  let staleUpTo = -1
  return {
    sent: () => void (sent += 1),
    /** Returns whether messages may have been missed before this response. */
    received(): boolean {
      received += 1
      const hasMissed = staleUpTo >= 0
      if (received > staleUpTo) staleUpTo = -1
      return hasMissed
    },
    receivedCount: () => received,
    mayHaveMissed(isNewConnection: boolean): void {
      if (isNewConnection) [sent, received] = [0, 0]
      staleUpTo = sent
    },
  }
}
