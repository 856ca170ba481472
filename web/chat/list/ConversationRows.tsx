// The conversations, newest first, with unread counts, typing indicators and pending messages.

import { useSnapshot } from 'valtio'
import type { ConversationResponse } from '#core/chat/contract.ts'
import { paths } from '#web/platform/paths.ts'
import { otherPersonOf } from '#web/chat/ConversationAvatar.tsx'
import { ConversationRow } from '#web/chat/list/ConversationRow.tsx'
import { currentChat } from '#web/chat/state/currentChat.ts'
import { isMessageCommand } from '#web/chat/engine/open/pendingMessages.ts'
import { useConversations, usePresenceOf, useTypingIn } from '#web/chat/state/useChat.ts'
import { readDraft } from '#web/platform/drafts.ts'
import { isUnreachable, networkState } from '#web/platform/network.ts'
import { type PendingCommand, outbox } from '#web/platform/outbox/pendingCommands.ts'
import { useMyId } from '#web/platform/useMyId.ts'
import { useNow } from '#web/platform/useNow.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { List } from '#web/ui/List.tsx'
import { ChatPicture } from '#web/ui/pictures/ChatPicture.tsx'
import { RetryBanner } from '#web/ui/RetryBanner.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

interface ConversationRowsProps {
  /** The address, which may be that of one of them. */
  path: string
  /** The screen beside the list says that there are none. */
  isSaidBeside: boolean
}

export function ConversationRows({ path, isSaidBeside }: ConversationRowsProps) {
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

export const NoConversations = () => (
  <EmptyState
    picture={<ChatPicture />}
    title="No conversations yet"
    detail="Say hello to a friend, or bring several together in a group."
    action={<LinkButton href={paths.contacts}>See contacts</LinkButton>}
  />
)

function pendingIn(items: readonly PendingCommand[], conversationId: string): 'waiting' | 'refused' | null {
  const own = items.filter(
    ({ endpoint, params }) => isMessageCommand(endpoint.path) && params['conversationId'] === conversationId,
  )
  if (own.some(({ state }) => state === 'refused')) return 'refused'
  return own.length > 0 ? 'waiting' : null
}
