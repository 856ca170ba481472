// Reads again what the list of conversations says must be read: one reading of each thing at a time, again until it
// succeeds.

import { getConversation, listConversations } from '#core/chat/contract.ts'
import type { ConversationResponse } from '#core/chat/contract.ts'
import type { ChatPorts } from '#web/chat/chatPorts.ts'
import type { ListState } from '#web/chat/chatState.ts'
import type { ConversationList } from '#web/chat/conversationList.ts'
import * as lists from '#web/chat/conversationList.ts'
import { createRetries } from '#web/platform/retries.ts'

export interface ListReader {
  /** After each change of the list. */
  read(): void
  /** The next conversations further down. */
  loadMore(): void
  wake(): void
  close(): void
}

interface ListDeps {
  ports: Pick<ChatPorts, 'ask' | 'timers' | 'random'>
  get(): ConversationList
  set(list: ConversationList): void
  /** Where it says what it is at. */
  shown: Pick<ListState, 'isLoadingMore' | 'error'>
  /** It is not there for this person. */
  onMissing(conversationId: string, status: number, message: string): void
}

const PAGE = 20
const LARGEST_PAGE = 100

export function createListReader({ ports, get, set, shown, onMissing }: ListDeps): ListReader {
  const underWay = new Set<string>()
  const retries = createRetries(ports, () => {
    isWaiting = false
    read()
  })
  let isReading = false
  /** It failed: whatever changes meanwhile, nothing is asked before it is time to try again. */
  let isWaiting = false
  let isClosed = false

  function read(): void {
    if (isWaiting) return
    const { list, ids } = lists.toBeRead(get())
    if (list) void readList()
    for (const id of ids) void readOne(id)
  }

  async function readList(): Promise<void> {
    if (isReading || isClosed) return
    isReading = true
    const asked = get().turn
    // Also what is loaded below meanwhile: it would be taken for gone.
    const wanted = () => Math.max(PAGE, lists.conversationsIn(get()).length)
    const conversations: ConversationResponse[] = []
    let hasMore = true
    while (hasMore && conversations.length < wanted()) {
      const limit = Math.min(LARGEST_PAGE, Math.ceil((wanted() - conversations.length) / PAGE) * PAGE)
      const page = await readPage(limit, conversations.length)
      if (isClosed) return
      if (!page) {
        isReading = false
        shown.error = 'Failed to load conversations. Please try again.'
        return tryLater()
      }
      conversations.push(...page.conversations)
      hasMore = page.hasMore
    }
    isReading = false
    shown.error = null
    answered()
    set(lists.listRead(get(), asked, { conversations, hasMore }))
  }

  async function readPage(limit: number, offset: number) {
    const got = await ports.ask(listConversations, { query: { limit, offset } })
    if (got.state !== 'done') return null
    const { conversations, pagination } = got.answer
    return { conversations, hasMore: offset + conversations.length < pagination.total }
  }

  async function readOne(id: string): Promise<void> {
    if (underWay.has(id) || isClosed) return
    underWay.add(id)
    const asked = get().turn
    const got = await ports.ask(getConversation, { params: { conversationId: id } })
    underWay.delete(id)
    if (isClosed) return
    if (got.state === 'unreachable') return tryLater()
    if (got.state === 'done') {
      const now = get().turn
      const next = lists.conversationRead(get(), asked, got.answer.conversation)
      // The answer does not know what was told before it was asked for: its node lags, and asking at once would not help.
      const isBehind = now === asked && lists.toBeRead(next).ids.includes(id)
      if (isBehind) tryLater()
      else answered()
      return set(next)
    }
    const next = lists.conversationMissing(get(), asked, id)
    if (!next.entries.has(id)) onMissing(id, got.status, got.message)
    set(next)
  }

  /** What failed beside it is asked for with the next change, which the answer is. */
  function answered(): void {
    isWaiting = false
    retries.reset()
  }

  function tryLater(): void {
    isWaiting = true
    retries.later()
  }

  return {
    read,
    async loadMore() {
      if (shown.isLoadingMore || !get().hasMore) return
      shown.isLoadingMore = true
      const asked = get().turn
      const page = await readPage(PAGE, lists.conversationsIn(get()).length)
      if (isClosed) return
      shown.isLoadingMore = false
      if (page) set(lists.moreRead(get(), asked, page))
    },
    wake: () => retries.wake(),
    close() {
      isClosed = true
      retries.close()
    },
  }
}
