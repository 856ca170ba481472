// The chats of a trip: their list, or an open one in the same place.

import { useState } from 'react'
import type { ConversationResponse } from '#core/chat/contract.ts'
import { type TripChatResponse, listTripChats } from '#core/chat/tripChatContract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { TripChatHeader } from '#web/chat/trip/TripChatHeader.tsx'
import { TripChatList } from '#web/chat/trip/TripChatList.tsx'
import { useConversations } from '#web/chat/state/useChat.ts'
import { ConversationPane } from '#web/chat/view/ConversationPane.tsx'
import { useQuery } from '#web/platform/queries.ts'
import { useMyId } from '#web/platform/useMyId.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { Button } from '#web/ui/Button.tsx'

export function ChatTab({ trip }: { trip: TripResponse }) {
  const myId = useMyId()
  const read = useQuery(listTripChats, { tripId: trip.id })
  const { conversations } = useConversations()
  const [openId, open] = useState<string | null>(null)
  useReloadOnOpen(true, read)
  const data = read.data && { chats: upToDate(read.data.chats, conversations) }
  const chat = data?.chats.find(({ id }) => id === openId)
  const back = () => open(null)
  if (openId !== null)
    return (
      <div className="absolute inset-0 flex flex-col bg-surface pb-safe low:relative low:h-[100cqh]">
        {chat && (
          <TripChatHeader
            chat={chat}
            canChange={trip.userRole !== 'member' || chat.created_by?.id === myId}
            onBack={back}
          />
        )}
        <ConversationPane
          conversationId={openId}
          ofTrip
          whenGone={
            <Button variant="secondary" onClick={back}>
              Back to chats
            </Button>
          }
        />
      </div>
    )
  return (
    <div className="gutter py-4 md:py-5">
      <TripChatList tripId={trip.id} myId={myId} chats={{ ...read, data }} onOpen={open} />
    </div>
  )
}

/** With newer state from the conversation list, which receives pushes; newest first. */
function upToDate(
  chats: readonly TripChatResponse[],
  conversations: readonly ConversationResponse[],
): TripChatResponse[] {
  return chats
    .map((chat) => {
      const live = conversations.find(({ id }) => id === chat.id)
      if (!live || live.last_seq < chat.last_seq) return chat
      const { last_seq, last_message, message_count, unread_count, updated_at } = live
      return { ...chat, last_seq, last_message, message_count, unread_count, updated_at }
    })
    .toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : 0))
}
