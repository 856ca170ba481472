// Holds the state of an open conversation. It publishes each update, and saves new messages in the offline cache.

import type { ChatPorts } from '#web/chat/engine/chatPorts.ts'
import type { OpenState } from '#web/chat/engine/chatState.ts'
import { type Timeline, emptyTimeline, newestMessages } from '#web/chat/engine/timeline/timeline.ts'

const CACHED_MESSAGES = 200

export type OpenStore = ReturnType<typeof createOpenStore>

export function createOpenStore(
  { cache }: Pick<ChatPorts, 'cache'>,
  conversationId: string,
  onChange: (state: OpenState) => void,
) {
  let state: OpenState = {
    timeline: emptyTimeline,
    changes: new Map(),
    status: 'loading',
    error: null,
    failure: null,
    hasOpened: false,
    isListLate: false,
    newFrom: null,
  }
  let cachedChunks = emptyTimeline.chunks
  let isClosed = false

  function update(change: Partial<OpenState>): void {
    state = { ...state, ...change }
    if (isClosed) return
    onChange(state)
    const { timeline } = state
    if (timeline.chunks === cachedChunks) return
    cachedChunks = timeline.chunks
    cache?.saveMessages(conversationId, () => newestMessages(timeline, CACHED_MESSAGES))
  }

  return {
    get: () => state,
    timeline: () => state.timeline,
    update,
    /** The timeline comes from the cache, so it is not saved there again. */
    restore(timeline: Timeline): void {
      cachedChunks = timeline.chunks
      update({ timeline, status: 'ready' })
    },
    /** Later updates are neither shown nor cached. */
    close: () => void (isClosed = true),
  }
}
