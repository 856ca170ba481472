// What the trip does when: a chip for each day, and the activities of the chosen one.

import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { getItinerary } from '#core/itinerary/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { Day } from '#web/itinerary/Day.tsx'
import { DayChips } from '#web/itinerary/DayChips.tsx'
import { daysOf, firstDay } from '#web/itinerary/days.ts'
import type { DeleteItemDialogProps } from '#web/itinerary/DeleteItemDialog.tsx'
import type { ItemDialogProps } from '#web/itinerary/ItemDialog.tsx'
import { dayParts } from '#web/itinerary/itemLook.ts'
import { withPendingActivities, type ShownActivity } from '#web/itinerary/pendingActivities.ts'
import { useQuery } from '#web/platform/queries.ts'
import { calendarDateOf } from '#web/platform/format.ts'
import { session } from '#web/platform/session.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { useNow } from '#web/platform/useNow.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Fab } from '#web/ui/Fab.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { MapPicture } from '#web/ui/pictures/MapPicture.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'

const ItemDialog = onDemand<ItemDialogProps>(
  async () => (await import('#web/itinerary/ItemDialog.tsx')).ItemDialog,
)
const DeleteItemDialog = onDemand<DeleteItemDialogProps>(
  async () => (await import('#web/itinerary/DeleteItemDialog.tsx')).DeleteItemDialog,
)

const MINUTE_MS = 60_000

export function ItineraryTab({ trip }: { trip: TripResponse }) {
  const { user } = useSnapshot(session)
  const read = useQuery(getItinerary, { tripId: trip.id })
  useReloadOnOpen(true, read)
  const pending = usePendingCommands(trip.id)
  const today = calendarDateOf(new Date(useNow(MINUTE_MS)))
  const [chosen, choose] = useState(() => firstDay(trip, today))
  const [asking, ask] = useState<'edit' | 'delete' | null>(null)
  const [about, setAbout] = useState<ShownActivity | null>(null)
  useEffect(() => whenIdle(ItemDialog.prefetch), [])

  const shown = withPendingActivities(read.data?.itinerary.items ?? [], pending, {
    id: user?.id ?? '',
    username: user?.username ?? '',
  })
  const days = daysOf(
    trip,
    shown.map(({ item }) => item),
  )
  // The trip may have been moved away from the day one looks at.
  const selected = days.some(({ date }) => date === chosen) ? chosen : trip.startDate
  const open = (what: 'edit' | 'delete', of: ShownActivity | null) => {
    setAbout(of)
    ask(what)
  }
  const add = () => open('edit', null)
  const intent = { onPointerEnter: ItemDialog.prefetch, onFocus: ItemDialog.prefetch }
  const isOutside = selected < trip.startDate || selected > trip.endDate

  if (!read.data)
    return (
      <div className="gutter py-4 md:py-5">
        {!read.error || read.isLoading ? (
          <SkeletonList rows={4} label="Loading the itinerary..." />
        ) : (
          <ErrorState message="Failed to fetch the itinerary" onRetry={() => void read.reload()} />
        )}
      </div>
    )
  const ofDay = shown.filter(({ item }) => item.date === selected)
  return (
    <div className="grid gap-3 gutter py-4 md:gap-4 md:py-5">
      <DayChips days={days} selected={selected} today={today} onSelect={choose} />
      <h3 className="text-title font-semibold">{dayParts(selected).whole}</h3>
      {read.error && (
        <Banner
          tone="warning"
          action={
            <Button size="sm" variant="secondary" busy={read.isLoading} onClick={() => void read.reload()}>
              Retry
            </Button>
          }
        >
          Failed to fetch the itinerary. This is what was planned when it was last read.
        </Banner>
      )}
      {isOutside && (
        <Banner tone="info">
          This day is not part of the trip any more. What was planned for it is kept here: move it to another
          day, or delete it.
        </Banner>
      )}
      {ofDay.length === 0 ? (
        <EmptyState
          picture={<MapPicture />}
          title="No activities yet."
          detail="A museum, a train to catch, a table for eight: everybody sees it here."
          action={
            <Button onClick={add} {...intent}>
              Add the First Activity
            </Button>
          }
        />
      ) : (
        <Day
          key={selected}
          ofDay={ofDay}
          tripId={trip.id}
          onEdit={(of) => open('edit', of)}
          onDelete={(of) => open('delete', of)}
        />
      )}
      <Fab within="dialog" label="Add Activity" onClick={add} {...intent} />
      <ItemDialog
        open={asking === 'edit'}
        onClose={() => ask(null)}
        trip={trip}
        editing={about}
        date={isOutside ? trip.startDate : selected}
        onDone={choose}
      />
      {about && (
        <DeleteItemDialog
          open={asking === 'delete'}
          onClose={() => ask(null)}
          trip={trip}
          shown={shown.find(({ item }) => item.id === about.item.id) ?? about}
        />
      )}
    </div>
  )
}
