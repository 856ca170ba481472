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

export function createOpenOnes({ make, onOpened }: OpenOnesPorts): OpenOnes {
  const controls = new Map<string, OpenControl>()
  const uses = new Map<OpenControl, { users: number; onClosed(): void }>()

  function begin(conversationId: string): OpenControl {
    const control = make(conversationId)
    controls.set(conversationId, control)
    uses.set(control, { users: 0, onClosed: onOpened(conversationId, control) })
    return control
  }

  function leave(conversationId: string, control: OpenControl): void {
    const use = uses.get(control)!
    use.users -= 1
    if (use.users > 0) return
    controls.delete(conversationId)
    uses.delete(control)
    control.close()
    use.onClosed()
  }

  return {
    get: (conversationId) => controls.get(conversationId),
    ids: () => controls.keys(),
    all: () => controls.values(),
    open(conversationId) {
      const control = controls.get(conversationId) ?? begin(conversationId)
      uses.get(control)!.users += 1
      let hasClosed = false
      return {
        conversation: control,
        close() {
          if (!hasClosed) leave(conversationId, control)
          hasClosed = true
        },
      }
    },
  }
}
