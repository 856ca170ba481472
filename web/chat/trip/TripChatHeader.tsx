// The head of an open chat of a trip, on a phone the only one: the way back, name, trip, members, description, and the menu.

import { ArrowLeft, MessagesSquare, Pencil, Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { TripChatResponse } from '#core/chat/tripChatContract.ts'
import { ConversationAvatar } from '#web/chat/ConversationAvatar.tsx'
import { formatCount } from '#web/platform/time/format.ts'
import { focusIfLost } from '#web/ui/focus.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { Menu } from '#web/ui/buttons/Menu.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'

export const LazyTripChatDialog = lazyDialog(
  async () => (await import('#web/chat/trip/TripChatDialog.tsx')).TripChatDialog,
)
const TripChatInfoDialog = lazyDialog(
  async () => (await import('#web/chat/info/ConversationInfo.tsx')).ConversationInfoDialog,
)
const DeleteTripChatDialog = lazyDialog(
  async () => (await import('#web/chat/trip/TripChatDialog.tsx')).DeleteTripChatDialog,
)

interface TripChatHeaderProps {
  chat: TripChatResponse
  myId: string
  tripTitle: string
  /** Who is shown in the info. */
  personId: string | null
  onPersonClosed: () => void
  canChange: boolean
  /** The trip has no other chat: Back does not lead to their list. */
  isOnly: boolean
  /** Its field covers the head. */
  isSearching: boolean
  onSearch: () => void
  onBack: () => void
  onList: () => void
}

export function TripChatHeader(props: TripChatHeaderProps) {
  const { chat, myId, tripTitle, personId, onPersonClosed, canChange, isOnly, onBack, onList } = props
  const { isSearching, onSearch } = props
  const [dialog, setDialog] = useState<'edit' | 'delete' | 'info' | null>(null)
  const close = () => setDialog(null)
  const items = [
    ...(isOnly ? [{ label: 'All chats', icon: MessagesSquare, onSelect: onList }] : []),
    ...(canChange
      ? [
          { label: 'Edit chat', icon: Pencil, onSelect: () => setDialog('edit') },
          {
            label: 'Delete chat',
            icon: Trash2,
            tone: 'danger' as const,
            onSelect: () => setDialog('delete'),
          },
        ]
      : []),
  ]
  return (
    <div inert={isSearching} className="shrink-0 border-b makes-way border-line bg-surface max-lg:pt-safe">
      <div className="flex min-h-14 items-center gap-1 ps-[calc(var(--gutter)-10px)] pe-2">
        <IconButton label={isOnly ? 'Back to the trip' : 'Back to chats'} icon={ArrowLeft} onClick={onBack} />
        <div className="me-2 flex shrink-0">
          <ConversationAvatar conversation={chat} myId={myId} />
        </div>
        <div className="relative min-w-0 flex-1 py-0.5">
          <h3 ref={focusIfLost} tabIndex={-1} className="font-semibold">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setDialog('info')}
              onPointerEnter={TripChatInfoDialog.prefetch}
              className="block w-full truncate text-start outline-none after:absolute after:-inset-x-1 after:inset-y-0 after:rounded-field hover:after:bg-text/3 focus-visible:after:outline-2 focus-visible:after:outline-primary"
            >
              <bdi>{chat.name}</bdi>
            </button>
          </h3>
          <p className="flex text-meta whitespace-pre text-muted">
            <span className="min-w-12 truncate lg:hidden">
              <bdi>{tripTitle}</bdi>
            </span>
            <span className="lg:hidden"> · </span>
            <span className="min-w-24 shrink-3 truncate">
              <span>{formatCount(chat.participants.length, 'member')}</span>
              {chat.description !== null && (
                <>
                  {' · '}
                  <bdi>{chat.description}</bdi>
                </>
              )}
            </span>
          </p>
        </div>
        <IconButton label="Search in this conversation" icon={Search} onClick={onSearch} />
        {items.length > 0 && <Menu label="Chat actions" items={items} />}
      </div>
      <TripChatInfoDialog
        open={dialog === 'info' || personId !== null}
        onClose={() => {
          close()
          onPersonClosed()
        }}
        conversation={chat}
        myId={myId}
        personId={personId}
        onSearch={onSearch}
      />
      <LazyTripChatDialog open={dialog === 'edit'} onClose={close} tripId={chat.trip_id} chat={chat} />
      <DeleteTripChatDialog open={dialog === 'delete'} onClose={close} chat={chat} onDeleted={onList} />
    </div>
  )
}
