// The history of a trip: the list of changes, and the trip as it was after one of them. Side by side on wide screens,
// else one of the two.

import { Download } from 'lucide-react'
import { useState } from 'react'
import { useSearch } from 'wouter'
import {
  type HistoryEntry,
  type TotalSpent,
  getHistory,
  getTotals,
  TOPICS,
  type Topic,
} from '#core/history/contract.ts'
import { endpointPath } from '#core/kernel/endpoint.ts'
import { getTrip } from '#core/trips/contract.ts'
import { paths } from '#web/platform/page/paths.ts'
import { exportHistory } from '#web/history/historyCommands.ts'
import { HISTORY_FAILED, TimelineList } from '#web/history/TimelineList.tsx'
import { TimeSlider } from '#web/history/TimeSlider.tsx'
import { TripAtChange } from '#web/history/TripAtChange.tsx'
import { useTripAt } from '#web/history/useTripAt.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { Refused } from '#web/platform/http/http.ts'
import { useSubmit } from '#web/platform/forms/useSubmit.ts'
import { useTripVisit } from '#web/platform/replica/useTripVisit.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { useTripChanges } from '#web/platform/replica/useTripChanges.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { LinkButton } from '#web/ui/buttons/LinkButton.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'
import { TopBar } from '#web/ui/navigation/TopBar.tsx'
import { LARGE_PX, useWide } from '#web/ui/useWide.ts'
import type { HistoryFilter } from '#web/records/useHistoryPages.ts'
import { Anchor } from '#web/ui/buttons/Anchor.tsx'
import { chipClasses } from '#web/ui/buttons/chipClasses.ts'

type View = 'changes' | 'trip'

const NEWEST_CHANGE = { limit: 1 }

export function HistoryScreen({ tripId }: { tripId: string }) {
  const search = new URLSearchParams(useSearch())
  const filter = { about: search.get('about'), since: search.get('since') }
  const [view, setView] = useState<View>(search.has('at') ? 'trip' : 'changes')
  const [chosen, setChosen] = useState<number | null>(Number(search.get('at')) || null)
  const exporting = useSubmit()
  const isRoomy = useWide(LARGE_PX)
  const myId = useMyId()
  const trip = useQuery(getTrip, { tripId })
  const role = trip.data?.trip.userRole ?? null
  const currency = trip.data && 'currency' in trip.data.trip ? trip.data.trip.currency : null
  const newest = useQuery(getHistory, { tripId }, NEWEST_CHANGE)
  useReloadOnOpen(true, newest)
  useTripChanges(tripId, newest.data !== null)
  useTripVisit(tripId, endpointPath(getHistory, { tripId }, NEWEST_CHANGE))
  const last = newest.data?.entries[0]?.n ?? null
  const n = last === null ? null : Math.min(chosen ?? last, last)
  const showsTrip = isRoomy || view === 'trip'
  const totals = useQuery(getTotals, showsTrip ? { tripId } : null)
  useReloadOnOpen(showsTrip, totals)
  const past = useTripAt(tripId, showsTrip ? n : null)

  const isGone = newest.error instanceof Refused && [403, 404].includes(newest.error.status)
  const show = ({ n: at }: HistoryEntry) => {
    setChosen(at)
    setView('trip')
  }
  // The newest change is stored as null, so that later changes are followed.
  const move = (to: number) => setChosen(to === last ? null : to)
  return (
    <div className="visible-area beside-rail flex flex-col overflow-y-auto bg-background">
      <TopBar
        fixed={false}
        joined={!isRoomy && view === 'changes' && !isGone}
        title="Trip history"
        detail={<bdi>{trip.data?.trip.title ?? '\u00a0'}</bdi>}
        back={{ href: paths.trip(tripId), label: 'Back to the trip' }}
        right={
          <IconButton
            label="Export history"
            icon={Download}
            disabled={newest.data === null || exporting.isSubmitting}
            onClick={() => exporting.run(() => exportHistory(tripId))}
          />
        }
      />
      {isGone ? (
        <main className="p-6 text-center">
          <p className="mb-4">This trip is not here any more, or you are not on it.</p>
          <LinkButton href={paths.travel} variant="secondary">
            Back to your trips
          </LinkButton>
        </main>
      ) : isRoomy && last === null && newest.error ? (
        // Both views wait for the same: one message.
        <main>
          <ErrorState message={HISTORY_FAILED} onRetry={() => void newest.reload()} />
        </main>
      ) : (
        <main className="page-width flex min-h-0 w-full flex-1 flex-col border-line low:h-[100cqh] low:flex-none min-[1514px]:border-x">
          <div className="grid min-h-0 flex-1 grid-cols-1 grid-rows-1 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
            {(isRoomy || view === 'changes') && (
              <div className="flex min-h-0 flex-col lg:border-e lg:border-line">
                <TopicFilter tripId={tripId} {...filter} />
                <div className="min-h-0 flex-1">
                  <TimelineList
                    key={`${filter.about} ${filter.since}`}
                    tripId={tripId}
                    reader={role && { id: myId, role }}
                    {...filter}
                    current={isRoomy ? n : null}
                    follows={chosen !== null}
                    onShow={show}
                  />
                </div>
              </div>
            )}
            {showsTrip && (
              <PastTrip
                past={past}
                n={n}
                last={last}
                totals={totals.data?.totals ?? null}
                hasNoTotals={totals.error !== null}
                currency={currency}
                error={past.error ?? (last === null ? newest.error : null)}
                onRetry={last === null ? () => void newest.reload() : past.retry}
                onMove={move}
              />
            )}
          </div>
          {!isRoomy && <ViewTabs view={view} onChoose={setView} />}
        </main>
      )}
    </div>
  )
}

interface PastTripProps {
  past: ReturnType<typeof useTripAt>
  /** The number of the change, null until the newest is loaded. */
  n: number | null
  last: number | null
  totals: readonly TotalSpent[] | null
  hasNoTotals: boolean
  currency: string | null
  error: Error | null
  onRetry: () => void
  onMove: (n: number) => void
}

/** The trip as it was after a change, and the slider to choose another. */
function PastTrip({ past, n, last, totals, hasNoTotals, currency, error, onRetry, onMove }: PastTripProps) {
  return (
    <div className="flex min-h-0 flex-col">
      <div
        role="region"
        aria-label="The trip then"
        aria-busy={past.shown?.n !== n}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain low:overscroll-auto focus-visible:-outline-offset-2"
      >
        {error ? (
          <ErrorState message={HISTORY_FAILED} onRetry={onRetry} />
        ) : past.shown ? (
          <TripAtChange at={past.shown} />
        ) : (
          <div className="gutter py-4">
            <SkeletonList rows={6} label="Loading the trip" />
          </div>
        )}
      </div>
      {n !== null && last !== null && (
        <TimeSlider {...{ last, n, totals, hasNoTotals, currency, onMove }} shown={past.shown} />
      )}
    </div>
  )
}

const views: Record<View, string> = { changes: 'What happened', trip: 'As it was' }

/** At the foot of the screen, in reach of the thumb. */
function ViewTabs({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  return (
    <div
      role="group"
      aria-label="View"
      data-foot
      className="flex shrink-0 gap-1 border-t border-line bg-surface gutter pt-2 pb-safe"
    >
      {(Object.keys(views) as View[]).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={view === name}
          onClick={() => onChoose(name)}
          className="mb-2 min-h-11 flex-1 rounded-control px-3 font-semibold text-muted aria-pressed:bg-primary-soft aria-pressed:text-primary"
        >
          {views[name]}
        </button>
      ))}
    </div>
  )
}

const topicLabels: Record<Topic, string> = { plan: 'Plan', people: 'People', money: 'Money', chats: 'Chats' }

/** Filters the history by topic, or shows the filter for one subject or for what is new. Each filter is a link. */
function TopicFilter({ tripId, about, since }: HistoryFilter & { tripId: string }) {
  const isTopic = TOPICS.some((topic) => topic === about)
  const choices = [
    { href: paths.history(tripId), label: 'All', current: about === null && since === null },
    ...(since !== null ? [{ href: paths.historySince(tripId, since), label: 'New', current: true }] : []),
    ...TOPICS.map((topic) => ({
      href: paths.historyAbout(tripId, topic),
      label: topicLabels[topic],
      current: about === topic,
    })),
    ...(about !== null && !isTopic
      ? [{ href: paths.historyAbout(tripId, about), label: 'One thing', current: true }]
      : []),
  ]
  return (
    <nav aria-label="Show" className="border-b border-line bg-surface">
      <ul className="no-scrollbar flex gap-2 overflow-x-auto gutter py-2">
        {choices.map(({ href, label, current }) => (
          <li key={label} className="shrink-0">
            <Anchor
              href={href}
              aria-current={current ? 'true' : undefined}
              className={`${chipClasses} touch-target aria-[current=true]:border-primary aria-[current=true]:bg-primary-soft aria-[current=true]:text-primary`}
            >
              {label}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}
