// The message that another one replies to, in two lines at most.

import type { MessageResponse } from '#core/chat/contract.ts'
import { messagePreview } from '#web/chat/messagePreview.ts'
import { hueOf } from '#web/ui/hueOf.ts'

export function QuotedMessage({ message }: { message: NonNullable<MessageResponse['reply_to']> }) {
  const { sender, content } = message
  return (
    <span
      className="block min-w-0 rounded-control border-s-3 bg-text/5 px-2.5 py-1.5 text-start text-secondary"
      style={{ borderColor: hueOf(sender.id) }}
    >
      <span className="block truncate font-semibold" style={{ color: hueOf(sender.id) }}>
        <bdi>{sender.username}</bdi>
      </span>
      <span className="line-clamp-2 wrap-anywhere">
        <bdi>{messagePreview(content)}</bdi>
      </span>
    </span>
  )
}
