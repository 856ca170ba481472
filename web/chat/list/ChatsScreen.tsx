// The conversation list, newest first, with unread counts, typing indicators and pending messages: a screen of its own,
// or in a wide window the pane beside the open conversation.

import { MessageCirclePlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { ConversationResponse } from '#core/chat/contract.ts'
import { paths } from '#web/platform/paths.ts'
import { otherPersonOf } from '#web/chat/ConversationAvatar.tsx'
import { formatCount } from '#web/platform/format.ts'
import { ConversationRow } from '#web/chat/list/ConversationRow.tsx'
import { RefusedGroups } from '#web/chat/list/RefusedGroups.tsx'
import { currentChat } from '#web/chat/state/currentChat.ts'
import { isMessageCommand } from '#web/chat/engine/open/pendingMessages.ts'
import { useConnection, useConversations, usePresenceOf, useTypingIn } from '#web/chat/state/useChat.ts'
import { readDraft } from '#web/platform/drafts.ts'
import { isUnreachable, networkState } from '#web/platform/network.ts'
import { type PendingCommand, outbox } from '#web/platform/outbox/pendingCommands.ts'
import { setTitle } from '#web/platform/title.ts'
import { useMyId } from '#web/platform/useMyId.ts'
import { useNow } from '#web/platform/useNow.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Fab } from '#web/ui/Fab.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { List } from '#web/ui/List.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { ChatPicture } from '#web/ui/pictures/ChatPicture.tsx'
import { RetryBanner } from '#web/ui/RetryBanner.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { LARGE_PX, useWide } from '#web/ui/useWide.ts'

const CreateGroupDialog = lazyDialog(
  async () => (await import('#web/chat/list/CreateGroupDialog.tsx')).CreateGroupDialog,
)

whenIdle(CreateGroupDialog.prefetch)

/** One component for both, so that an open dialog stays when a tablet is turned. */
export function ChatsScreen() {
  const [path, navigate] = useLocation()
  const [isCreating, setCreating] = useState(false)
  const isWide = useWide(LARGE_PX)
  const { status } = useConnection()
  const { conversations, isLoaded, hasMore } = useConversations()
  const isEmpty = isLoaded && !hasMore && conversations.length === 0
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
        {...(status !== 'connected' && { detail: 'Connecting...' })}
        {...(isWide && { right: <IconButton icon={MessageCirclePlus} {...create} /> })}
      />
      <As className="page-width flat-rows below-top-bar above-bottom-nav gutter">
        <div className="grid gap-4 pt-4 md:pt-6">
          <RefusedBanner />
          <RefusedGroups />
          <Conversations path={path} isSaidBeside={isWide && !isAside} />
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

const NoConversations = () => (
  <EmptyState
    picture={<ChatPicture />}
    title="No conversations yet"
    detail="Say hello to a friend, or bring several together in a group."
    action={<LinkButton href={paths.contacts}>See contacts</LinkButton>}
  />
)

interface ConversationsProps {
  /** The address, which may be that of one of them. */
  path: string
  /** The screen beside the list says that there are none. */
  isSaidBeside: boolean
}

function Conversations({ path, isSaidBeside }: ConversationsProps) {
  const { conversations, isLoaded, hasMore, isLoadingMore, error } = useConversations()
  const myId = useMyId()
  const { items } = useSnapshot(outbox)
  const typing = useTypingIn(conversations.map(({ id }) => id))
  const presenceOf = usePresenceOf()
  const now = useNow()
  // A banner at the bottom says that the network is away while the cached list is shown.
  const isShownByBanner = isUnreachable(useSnapshot(networkState)) && !isLoaded
  const presenceIn = (conversation: ConversationResponse) =>
    conversation.type === 'direct'
      ? presenceOf(otherPersonOf(conversation, myId)?.id ?? '')?.status
      : undefined

  if (!isLoaded && conversations.length === 0)
    return error === null ? (
      <ConversationsSkeleton />
    ) : (
      <ErrorState message={error} onRetry={() => currentChat().reloadList()} />
    )
  return (
    <>
      {error !== null && !isShownByBanner && (
        <RetryBanner query={{ isLoading: false, reload: async () => currentChat().reloadList() }}>
          {error} This is what was there when it was last read.
        </RetryBanner>
      )}
      {conversations.length === 0 ? (
        isSaidBeside ? (
          <p className="text-secondary text-muted">Your conversations will be listed here.</p>
        ) : (
          <NoConversations />
        )
      ) : (
        <List label="Conversations">
          {conversations.map((conversation) => {
            const isOpen = path === paths.conversation(conversation.id)
            return (
              <ConversationRow
                key={conversation.id}
                conversation={conversation}
                myId={myId}
                isOpen={isOpen}
                presence={presenceIn(conversation)}
                isTyping={typing.has(conversation.id)}
                draft={isOpen ? '' : readDraft(myId, conversation.id)}
                pending={pendingIn(items, conversation.id)}
                now={now}
              />
            )
          })}
        </List>
      )}
      {hasMore && (
        <div className="flex justify-center">
          <Button variant="secondary" busy={isLoadingMore} onClick={() => currentChat().loadMore()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

function ConversationsSkeleton() {
  return (
    <Loading label="Loading conversations...">
      <List>
        {Array.from({ length: 6 }, (_, row) => (
          <ListRow
            key={row}
            leading={<Skeleton round className="size-13" />}
            title={<Skeleton className="my-1 h-4 w-2/5" />}
            detail={<Skeleton className="my-1 h-4 w-4/5" />}
          />
        ))}
      </List>
    </Loading>
  )
}

/** Refused messages of all conversations, also of those that are no longer in the list. */
function RefusedBanner() {
  const { items } = useSnapshot(outbox)
  const refused = items.filter(
    ({ state, endpoint }) => state === 'refused' && isMessageCommand(endpoint.path),
  )
  if (refused.length === 0) return null
  return (
    <Banner
      tone="danger"
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={() => refused.forEach(({ retry }) => retry())}>
            Retry all
          </Button>
          <LinkButton
            size="sm"
            variant="quiet"
            href={paths.conversation(refused[0]!.params['conversationId'] ?? '')}
          >
            Show
          </LinkButton>
        </span>
      }
    >
      {formatCount(refused.length, 'message')} not sent
    </Banner>
  )
}

function pendingIn(items: readonly PendingCommand[], conversationId: string): 'waiting' | 'refused' | null {
  const own = items.filter(
    ({ endpoint, params }) => isMessageCommand(endpoint.path) && params['conversationId'] === conversationId,
  )
  if (own.some(({ state }) => state === 'refused')) return 'refused'
  return own.length > 0 ? 'waiting' : null
}
