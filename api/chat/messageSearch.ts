// Finds the messages with the words of a search, newest first: looks through the folded words of one conversation after
// the other until there are enough. No index, because that of SQLite finds whole words only, and Chinese has no blanks.

import type { MessageSearchResponse } from '#core/chat/contract.ts'
import { chatLimits } from '#core/chat/limits.ts'
import { toMessageResponse, type MessageRecord } from '#core/chat/toResponse.ts'
import { wordMatcher } from '#core/kernel/textSearch.ts'
import { messageSeqKey, messageSeqs } from '#projections/chat/messageSeqs.ts'
import { TEXTS_PER_DOCUMENT, messageTexts, messageTextsKey } from '#projections/chat/messageTexts.ts'
import type { ChatDeps } from '#api/chat/chatDeps.ts'
import { accessConversation, authorizeReading, readConversations } from '#api/chat/conversationAccess.ts'
import { messagesBetween, withPresentQuotes } from '#api/chat/lookups.ts'
import { HttpError, validationError } from '#api/platform/http/httpError.ts'
import type { ReadModels } from '#api/platform/readModels.ts'
import { createYielder } from '#api/platform/yielder.ts'

interface MessageSearch {
  text: string
  /** The id of the only conversation to search. */
  conversation?: string
  /** The id of the last message of the page before. */
  before?: string
}

/** @throws HttpError 400 without a word; 404 or 403 for a conversation or message that this person may not read */
export async function readMessageSearch(
  deps: ChatDeps,
  userId: string,
  { text, conversation: id, before }: MessageSearch,
): Promise<MessageSearchResponse> {
  const { readModels } = deps
  const matches = wordMatcher(text)
  if (!matches) throw validationError({ q: 'q must have a word' })
  const conversations = await searchedConversations(deps, userId, id)
  const { found, hasMore } = await findMessages({
    readModels,
    conversations,
    matches,
    before: before === undefined ? null : await findBefore(readModels, conversations, before),
    async firstSeqOf(id) {
      const { refusal, firstSeq } = await authorizeReading(deps, id, userId)
      return refusal ? null : firstSeq
    },
  })
  const shown = await Promise.all(
    found.map(async ({ conversationId, message }) => {
      const [quoting] = await withPresentQuotes(readModels, conversationId, [message])
      return toMessageResponse(conversationId, quoting!)
    }),
  )
  return { messages: shown, has_more: hasMore }
}

async function searchedConversations(
  deps: ChatDeps,
  userId: string,
  id: string | undefined,
): Promise<SearchedConversation[]> {
  if (id === undefined)
    return (await readConversations(deps, userId)).map((of) => ({ ...of, newestAt: of.updated_at }))
  const { doc } = await accessConversation(deps, id, userId)
  return [{ id, lastSeq: doc.lastSeq, newestAt: doc.updatedAt }]
}

/** @throws HttpError 404 where it is in none of these */
async function findBefore(
  readModels: ReadModels,
  conversations: readonly SearchedConversation[],
  messageId: string,
): Promise<FoundMessage> {
  const keys = conversations.map(({ id }) => messageSeqKey(id, messageId))
  const seqs = await readModels.getMany(messageSeqs, keys)
  const index = seqs.findIndex((seq) => seq !== null)
  const conversationId = conversations[index]?.id
  const [message] = conversationId
    ? await messagesBetween(readModels, conversationId, seqs[index]!, seqs[index]!)
    : []
  if (!message) throw new HttpError(404, 'NOT_FOUND', 'Message not found')
  return { conversationId: conversationId!, message }
}

interface FoundMessage {
  conversationId: string
  message: MessageRecord
}

/** A conversation with what is left to search in it. */
interface SearchedConversation {
  id: string
  /** Up to this message. */
  lastSeq: number
  /** No message up to it is newer. RFC 3339 UTC. */
  newestAt: string
}

interface Search {
  readModels: ReadModels
  conversations: readonly SearchedConversation[]
  matches: (text: string) => boolean
  /** Only what comes after this one is found. */
  before: FoundMessage | null
  /**
   * The first message that this person may read; null where they may read none. Asked before a message is shown: the
   * list of conversations may be older than the rights.
   */
  firstSeqOf(conversationId: string): Promise<number | null>
}

/** A page, and one more to know whether that is all. */
const MAX_FOUND = chatLimits.page.default + 1
/** Documents that are read at once: few at first, because a common word is in all of them. */
const [FIRST_COUNT, MAX_COUNT] = [1, 32]
/** Of one conversation at once, because the newest messages may be in others. */
const MAX_COUNT_OF_ONE = 4

/** @returns at most a page of the newest */
async function findMessages(search: Search): Promise<{ found: FoundMessage[]; hasMore: boolean }> {
  const { conversations, before } = search
  /** The newest last. */
  const left = conversations.toSorted((a, b) => (a.newestAt < b.newestAt ? -1 : 1))
  let found: FoundMessage[] = []
  for (let count = FIRST_COUNT; left.length > 0; count = Math.min(MAX_COUNT, 2 * count)) {
    const last = found[MAX_FOUND - 1]
    if (last && last.message.createdAt > left.at(-1)!.newestAt) break
    const { hits, rests } = await searchParts(search, takeParts(left, count))
    for (const rest of rests) insert(left, rest)
    const after = before ? hits.filter((hit) => compareFound(hit, before) > 0) : hits
    found = [...found, ...after].sort(compareFound).slice(0, MAX_FOUND)
  }
  return { found: found.slice(0, MAX_FOUND - 1), hasMore: found.length === MAX_FOUND }
}

/** Newest first. */
function compareFound(a: FoundMessage, b: FoundMessage): number {
  const [one, other] = [a.message, b.message]
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1
  if (a.conversationId !== b.conversationId) return a.conversationId < b.conversationId ? -1 : 1
  return other.seq - one.seq
}

interface Part {
  of: SearchedConversation
  /** The first message of each document, the newest document first. */
  firstSeqs: number[]
}

/** Takes the conversations with the newest messages out of the list, until they have this many documents. */
function takeParts(left: SearchedConversation[], max: number): Part[] {
  const taken: Part[] = []
  for (let room = max; room > 0 && left.length > 0;) {
    const of = left.pop()!
    const documents = Math.ceil(of.lastSeq / TEXTS_PER_DOCUMENT)
    const count = Math.min(documents, room, MAX_COUNT_OF_ONE)
    const firstSeqs = Array.from({ length: count }, (_, n) => (documents - 1 - n) * TEXTS_PER_DOCUMENT + 1)
    if (count > 0) taken.push({ of, firstSeqs })
    room -= count
  }
  return taken
}

function insert(left: SearchedConversation[], rest: SearchedConversation): void {
  const after = left.findLastIndex(({ newestAt }) => newestAt <= rest.newestAt)
  left.splice(after + 1, 0, rest)
}

async function searchParts(
  { readModels, matches, before, firstSeqOf }: Search,
  taken: readonly Part[],
): Promise<{ hits: FoundMessage[]; rests: SearchedConversation[] }> {
  const yieldIfLong = createYielder()
  const keys = taken.flatMap(({ of, firstSeqs }) => firstSeqs.map((seq) => messageTextsKey(of.id, seq)))
  const docs = (await readModels.getMany(messageTexts, keys)).values()
  yieldIfLong.resume()
  const isNewer = (from: string) => before !== null && from > before.message.createdAt
  // Further hits of one conversation would be on a later page.
  const maxHits = MAX_FOUND + (before ? TEXTS_PER_DOCUMENT : 0)
  const hits: FoundMessage[] = []
  const rests: SearchedConversation[] = []
  for (const { of, firstSeqs } of taken) {
    const all: number[] = []
    let from: string | undefined
    for (const firstSeq of firstSeqs) {
      const doc = docs.next().value
      from = doc?.from
      if (doc && !isNewer(doc.from) && matches(doc.lines))
        for (const [n, line] of doc.lines.split('\n').entries()) if (matches(line)) all.push(firstSeq + n)
      await yieldIfLong()
    }
    const seqs = new Set(
      all
        .filter((seq) => seq <= of.lastSeq)
        .sort((a, b) => b - a)
        .slice(0, maxHits),
    )
    if (seqs.size > 0) {
      const readable = await firstSeqOf(of.id)
      if (readable === null) continue
      for (const message of await messagesBetween(readModels, of.id, Math.min(...seqs), Math.max(...seqs)))
        if (message.seq >= readable && seqs.has(message.seq) && !message.isDeleted)
          hits.push({ conversationId: of.id, message })
    }
    yieldIfLong.resume()
    const lastSeq = firstSeqs.at(-1)! - 1
    if (lastSeq > 0 && from !== undefined) rests.push({ id: of.id, lastSeq, newestAt: from })
  }
  return { hits, rests }
}
