// Reads one page of a conversation: the newest, the next older before a message, or the next newer after one. Seqs have
// no gaps, so a page is a range of seqs at any depth.

import { chatLimits } from '#core/chat/limits.ts'
import type { ConversationDoc } from '#projections/chat/conversations.ts'
import type { MessageRecord } from '#core/chat/toResponse.ts'
import { messageSeqKey, messageSeqs } from '#projections/chat/messageSeqs.ts'
import { messagesBetween } from '#api/chat/lookups.ts'
import { HttpError, validationError } from '#api/platform/http/httpError.ts'
import { readPage, singleQuery } from '#api/platform/http/query.ts'
import type { ReadModels } from '#api/platform/readModels.ts'

export interface MessagePage {
  /** Oldest first. */
  messages: MessageRecord[]
  /** Whether there are more messages in the direction of the page. */
  hasMore: boolean
}

/**
 * @param first the first message that the reader may read
 * @throws HttpError 400 for a bad limit, 404 for a message of another conversation
 */
export async function readMessagePage(
  readModels: ReadModels,
  { id, lastSeq }: ConversationDoc,
  query: URLSearchParams,
  first = 1,
): Promise<MessagePage> {
  const params = singleQuery(query, ['limit', 'before_id', 'after_id'])
  const { limit } = readPage(params, chatLimits.page.default)
  const { before_id: before, after_id: after } = params
  if (before !== undefined && after !== undefined)
    throw validationError({ after_id: 'before_id and after_id exclude each other' })

  const seqOf = async (messageId: string): Promise<number> => {
    const seq = await readModels.find(messageSeqs, messageSeqKey(id, messageId))
    if (seq === null) throw new HttpError(404, 'NOT_FOUND', 'Message not found')
    return seq
  }
  if (after !== undefined) {
    const from = Math.max(first, (await seqOf(after)) + 1)
    const to = Math.min(lastSeq, from + limit - 1)
    return { messages: await messagesBetween(readModels, id, from, to), hasMore: to < lastSeq }
  }
  const to = before === undefined ? lastSeq : (await seqOf(before)) - 1
  const from = Math.max(first, to - limit + 1)
  return { messages: await messagesBetween(readModels, id, from, to), hasMore: from > first }
}
