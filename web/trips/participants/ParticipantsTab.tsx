// The Participants tab: users, guests and requests to join. Everybody sees the people; the organizer changes them.

import { allParticipants, listGuests } from '#core/trips/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { useQuery } from '#web/platform/queries.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useReceivedRequests } from '#web/trips/joinRequests.ts'
import { JoinRequests } from '#web/trips/JoinRequests.tsx'
import { userRecords } from '#web/trips/participants/people.ts'
import { GuestParticipants } from '#web/trips/participants/GuestParticipants.tsx'
import { RegisteredUsers } from '#web/trips/participants/RegisteredUsers.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'

export function ParticipantsTab({ trip }: { trip: TripResponse }) {
  const { id: tripId } = trip
  const isOrganizer = trip.userRole === 'organizer'
  const users = useQuery(allParticipants, { tripId })
  const guests = useQuery(listGuests, { tripId })
  const people = useTripResponse(tripId, userRecords)
  const { invitationsQuery: requests } = useReceivedRequests(isOrganizer ? tripId : null)
  // All of it at once, so that nothing moves.
  const isReady = [people, users, guests, ...(isOrganizer ? [requests] : [])].every(
    ({ data, error }) => data ?? error,
  )
  if (!people.data && people.error)
    return <ErrorState message="Failed to load trip participants" onRetry={() => void people.reload()} />
  return (
    <div className="gutter py-3 md:py-4">
      {!isReady && <SkeletonList titled rows={5} label="Loading participants" />}
      <div className="grid gap-4" hidden={!isReady}>
        {isOrganizer && <JoinRequests tripId={tripId} />}
        <RegisteredUsers trip={trip} />
        <GuestParticipants trip={trip} />
      </div>
    </div>
  )
}
