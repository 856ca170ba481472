// The conversations, newest first, with unread counts, typing indicators and pending messages.

import { useSnapshot } from 'valtio'
import type { ConversationResponse } from '#core/chat/contract.ts'
import { paths } from '#web/platform/page/paths.ts'
import { otherPersonOf } from '#web/chat/ConversationAvatar.tsx'
import { ConversationRow } from '#web/chat/list/ConversationRow.tsx'
import { useConversationSearch, type ConversationSearch } from '#web/chat/list/useConversationSearch.ts'
import { currentChat } from '#web/chat/state/currentChat.ts'
import { FAILED_TO_LOAD } from '#web/chat/engine/list/listReader.ts'
import { isOfText } from '#web/chat/engine/open/pendingMessages.ts'
import { useConversations, usePresenceOf, useTypingIn } from '#web/chat/state/useChat.ts'
import { draftsElsewhere, readDraft } from '#web/platform/storage/drafts.ts'
import { isUnreachable, networkState } from '#web/platform/http/network.ts'
import { type PendingCommand, outbox } from '#web/platform/outbox/outbox.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { hasFailed } from '#web/records/commandStates.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { LinkButton } from '#web/ui/buttons/LinkButton.tsx'
import { List, ListRow } from '#web/ui/lists/List.tsx'
import { ChatPicture } from '#web/ui/pictures/ChatPicture.tsx'
import { RetryBanner, SHOWN_FROM_BEFORE } from '#web/ui/feedback/Loaded.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/Skeleton.tsx'

/** A socket is in at most 200 rooms. */
const MAX_TYPING = 150

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

  if (!isLoaded && conversations.length === 0)
    return error === null ? (
      <ConversationRowsSkeleton rows={6} label="Loading conversations..." />
    ) : (
      <ErrorState message={error} onRetry={() => currentChat().reloadList()} />
    )
  const isFailed = error !== null && !isShownByBanner
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
        shown.length > 0 && (
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
      )}
      {search && <SearchOutcome search={search} isFailureShown={isFailed} />}
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

interface SearchOutcomeProps {
  search: ConversationSearch
  /** The list shows already that it could not be read. */
  isFailureShown: boolean
}

/** What a search of conversations says below the ones it has found: that it goes on, failed, or found nothing. */
function SearchOutcome({ search, isFailureShown }: SearchOutcomeProps) {
  const { status, found, query } = search
  return (
    <>
      {status === 'searching' && (
        <ConversationRowsSkeleton rows={found.length === 0 ? 3 : 1} label="Searching..." />
      )}
      {status === 'failed' && !isFailureShown && (
        <RetryBanner query={query}>
          Failed to search conversations. Only those on this device were searched.
        </RetryBanner>
      )}
      <output className="text-center text-secondary text-muted not-empty:py-2 empty:sr-only">
        <SearchNote {...search} />
      </output>
    </>
  )
}

function SearchNote({ status, found, text, more }: ConversationSearch) {
  if (found.length > 0) {
    if (status === 'away') return <span>Only the conversations on this device were searched.</span>
    if (status !== 'done' || more === 0) return null
    return <span>{`and ${more} more: type more of a name to find them`}</span>
  }
  if (status !== 'done' && status !== 'away') return null
  return (
    <>
      No conversations found for “<bdi>{text}</bdi>
      <span>{`”${status === 'away' ? ' on this device' : ''}`}</span>
    </>
  )
}

/** Rows of conversations that are loading. */
function ConversationRowsSkeleton({ rows, label }: { rows: number; label: string }) {
  return (
    <Loading label={label}>
      <List>
        {Array.from({ length: rows }, (_, row) => (
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
