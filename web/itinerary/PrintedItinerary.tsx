// The itinerary on paper: every day with its times, titles and places, and nothing to press.

import type { TripResponse } from '#core/trips/responses.ts'
import type { TripDay } from '#web/itinerary/days.ts'
import { dayParts, activityStatusLabels, timesText } from '#web/itinerary/activityLabels.ts'
import type { ShownActivity } from '#web/itinerary/activityList.ts'
import { formatDateRange } from '#web/platform/time/format.ts'
import { PrintedPage, PrintedSection, usePrinting } from '#web/ui/PrintedPage.tsx'

interface PrintedItineraryProps {
  trip: TripResponse
  days: readonly TripDay[]
  byDate: ReadonlyMap<string, readonly ShownActivity[]>
}

export function PrintedItinerary({ trip, days, byDate }: PrintedItineraryProps) {
  if (!usePrinting()) return null
  return (
    <PrintedPage title={trip.title} detail={formatDateRange(trip.startDate, trip.endDate)}>
      {days.map(({ date }) => (
        <PrintedSection key={date} title={dayParts(date).longDate}>
          {!byDate.has(date) && <p className="py-1">Free</p>}
          {byDate.get(date)?.map(({ record: activity }) => (
            <div key={activity.id} className="flex break-inside-avoid gap-4 py-1">
              <span className="w-28 shrink-0 tabular-nums">{timesText(activity)}</span>
              <span className="min-w-0 flex-1">
                <b className={activity.status === 'cancelled' ? 'line-through' : ''}>{activity.title}</b>
                {activity.status !== 'planned' && (
                  <span>{` (${activityStatusLabels[activity.status].label})`}</span>
                )}
                {activity.location !== null && <span className="block">{activity.location}</span>}
                {activity.description !== null && (
                  <span className="block whitespace-pre-line">{activity.description}</span>
                )}
              </span>
            </div>
          ))}
        </PrintedSection>
      ))}
    </PrintedPage>
  )
}
