// Announces new messages of others to screen readers while the conversation is open; not older ones, and no typing.

import { useEffect, useRef, useState } from 'react'
import { lastMessageText } from '#web/chat/messagePreview.ts'
import { messageAt } from '#web/chat/engine/timeline/messageChunks.ts'
import type { Timeline } from '#web/chat/engine/timeline/timeline.ts'

export function MessageAnnouncer({ timeline, myId }: { timeline: Timeline; myId: string }) {
  const { lastSeq, chunks, isLoaded } = timeline
  const announced = useRef<number | null>(null)
  const [text, setText] = useState('')
  const newest = messageAt(chunks, lastSeq)

  useEffect(() => {
    if (!isLoaded) return
    const before = announced.current
    announced.current = Math.max(before ?? 0, lastSeq)
    if (before === null || lastSeq <= before || !newest || newest.sender.id === myId) return
    // An equal text would not be announced again.
    setText(`${newest.sender.username}: ${lastMessageText(newest)}${lastSeq % 2 === 0 ? '' : '\u00a0'}`)
  }, [isLoaded, lastSeq, newest, myId])

  return <output className="sr-only">{text}</output>
}
