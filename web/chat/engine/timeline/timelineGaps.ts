// The next page that a timeline needs: first the gap before the newest message, then messages that may have changed
// while the connection was lost.

import { chatLimits } from '#core/chat/limits.ts'
import { messageAt } from '#web/chat/engine/timeline/messageChunks.ts'
import { type SeqRange, rangesWithin } from '#web/chat/engine/timeline/seqRanges.ts'
import { type Timeline, type PageRequest, shownRange } from '#web/chat/engine/timeline/timeline.ts'

const PAGE_SIZE = chatLimits.page.default
/** A longer gap is not filled: the timeline starts again at the newest page. */
const MAX_GAP = 500

/**
 * Null if the timeline is complete.
 * @param visible the messages on the screen; default the newest of those shown
 */
export function missingPage(timeline: Timeline, visible?: SeqRange): PageRequest | null {
  const { epoch, lastSeq, isFollowing, isLoaded, isEndWanted } = timeline
  const shown = shownRange(timeline)
  const newest: PageRequest = { type: 'newest', limit: PAGE_SIZE, jump: true, epoch }
  if (!shown) return isLoaded && lastSeq === 0 ? null : newest
  if (isEndWanted) return newest
  if (isFollowing && shown.to < lastSeq) return lastSeq - shown.to > MAX_GAP ? newest : newerPage(timeline)
  return uncheckedPage(timeline, visible ?? { from: shown.to - PAGE_SIZE + 1, to: shown.to })
}

/** The next page above the shown range; null at the start of the conversation. */
export function olderPage(timeline: Timeline): PageRequest | null {
  const shown = shownRange(timeline)
  if (!shown || shown.from <= timeline.firstSeq) return null
  const before = timeline.ranges.findLast(({ to }) => to < shown.from)?.to ?? 0
  return page(timeline, 'before', shown.from, shown.from - 1 - before)
}

/** The next page below the shown range; null at the newest message. */
export function newerPage(timeline: Timeline): PageRequest | null {
  const shown = shownRange(timeline)
  if (!shown || shown.to >= timeline.lastSeq) return null
  const after = timeline.ranges.find(({ from }) => from > shown.to)?.from ?? Infinity
  return page(timeline, 'after', shown.to, after - 1 - shown.to)
}

function uncheckedPage(timeline: Timeline, visible: SeqRange): PageRequest | null {
  const shown = shownRange(timeline)!
  const [part] = rangesWithin(rangesWithin(timeline.unchecked, visible), shown).slice(-1)
  if (!part) return null
  const { chunks, epoch, lastSeq } = timeline
  const size = part.to - part.from + 1
  if (part.to === lastSeq) return { type: 'newest', limit: Math.min(PAGE_SIZE, size), jump: false, epoch }
  if (messageAt(chunks, part.to + 1)) return page(timeline, 'before', part.to + 1, size)
  if (messageAt(chunks, part.from - 1)) return page(timeline, 'after', part.from - 1, size)
  // The message itself comes with its neighbour's page, the next time.
  return page(timeline, 'after', part.from, PAGE_SIZE)
}

function page({ chunks, epoch }: Timeline, type: 'before' | 'after', seq: number, size: number): PageRequest {
  return { type, id: messageAt(chunks, seq)!.id, limit: Math.min(PAGE_SIZE, size), epoch }
}
