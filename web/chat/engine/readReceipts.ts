// Sends read receipts: the newest one of each conversation, each retried until the server has stored it.

import { markRead } from '#core/chat/contract.ts'
import type { ChatPorts } from '#web/chat/engine/chatPorts.ts'
import { createBackoff } from '#web/platform/http/backoff.ts'

/** @param onStored the server has stored the receipt */
export function createReadReceipts(
  ports: Pick<ChatPorts, 'request' | 'timers' | 'random'>,
  onStored: (conversationId: string, seq: number) => void,
) {
  /** Conversation id → the newest receipt that the server has not stored. */
  const pending = new Map<string, { messageId: string; seq: number }>()
  const sending = new Set<string>()
  const backoff = createBackoff(ports, sendAll)
  let isClosed = false

  function sendAll(): void {
    for (const conversationId of pending.keys()) void sendNewest(conversationId)
  }

  async function sendNewest(conversationId: string): Promise<void> {
    const receipt = pending.get(conversationId)
    if (!receipt || isClosed || sending.has(conversationId)) return
    sending.add(conversationId)
    const body = { message_id: receipt.messageId }
    const result = await ports.request(markRead, { params: { conversationId }, body })
    sending.delete(conversationId)
    if (isClosed) return
    if (result.state === 'unreachable') return backoff.retryLater(result.retryAfterMs)
    backoff.reset()
    if (result.state === 'done') onStored(conversationId, receipt.seq)
    // A refusal is final: this person is no longer in the conversation.
    if (pending.get(conversationId) === receipt) pending.delete(conversationId)
    else await sendNewest(conversationId)
  }

  return {
    /** All messages up to this one are read. */
    send(conversationId: string, messageId: string, seq: number): void {
      if ((pending.get(conversationId)?.seq ?? 0) >= seq) return
      pending.set(conversationId, { messageId, seq })
      void sendNewest(conversationId)
    },
    /** The network may be back. */
    wake(): void {
      backoff.reset()
      sendAll()
    },
    close(): void {
      isClosed = true
      backoff.close()
    },
  }
}
