// Warns which activities would be outside the dates chosen in the form.

import { itemsOutside } from '#core/itinerary/outsideDates.ts'
import { itineraryResponse } from '#projections/replica/tripResponses.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { formatDate } from '#web/platform/format.ts'
import { Banner } from '#web/ui/Banner.tsx'

interface OutsideDatesNoteProps {
  tripId: string
  /** As in the form, YYYY-MM-DD; '' when empty. */
  startDate: string
  endDate: string
}

const MAX_SHOWN = 5

export function OutsideDatesNote({ tripId, startDate, endDate }: OutsideDatesNoteProps) {
  const { data } = useTripResponse(tripId, itineraryResponse)
  if (!data || startDate === '' || endDate === '' || endDate < startDate) return null
  const outside = itemsOutside(data.items, { startDate, endDate })
  if (outside.length === 0) return null
  const activities = outside.length === 1 ? '1 activity falls' : `${outside.length} activities fall`
  return (
    <Banner tone="warning" title={`${activities} outside these dates`}>
      <ul className="list-disc ps-5">
        {outside.slice(0, MAX_SHOWN).map(({ id, title, date }) => (
          <li key={id} className="wrap-anywhere">
            <bdi>{title}</bdi>, {formatDate(date)}
          </li>
        ))}
        {outside.length > MAX_SHOWN && <li>and {outside.length - MAX_SHOWN} more</li>}
      </ul>
      <p className="mt-1">
        Nothing is lost: {outside.length === 1 ? 'it stays' : 'they stay'} in the itinerary and can be moved
        to another day.
      </p>
    </Banner>
  )
}
