// The Participants tab: users, guests and requests to join. Everybody sees the people; the organizer changes them.

import type { TripResponse } from '#core/trips/responses.ts'
import { JoinRequests } from '#web/trips/JoinRequests.tsx'
import { GuestParticipants } from '#web/trips/participants/GuestParticipants.tsx'
import { RegisteredUsers } from '#web/trips/participants/RegisteredUsers.tsx'

export function ParticipantsTab({ trip }: { trip: TripResponse }) {
  return (
    <div className="grid gap-4 gutter py-3 md:py-4">
      {trip.userRole === 'organizer' && <JoinRequests tripId={trip.id} />}
      <RegisteredUsers trip={trip} />
      <GuestParticipants trip={trip} />
    </div>
  )
}
