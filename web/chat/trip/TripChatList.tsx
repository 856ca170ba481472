// The chats of a trip, newest message first, with a button for a new one.

import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import { createTripChat, type TripChatResponse } from '#core/chat/tripChatContract.ts'
import type { QueryState } from '#web/platform/queries/queries.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { useCommands } from '#web/platform/outbox/useOutbox.ts'
import { tripChatFailure } from '#web/chat/state/tripChatFailure.ts'
import { LazyTripChatDialog } from '#web/chat/trip/TripChatHeader.tsx'
import { TripChatRow } from '#web/chat/trip/TripChatRow.tsx'
import { type ButtonProps, Button } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListRow, List } from '#web/ui/lists/List.tsx'
import { Loaded, RetryBanner, SHOWN_FROM_BEFORE } from '#web/ui/feedback/Loaded.tsx'
import { ChatPicture } from '#web/ui/pictures/ChatPicture.tsx'
import { CommandMark } from '#web/records/CommandMark.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'

const FAILED = 'Failed to fetch trip chats'

interface TripChatListProps {
  tripId: string
  myId: string
  chats: QueryState<{ chats: TripChatResponse[] }>
  onOpen: (chatId: string) => void
  /** The chat that was open in the place of the list; its row takes the focus. */
  leftId: string | null
}

export function TripChatList({ tripId, myId, chats, onOpen, leftId }: TripChatListProps) {
  const [isCreating, setCreating] = useState(false)
  const now = useNow()
  const additions = useCommands(tripId, createTripChat)
  const { data, error } = chats
  const failed = tripChatFailure(FAILED, error)
  const create = (look: Pick<ButtonProps, 'variant' | 'size'>) => (
    <Button
      {...look}
      icon={MessageSquarePlus}
      onClick={() => setCreating(true)}
      {...LazyTripChatDialog.prefetchProps}
    >
      Create New Chat
    </Button>
  )
  if (!data)
    return (
      <Loaded
        query={chats}
        failed={failed}
        skeleton={<SkeletonList titled rows={3} label="Loading chats..." />}
      />
    )
  return (
    <>
      {error && (
        <div className="mb-4">
          <RetryBanner query={chats}>{`${failed.replace(/\.$/, '')}. ${SHOWN_FROM_BEFORE}`}</RetryBanner>
        </div>
      )}
      {data.chats.length === 0 && additions.length === 0 ? (
        <EmptyState
          picture={<ChatPicture />}
          title="No chats yet"
          detail="Talk with everyone on this trip: where to meet, what to eat, who has the keys."
          action={create({})}
        />
      ) : (
        <>
          <SectionTitle level={3} count={data.chats.length} action={create({ variant: 'quiet', size: 'sm' })}>
            Chats
          </SectionTitle>
          <List label="Chats">
            {additions.map((command) => (
              <ListRow
                key={command.key}
                title={(command.body as { name: string }).name}
                note={<CommandMark command={command} />}
              />
            ))}
            {data.chats
              .filter(({ id }) => additions.every((command) => command.id !== id))
              .map((chat) => (
                <TripChatRow
                  key={chat.id}
                  chat={chat}
                  myId={myId}
                  now={now}
                  onOpen={() => onOpen(chat.id)}
                  wasOpen={chat.id === leftId}
                />
              ))}
          </List>
        </>
      )}
      <LazyTripChatDialog open={isCreating} onClose={() => setCreating(false)} tripId={tripId} chat={null} />
    </>
  )
}
