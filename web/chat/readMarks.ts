// How far this person has read, told to the server: the newest place of each conversation, again until it is heard.

import { markRead } from '#core/chat/contract.ts'
import type { ChatPorts } from '#web/chat/chatPorts.ts'
import { createRetries } from '#web/platform/retries.ts'

export interface ReadReceipts {
  /** Read up to this message. */
  mark(conversationId: string, messageId: string, seq: number): void
  /** The network may be back. */
  wake(): void
  close(): void
}

/** @param onHeard the server knows of it now */
export function createReadReceipts(
  ports: Pick<ChatPorts, 'ask' | 'timers' | 'random'>,
  onHeard: (conversationId: string, seq: number) => void,
): ReadReceipts {
  const unheard = new Map<string, { messageId: string; seq: number }>()
  const underWay = new Set<string>()
  const retries = createRetries(ports, tellAll)
  let isClosed = false

  function tellAll(): void {
    for (const conversationId of unheard.keys()) void tell(conversationId)
  }

  async function tell(conversationId: string): Promise<void> {
    const mark = unheard.get(conversationId)
    if (!mark || isClosed || underWay.has(conversationId)) return
    underWay.add(conversationId)
    const body = { message_id: mark.messageId }
    const got = await ports.ask(markRead, { params: { conversationId }, body })
    underWay.delete(conversationId)
    if (isClosed) return
    if (got.state === 'unreachable') return retries.later()
    retries.reset()
    if (got.state === 'done') onHeard(conversationId, mark.seq)
    // A refusal is one for good: they are no longer in it.
    if (unheard.get(conversationId) === mark) unheard.delete(conversationId)
    else await tell(conversationId)
  }

  return {
    mark(conversationId, messageId, seq) {
      if ((unheard.get(conversationId)?.seq ?? 0) >= seq) return
      unheard.set(conversationId, { messageId, seq })
      void tell(conversationId)
    },
    wake() {
      retries.reset()
      tellAll()
    },
    close() {
      isClosed = true
      retries.close()
    },
  }
}
