// Announces new messages of others to screen readers while the conversation is open; no typing.

import { useState } from 'react'
import type { Timeline } from '#web/chat/engine/timeline/timeline.ts'
import { withNewest } from '#web/chat/view/announcement.ts'

export function MessageAnnouncer({ timeline, myId }: { timeline: Timeline; myId: string }) {
  const [announced, setAnnounced] = useState(withNewest({ seq: null, text: '' }, timeline, myId))
  const next = withNewest(announced, timeline, myId)
  if (next !== announced) setAnnounced(next)
  return <output className="sr-only">{next.text}</output>
}
