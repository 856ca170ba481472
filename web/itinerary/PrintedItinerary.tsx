// The itinerary on paper: every day with its times, titles and places, and nothing to press. Rendered only while the
// page is printed, beside the app, which is hidden then.

import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { TripResponse } from '#core/trips/responses.ts'
import type { TripDay } from '#web/itinerary/days.ts'
import { dayParts, itemStatusLabels, timesText } from '#web/itinerary/itemLabels.ts'
import type { ShownActivity } from '#web/itinerary/pendingActivities.ts'
import { formatDateRange } from '#web/platform/format.ts'

interface PrintedItineraryProps {
  trip: TripResponse
  days: readonly TripDay[]
  byDate: ReadonlyMap<string, readonly ShownActivity[]>
}

const subscribe = (changed: () => void) => {
  const query = matchMedia('print')
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

export function PrintedItinerary({ trip, days, byDate }: PrintedItineraryProps) {
  const isPrinting = useSyncExternalStore(subscribe, () => matchMedia('print').matches)
  if (!isPrinting) return null
  return createPortal(
    <article className="printed-page">
      <h1 className="text-page font-bold">
        <bdi>{trip.title}</bdi>
      </h1>
      <p>{formatDateRange(trip.startDate, trip.endDate)}</p>
      {days.map(({ date }) => (
        <section key={date} className="mt-4">
          <h2 className="break-after-avoid border-b border-current font-bold">{dayParts(date).longDate}</h2>
          {!byDate.has(date) && <p className="py-1">Free</p>}
          {byDate.get(date)?.map(({ item }) => (
            <div key={item.id} className="flex break-inside-avoid gap-4 py-1">
              <span className="w-28 shrink-0 tabular-nums">{timesText(item)}</span>
              <span className="min-w-0 flex-1">
                <b className={item.status === 'cancelled' ? 'line-through' : ''}>{item.title}</b>
                {item.status !== 'planned' && ` (${itemStatusLabels[item.status].label})`}
                {item.location !== null && <span className="block">{item.location}</span>}
                {item.description !== null && (
                  <span className="block whitespace-pre-line">{item.description}</span>
                )}
              </span>
            </div>
          ))}
        </section>
      ))}
    </article>,
    document.body,
  )
}
