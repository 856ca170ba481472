// The registry of open conversations: one for all parts of the screen that show it, until the last of these closes it.

import type { OpenControl, OpenConversation } from '#web/chat/engine/open/openConversation.ts'

interface Deps {
  create(conversationId: string): OpenControl
  /** The conversation is registered. Returns a callback for when it is closed and no longer registered. */
  onOpened(conversationId: string, control: OpenControl): () => void
}

interface Registration {
  control: OpenControl
  /** How many parts of the screen show it. */
  openCount: number
  onClosed(): void
}

export type ConversationRegistry = ReturnType<typeof createConversationRegistry>

export function createConversationRegistry({ create, onOpened }: Deps) {
  const registrations = new Map<string, Registration>()

  function register(conversationId: string): Registration {
    const entry: Registration = { control: create(conversationId), openCount: 0, onClosed: () => undefined }
    registrations.set(conversationId, entry)
    entry.onClosed = onOpened(conversationId, entry.control)
    return entry
  }

  function release(conversationId: string, entry: Registration): void {
    entry.openCount -= 1
    if (entry.openCount > 0) return
    registrations.delete(conversationId)
    entry.control.close()
    entry.onClosed()
  }

  return {
    get: (conversationId: string) => registrations.get(conversationId)?.control,
    ids: () => registrations.keys(),
    all: () => [...registrations.values()].map(({ control }) => control),
    /** A second `close` by the same caller does nothing. */
    open(conversationId: string): { conversation: OpenConversation; close(): void } {
      const entry = registrations.get(conversationId) ?? register(conversationId)
      entry.openCount += 1
      let hasClosed = false
      return {
        conversation: entry.control,
        close() {
          if (!hasClosed) release(conversationId, entry)
          hasClosed = true
        },
      }
    },
  }
}
