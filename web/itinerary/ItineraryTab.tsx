// The itinerary of a trip: all its days as one agenda, or in a wide tab the week as a board.

import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ItineraryResponse } from '#core/itinerary/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { itineraryResponse } from '#projections/replica/tripResponses.ts'
import { Agenda, dayBar, type DaysProps } from '#web/itinerary/Agenda.tsx'
import { DayChips } from '#web/itinerary/DayChips.tsx'
import { daysOf, firstDay } from '#web/itinerary/days.ts'
import { deleteActivity } from '#web/itinerary/itineraryCommands.ts'
import { markedActivity } from '#web/itinerary/nextActivity.ts'
import { Loading, Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { PrintedItinerary } from '#web/itinerary/PrintedItinerary.tsx'
import { BoardSkeleton, useBoard } from '#web/itinerary/useBoard.tsx'
import { activityList, type ShownActivity } from '#web/itinerary/activityList.ts'
import { calendarDateOf, formatClock } from '#web/platform/time/format.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { whyActivityCannotBeRestored } from '#web/platform/replica/restoreRemoved.ts'
import { useRequestedDialog } from '#web/platform/forms/useRequestedDialog.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import { useShownRecords } from '#web/records/useShownRecords.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Fab } from '#web/ui/buttons/Fab.tsx'
import { Loaded } from '#web/ui/feedback/Loaded.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { MapPicture } from '#web/ui/pictures/tripPictures.tsx'
import { useDialogs } from '#web/ui/dialogs/useDialogs.ts'
import { useWidthWithoutSheet } from '#web/ui/useWidth.ts'

const ActivityDialog = lazyDialog(
  async () => (await import('#web/itinerary/ActivityDialog.tsx')).ActivityDialog,
)
const DeleteActivityDialog = lazyDialog(
  async () => (await import('#web/itinerary/ActivityDialog.tsx')).DeleteActivityDialog,
)

/** The width of the tab from which a week and a day have room side by side. */
const BOARD_PX = 860

export function ItineraryTab({ trip }: { trip: TripResponse }) {
  const itinerary = useTripResponse(trip.id, itineraryResponse)
  const { activities, shown } = useShownActivities(trip.id, itinerary)
  const now = new Date(useNow())
  const [today, clock] = [calendarDateOf(now), formatClock(now)]
  const [chosen, setChosen] = useState(() => firstDay(trip, today))
  const [target, setTarget] = useState({ date: chosen })
  const { record, openDialog, dialog } = useDialogs<'edit' | 'delete', ShownActivity>()
  useEffect(() => whenIdle(ActivityDialog.prefetch), [])

  const { startDate, endDate } = trip
  const days = useMemo(() => daysOf({ startDate, endDate }, activities), [startDate, endDate, activities])
  const byDate = useMemo(() => Map.groupBy(shown, ({ record }) => record.date), [shown])
  // The dates of the trip may have changed, so that the selected day is gone.
  const selected = days.some(({ date }) => date === chosen) ? chosen : startDate
  const select = useCallback((date: string, jumps: boolean) => {
    setChosen(date)
    if (jumps) setTarget({ date })
  }, [])
  const [addedTo, setAddedTo] = useState(selected)
  const add = useCallback(
    (date: string) => {
      setAddedTo(date)
      openDialog('edit')
    },
    [openDialog],
  )
  useRequestedDialog('#itinerary/*', (part) => {
    if (part === 'add') add(selected)
    else if (days.some(({ date }) => date === part)) select(part, true)
  })
  const [width, box] = useWidthWithoutSheet()
  const { Board, tools } = useBoard(width >= BOARD_PX)
  const onEdit = useCallback((of: ShownActivity) => openDialog('edit', of), [openDialog])
  const onDelete = useCallback(
    (of: ShownActivity) =>
      whyActivityCannotBeRestored(of.record.date, { startDate, endDate }) === null
        ? deleteActivity(trip.id, of)
        : openDialog('delete', of),
    [openDialog, trip.id, startDate, endDate],
  )

  const edit = dialog('edit')
  const isBoardComing = Board !== undefined
  if (!itinerary.data)
    return (
      <div
        ref={box}
        data-fills={isBoardComing || undefined}
        className={isBoardComing ? 'flex flex-col *:aria-busy:grid *:aria-busy:flex-1' : undefined}
      >
        <Loaded
          query={itinerary}
          failed="Failed to fetch the itinerary"
          skeleton={isBoardComing ? <BoardSkeleton /> : <ItinerarySkeleton />}
        />
      </div>
    )
  const inside = selected < startDate || selected > endDate ? startDate : selected
  const shownDays: DaysProps = {
    days,
    byDate,
    selected,
    target,
    today,
    clock,
    isTripOver: today > endDate,
    next: markedActivity(activities, today, clock),
    tripId: trip.id,
    onSelect: select,
    onEdit,
    onDelete,
    onAdd: add,
    tools,
  }
  return (
    <div
      ref={box}
      data-fills={(Board && shown.length > 0) || undefined}
      className="min-h-full data-fills:flex data-fills:flex-col"
    >
      {shown.length === 0 ? (
        <NoActivities {...shownDays} onAdd={() => add(inside)} />
      ) : Board ? (
        <Board {...shownDays} />
      ) : (
        <Agenda {...shownDays} />
      )}
      <PrintedItinerary trip={trip} days={days} byDate={byDate} />
      {(shown.length === 0 || !Board) && (
        <Fab
          within="dialog"
          label="Add Activity"
          soft={shown.length === 0}
          // Beside the form it is a second button of that name.
          className={edit.open ? 'invisible' : ''}
          onClick={() => add(inside)}
          {...ActivityDialog.prefetchProps}
        />
      )}
      <ActivityDialog
        {...edit}
        trip={trip}
        activities={activities}
        editing={record}
        date={addedTo}
        onDone={(date) => {
          if (date !== selected) select(date, true)
        }}
      />
      {record && (
        <DeleteActivityDialog
          {...dialog('delete')}
          trip={trip}
          shown={shown.find((of) => of.record.id === record.record.id) ?? record}
        />
      )}
    </div>
  )
}

function useShownActivities(
  tripId: string,
  { data, confirmed }: Record<'data' | 'confirmed', ItineraryResponse | null>,
) {
  const shown = useShownRecords(activityList, tripId, {
    data: data?.items,
    confirmed: confirmed?.items,
  })
  return { shown, activities: useMemo(() => shown.map(({ record }) => record), [shown]) }
}

function NoActivities({ days, selected, today, onSelect, onAdd }: DaysProps) {
  return (
    <>
      <div className={dayBar}>
        <DayChips days={days} selected={selected} today={today} onSelect={(date) => onSelect(date, true)} />
      </div>
      <EmptyState
        picture={<MapPicture />}
        title="No activities yet."
        detail="A museum, a train to catch, a table for eight: everyone sees it here."
        action={
          <Button onClick={() => onAdd(selected)} {...ActivityDialog.prefetchProps}>
            Add the First Activity
          </Button>
        }
      />
    </>
  )
}

/** Before it is loaded: the bar of the days, and a day with its activities beside their times. */
function ItinerarySkeleton() {
  return (
    <Loading label="Loading the itinerary...">
      <div className="flex gap-2 overflow-hidden border-b border-line bg-surface gutter py-3">
        {Array.from({ length: 7 }, (_, day) => (
          <Skeleton key={day} className="h-16 w-14 shrink-0" />
        ))}
      </div>
      <div className="grid max-w-[860px] gap-3 gutter pt-4">
        <Skeleton className="mb-1 h-6 w-48" />
        {Array.from({ length: 4 }, (_, row) => (
          <div key={row} className="flex gap-3">
            <Skeleton className="mt-3 h-4 w-12 shrink-0" />
            <div className="h-21 flex-1 rounded-card border border-line bg-surface" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
