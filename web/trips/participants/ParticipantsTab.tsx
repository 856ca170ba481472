// The Participants tab: users, guests and requests to join. Everybody sees the people; the organizer changes them.

import { useSnapshot } from 'valtio'
import type { TripResponse } from '#core/trips/responses.ts'
import { allParticipants } from '#core/trips/contract.ts'
import { useQuery } from '#web/platform/queries.ts'
import { session } from '#web/platform/session.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { JoinRequests } from '#web/trips/JoinRequests.tsx'
import { GuestParticipants } from '#web/trips/participants/GuestParticipants.tsx'
import { RegisteredUsers } from '#web/trips/participants/RegisteredUsers.tsx'
import { LoadFailure } from '#web/trips/participants/LoadFailure.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'

export function ParticipantsTab({ trip }: { trip: TripResponse }) {
  const people = useQuery(allParticipants, { tripId: trip.id })
  const { user } = useSnapshot(session)
  useReloadOnOpen(true, people)
  const users = people.data?.participants.users
  return (
    <div className="grid gap-4 gutter py-3 md:py-4">
      {trip.userRole === 'organizer' && <JoinRequests tripId={trip.id} />}
      <section aria-label="Registered Users">
        {users ? (
          <RegisteredUsers trip={trip} users={users} myId={user?.id ?? ''} />
        ) : (
          <>
            <SectionTitle level={3}>Registered Users</SectionTitle>
            {!people.error && <SkeletonList rows={trip.participants.length} />}
          </>
        )}
        <LoadFailure query={people} text="Failed to load trip participants" />
      </section>
      <GuestParticipants trip={trip} />
    </div>
  )
}
