// Fetches the missing and requested pages of a conversation, one at a time, until none is left.

import { type MessagePageResponse, type MessageResponse, listMessages } from '#core/chat/contract.ts'
import type { ChatPorts, FailedRequest, RequestResult } from '#web/chat/engine/chatPorts.ts'
import type { PageRequest, Timeline } from '#web/chat/engine/timeline/timeline.ts'
import { missingPage, newerPage, olderPage } from '#web/chat/engine/timeline/timelineGaps.ts'
import type { SeqRange } from '#web/chat/engine/timeline/seqRanges.ts'
import { createBackoff } from '#web/platform/http/backoff.ts'
import { delayOn } from '#web/platform/time/timers.ts'

export interface FetchedPage {
  request: PageRequest
  messages: readonly MessageResponse[]
  /** The first message that this person may read. */
  firstSeq: number
  /** User id → the newest message that this person has read. */
  readBy: Readonly<Record<string, number>>
}

interface PageReaderDeps {
  ports: Pick<ChatPorts, 'request' | 'timers' | 'random'>
  conversationId: string
  timeline(): Timeline
  visibleRange(): SeqRange | null
  /** False while the conversation is gone. */
  isWanted(): boolean
  onPage(page: FetchedPage): void
  /** Returns whether to retry. */
  onFailure(result: FailedRequest): boolean
  /** How often the server has let this person into the room. */
  joins(): number
}

const NO_PROGRESS_MS = 1000
const MESSAGES_AROUND = 25

/** Over 80 lines, because all fetches share one backoff and end together. */
export function createPageReader(deps: PageReaderDeps) {
  const { ports, conversationId, timeline } = deps
  const backoff = createBackoff(ports, () => void read())
  let requested: 'older' | 'newer' | null = null
  let isFetching = false
  let isClosed = false

  function next(): PageRequest | null {
    const page = requested && (requested === 'older' ? olderPage : newerPage)(timeline())
    if (page) return page
    requested = null
    return missingPage(timeline(), deps.visibleRange() ?? undefined)
  }

  async function read(): Promise<void> {
    // A fetch failed: nothing is requested before the retry, however the reader scrolls.
    if (isFetching || isClosed || backoff.isWaiting() || !deps.isWanted()) return
    isFetching = true
    for (let request = next(); request; request = next()) {
      const [before, joinsBefore] = [timeline(), deps.joins()]
      const result = await fetchPage(request)
      if (isClosed) return
      // The server let this person in after the request.
      if (result.state === 'refused' && deps.joins() !== joinsBefore) continue
      if (result.state !== 'unreachable') requested = null
      if (result.state !== 'done') {
        isFetching = false
        if (deps.onFailure(result)) backoff.retryLater(result.retryAfterMs)
        return
      }
      backoff.reset()
      deps.onPage(toPage(request, result.response))
      const { chunks, unchecked } = timeline()
      // The node lags behind what it pushed: repeating at once would not help.
      if (chunks === before.chunks && unchecked === before.unchecked && next())
        await delayOn(ports.timers, NO_PROGRESS_MS)
    }
    isFetching = false
  }

  async function fetchPage(request: PageRequest): Promise<RequestResult<MessagePageResponse>> {
    const { type, limit } = request
    const cursor = type === 'newest' ? {} : { [type === 'before' ? 'before_id' : 'after_id']: request.id }
    const query = { limit, ...cursor }
    const result = await ports.request(listMessages, { params: { conversationId }, query })
    return isClosed ? { state: 'unreachable' } : result
  }

  return {
    /** Fetches the missing pages. Does nothing while a fetch is under way, or waits for its retry. */
    read: () => void read(),
    /** Fetches the next page above or below the shown ones. */
    load(direction: 'older' | 'newer'): void {
      const page = direction === 'older' ? olderPage : newerPage
      if (requested === direction || !page(timeline())) return
      requested = direction
      void read()
    },
    /** Fetches a message that is not loaded, with those around it; null if that fails. */
    async fetchAround(id: string): Promise<FetchedPage[] | null> {
      const common = () => ({ limit: MESSAGES_AROUND, epoch: timeline().epoch })
      // A page ends before its cursor or begins after it, so the message itself comes with its neighbour's page.
      const after: PageRequest = { type: 'after', id, ...common() }
      const below = await fetchPage(after)
      if (below.state !== 'done') return null
      const neighbour = below.response.messages[0]
      const before: PageRequest = neighbour
        ? { type: 'before', id: neighbour.id, ...common() }
        : { type: 'newest', jump: false, ...common() }
      const above = await fetchPage(before)
      if (above.state !== 'done') return null
      return [toPage(after, below.response), toPage(before, above.response)]
    },
    /** Repeats a failed fetch now. */
    retry(): void {
      backoff.reset()
      void read()
    },
    wake: backoff.wake,
    close(): void {
      isClosed = true
      backoff.close()
    },
  }
}

const toPage = (
  request: PageRequest,
  { messages, first_seq: firstSeq = 1, read_by: readBy = {} }: MessagePageResponse,
): FetchedPage => ({ request, messages, firstSeq, readBy })
