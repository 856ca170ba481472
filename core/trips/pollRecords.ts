// The polls of a trip as its stream leaves them.

import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { PollContent, PollEvent, TripUser } from '#core/trips/events.ts'

export interface Poll extends PollContent {
  by: TripUser
  at: string
  /** Whoever answers nothing any more has none. */
  votes: readonly { user: TripUser; optionIds: readonly string[] }[]
  /** When it was closed by hand. */
  closedAt: string | null
  winner: string | null
}

export function evolvePolls(
  polls: readonly Poll[],
  { data, meta: { at } }: RecordedEventOf<PollEvent>,
): readonly Poll[] {
  if ('poll' in data) {
    const { poll, by } = data
    return [
      ...polls.filter(({ id }) => id !== poll.id),
      { ...poll, by, at, votes: [], closedAt: null, winner: null },
    ]
  }
  return polls.map((poll) => {
    if (poll.id !== data.pollId) return poll
    if ('question' in data) return { ...poll, closedAt: at, winner: data.winner?.id ?? null }
    const { user, optionIds } = data
    const others = poll.votes.filter((vote) => vote.user.id !== user.id)
    return { ...poll, votes: optionIds.length === 0 ? others : [...others, { user, optionIds }] }
  })
}
