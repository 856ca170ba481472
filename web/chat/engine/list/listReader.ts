// Fetches the stale parts of the conversation list: one fetch of each at a time, repeated until it succeeds.

import {
  type ConversationResponse,
  getConversation,
  listConversations,
  type UnreadConversation,
} from '#core/chat/contract.ts'
import type { ChatPorts } from '#web/chat/engine/chatPorts.ts'
import type { ListState } from '#web/chat/engine/chatState.ts'
import type { ConversationList } from '#web/chat/engine/list/conversationList.ts'
import * as lists from '#web/chat/engine/list/conversationList.ts'
import { createBackoff } from '#web/platform/http/backoff.ts'

interface ListReaderDeps {
  ports: Pick<ChatPorts, 'request' | 'timers' | 'random'>
  get(): ConversationList
  set(list: ConversationList): void
  state: Pick<ListState, 'isLoadingMore' | 'error'>
  /** The server has no such conversation for this person. */
  onMissing(conversationId: string, status: number, message: string): void
}

export const FAILED_TO_LOAD = 'Failed to load conversations. Please try again.'

const PAGE_SIZE = 20
const MAX_PAGE_SIZE = 100

/** Over 80 lines, because both kinds of fetches share one backoff. */
export function createListReader({ ports, get, set, state, onMissing }: ListReaderDeps) {
  const fetching = new Set<string>()
  const backoff = createBackoff(ports, fetchStale)
  let isFetchingList = false
  let isClosed = false

  /** Call it after each change of the list. */
  function fetchStale(): void {
    // A fetch failed: nothing is requested before the retry, whatever changes.
    if (backoff.isWaiting() || isClosed) return
    const { list, ids } = lists.findStaleParts(get())
    if (list && !isFetchingList) void fetchList()
    for (const id of ids) if (!fetching.has(id)) void fetchConversation(id)
  }

  async function fetchList(): Promise<void> {
    isFetchingList = true
    const requestClock = get().clock
    // Also those loaded further down meanwhile: they would count as gone.
    const wantedCount = () => (isClosed ? 0 : lists.toConversations(get()).length)
    const page = await fetchNewest(ports, wantedCount)
    if (isClosed) return
    isFetchingList = false
    if ('state' in page) {
      state.error = FAILED_TO_LOAD
      return backoff.retryLater(page.retryAfterMs)
    }
    state.error = null
    const next = lists.withNewestPage(get(), requestClock, page)
    if (isBehind(requestClock, lists.findStaleParts(next).list)) backoff.retryLater()
    // A fetch that failed beside this one is repeated with this change.
    else backoff.reset()
    set(next)
  }

  async function fetchConversation(id: string): Promise<void> {
    fetching.add(id)
    const requestClock = get().clock
    const result = await ports.request(getConversation, { params: { conversationId: id } })
    fetching.delete(id)
    if (isClosed) return
    if (result.state === 'unreachable') return backoff.retryLater(result.retryAfterMs)
    if (result.state === 'refused') {
      const next = lists.withoutMissing(get(), requestClock, id)
      if (!next.entries.has(id)) onMissing(id, result.status, result.message)
      return set(next)
    }
    const next = lists.withFetchedConversation(get(), requestClock, result.response.conversation)
    if (isBehind(requestClock, lists.findStaleParts(next).ids.includes(id))) backoff.retryLater()
    else backoff.reset()
    set(next)
  }

  /** The response lacks a change received before its request: the node lags, so an immediate retry would not help. */
  const isBehind = (requestClock: number, isStillStale: boolean): boolean =>
    isStillStale && get().clock === requestClock

  /** Fetches the next older conversations. Resolves to false if that failed. */
  async function loadMore(): Promise<boolean> {
    if (state.isLoadingMore || !get().hasMore) return true
    state.isLoadingMore = true
    let next = await fetchNext()
    // The list was fetched meanwhile, and each conversation that it lacks would be fetched alone.
    if (next.requestClock < get().requestClock && !isClosed) next = await fetchNext()
    const { requestClock, page } = next
    if (isClosed) return true
    state.isLoadingMore = false
    if ('state' in page) return false
    set(lists.withOlderPage(get(), requestClock, page))
    return true
  }

  async function fetchNext() {
    const requestClock = get().clock
    return { requestClock, page: await fetchPage(ports, PAGE_SIZE, lists.nextPageOffset(get())) }
  }

  return {
    fetchStale,
    loadMore,
    wake: backoff.wake,
    close(): void {
      isClosed = true
      backoff.close()
    },
  }
}

/** The newest conversations, at least one page and as many as are wanted. */
async function fetchNewest(ports: Pick<ChatPorts, 'request'>, wantedCount: () => number) {
  const conversations: ConversationResponse[] = []
  let hasMore = true
  let unreadElsewhere: readonly UnreadConversation[] | undefined
  while (hasMore && conversations.length < Math.max(PAGE_SIZE, wantedCount())) {
    const missing = Math.max(PAGE_SIZE, wantedCount()) - conversations.length
    const limit = Math.min(MAX_PAGE_SIZE, Math.ceil(missing / PAGE_SIZE) * PAGE_SIZE)
    const page = await fetchPage(ports, limit, conversations.length)
    if ('state' in page) return page
    conversations.push(...page.conversations)
    ;({ hasMore, unreadElsewhere } = page)
  }
  return { conversations, hasMore, unreadElsewhere }
}

async function fetchPage({ request }: Pick<ChatPorts, 'request'>, limit: number, offset: number) {
  const result = await request(listConversations, { query: { limit, offset } })
  if (result.state !== 'done') return result
  const { conversations, unread_elsewhere: unreadElsewhere, pagination } = result.response
  return { conversations, unreadElsewhere, hasMore: offset + conversations.length < pagination.total }
}
