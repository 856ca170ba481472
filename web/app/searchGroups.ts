// What a search over everything shows of what it has found: the best few of each kind.

import { foldForSearch, searchable, wordMatcher } from '#core/kernel/textSearch.ts'

/** Further ones are found by typing more. */
export const MAX_PER_GROUP = 5

/**
 * Those whose title begins with what was typed, then those whose title has its words, then the others; each in the order
 * given.
 */
export function bestFirst<Found>(
  found: readonly Found[],
  search: string,
  titleOf: (one: Found) => string,
): Found[] {
  const start = foldForSearch(search.trim())
  const hasWords = wordMatcher(search)
  const rank = (one: Found) => {
    const title = searchable([titleOf(one)])
    return title.startsWith(start) ? 0 : hasWords?.(title) ? 1 : 2
  }
  const ranks = new Map(found.map((one) => [one, rank(one)]))
  return found.toSorted((a, b) => ranks.get(a)! - ranks.get(b)!)
}

/** Those to come in their order, then those that are over, the last one first. @param found in the order of their dates */
export function nextFirst<Found extends { date: string }>(found: readonly Found[], today: string): Found[] {
  const { next = [], over = [] } = Object.groupBy(found, ({ date }) => (date < today ? 'over' : 'next'))
  return [...next, ...over.toReversed()]
}

interface FoundOfKind<Hit> {
  title: string
  found: readonly Hit[]
  /** The server has more than were read. */
  hasMore?: boolean
}

export interface SearchGroup<Hit> {
  title: string
  hits: readonly Hit[]
  /** '7', or '50+'. */
  count: string
}

export const searchGroups = <Hit>(kinds: readonly FoundOfKind<Hit>[]): SearchGroup<Hit>[] =>
  kinds
    .filter(({ found }) => found.length > 0)
    .map(({ title, found, hasMore }) => ({
      title,
      hits: found.slice(0, MAX_PER_GROUP),
      count: `${found.length}${hasMore ? '+' : ''}`,
    }))
