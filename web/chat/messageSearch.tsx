// The search of messages: at once among those on this device, then among all of the server's; and its words in a text.

import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { type MessageResponse, type MessageSearchResponse, searchMessages } from '#core/chat/contract.ts'
import { matchRanges } from '#core/kernel/matchRanges.ts'
import { searchable, wordMatcher } from '#core/kernel/textSearch.ts'
import { isNewerMessage } from '#web/chat/engine/timeline/messageChunks.ts'
import { findOnDevice, forgetCachedMessages, isOpenOnDevice } from '#web/chat/state/messagesOnDevice.ts'
import { paths } from '#web/platform/page/paths.ts'
import { request } from '#web/platform/http/http.ts'
import { isUnreachable, networkState } from '#web/platform/http/network.ts'
import { type QueryState, useQuery } from '#web/platform/queries/queries.ts'
import { useDebounced } from '#web/platform/time/useDebounced.ts'

export interface MessageSearch {
  /** Newest first. */
  messages: readonly MessageResponse[]
  /** The server has further ones. */
  hasMore: boolean
  /** `away`: there is no network, and only this device was searched. */
  status: 'searching' | 'done' | 'failed' | 'away'
  query: QueryState<unknown>
  /** Loads the next page. @returns its first message; null where there is none */
  loadMore: () => Promise<MessageResponse | null>
  isLoadingMore: boolean
  hasFailedMore: boolean
}

/** From two letters; Chinese from one sign. */
export const isWorthSearching = (text: string): boolean => Array.from(text).length > 1 || /\p{Lo}/u.test(text)

/** @param conversation the id of the only one to search */
export function useMessageSearch(typed: string, conversation?: string): MessageSearch {
  const text = typed.trim()
  const isOn = isWorthSearching(text) && wordMatcher(text) !== null
  const asked = useDebounced(isOn ? text : '')
  const isAway = isUnreachable(useSnapshot(networkState))
  const query = useQuery(searchMessages, asked === '' ? null : {}, { q: asked, conversation })
  useEffect(forgetCachedMessages, [])
  const onDevice = useMemo(() => (isOn ? findOnDevice(text, conversation) : []), [isOn, text, conversation])
  const { page, loadMore, ...later } = useLaterPages(query.data, asked, conversation)
  // What an earlier search has found stays until the response, as far as it matches what was typed since.
  const [last, setLast] = useState(page)
  if (page && page !== last) setLast(page)
  const fromServer = page ?? last
  const answer = asked === text ? page : null
  const messages = useMemo(
    () => (isOn ? newestFirst(withoutOutdated(onDevice, answer), fromServer?.messages ?? [], text) : []),
    [onDevice, answer, fromServer, text, isOn],
  )
  const outcome = query.data ? 'done' : query.error ? (isAway ? 'away' : 'failed') : 'searching'
  return {
    messages,
    hasMore: page?.has_more ?? false,
    status: isOn ? (asked === text ? outcome : 'searching') : 'done',
    query,
    loadMore,
    ...later,
  }
}

/** The first page with those that were loaded after it. */
function useLaterPages(first: MessageSearchResponse | null, q: string, conversation: string | undefined) {
  const [later, setLater] = useState<{
    /** The first page. */
    after: MessageSearchResponse | null
    page: MessageSearchResponse | null
    status: 'loaded' | 'loading' | 'failed'
  }>({ after: null, page: null, status: 'loaded' })
  const isOfThis = first !== null && later.after === first
  const page = isOfThis && later.page ? later.page : first
  const status = isOfThis ? later.status : 'loaded'
  const before = page?.messages.at(-1)?.id
  const loadMore = async () => {
    if (!page?.has_more || status === 'loading' || before === undefined) return null
    setLater({ after: first, page, status: 'loading' })
    const next = await request(searchMessages, { query: { q, conversation, before } }).catch(() => null)
    // Another search has begun meanwhile.
    const set = (loaded: typeof later) => setLater((now) => (now.after === first ? loaded : now))
    if (!next) {
      set({ after: first, page, status: 'failed' })
      return null
    }
    const { messages, has_more } = next.body
    set({ after: first, page: { messages: [...page.messages, ...messages], has_more }, status: 'loaded' })
    return messages[0] ?? null
  }
  return { page, loadMore, isLoadingMore: status === 'loading', hasFailedMore: status === 'failed' }
}

/** What the server does not find any more is deleted there, and stands only in the offline cache. */
function withoutOutdated(
  onDevice: readonly MessageResponse[],
  answer: MessageSearchResponse | null,
): readonly MessageResponse[] {
  if (!answer) return onDevice
  const end = answer.has_more ? (answer.messages.at(-1)?.created_at ?? '') : ''
  return onDevice.filter((message) => isOpenOnDevice(message.conversation_id) || message.created_at < end)
}

/** The newest version of each that still has the words. */
export function newestFirst(
  onDevice: readonly MessageResponse[],
  fromServer: readonly MessageResponse[],
  search: string,
): MessageResponse[] {
  const matches = wordMatcher(search)
  const versions = new Map<string, MessageResponse>()
  for (const message of [...fromServer, ...onDevice]) {
    const key = `${message.conversation_id} ${message.id}`
    const other = versions.get(key)
    if (!other || isNewerMessage(message, other)) versions.set(key, message)
  }
  return [...versions.values()]
    .filter(({ content, deleted }) => !deleted && matches?.(searchable([content])))
    .sort((a, b) => (a.created_at === b.created_at ? b.seq - a.seq : a.created_at < b.created_at ? 1 : -1))
}

/** @param mark shows a word */
export function withMarkedWords(
  text: string,
  search: string,
  mark: (word: string) => ReactNode,
): ReactNode[] {
  let end = 0
  const parts: ReactNode[] = []
  for (const range of matchRanges(text, search)) {
    parts.push(text.slice(end, range.start), mark(text.slice(range.start, range.end)))
    end = range.end
  }
  return [...parts, text.slice(end)]
}

/** Two lines hold this much before a word. */
const MAX_BEFORE = 28
const KEPT_BEFORE = 16

/** The text in one line, without its beginning where the first word would be cut off. */
export function excerptOf(content: string, search: string): string {
  const line = content.replace(/\s+/g, ' ').trim()
  const start = matchRanges(line, search)[0]?.start ?? 0
  if (start <= MAX_BEFORE) return line
  const from = line.indexOf(' ', start - KEPT_BEFORE) + 1
  return `…${line.slice(from > 0 && from <= start ? from : start - 4)}`
}

/** A conversation at a message, with the search that has found it. */
export const foundMessagePath = (
  { conversation_id: conversationId, id }: Pick<MessageResponse, 'conversation_id' | 'id'>,
  search: string,
): string => `${paths.conversation(conversationId)}#${String(new URLSearchParams({ search, at: id }))}`
