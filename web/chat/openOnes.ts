// The conversations on screen: of each one for all parts of the screen that show it, until the last of these goes.

import type { OpenControl, OpenConversation } from '#web/chat/openShapes.ts'

export interface OpenOnes {
  get(conversationId: string): OpenControl | undefined
  ids(): Iterable<string>
  all(): Iterable<OpenControl>
  /** `close` when that part of the screen goes; a second time does nothing. */
  open(conversationId: string): { conversation: OpenConversation; close(): void }
}

export interface OpenOnesPorts {
  make(conversationId: string): OpenControl
  /** It is among them now. Answers what happens when it goes, after it was closed. */
  onOpened(conversationId: string, control: OpenControl): () => void
}

interface Opened {
  control: OpenControl
  users: number
  onClosed(): void
}

export function createOpenOnes({ make, onOpened }: OpenOnesPorts): OpenOnes {
  const opened = new Map<string, Opened>()

  function begin(conversationId: string): Opened {
    const own: Opened = { control: make(conversationId), users: 0, onClosed: () => undefined }
    opened.set(conversationId, own)
    own.onClosed = onOpened(conversationId, own.control)
    return own
  }

  function leave(conversationId: string, own: Opened): void {
    own.users -= 1
    if (own.users > 0) return
    opened.delete(conversationId)
    own.control.close()
    own.onClosed()
  }

  return {
    get: (conversationId) => opened.get(conversationId)?.control,
    ids: () => opened.keys(),
    all: () => [...opened.values()].map(({ control }) => control),
    open(conversationId) {
      const own = opened.get(conversationId) ?? begin(conversationId)
      own.users += 1
      let hasClosed = false
      return {
        conversation: own.control,
        close() {
          if (!hasClosed) leave(conversationId, own)
          hasClosed = true
        },
      }
    },
  }
}
