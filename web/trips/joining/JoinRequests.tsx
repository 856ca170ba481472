// The requests to join trips that this person organizes: above the list of trips, and in the Participants tab of a
// trip.

import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { JoinRequestCard } from '#web/trips/joining/JoinRequestCard.tsx'
import { useReceivedRequests } from '#web/trips/joining/joinRequests.ts'
import { RetryBanner } from '#web/ui/feedback/Loaded.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'
import { usePressGuard, useRetainedRows } from '#web/ui/lists/retainedRows.ts'

/** @param props.tripId of one trip alone */
export function JoinRequests({ tripId }: { tripId?: string }) {
  const { requests, invitationsQuery } = useReceivedRequests(tripId)
  useReloadOnOpen(true, invitationsQuery)
  const { rows, retain, changeKey } = useRetainedRows(requests, ({ id }) => id)
  const pressGuard = usePressGuard(changeKey)
  if (invitationsQuery.error && !invitationsQuery.data)
    return <RetryBanner query={invitationsQuery} title="Failed to fetch requests to join" />
  if (rows.length === 0) return null
  return (
    // The list beside an open trip has such a section, too.
    <section
      aria-label={tripId === undefined ? 'Requests to join' : 'Requests to join this trip'}
      className="not-has-[li]:hidden"
    >
      <SectionTitle count={requests.length} level={tripId === undefined ? 2 : 3}>
        Requests to join
      </SectionTitle>
      <ul className="card-grid" {...pressGuard}>
        {rows.map(({ key, row, isLive }) => (
          <JoinRequestCard
            key={key}
            request={row}
            showsTrip={tripId === undefined}
            isOpen={isLive}
            onAnswer={() => retain(row)}
          />
        ))}
      </ul>
    </section>
  )
}
