// The conversations, newest first, with unread counts, typing indicators and pending messages.

import { useSnapshot } from 'valtio'
import type { ConversationResponse } from '#core/chat/contract.ts'
import { paths } from '#web/platform/page/paths.ts'
import { otherPersonOf } from '#web/chat/ConversationAvatar.tsx'
import { ConversationRow } from '#web/chat/list/ConversationRow.tsx'
import { ConversationRowsSkeleton } from '#web/chat/list/ConversationRowsSkeleton.tsx'
import { useConversationSearch } from '#web/chat/list/useConversationSearch.ts'
import { currentChat } from '#web/chat/state/currentChat.ts'
import { FAILED_TO_LOAD } from '#web/chat/engine/list/listReader.ts'
import { isOfText } from '#web/chat/engine/open/pendingMessages.ts'
import { useConversations, usePresenceOf, useTypingIn } from '#web/chat/state/useChat.ts'
import { draftsElsewhere, readDraft } from '#web/platform/storage/drafts.ts'
import { isUnreachable, networkState } from '#web/platform/http/network.ts'
import { type PendingCommand, outbox } from '#web/platform/outbox/outbox.ts'
import { useIdlePart } from '#web/platform/page/useIdlePart.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { hasFailed } from '#web/records/commandStates.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { LinkButton } from '#web/ui/buttons/LinkButton.tsx'
import { List } from '#web/ui/lists/List.tsx'
import { ChatPicture } from '#web/ui/pictures/ChatPicture.tsx'
import { RetryBanner, SHOWN_FROM_BEFORE } from '#web/ui/feedback/Loaded.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

/** A socket is in at most 200 rooms. */
const MAX_TYPING = 150

const loadSearchResults = async () => (await import('#web/chat/list/SearchResults.tsx')).SearchResults

interface ConversationRowsProps {
  /** The address, which may be that of one of them. */
  path: string
  /** What is searched for; '' lists all. */
  typed: string
  /** Without conversations the screen beside the list shows the placeholder. */
  isPlaceholderBeside: boolean
}

export function ConversationRows({ path, typed, isPlaceholderBeside }: ConversationRowsProps) {
  const { conversations, isLoaded, hasMore, isLoadingMore, error } = useConversations()
  const search = useConversationSearch(typed)
  const shown = search?.found ?? conversations
  const myId = useMyId()
  const { commands } = useSnapshot(outbox)
  void useSnapshot(draftsElsewhere).count
  const typing = useTypingIn(conversations.slice(0, MAX_TYPING).map(({ id }) => id))
  const presenceOf = usePresenceOf()
  const now = useNow()
  // A banner at the bottom says that the network is away while the cached list is shown.
  const isShownByBanner = isUnreachable(useSnapshot(networkState)) && !isLoaded
  const presenceIn = (conversation: ConversationResponse) =>
    conversation.type === 'direct'
      ? presenceOf(otherPersonOf(conversation, myId)?.id ?? '')?.status
      : undefined

  const isFailed = error !== null && !isShownByBanner
  const list = shown.length > 0 && (
    <List label="Conversations">
      {shown.map((conversation) => {
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
            pending={pendingIn(commands, conversation.id)}
            now={now}
          />
        )
      })}
    </List>
  )
  const results = useIdlePart(loadSearchResults, { search, list, isFailureShown: isFailed, now })

  if (!isLoaded && conversations.length === 0)
    return error === null ? (
      <ConversationRowsSkeleton rows={6} label="Loading conversations..." />
    ) : (
      <ErrorState message={error} onRetry={() => currentChat().reloadList()} />
    )
  return (
    <>
      {isFailed && (
        <RetryBanner
          query={{ isLoading: false, reload: async () => currentChat().reloadList() }}
        >{`${error} ${SHOWN_FROM_BEFORE}`}</RetryBanner>
      )}
      {conversations.length === 0 ? (
        isPlaceholderBeside ? (
          <p className="text-secondary text-muted">Your conversations will be listed here.</p>
        ) : (
          <NoConversations />
        )
      ) : (
        ((search && results) ?? list)
      )}
      {hasMore && !search && (
        <div className="flex justify-center">
          <Button variant="secondary" busy={isLoadingMore} onClick={() => void showMore()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

async function showMore(): Promise<void> {
  if (!(await currentChat().loadMore())) toast.error(FAILED_TO_LOAD)
}

export const NoConversations = () => (
  <EmptyState
    picture={<ChatPicture />}
    title="No conversations yet"
    detail="Say hello to a friend, or bring several together in a group."
    action={<LinkButton href={paths.contacts}>See contacts</LinkButton>}
  />
)

function pendingIn(
  commands: readonly PendingCommand[],
  conversationId: string,
): 'waiting' | 'refused' | null {
  const own = commands.filter(
    (command) => isOfText(command) && command.params['conversationId'] === conversationId,
  )
  if (hasFailed(own)) return 'refused'
  return own.length > 0 ? 'waiting' : null
}
