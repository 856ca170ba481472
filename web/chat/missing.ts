// What a timeline misses, as the one request that brings it nearer to the whole: first the gap before the newest
// message, then what could have changed unseen.

import { chatLimits } from '#core/chat/contract.ts'
import { messageAt } from '#web/chat/messageChunks.ts'
import type { SeqRange } from '#web/chat/seqRanges.ts'
import { within } from '#web/chat/seqRanges.ts'
import type { Timeline, Wanted } from '#web/chat/timeline.ts'
import { shownRange } from '#web/chat/timeline.ts'

const PAGE = chatLimits.page.default
/** Beyond this one starts anew at the newest page instead of loading all in between. */
const FAR = 500

/**
 * Null when nothing is missed.
 * @param inView the numbers being looked at; default the newest of what is shown
 */
export function missingMessages(timeline: Timeline, inView?: SeqRange): Wanted | null {
  const { epoch, lastSeq, follows, isLoaded, wantsEnd } = timeline
  const shown = shownRange(timeline)
  const newest: Wanted = { type: 'newest', limit: PAGE, jump: true, epoch }
  if (!shown) return isLoaded && lastSeq === 0 ? null : newest
  if (wantsEnd) return newest
  if (follows && shown.to < lastSeq) return lastSeq - shown.to > FAR ? newest : newer(timeline)
  return recheck(timeline, inView ?? { from: shown.to - PAGE + 1, to: shown.to })
}

/** The next page above what is shown; null at the beginning of the conversation. */
export function older(timeline: Timeline): Wanted | null {
  const shown = shownRange(timeline)
  if (!shown || shown.from === 1) return null
  const before = timeline.ranges.findLast(({ to }) => to < shown.from)?.to ?? 0
  return page(timeline, 'before', shown.from, shown.from - 1 - before)
}

/** The next page below what is shown; null at the newest message. */
export function newer(timeline: Timeline): Wanted | null {
  const shown = shownRange(timeline)
  if (!shown || shown.to >= timeline.lastSeq) return null
  const after = timeline.ranges.find(({ from }) => from > shown.to)?.from ?? Infinity
  return page(timeline, 'after', shown.to, after - 1 - shown.to)
}

function recheck(timeline: Timeline, inView: SeqRange): Wanted | null {
  const shown = shownRange(timeline)!
  const [part] = within(within(timeline.unchecked, inView), shown).slice(-1)
  if (!part) return null
  const { chunks, epoch, lastSeq } = timeline
  const size = part.to - part.from + 1
  if (part.to === lastSeq) return { type: 'newest', limit: Math.min(PAGE, size), jump: false, epoch }
  if (messageAt(chunks, part.to + 1)) return page(timeline, 'before', part.to + 1, size)
  if (messageAt(chunks, part.from - 1)) return page(timeline, 'after', part.from - 1, size)
  // The message itself comes with its neighbour, the next time.
  return page(timeline, 'after', part.from, PAGE)
}

function page({ chunks, epoch }: Timeline, type: 'before' | 'after', seq: number, size: number): Wanted {
  return { type, id: messageAt(chunks, seq)!.id, limit: Math.min(PAGE, size), epoch }
}
