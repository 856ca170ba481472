// What a message answers, in two lines at most.

import type { MessageResponse } from '#core/chat/contract.ts'
import { previewOf } from '#web/chat/preview.ts'
import { hueOf } from '#web/ui/hueOf.ts'

export function QuotedMessage({ of: { sender, content } }: { of: NonNullable<MessageResponse['reply_to']> }) {
  return (
    <span
      className="block min-w-0 rounded-control border-s-3 bg-text/5 px-2.5 py-1.5 text-start text-secondary"
      style={{ borderColor: hueOf(sender.id) }}
    >
      <span className="block truncate font-semibold" style={{ color: hueOf(sender.id) }}>
        <bdi>{sender.username}</bdi>
      </span>
      <span className="line-clamp-2 wrap-anywhere">
        <bdi>{previewOf(content)}</bdi>
      </span>
    </span>
  )
}
