// One conversation of the list: name, last message and its time, unread count, and own unsent messages.

import { CircleAlert, Clock, Pencil } from 'lucide-react'
import { memo } from 'react'
import type { ConversationResponse } from '#core/chat/contract.ts'
import { paths } from '#web/platform/paths.ts'
import { listTime } from '#web/chat/messageTimes.ts'
import { ConversationAvatar } from '#web/chat/ConversationAvatar.tsx'
import { lastMessageText, messagePreview } from '#web/chat/messagePreview.ts'
import { ListRow } from '#web/ui/ListRow.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { UnreadBadge } from '#web/ui/UnreadBadge.tsx'

export interface ConversationRowProps {
  conversation: ConversationResponse
  myId: string
  /** It is open beside the list. */
  isOpen: boolean
  /** The other person of a direct conversation is online. */
  isOnline: boolean
  isTyping: boolean
  /** '' for none. */
  draft: string
  /** The state of own messages that the server has not confirmed. */
  pending: 'waiting' | 'refused' | null
  /** Milliseconds since 1970. */
  now: number
}

export const ConversationRow = memo(Row)

function Row(props: ConversationRowProps) {
  const { conversation, myId, isOnline, isTyping, now } = props
  const { id, name, unread_count: unread, updated_at: at } = conversation
  return (
    <ListRow
      href={paths.conversation(id)}
      current={props.isOpen}
      leading={<ConversationAvatar conversation={conversation} myId={myId} isOnline={isOnline} />}
      title={<span className={unread > 0 ? 'font-bold' : ''}>{name}</span>}
      detail={
        isTyping ? <StatusChip tone="primary">Someone is typing...</StatusChip> : <LastMessage {...props} />
      }
      level
      trailing={
        <span className="flex flex-col items-end gap-1">
          <time
            dateTime={at}
            dir="auto"
            className="text-meta leading-6 whitespace-nowrap text-muted tabular-nums"
          >
            {listTime(Date.parse(at), now)}
          </time>
          <span className="flex min-h-5 items-center gap-1.5">
            <PendingMark state={props.pending} />
            <UnreadBadge count={unread} />
          </span>
        </span>
      }
    />
  )
}

function LastMessage({ conversation, myId, draft }: ConversationRowProps) {
  const { type, last_message: last, unread_count: unread } = conversation
  if (draft !== '')
    return (
      <span className="text-accent">
        <Pencil aria-hidden className="me-1 inline size-3.5 align-[-2px]" />
        Draft: <bdi className="text-muted">{messagePreview(draft)}</bdi>
      </span>
    )
  if (!last) return 'No messages yet'
  return (
    <span className={unread > 0 ? 'text-text' : ''}>
      {last.sender.id === myId ? 'You: ' : type === 'direct' ? '' : <Sender name={last.sender.username} />}
      <bdi className="wrap-anywhere">{lastMessageText(last)}</bdi>
    </span>
  )
}

const Sender = ({ name }: { name: string }) => (
  <>
    <bdi>{name}</bdi>
    {': '}
  </>
)

function PendingMark({ state }: { state: ConversationRowProps['pending'] }) {
  if (state === null) return null
  const [Icon, text, ink] =
    state === 'waiting'
      ? ([Clock, 'Waiting to be sent', 'text-muted'] as const)
      : ([CircleAlert, 'Not sent', 'text-danger'] as const)
  return (
    <span title={text} className={`inline-flex ${ink}`}>
      <Icon aria-hidden className="size-4.5" />
      <span className="sr-only">{text}</span>
    </span>
  )
}
