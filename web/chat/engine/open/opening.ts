// Opens a conversation at its first unread message, else at the end. If the server does not respond soon, the
// conversation opens with the cached messages, or with a list of conversations that is older than its messages.

import type { ChatPorts } from '#web/chat/engine/chatPorts.ts'
import type { MessageIndex } from '#web/chat/engine/messageIndex.ts'
import type { OpenStore } from '#web/chat/engine/open/openStore.ts'
import type { ReadTracker, UnreadSummary } from '#web/chat/engine/open/readTracker.ts'
import type { SeqRange } from '#web/chat/engine/timeline/seqRanges.ts'
import { type Timeline, shownRange, timelineFromCache } from '#web/chat/engine/timeline/timeline.ts'
import { countAfter, firstUnread } from '#web/chat/engine/timeline/timelineRows.ts'

interface OpeningDeps {
  ports: ChatPorts
  conversationId: string
  store: OpenStore
  messages: MessageIndex
  readTracker: ReadTracker
  summary(): UnreadSummary | null
  loadOlder(): void
}

/** How many messages are loaded to find the first unread one. */
const MAX_UNREAD_LOADED = 200
const WAIT_MS = 1000

export function createOpening(deps: OpeningDeps) {
  const { ports, conversationId, store, messages, readTracker, summary, loadOlder } = deps
  /** Cached messages are shown: a page that was requested before must not move the reader away from them. */
  let isFromCache = false
  /** The list of conversations is not waited for any more. */
  let isLate = false
  const cancelTimer = ports.timers.after(WAIT_MS, () => {
    isLate = true
    showCached()
    tryToOpen()
  })

  /** Shows the cached messages if none were fetched yet. */
  function showCached(): void {
    const { status, timeline } = store.get()
    if (status !== 'loading' || timeline.ranges.length > 0) return
    const cached = ports.cache?.loadMessages(conversationId) ?? []
    if (cached.length === 0) return
    isFromCache = true
    messages.add(cached)
    store.restore(timelineFromCache(timeline, cached))
    tryToOpen()
  }

  /** Opens as soon as the newest messages and the unread count are known. */
  function tryToOpen(): void {
    const conversation = summary()
    const { hasOpened, isListLate, timeline } = store.get()
    if (hasOpened || !timeline.isLoaded) return
    // Without the list nothing counts as read, so the messages are only shown.
    if (!conversation) {
      if (isLate && !isListLate) store.update({ isListLate: true })
      return
    }
    // A cached list counts nothing that came since, so the list that is being fetched says what is unread.
    const isBehind = conversation.lastSeq < timeline.lastSeq
    if (isBehind && !isFromCache && !isLate) return
    const shown = shownRange(timeline)
    const unread =
      conversation.unread + (shown && isBehind ? uncounted(timeline, shown, conversation.lastSeq) : 0)
    const first = firstUnread(timeline, unread, ports.me.id)
    if (first === 'older' && shown!.to - shown!.from < MAX_UNREAD_LOADED) return loadOlder()
    const newFrom = first === 'older' ? shown!.from : first
    readTracker.start(unread === 0 ? conversation.lastSeq : (newFrom ?? 1) - 1)
    store.update({ newFrom, hasOpened: true })
    readTracker.update()
  }

  /** The messages of others after `lastSeq`; those above the loaded ones may all be of others. */
  const uncounted = (timeline: Timeline, shown: SeqRange, lastSeq: number): number =>
    countAfter(timeline, lastSeq, ports.me.id) + Math.max(0, shown.from - 1 - lastSeq)

  return { showCached, isFromCache: () => isFromCache, tryToOpen, close: cancelTimer }
}
