// The registry of open conversations: one for all parts of the screen that show it, until the last of these closes it.

import type { OpenControl, OpenConversation } from '#web/chat/engine/open/openConversation.ts'

interface Deps {
  create(conversationId: string): OpenControl
  /** The conversation is registered. Returns a callback for when it is closed and no longer registered. */
  onOpened(conversationId: string, control: OpenControl): () => void
}

interface Registration {
  control: OpenControl
  users: number
  onClosed(): void
}

export type OpenConversations = ReturnType<typeof createOpenConversations>

export function createOpenConversations({ create, onOpened }: Deps) {
  const registrations = new Map<string, Registration>()

  function register(conversationId: string): Registration {
    const own: Registration = { control: create(conversationId), users: 0, onClosed: () => undefined }
    registrations.set(conversationId, own)
    own.onClosed = onOpened(conversationId, own.control)
    return own
  }

  function release(conversationId: string, own: Registration): void {
    own.users -= 1
    if (own.users > 0) return
    registrations.delete(conversationId)
    own.control.close()
    own.onClosed()
  }

  return {
    get: (conversationId: string) => registrations.get(conversationId)?.control,
    ids: () => registrations.keys(),
    all: () => [...registrations.values()].map(({ control }) => control),
    /** A second `close` by the same caller does nothing. */
    open(conversationId: string): { conversation: OpenConversation; close(): void } {
      const own = registrations.get(conversationId) ?? register(conversationId)
      own.users += 1
      let hasClosed = false
      return {
        conversation: own.control,
        close() {
          if (!hasClosed) release(conversationId, own)
          hasClosed = true
        },
      }
    },
  }
}
