// The latest changes of a trip beside its chat, below what is new since the last visit.

import { type HistoryEntry, getHistory } from '#core/history/contract.ts'
import { listTrips } from '#core/trips/contract.ts'
import { ChangeSentence } from '#web/records/ChangeSentence.tsx'
import { calendarDateOf, formatClock, formatDayOfYear } from '#web/platform/time/format.ts'
import { paths } from '#web/platform/page/paths.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { useVisit } from '#web/platform/replica/visits.ts'
import { changesSince } from '#web/trips/newChanges.ts'
import { firstPage } from '#web/trips/tripPages.ts'
import { Anchor } from '#web/ui/buttons/Anchor.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { NewMark } from '#web/ui/feedback/NewMark.tsx'

const NEWEST_PAGE = { limit: 4 }

export function LatestChanges({ tripId }: { tripId: string }) {
  const history = useQuery(getHistory, { tripId }, NEWEST_PAGE)
  useReloadOnOpen(true, history)
  const listed = useQuery(listTrips, {}, firstPage).data?.trips.find(({ id }) => id === tripId)
  const visit = useVisit(tripId)
  const now = useNow()
  const news = visit && listed ? changesSince(visit, listed.changesByOthers, now) : null
  const entries = history.data?.entries ?? []
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="latest-changes" className="border-t border-line p-4">
      <h2 id="latest-changes" className="flex items-center gap-2 pb-1 font-semibold">
        {news && <NewMark />}
        <Anchor
          href={news ? paths.historySince(tripId, news.since) : paths.history(tripId)}
          className="touch-target"
        >
          {news?.text ?? 'Latest changes'}
        </Anchor>
      </h2>
      <ul>
        {entries.map((entry) => (
          <Change key={entry.n} entry={entry} now={now} />
        ))}
      </ul>
    </section>
  )
}

interface ChangeProps {
  entry: HistoryEntry
  now: number
  size?: 'xs' | 'sm'
}

export function Change({ entry: { actor, text, at }, now, size = 'xs' }: ChangeProps) {
  return (
    <li className="flex items-start gap-2.5 py-1.5 text-secondary">
      <Avatar id={actor.id} name={actor.username} size={size} />
      <span className="line-clamp-3 min-w-0 flex-1 wrap-anywhere">
        <ChangeSentence text={text} actor={actor} />
      </span>
      <time dateTime={at} className="text-meta leading-5 text-muted tabular-nums">
        {whenOf(new Date(at), now)}
      </time>
    </li>
  )
}

/** '12:44' today, else '20 Nov'. */
function whenOf(at: Date, now: number): string {
  const date = calendarDateOf(at)
  return date === calendarDateOf(new Date(now)) ? formatClock(at) : formatDayOfYear(date)
}
