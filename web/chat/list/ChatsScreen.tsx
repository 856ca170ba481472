// The list of conversations: a screen of its own, or in a wide window the pane beside the open conversation.

import { MessageCirclePlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { chatLimits } from '#core/chat/limits.ts'
import { paths } from '#web/platform/page/paths.ts'
import { ConversationRows, NoConversations } from '#web/chat/list/ConversationRows.tsx'
import { useTypedSearch } from '#web/chat/list/conversationSearch.ts'
import { useConnection, useConversations } from '#web/chat/state/useChat.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { setTitle } from '#web/platform/page/title.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Fab } from '#web/ui/buttons/Fab.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { ChatPicture } from '#web/ui/pictures/ChatPicture.tsx'
import { TopBar } from '#web/ui/navigation/TopBar.tsx'
import { LARGE_PX, useWide, useKeyboard } from '#web/ui/useWide.ts'
import { useShortcuts } from '#web/platform/page/useShortcuts.ts'
import { SearchField } from '#web/ui/fields/SearchField.tsx'

const CreateGroupDialog = lazyDialog(
  async () => (await import('#web/chat/list/CreateGroupDialog.tsx')).CreateGroupDialog,
)

/** One component for both, so that an open dialog stays when a tablet is turned. */
export function ChatsScreen() {
  const [path, navigate] = useLocation()
  const [isCreating, setCreating] = useState(false)
  useEffect(() => whenIdle(CreateGroupDialog.prefetch), [])
  const isWide = useWide(LARGE_PX)
  const { status } = useConnection()
  const { conversations, isLoaded, hasMore, error } = useConversations()
  const isEmpty = isLoaded && !hasMore && conversations.length === 0
  // Also while they are loading, so that no row moves when they are there.
  const isSearchable = conversations.length > 0 || (!isLoaded && error === null)
  const [typed, type] = useTypedSearch(useMyId())
  const isAside = path !== paths.chat
  useEffect(() => {
    if (!isAside) setTitle('Chats')
  }, [isAside])
  const As = isWide ? 'div' : 'main'
  const create = {
    label: 'New group chat',
    onClick: () => setCreating(true),
    ...CreateGroupDialog.prefetchProps,
  }
  const chats = (
    <>
      <TopBar
        title="Chats"
        as={isAside ? 'h2' : 'h1'}
        shadow
        joined={isSearchable && !isWide}
        {...(status !== 'connected' && { detail: 'Connecting...' })}
        {...(isWide && { right: <IconButton icon={MessageCirclePlus} {...create} /> })}
      />
      <As className="page-width flat-rows below-top-bar above-bottom-nav gutter">
        <div className="grid gap-4 pt-4 md:pt-6">
          {isSearchable && <ConversationSearchField typed={typed} onType={type} />}
          <ConversationRows path={path} typed={typed} isPlaceholderBeside={isWide && !isAside} />
        </div>
        {!isWide && <Fab soft={isEmpty} icon={MessageCirclePlus} {...create} />}
      </As>
    </>
  )
  return (
    <>
      {isWide ? (
        <section aria-label="Chats" className="list-pane">
          <div>{chats}</div>
        </section>
      ) : (
        chats
      )}
      {isWide && !isAside && <NoneChosen />}
      <CreateGroupDialog
        open={isCreating}
        onClose={() => setCreating(false)}
        onCreated={({ id }) => navigate(paths.conversation(id), { state: { from: paths.chat } })}
      />
    </>
  )
}

/** Empty while the conversations are loading, and when they failed to, because the list says so. */
function NoneChosen() {
  const { conversations, isLoaded } = useConversations()
  return (
    <main className="visible-area beside-rail grid content-center">
      {conversations.length > 0 ? (
        <EmptyState picture={<ChatPicture />} title="Choose a conversation" />
      ) : (
        isLoaded && <NoConversations />
      )}
    </main>
  )
}

interface ConversationSearchFieldProps {
  typed: string
  onType: (text: string) => void
}

/** The search field above the list of conversations. Escape clears it. */
function ConversationSearchField({ typed, onType }: ConversationSearchFieldProps) {
  const isOn = useShortcuts()
  const hasKey = useKeyboard() && isOn
  return (
    // The room that a screen leaves below its bar is the field's, so that the first row stays high up.
    <SearchField
      label="Search chats and messages"
      value={typed}
      onChange={onType}
      maxLength={chatLimits.search.max}
      shortcut={hasKey ? '/' : undefined}
      className="-mt-2.5 -mb-3.5 md:-mt-4 md:-mb-1.5 [&>span]:min-h-11.5 [&>span]:border-transparent [&>span]:bg-surface-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing || typed === '') return
        event.preventDefault()
        onType('')
      }}
    />
  )
}
