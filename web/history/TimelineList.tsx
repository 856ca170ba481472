// The changes of a trip by day, newest first. Virtualized: only the rows near the screen are rendered.

import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { type HistoryEntry, restoreChange, undoChange } from '#core/history/contract.ts'
import type { TripRole } from '#core/trips/events.ts'
import { EntryRow } from '#web/history/EntryRow.tsx'
import { restoreChangeOf } from '#web/history/historyCommands.ts'
import { type HistoryFilter, useHistoryPages } from '#web/records/useHistoryPages.ts'
import { dayHeading } from '#web/platform/time/dayTitle.ts'
import { calendarDateOf } from '#web/platform/time/format.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import { paths } from '#web/platform/page/paths.ts'
import { useCommands } from '#web/platform/outbox/useOutbox.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { LinkButton } from '#web/ui/buttons/LinkButton.tsx'
import { Loaded, RetryBanner } from '#web/ui/feedback/Loaded.tsx'
import { MapPicture } from '#web/ui/pictures/tripPictures.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'
import { Spinner } from '#web/ui/buttons/Spinner.tsx'

interface TimelineListProps extends HistoryFilter {
  tripId: string
  /** Null until the trip is loaded. */
  reader: { id: string; role: TripRole } | null
  /** The change whose trip is shown. */
  current: number | null
  /** The person chose the change: the list scrolls to it. */
  follows: boolean
  onShow: (entry: HistoryEntry) => void
}

/** `above`: the change below the day. A clock that was set back can bring a day twice. */
type Row = { day: string; above: number } | { entry: HistoryEntry; isFirst: boolean; isLast: boolean }

export const HISTORY_FAILED = 'Failed to load the history'
/** Rows before the end at which the next page is loaded. */
const NEAR = 20

export function TimelineList({ tripId, reader, current, follows, onShow, ...filter }: TimelineListProps) {
  const timeline = useHistoryPages(tripId, filter)
  const restoring = useCommands(tripId, restoreChange)
  const undoing = useCommands(tripId, undoChange)
  const today = useToday()
  const list = useRef<VirtualizerHandle>(null)
  const rows = useMemo(() => rowsOf(timeline.entries), [timeline.entries])
  const latest = useMemo(() => latestOf(timeline.entries), [timeline.entries])
  const isPlaced = useRef(false)
  const goTo = useEffectEvent((n: number) => {
    const index = rows.findIndex((row) => 'entry' in row && row.entry.n <= n)
    const align = isPlaced.current ? 'nearest' : 'center'
    list.current?.scrollToIndex(index === -1 ? rows.length - 1 : index, { align })
    isPlaced.current = true
  })
  // Only when another change is chosen, or the first page is loaded: a new change by others scrolls nothing.
  const isLoaded = timeline.data !== null
  useEffect(() => {
    if (isLoaded && follows && current !== null) goTo(current)
  }, [isLoaded, follows, current])

  if (timeline.data === null)
    return (
      <Loaded
        query={timeline}
        failed={HISTORY_FAILED}
        skeleton={
          <div className="gutter py-4">
            <SkeletonList rows={6} label="Loading the history" />
          </div>
        }
      />
    )
  if (rows.length === 0)
    return (
      <EmptyState
        picture={<MapPicture />}
        title={
          filter.since === null ? 'Nothing of this kind has happened yet.' : 'Nothing has changed since.'
        }
      />
    )
  const onScroll = () => {
    const handle = list.current
    if (handle && handle.findItemIndex(handle.scrollOffset + handle.viewportSize) > rows.length - NEAR)
      void timeline.more()
  }
  return (
    <div
      role="region"
      aria-label="What happened"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="h-full overflow-y-auto overscroll-contain low:overscroll-auto focus-visible:-outline-offset-2"
    >
      {timeline.error && (
        <div className="gutter py-4">
          <RetryBanner query={timeline} title={HISTORY_FAILED} />
        </div>
      )}
      <Virtualizer ref={list} data={rows} bufferSize={600} onScroll={onScroll}>
        {(row) =>
          'day' in row ? (
            <h2
              key={`day ${row.above}`}
              className="px-[calc(var(--gutter)+13px)] pt-4 pb-2 text-secondary text-muted"
            >
              <Day {...dayHeading(row.day, today)} />
            </h2>
          ) : (
            <EntryRow
              key={row.entry.n}
              {...row}
              tripId={tripId}
              reader={reader}
              isCurrent={row.entry.n === current}
              isLater={current !== null && row.entry.n > current}
              isLatest={latest.get(row.entry.subject?.id ?? '') === row.entry.n}
              command={[...restoring, ...undoing].find(({ params }) => params['n'] === String(row.entry.n))}
              onShow={onShow}
              onRestore={(entry) => void restoreChangeOf(tripId, entry)}
            />
          )
        }
      </Virtualizer>
      <div className="flex min-h-14 items-center justify-center gutter pb-safe text-center text-meta text-muted">
        {timeline.isMissingMore ? (
          <RetryBanner query={{ isLoading: false, reload: timeline.more }} title={HISTORY_FAILED} />
        ) : timeline.has_more ? (
          <Spinner />
        ) : filter.since === null ? (
          'This is where it begins'
        ) : (
          <LinkButton variant="quiet" size="sm" href={paths.history(tripId)}>
            Show All Changes
          </LinkButton>
        )}
      </div>
    </div>
  )
}

function rowsOf(entries: readonly HistoryEntry[]): Row[] {
  const rows: Row[] = []
  let last = ''
  for (const entry of entries) {
    const day = calendarDateOf(new Date(entry.at))
    const isFirst = day !== last
    if (isFirst) {
      endDay(rows)
      rows.push({ day, above: entry.n })
    }
    last = day
    rows.push({ entry, isFirst, isLast: false })
  }
  endDay(rows)
  return rows
}

function endDay(rows: Row[]): void {
  const last = rows.at(-1)
  if (last && 'entry' in last) last.isLast = true
}

const Day = ({ title, note }: { title: string; note?: string }) => (
  <>
    <span className="font-semibold text-text">{title}</span> <span>{note}</span>
  </>
)

/** Subject → its newest change: a removal that is not the newest was restored, or the subject was removed again. */
function latestOf(entries: readonly HistoryEntry[]): Map<string, number> {
  const latest = new Map<string, number>()
  for (const { n, subject } of entries) if (subject && !latest.has(subject.id)) latest.set(subject.id, n)
  return latest
}
