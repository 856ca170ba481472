// A poll among the messages of its chat. A press votes at once and takes the vote back; who asked and the organizer close it.

import { ChartBarDecreasing, Check } from 'lucide-react'
import { useState } from 'react'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import { castVote, closePoll } from '#core/trips/pollContract.ts'
import type { Poll } from '#core/trips/pollRecords.ts'
import { isPollClosed, leadersOf, canClosePoll } from '#core/trips/polls.ts'
import { shownName } from '#core/kernel/personName.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { clockTime, dayLabel } from '#web/chat/messageTimes.ts'
import { dispatch } from '#web/platform/dispatch.ts'
import { tripPaths } from '#web/platform/queries/queryStore.ts'
import { calendarDateOf, formatCount } from '#web/platform/time/format.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { failures } from '#web/records/failures.ts'
import { toastOutcome } from '#web/records/toastOutcome.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { hueOf } from '#web/ui/hueOf.ts'

/** A poll, and whether the reader closes it. */
export interface ShownPoll {
  poll: Poll
  canClose: boolean
}

export const pollsIn = ({ trip }: ExistingTrip, userId: string): readonly ShownPoll[] =>
  trip.polls.map((poll) => ({ poll, canClose: canClosePoll(trip, poll, userId) }))

const MAX_FACES = 3

interface PollCardProps extends ShownPoll {
  tripId: string
}

export function PollCard({ poll, canClose, tripId }: PollCardProps) {
  const myId = useMyId()
  const now = useNow()
  const [isDeciding, setDeciding] = useState(false)
  const { id, question, options, many, votes, by, at, closesAt } = poll
  const isClosed = isPollClosed(poll, new Date(now).toISOString())
  const leaders = leadersOf(poll)
  const won =
    poll.winner ?? (isClosed && poll.closedAt === null && leaders.length === 1 ? leaders[0]!.id : null)
  const isUndecided = canClose && poll.closedAt === null && leaders.length > 1 && (isClosed || isDeciding)
  const mine = votes.find(({ user }) => user.id === myId)?.optionIds ?? []
  const send = <Body,>(endpoint: Endpoint<unknown, Body>, body: Body) =>
    void toastOutcome(
      dispatch({ endpoint, params: { pollId: id }, body, lane: tripId, touches: tripPaths(tripId) }).outcome,
      { done: null, failed: failures.poll.change },
    )
  const vote = (optionId: string) => {
    const rest = many ? mine.filter((one) => one !== optionId) : []
    send(castVote, { optionIds: mine.includes(optionId) ? rest : [...rest, optionId] })
  }
  const close = (winner?: string) => {
    setDeciding(false)
    send(closePoll, winner === undefined ? {} : { winner })
  }
  const count = formatCount(votes.length, 'vote')
  const state = isClosed ? 'Closed' : closesAt === null ? null : closingText(closesAt, now)
  return (
    <div className="flex items-end px-[calc(var(--gutter)-4px)] pt-2.5">
      <span className="me-1.5 flex w-8 shrink-0">
        <Avatar id={by.id} name={shownName(by)} size="sm" />
      </span>
      <section
        aria-label={`Poll: ${question}`}
        className="min-w-0 flex-1 max-w-(--measure) rounded-bubble rounded-es-control border border-line bg-other-bubble px-3 pt-2 pb-1.5"
      >
        <p className="truncate text-secondary font-semibold" style={{ color: hueOf(by.id) }}>
          <bdi>{shownName(by)}</bdi>
        </p>
        <p className="flex gap-2 font-semibold wrap-anywhere">
          <ChartBarDecreasing aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.75} />
          <bdi>{question}</bdi>
        </p>
        <ul>
          {options.map((option) => {
            const voters = votes.filter(({ optionIds }) => optionIds.includes(option.id))
            const isMine = mine.includes(option.id)
            const part = votes.length === 0 ? 0 : (100 * voters.length) / votes.length
            const content = (
              <>
                {!isClosed && (
                  <span
                    aria-hidden
                    className={classes(
                      'inline-flex size-6 shrink-0 items-center justify-center border-2',
                      many ? 'rounded-md' : 'rounded-full',
                      isMine ? 'border-primary bg-primary text-on-primary' : 'border-line-strong',
                    )}
                  >
                    {isMine && <Check className="size-4" strokeWidth={3} />}
                  </span>
                )}
                <span className="min-w-0 flex-1 text-start">
                  <span className="flex items-start gap-2">
                    <span
                      className={`min-w-0 flex-1 wrap-anywhere ${won === option.id ? 'font-semibold' : ''}`}
                    >
                      <bdi>{option.text}</bdi>
                      {won === option.id && <span className="sr-only">, the winner</span>}
                    </span>
                    <span aria-hidden className="flex -space-x-1">
                      {voters.slice(-MAX_FACES).map(({ user }) => (
                        <span key={user.id} className="flex rounded-full ring-2 ring-other-bubble">
                          <Avatar id={user.id} name={shownName(user)} size="xs" />
                        </span>
                      ))}
                    </span>
                    <span className="text-secondary font-semibold tabular-nums">
                      <span>{voters.length}</span>
                      <span className="sr-only">
                        {voters.length === 0
                          ? ' votes'
                          : `: ${voters.map(({ user }) => shownName(user)).join(', ')}`}
                      </span>
                    </span>
                  </span>
                  <span className="mt-1 block h-1.5 overflow-hidden rounded-full bg-text/11">
                    <span
                      className={`block h-full rounded-full ${isMine || won === option.id ? 'bg-primary' : 'bg-line-strong'}`}
                      style={{ width: `${part}%` }}
                    />
                  </span>
                </span>
              </>
            )
            return (
              <li key={option.id}>
                {isClosed ? (
                  <div className="flex min-h-11 items-center gap-2.5 py-1.5">{content}</div>
                ) : (
                  <button
                    type="button"
                    role={many ? 'checkbox' : 'radio'}
                    aria-checked={isMine}
                    onClick={() => vote(option.id)}
                    className="flex min-h-13 w-full items-center gap-2.5 rounded-control py-1.5"
                  >
                    {content}
                  </button>
                )}
                {isUndecided && leaders.some((leader) => leader.id === option.id) && (
                  <Button variant="secondary" size="sm" onClick={() => close(option.id)}>
                    {`Choose ${option.text}`}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
        {isUndecided && (
          <p className="text-secondary">Several answers have the most votes. Choose one of them.</p>
        )}
        <div className="flex min-h-6 items-center gap-2 text-meta text-muted">
          <span className="min-w-0 flex-1">{state === null ? count : `${count} · ${state}`}</span>
          {canClose && !isClosed && !isDeciding && (
            <Button
              variant="quiet"
              size="sm"
              onClick={() => (leaders.length > 1 ? setDeciding(true) : close())}
            >
              Close poll
            </Button>
          )}
          <time dateTime={at} className="tabular-nums">
            {clockTime(Date.parse(at))}
          </time>
        </div>
      </section>
    </div>
  )
}

function closingText(closesAt: string, now: number): string {
  const ms = Date.parse(closesAt)
  const day = calendarDateOf(new Date(ms))
  const isToday = day === calendarDateOf(new Date(now))
  return `Closes ${isToday ? '' : `${dayLabel(day, now)} `}at ${clockTime(ms)}`
}
