// Reads out what others say while one is here, and only that: not what was said before, not who is typing.

import { useEffect, useRef, useState } from 'react'
import { lastWords } from '#web/chat/preview.ts'
import { messageAt } from '#web/chat/messageChunks.ts'
import type { Timeline } from '#web/chat/timeline.ts'

export function NewsRegion({ timeline, myId }: { timeline: Timeline; myId: string }) {
  const { lastSeq, chunks, isLoaded } = timeline
  const told = useRef<number | null>(null)
  const [news, setNews] = useState('')
  const newest = messageAt(chunks, lastSeq)

  useEffect(() => {
    if (!isLoaded) return
    const before = told.current
    told.current = Math.max(before ?? 0, lastSeq)
    if (before === null || lastSeq <= before || !newest || newest.sender.id === myId) return
    // What is said anew must differ for it to be read.
    setNews(`${newest.sender.username}: ${lastWords(newest)}${lastSeq % 2 === 0 ? '' : '\u00a0'}`)
  }, [isLoaded, lastSeq, newest, myId])

  return <output className="sr-only">{news}</output>
}
