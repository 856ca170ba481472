// The polls of a trip: a question with answers, asked in a chat. A vote is one's whole vote, the last one counts. A poll
// with a closing time is closed from then on, which is a rule on time and no timer.

import { refuse, type Decision } from '#core/kernel/decider.ts'
import { limit, refuseBeyond } from '#core/kernel/limits.ts'
import { invalid, notFound } from '#core/kernel/refusals.ts'
import type { PollContent, PollOption, TripEvent, TripUser } from '#core/trips/events.ts'
import type { Poll } from '#core/trips/pollRecords.ts'
import type { Trip } from '#core/trips/trip.ts'

export type PollCommand =
  | { type: 'OpenPoll'; poll: PollContent; by: TripUser; now: string }
  | { type: 'CastVote'; pollId: string; user: TripUser; optionIds: readonly string[]; now: string }
  | {
      type: 'ClosePoll'
      pollId: string
      /** Undefined: whoever has the most votes. */
      winner: string | null | undefined
      by: TripUser
      now: string
    }

/** Each permission check folds them. */
const pollsOfTrip = limit(200, (most) => `A trip can have at most ${most} polls`)

export const isPollClosed = (
  { closedAt, closesAt }: Pick<Poll, 'closedAt' | 'closesAt'>,
  now: string,
): boolean => closedAt !== null || (closesAt !== null && closesAt <= now)

/** The answers with the most votes: several for a tie, none before the first vote. */
export function leadersOf({ options, votes }: Pick<Poll, 'options' | 'votes'>): readonly PollOption[] {
  const count = ({ id }: PollOption) => votes.filter(({ optionIds }) => optionIds.includes(id)).length
  const most = Math.max(...options.map(count))
  return most === 0 ? [] : options.filter((option) => count(option) === most)
}

/** Who may close a poll, and decides where answers have equally many votes. */
export const canClosePoll = (
  { participants }: Pick<Trip, 'participants'>,
  poll: Poll,
  userId: string,
): boolean =>
  poll.by.id === userId || participants.some(({ id, role }) => id === userId && role === 'organizer')

export function decidePoll(trip: Trip, command: PollCommand): Decision<TripEvent> {
  if (command.type === 'OpenPoll') {
    const { poll, by, now } = command
    if (poll.closesAt !== null && poll.closesAt <= now)
      return invalid({ closesAt: 'A poll closes in the future' })
    return refuseBeyond(pollsOfTrip, trip.polls.length) ?? [{ type: 'PollOpened', data: { poll, by } }]
  }
  const poll = trip.polls.find(({ id }) => id === command.pollId)
  if (!poll) return notFound()
  return command.type === 'CastVote' ? vote(poll, command) : close(trip, poll, command)
}

function vote(
  poll: Poll,
  { user, optionIds, now }: Extract<PollCommand, { type: 'CastVote' }>,
): Decision<TripEvent> {
  if (isPollClosed(poll, now)) return refuse('PollClosed')
  const chosen = poll.options.flatMap(({ id }) => (optionIds.includes(id) ? [id] : []))
  if (optionIds.some((id) => !chosen.includes(id)))
    return invalid({ optionIds: 'Choose answers of this poll' })
  if (!poll.many && chosen.length > 1) return invalid({ optionIds: 'Choose one answer' })
  const before = poll.votes.find((one) => one.user.id === user.id)?.optionIds ?? []
  if (before.join(' ') === chosen.join(' ')) return []
  return [{ type: 'VoteCast', data: { pollId: poll.id, user, optionIds: chosen } }]
}

function close(
  trip: Trip,
  poll: Poll,
  { winner, by }: Extract<PollCommand, { type: 'ClosePoll' }>,
): Decision<TripEvent> {
  if (!canClosePoll(trip, poll, by.id)) return refuse('NotYourPoll')
  if (poll.closedAt !== null) return refuse('PollClosed')
  const leaders = leadersOf(poll)
  const chosen = leaders.find(({ id }) => id === winner)
  if (typeof winner === 'string' && !chosen)
    return invalid({ winner: 'Choose one of the answers with the most votes' })
  if (winner === undefined && leaders.length > 1) return refuse('PollIsTied')
  const won = winner === null ? null : (chosen ?? leaders[0] ?? null)
  return [{ type: 'PollClosed', data: { pollId: poll.id, question: poll.question, winner: won } }]
}
