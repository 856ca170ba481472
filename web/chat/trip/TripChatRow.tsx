// One chat of a trip: last message and its time, counts of members and messages, unread count.

import { MessageSquareText, UsersRound } from 'lucide-react'
import type { TripChatResponse } from '#core/chat/tripChatContract.ts'
import { tripChatTime } from '#web/chat/messageTimes.ts'
import { formatCount } from '#web/platform/time/format.ts'
import { ConversationAvatar } from '#web/chat/ConversationAvatar.tsx'
import { lastMessageText } from '#web/chat/messagePreview.ts'
import { ListRow } from '#web/ui/lists/List.tsx'
import { UnreadBadge } from '#web/ui/feedback/UnreadBadge.tsx'

interface TripChatRowProps {
  chat: TripChatResponse
  myId: string
  /** Milliseconds since 1970. */
  now: number
  onOpen: () => void
  /** It was open in the place of the list, and takes the focus when that is back. */
  wasOpen?: boolean
}

export function TripChatRow({ chat, myId, now, onOpen, wasOpen = false }: TripChatRowProps) {
  const { last_message: last, unread_count: unread } = chat
  return (
    <ListRow
      onPress={onOpen}
      pressRef={wasOpen ? takeFocus : undefined}
      leading={<ConversationAvatar conversation={chat} myId={myId} />}
      title={<span className={unread > 0 ? 'font-bold' : ''}>{chat.name}</span>}
      detail={
        <span className="flex items-center gap-2">
          {last ? (
            <span className={`min-w-0 flex-1 truncate ${unread > 0 ? 'text-text' : ''}`}>
              {last.sender.id === myId ? <span>You</span> : <bdi>{last.sender.username}</bdi>}:{' '}
              <bdi>{lastMessageText(last)}</bdi>
            </span>
          ) : (
            <span>No messages yet</span>
          )}
          <UnreadBadge count={unread} />
        </span>
      }
      note={
        <span className="flex flex-wrap gap-x-3 text-meta text-muted">
          <Count icon={UsersRound} text={formatCount(chat.participants.length, 'member')} />
          <Count icon={MessageSquareText} text={formatCount(chat.message_count, 'message')} />
        </span>
      }
      trailing={
        <time
          dateTime={chat.updated_at}
          dir="auto"
          className="text-meta leading-6 whitespace-nowrap text-muted tabular-nums"
        >
          {tripChatTime(Date.parse(chat.updated_at), now)}
        </time>
      }
      trailingDetail={null}
    />
  )
}

function Count({ icon: Icon, text }: { icon: typeof UsersRound; text: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <Icon aria-hidden className="size-3.5" />
      <span>{text}</span>
    </span>
  )
}

const takeFocus = (row: HTMLElement | null) => row?.focus()
