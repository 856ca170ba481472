// The header of an open chat of a trip: the way back, name, members, description, and the menu.

import { ArrowLeft, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { TripChatResponse } from '#core/chat/tripChatContract.ts'
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
  canChange: boolean
  onBack: () => void
}

export function TripChatHeader({ chat, myId, canChange, onBack }: TripChatHeaderProps) {
  const [dialog, setDialog] = useState<'edit' | 'delete' | 'info' | null>(null)
  const close = () => setDialog(null)
  return (
    <div className="flex shrink-0 items-start gap-1 border-b makes-way border-line bg-surface py-1.5 ps-[calc(var(--gutter)-10px)] pe-2">
      <IconButton label="Back to chats" icon={ArrowLeft} onClick={onBack} />
      <div className="min-w-0 flex-1 self-center">
        <h3 ref={focusIfLost} tabIndex={-1} className="line-clamp-2 font-semibold wrap-anywhere">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setDialog('info')}
            onPointerEnter={TripChatInfoDialog.prefetch}
            className="touch-target text-start"
          >
            <bdi>{chat.name}</bdi>
          </button>
        </h3>
        <p className="line-clamp-3 text-meta wrap-anywhere text-muted">
          <span>{formatCount(chat.participants.length, 'member')}</span>
          {chat.description !== null && (
            <>
              {' · '}
              <bdi>{chat.description}</bdi>
            </>
          )}
        </p>
      </div>
      {canChange && (
        <Menu
          label="Chat actions"
          items={[
            { label: 'Edit chat', icon: Pencil, onSelect: () => setDialog('edit') },
            { label: 'Delete chat', icon: Trash2, tone: 'danger', onSelect: () => setDialog('delete') },
          ]}
        />
      )}
      <TripChatInfoDialog open={dialog === 'info'} onClose={close} conversation={chat} myId={myId} />
      <LazyTripChatDialog open={dialog === 'edit'} onClose={close} tripId={chat.trip_id} chat={chat} />
      <DeleteTripChatDialog open={dialog === 'delete'} onClose={close} chat={chat} onDeleted={onBack} />
    </div>
  )
}
