// The Participants tab: users, guests and requests to join. Everybody sees the people; the organizer changes them.

import { allParticipants, listGuests } from '#core/trips/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useReceivedRequests } from '#web/trips/joining/joinRequests.ts'
import { JoinRequests } from '#web/trips/joining/JoinRequests.tsx'
import { GuestClaims } from '#web/trips/participants/GuestClaims.tsx'
import { GuestParticipants } from '#web/trips/participants/GuestParticipants.tsx'
import { userRecords } from '#web/trips/participants/people.ts'
import { RegisteredUsers } from '#web/trips/participants/RegisteredUsers.tsx'
import { Loaded } from '#web/ui/feedback/Loaded.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'

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
  const skeleton = <SkeletonList titled rows={5} label="Loading participants" />
  return (
    <div className="gutter py-3 md:py-4">
      {!people.data && (
        <Loaded query={people} failed="Failed to load trip participants" skeleton={skeleton} />
      )}
      {people.data && !isReady && skeleton}
      {people.data && (
        <div
          className="grid gap-4 @[1100px]/visible:grid-cols-2 @[1100px]/visible:items-start @[1100px]/visible:gap-x-6"
          hidden={!isReady}
        >
          {isOrganizer && (
            <div className="contents *:@[1100px]/visible:col-span-2">
              <GuestClaims tripId={tripId} />
              <JoinRequests tripId={tripId} />
            </div>
          )}
          <RegisteredUsers trip={trip} />
          <GuestParticipants trip={trip} />
        </div>
      )}
    </div>
  )
}
