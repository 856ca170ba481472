// The chats of a trip: their list, or an open one in the same place, whose id is in the address after the tab. Back on a
// phone and Escape close the open one first. The only chat opens at once, and Back from it leads to the overview; not for
// the arrow keys, which would lose the tabs on the way to another one.

import { useLayoutEffect, useRef, useState } from 'react'
import type { ConversationResponse } from '#core/chat/contract.ts'
import { type TripChatResponse, listTripChats } from '#core/chat/tripChatContract.ts'
import { endpointPath } from '#core/kernel/endpoint.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { TripChatHeader } from '#web/chat/trip/TripChatHeader.tsx'
import { TripChatList } from '#web/chat/trip/TripChatList.tsx'
import { useConversations } from '#web/chat/state/useChat.ts'
import type { SearchWithin } from '#web/chat/view/useSearchWithin.ts'
import { ConversationPane } from '#web/chat/view/ConversationPane.tsx'
import { requestDialog } from '#web/platform/forms/useRequestedDialog.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { useTripVisit } from '#web/platform/replica/useTripVisit.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { useEscape } from '#web/ui/dialogs/layers.ts'
import { useBackCloses } from '#web/ui/dialogs/useBackCloses.ts'

export function ChatTab({ trip }: { trip: TripResponse }) {
  const myId = useMyId()
  const read = useQuery(listTripChats, { tripId: trip.id })
  // The trip's replica does not contain its chats.
  useTripVisit(trip.id, endpointPath(listTripChats, { tripId: trip.id }))
  const { conversations } = useConversations()
  const [chosenId, setChosenId] = useState(idInAddress)
  const [personId, setPersonId] = useState<string | null>(null)
  const [leftId, setLeftId] = useState<string | null>(null)
  const [search, setSearch] = useState<SearchWithin | null>(null)
  const element = useRef<HTMLDivElement>(null)
  useReloadOnOpen(true, read)
  const data = read.data && { chats: upToDate(read.data.chats, conversations) }
  const only = data?.chats.length === 1 ? data.chats[0]!.id : null
  // Only when the chats come: a chat that is created later does not open by itself.
  if (chosenId === undefined && data) setChosenId(isReachedByKeys() ? null : only)
  const openId = chosenId ?? null
  useLayoutEffect(() => {
    if (openId !== null) history.replaceState(history.state, '', `${TAB}/${openId}`)
  }, [openId])
  const toList = () => {
    setLeftId(openId)
    setSearch(null)
    setChosenId(null)
    history.replaceState(history.state, '', TAB)
  }
  const chat = data?.chats.find(({ id }) => id === openId)
  const isOnly = openId === only
  const back = () => (isOnly ? requestDialog(location.pathname) : toList())
  useBackCloses(openId !== null, back)
  const endSearch = () => setSearch(null)
  useBackCloses(search !== null, endSearch)
  useEscape(openId !== null, element, search ? endSearch : back)
  if (openId !== null)
    return (
      <div
        ref={element}
        // In place of the trip's head and tabs where the trip fills the screen (web/app/theme.css).
        data-trip-chat
        // A swipe is that of a message.
        className="absolute inset-0 flex touch-pan-y touch-pinch-zoom flex-col bg-surface pb-safe low:relative low:h-[100cqh]"
      >
        {chat && (
          <TripChatHeader
            chat={chat}
            myId={myId}
            tripTitle={trip.title}
            personId={personId}
            onPersonClosed={() => setPersonId(null)}
            canChange={trip.userRole !== 'member' || chat.created_by?.id === myId}
            isOnly={isOnly}
            isSearching={search !== null}
            onSearch={() => setSearch({ text: '', at: null })}
            onBack={back}
            onList={toList}
          />
        )}
        <ConversationPane
          conversationId={openId}
          ofTrip
          onPerson={setPersonId}
          search={search}
          onSearchEnd={endSearch}
          whenGone={
            <Button variant="secondary" onClick={toList}>
              Back to chats
            </Button>
          }
        />
      </div>
    )
  return (
    <div className="gutter py-4 md:py-5">
      <TripChatList
        tripId={trip.id}
        myId={myId}
        chats={{ ...read, data }}
        onOpen={setChosenId}
        leftId={leftId}
      />
    </div>
  )
}

const TAB = '#chat'

const isReachedByKeys = () => document.activeElement?.matches('[role=tab]:focus-visible') === true

/** Undefined for the tab itself. */
const idInAddress = (): string | null | undefined =>
  location.hash.startsWith(`${TAB}/`) ? location.hash.slice(TAB.length + 1) : undefined

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
