// Warns which activities would be outside the dates chosen in the form.

import { getItinerary } from '#core/itinerary/contract.ts'
import { leftOutside } from '#core/itinerary/leftOutside.ts'
import { useQuery } from '#web/platform/queries.ts'
import { formatDate } from '#web/platform/format.ts'
import { Banner } from '#web/ui/Banner.tsx'

interface OutsideDatesNoteProps {
  tripId: string
  /** As in the form, YYYY-MM-DD; '' when empty. */
  startDate: string
  endDate: string
}

const SHOWN = 5

export function OutsideDatesNote({ tripId, startDate, endDate }: OutsideDatesNoteProps) {
  const { data } = useQuery(getItinerary, { tripId })
  if (!data || startDate === '' || endDate === '' || endDate < startDate) return null
  const left = leftOutside(data.itinerary.items, { startDate, endDate })
  if (left.length === 0) return null
  const many = left.length === 1 ? '1 activity falls' : `${left.length} activities fall`
  return (
    <Banner tone="warning" title={`${many} outside these dates`}>
      <ul className="list-disc ps-5">
        {left.slice(0, SHOWN).map(({ id, title, date }) => (
          <li key={id} className="wrap-anywhere">
            <bdi>{title}</bdi>, {formatDate(date)}
          </li>
        ))}
        {left.length > SHOWN && <li>and {left.length - SHOWN} more</li>}
      </ul>
      <p className="mt-1">
        Nothing is lost: {left.length === 1 ? 'it stays' : 'they stay'} in the itinerary and can be moved to
        another day.
      </p>
    </Banner>
  )
}
