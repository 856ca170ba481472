// What can be done with a message, beside it and wholly within the part of the screen that the conversation has.

import { Copy, CornerUpLeft, Pencil, Quote } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { MessageRow } from '#web/chat/timelineRows.ts'
import type { MenuItem } from '#web/ui/MenuList.tsx'
import { MenuList } from '#web/ui/MenuList.tsx'
import { toast } from '#web/ui/toasts.tsx'

export interface MessageMenuProps {
  row: MessageRow
  /** Where it was asked for: within the same box as the menu. */
  from: HTMLElement
  onReply: (row: MessageRow) => void
  onEdit: (row: MessageRow) => void
  onQuote: (messageId: string) => void
  onClose: (by: 'choice' | 'leaving') => void
}

const EDGE = 8

export function MessageMenu({ row, from, onReply, onEdit, onQuote, onClose }: MessageMenuProps) {
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ left: 0, top: 0 })
  useLayoutEffect(() => {
    const around = box.current!.getBoundingClientRect()
    const menu = box.current!.firstElementChild!.getBoundingClientRect()
    const button = from.getBoundingClientRect()
    const left = row.isOwn ? button.right - menu.width : button.left
    const below = button.bottom + EDGE + menu.height <= around.bottom
    const top = below ? button.bottom : button.top - menu.height
    const clamped = (at: number, size: number, room: number) =>
      Math.max(EDGE, Math.min(at, room - size - EDGE))
    setPlace({
      left: clamped(left - around.left, menu.width, around.width),
      top: clamped(top - around.top, menu.height, around.height),
    })
  }, [row, from])
  return (
    // As large as the list; a press beside the menu is for what lies below.
    <div ref={box} className="pointer-events-none absolute inset-0 z-30">
      <MenuList
        label="Actions for the message"
        items={itemsFor(row, { onReply, onEdit, onQuote })}
        onClose={() => onClose('choice')}
        onLeave={() => onClose('leaving')}
        className="pointer-events-auto"
        style={place}
      />
    </div>
  )
}

function itemsFor(
  row: MessageRow,
  { onReply, onEdit, onQuote }: Pick<MessageMenuProps, 'onReply' | 'onEdit' | 'onQuote'>,
): MenuItem[] {
  const { replyTo } = row
  // What has no number yet is not known to the others.
  const isSent = row.seq !== null
  return [
    ...(isSent ? [{ label: 'Reply', icon: CornerUpLeft, onSelect: () => onReply(row) }] : []),
    ...(isSent && row.isOwn && row.messageType === 'text'
      ? [{ label: 'Edit', icon: Pencil, onSelect: () => onEdit(row) }]
      : []),
    { label: 'Copy text', icon: Copy, onSelect: () => void copy(row.content) },
    ...(replyTo ? [{ label: 'Show what it answers', icon: Quote, onSelect: () => onQuote(replyTo.id) }] : []),
  ]
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success('Copied')
  } catch {
    // No clipboard on plain http, or no permission.
    toast.error('This browser does not let the text be copied.')
  }
}
