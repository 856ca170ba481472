// The status of an own message: a clock while it is pending, one tick when it is stored, two when all others have read it.

import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'
import type { MessageRow } from '#web/chat/engine/timeline/timelineRows.ts'

const looks = {
  sending: [Clock, 'Sending'],
  waiting: [Clock, 'Waiting to be sent'],
  sent: [Check, 'Sent'],
  delivered: [Check, 'Delivered'],
  read: [CheckCheck, 'Read'],
  refused: [CircleAlert, 'Not sent'],
} as const

export function MessageStatus({ status }: { status: NonNullable<MessageRow['status']> }) {
  const [Icon, word] = looks[status]
  const textColor = status === 'read' ? 'text-primary' : status === 'refused' ? 'text-danger' : ''
  return (
    <span title={word} className={`inline-flex ${textColor}`}>
      <Icon aria-hidden className="size-4" strokeWidth={2.25} />
      <span className="sr-only">{word}</span>
    </span>
  )
}
