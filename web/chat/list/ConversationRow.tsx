// One conversation of the list: name, time, a trip's name, last message, unread count, and own unsent messages.

import { BellOff, CircleAlert, Clock } from 'lucide-react'
import { memo } from 'react'
import type { ConversationResponse } from '#core/chat/contract.ts'
import { isMuted } from '#core/chat/mutes.ts'
import { paths } from '#web/platform/page/paths.ts'
import { listTime } from '#web/chat/messageTimes.ts'
import type { UserPresence } from '#web/chat/engine/live/presence.ts'
import { ConversationAvatar } from '#web/chat/ConversationAvatar.tsx'
import { afterSender, lastMessageText, messagePreview } from '#web/chat/messagePreview.ts'
import { ListRow } from '#web/ui/lists/List.tsx'
import { StatusChip } from '#web/ui/feedback/StatusChip.tsx'
import { UnreadBadge } from '#web/ui/feedback/UnreadBadge.tsx'

export interface ConversationRowProps {
  conversation: ConversationResponse
  myId: string
  /** It is open beside the list. */
  isOpen?: boolean
  /** Of the other person of a direct conversation. */
  presence?: UserPresence['status'] | undefined
  isTyping?: boolean
  /** '' for none. */
  draft?: string
  /** The state of own messages that the server has not confirmed. */
  pending?: 'waiting' | 'refused' | null
  /** Milliseconds since 1970. */
  now: number
}

export const ConversationRow = memo(Row)

function Row(props: ConversationRowProps) {
  const { conversation, myId, isOpen = false, presence, isTyping = false, pending = null, now } = props
  const { id, name, trip, unread_count: unread, updated_at: at } = conversation
  return (
    <ListRow
      href={paths.conversation(id)}
      current={isOpen}
      leading={<ConversationAvatar conversation={conversation} myId={myId} presence={presence} size="lg" />}
      title={<span className={unread > 0 ? 'font-bold' : ''}>{name}</span>}
      trailing={
        <time
          dateTime={at}
          dir="auto"
          className={`text-meta leading-6 whitespace-nowrap tabular-nums ${unread > 0 ? 'font-semibold text-accent' : 'text-muted'}`}
        >
          {listTime(Date.parse(at), now)}
        </time>
      }
      detail={
        <>
          {trip && <bdi className="block truncate text-meta">{trip.title}</bdi>}
          {/* As high with the chip as without. */}
          <span className="flex min-h-5 items-center gap-2">
            <span className={`min-w-0 flex-1 truncate ${isTyping ? '-my-0.5' : ''}`}>
              {isTyping ? (
                <StatusChip tone="primary">Someone is typing...</StatusChip>
              ) : (
                <LastMessage {...props} />
              )}
            </span>
            <PendingMark state={pending} />
            {isMuted(conversation.notifications, new Date(now).toISOString()) && (
              <span title="Muted" className="inline-flex text-muted">
                <BellOff aria-hidden className="size-4.5" />
                <span className="sr-only">Muted</span>
              </span>
            )}
            <UnreadBadge count={unread} />
          </span>
        </>
      }
      trailingDetail={null}
    />
  )
}

function LastMessage({ conversation, myId, draft = '' }: ConversationRowProps) {
  const { type, last_message: last, unread_count: unread } = conversation
  if (draft !== '')
    return (
      <span className="text-accent">
        Draft: <bdi className="text-muted">{messagePreview(draft)}</bdi>
      </span>
    )
  if (!last) return <span>No messages yet</span>
  return (
    <span className={unread > 0 ? 'text-text' : ''}>
      {last.sender.id === myId ? (
        <span>{`You${afterSender(last)}`}</span>
      ) : type === 'direct' ? null : (
        <Sender name={last.sender.username} after={afterSender(last)} />
      )}
      <bdi>{lastMessageText(last)}</bdi>
    </span>
  )
}

const Sender = ({ name, after }: { name: string; after: string }) => (
  <span>
    <bdi>{name}</bdi>
    <span>{after}</span>
  </span>
)

function PendingMark({ state }: { state: 'waiting' | 'refused' | null }) {
  if (state === null) return null
  const [Icon, text, textColor] =
    state === 'waiting'
      ? ([Clock, 'Waiting to be sent', 'text-muted'] as const)
      : ([CircleAlert, 'Not sent', 'text-danger'] as const)
  return (
    <span title={text} className={`inline-flex ${textColor}`}>
      <Icon aria-hidden className="size-4.5" />
      <span className="sr-only">{text}</span>
    </span>
  )
}
