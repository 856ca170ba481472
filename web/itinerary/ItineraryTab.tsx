// The itinerary of a trip: a chip for each day, and the activities of the selected day.

import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { type ChangeItemBody, removeItem } from '#core/itinerary/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { itineraryResponse } from '#projections/replica/tripResponses.ts'
import { Day } from '#web/itinerary/Day.tsx'
import { DayChips } from '#web/itinerary/DayChips.tsx'
import { daysOf, firstDay } from '#web/itinerary/days.ts'
import { itemTexts } from '#web/itinerary/itineraryCommands.ts'
import { dayParts } from '#web/itinerary/itemLabels.ts'
import { lostCommands, withPendingCommands, type ShownActivity } from '#web/itinerary/pendingActivities.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { isEndpoint } from '#web/platform/outbox/outboxItem.ts'
import { session } from '#web/platform/session.ts'
import { useToday } from '#web/platform/useNow.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Fab } from '#web/ui/Fab.tsx'
import { LostChanges } from '#web/ui/LostChanges.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { MapPicture } from '#web/ui/pictures/MapPicture.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import { useAsking } from '#web/ui/useAsking.ts'

const ItemDialog = lazyDialog(async () => (await import('#web/itinerary/ItemDialog.tsx')).ItemDialog)
const DeleteItemDialog = lazyDialog(
  async () => (await import('#web/itinerary/DeleteItemDialog.tsx')).DeleteItemDialog,
)

export function ItineraryTab({ trip }: { trip: TripResponse }) {
  const { user } = useSnapshot(session)
  const itinerary = useTripResponse(trip.id, itineraryResponse)
  const pending = usePendingCommands(trip.id)
  const today = useToday()
  const [chosen, choose] = useState(() => firstDay(trip, today))
  const { about, ask, dialog } = useAsking<'edit' | 'delete', ShownActivity>()
  useEffect(() => whenIdle(ItemDialog.prefetch), [])

  const me = { id: user?.id ?? '', username: user?.username ?? '' }
  const { data, confirmed } = itinerary
  const lists = [data?.items ?? [], confirmed?.items ?? [], pending, me] as const
  const shown = withPendingCommands(...lists)
  const days = daysOf(
    trip,
    shown.map(({ item }) => item),
  )
  // The dates of the trip may have changed, so that the selected day is gone.
  const selected = days.some(({ date }) => date === chosen) ? chosen : trip.startDate
  const add = () => ask('edit')
  const isOutside = selected < trip.startDate || selected > trip.endDate

  if (!itinerary.data)
    return (
      <div className="gutter py-4 md:py-5">
        <Loaded
          query={itinerary}
          failed="Failed to fetch the itinerary"
          skeleton={<SkeletonList rows={4} label="Loading the itinerary..." />}
        />
      </div>
    )
  const ofDay = shown.filter(({ item }) => item.date === selected)
  return (
    <div className="grid gap-3 gutter py-4 md:gap-4 md:py-5">
      <DayChips days={days} selected={selected} today={today} onSelect={choose} />
      <h3 className="text-title font-semibold">{dayParts(selected).longDate}</h3>
      {isOutside && <OutsideNote />}
      <LostChanges
        commands={lostCommands(...lists)}
        titleOf={(command) => itemTexts[isEndpoint(command, removeItem) ? 'remove' : 'change'].failed}
        enteredIn={({ body }) => (body as ChangeItemBody | null)?.title ?? undefined}
        name="the change of an activity that is gone"
      />
      {ofDay.length === 0 ? (
        <NoActivities onAdd={add} />
      ) : (
        <Day
          key={selected}
          ofDay={ofDay}
          tripId={trip.id}
          onEdit={(of) => ask('edit', of)}
          onDelete={(of) => ask('delete', of)}
        />
      )}
      <Fab within="dialog" label="Add Activity" onClick={add} {...ItemDialog.prefetchProps} />
      <ItemDialog
        {...dialog('edit')}
        trip={trip}
        editing={about}
        date={isOutside ? trip.startDate : selected}
        onDone={choose}
      />
      {about && (
        <DeleteItemDialog
          {...dialog('delete')}
          trip={trip}
          shown={shown.find(({ item }) => item.id === about.item.id) ?? about}
        />
      )}
    </div>
  )
}

function NoActivities({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      picture={<MapPicture />}
      title="No activities yet."
      detail="A museum, a train to catch, a table for eight: everyone sees it here."
      action={
        <Button onClick={onAdd} {...ItemDialog.prefetchProps}>
          Add the First Activity
        </Button>
      }
    />
  )
}

const OutsideNote = () => (
  <Banner tone="info">
    This day is not part of the trip any more. What was planned for it is kept here: move it to another day,
    or delete it.
  </Banner>
)
