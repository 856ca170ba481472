// The messages that this device holds: of open conversations and of the offline cache, with their words as a search
// compares them, and their photos.

import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { MessageResponse } from '#core/chat/contract.ts'
import type { AttachedFile } from '#core/kernel/files.ts'
import { searchable, wordMatcher } from '#core/kernel/textSearch.ts'
import { messagesIn } from '#web/chat/engine/timeline/messageChunks.ts'
import { chatCache } from '#web/chat/state/chatCache.ts'
import { chatState } from '#web/chat/state/chatState.ts'

/** The words are kept with their message: each further letter of a search compares with all of them. */
const folded = new WeakMap<MessageResponse, string>()
const fromCache = new Map<string, readonly MessageResponse[]>()

function wordsOf(message: MessageResponse): string {
  // Changes of a group are no messages.
  const texts = message.message_type === 'system' ? [] : [message.content]
  const known = folded.get(message) ?? searchable(texts)
  folded.set(message, known)
  return known
}

/** A new search reads the cache anew. */
export const forgetCachedMessages = (): void => fromCache.clear()

/** Its messages are followed as they change. */
export const isOpenOnDevice = (conversationId: string): boolean =>
  chatState.open[conversationId] !== undefined

function messagesOf(conversationId: string): readonly MessageResponse[] {
  const timeline = chatState.open[conversationId]?.timeline
  if (timeline && timeline.ranges.length > 0)
    return timeline.ranges.flatMap((range) => messagesIn(timeline.chunks, range))
  const cached = fromCache.get(conversationId) ?? chatCache.loadMessages(conversationId)
  fromCache.set(conversationId, cached)
  return cached
}

/** Those with all words of the search, in any order. @param only the id of the only conversation to search */
export function findOnDevice(search: string, only?: string): MessageResponse[] {
  const matches = wordMatcher(search)
  if (!matches) return []
  const ids = only === undefined ? chatState.list.conversations.map(({ id }) => id) : [only]
  return ids.flatMap(messagesOf).filter((message) => message.deleted !== true && matches(wordsOf(message)))
}

export interface FoundPhoto {
  message: MessageResponse
  file: AttachedFile
}

/** The newest first. */
export function usePhotosOnDevice(conversationId: string): readonly FoundPhoto[] {
  const timeline = useSnapshot(chatState).open[conversationId]?.timeline
  return useMemo(
    () =>
      messagesOf(conversationId)
        .toReversed()
        .filter(({ deleted }) => deleted !== true)
        .flatMap((message) => photosOf(message).map((file) => ({ message, file }))),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [conversationId, timeline],
  )
}

const photosOf = ({ files = [] }: MessageResponse) =>
  files.filter(({ type }) => type !== 'application/pdf').toReversed()
