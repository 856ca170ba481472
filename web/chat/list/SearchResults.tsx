// What a search above the conversations has found: conversations by name, then messages, and how far it is.

import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { CloudOff } from 'lucide-react'
import { type ConversationResponse, type MessageResponse, getConversation } from '#core/chat/contract.ts'
import { ConversationAvatar } from '#web/chat/ConversationAvatar.tsx'
import { ConversationRowsSkeleton } from '#web/chat/list/ConversationRowsSkeleton.tsx'
import type { ConversationSearch } from '#web/chat/list/useConversationSearch.ts'
import {
  excerptOf,
  foundMessagePath,
  isWorthSearching,
  type MessageSearch,
  useMessageSearch,
  withMarkedWords,
} from '#web/chat/messageSearch.tsx'
import { listTime } from '#web/chat/messageTimes.ts'
import { useConversations } from '#web/chat/state/useChat.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { formatCount } from '#web/platform/time/format.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { RetryBanner } from '#web/ui/feedback/Loaded.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { List, ListRow } from '#web/ui/lists/List.tsx'

interface SearchResultsProps {
  search: ConversationSearch | null
  /** The conversations that were found. */
  list: ReactNode
  /** The list shows already that it could not be read. */
  isFailureShown: boolean
  /** Milliseconds since 1970. */
  now: number
}

export function SearchResults({ search, list, isFailureShown, now }: SearchResultsProps) {
  const text = search?.text ?? ''
  const { messages, hasMore, status, query, ...more } = useMessageSearch(text)
  const { conversations } = useConversations()
  if (!search) return null
  const states = [search.status, status]
  const isSearching = states.includes('searching')
  const found = search.found.length + messages.length
  return (
    <>
      {search.found.length > 0 && (
        <GroupTitle title="Conversations" count={`${search.found.length + search.more}`} />
      )}
      {list}
      {messages.length > 0 && (
        <>
          <GroupTitle title="Messages" count={`${messages.length}${hasMore ? '+' : ''}`} />
          <List label="Messages">
            {messages.map((message) => (
              <FoundMessageRow
                key={`${message.conversation_id} ${message.id}`}
                message={message}
                search={text}
                known={[...conversations, ...search.found].find(({ id }) => id === message.conversation_id)}
                now={now}
              />
            ))}
          </List>
          {hasMore && <MoreMessages key={messages.length} {...more} />}
        </>
      )}
      {isSearching && <ConversationRowsSkeleton rows={found === 0 ? 3 : 1} label="Searching..." />}
      {states.includes('failed') && !isFailureShown && (
        <RetryBanner query={search.status === 'failed' ? search.query : query}>
          Failed to search. Only this device was searched.
        </RetryBanner>
      )}
      {states.includes('away') && (
        <p className="flex items-center gap-2.5 rounded-field bg-surface-2 px-4 py-3 text-secondary">
          <CloudOff aria-hidden className="size-4.5 shrink-0" />
          <span>Only this device was searched.</span>
        </p>
      )}
      {search.more > 0 && (
        <p className="text-center text-secondary text-muted">{`and ${search.more} more: type more of a name to find them`}</p>
      )}
      {found === 0 && !isSearching && (
        <div className="rounded-card border border-line bg-surface px-4 py-3">
          <p className="font-semibold">
            Nothing has “<bdi>{text}</bdi>
            <span>”</span>
          </p>
          <p className="text-secondary text-muted">
            {isWorthSearching(text)
              ? 'Names, trips and messages were searched.'
              : 'Names and trips were searched; messages from two letters on.'}
          </p>
        </div>
      )}
      <output className="sr-only">
        {isSearching
          ? ''
          : found === 0
            ? `Nothing has “${text}”`
            : `${formatCount(search.found.length, 'conversation')} and ${formatCount(messages.length, 'message')} found`}
      </output>
    </>
  )
}

/** Comes into view where the list is scrolled to its end, and then loads more; after a failure a press does. */
function MoreMessages({
  loadMore,
  isLoadingMore,
  hasFailedMore,
}: Pick<MessageSearch, 'loadMore' | 'isLoadingMore' | 'hasFailedMore'>) {
  const end = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(() => void loadMore())
  useEffect(() => {
    if (!end.current || hasFailedMore) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load())
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [hasFailedMore])
  return (
    <div ref={end} className="flex justify-center">
      <Button variant="secondary" busy={isLoadingMore} onClick={() => void loadMore()}>
        Show more
      </Button>
    </div>
  )
}

const GroupTitle = ({ title, count }: { title: string; count: string }) => (
  <h2 className="-mb-2 pt-2.5 text-title font-semibold">
    <span>{title}</span> <span className="ms-1 font-normal text-muted tabular-nums">{count}</span>
  </h2>
)

interface FoundMessageRowProps {
  message: MessageResponse
  search: string
  /** Of an older conversation than the list has, it is fetched. */
  known: ConversationResponse | undefined
  now: number
}

function FoundMessageRow({ message, search, known, now }: FoundMessageRowProps) {
  const myId = useMyId()
  const { conversation_id: conversationId, sender, content, created_at: at } = message
  const fetched = useQuery(getConversation, known ? null : { conversationId }).data?.conversation
  const conversation = known ?? fetched
  return (
    <ListRow
      href={foundMessagePath(message, search)}
      leading={
        conversation ? (
          <ConversationAvatar conversation={conversation} myId={myId} size="lg" />
        ) : (
          <Skeleton round className="size-13" />
        )
      }
      title={conversation?.name ?? sender.username}
      trailing={
        <time dateTime={at} className="text-meta leading-6 whitespace-nowrap text-muted tabular-nums">
          {listTime(Date.parse(at), now)}
        </time>
      }
      detail={
        <span className="line-clamp-2 wrap-anywhere">
          {sender.id === myId ? (
            <span>{'You: '}</span>
          ) : conversation?.type === 'direct' ? null : (
            <span>
              <bdi>{sender.username}</bdi>
              {': '}
            </span>
          )}
          <bdi>
            {withMarkedWords(excerptOf(content, search), search, (word) => (
              <b className="font-semibold text-text">{word}</b>
            )).map((part, n) => (
              <span key={n}>{part}</span>
            ))}
          </bdi>
        </span>
      }
      trailingDetail={null}
    />
  )
}
