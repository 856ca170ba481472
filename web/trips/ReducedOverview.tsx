// What a person who is not on a public trip sees of it, with the button to ask to join.

import { UserRound } from 'lucide-react'
import type { ReducedTrip } from '#core/trips/responses.ts'
import { TripStatusChip } from '#web/trips/TripStatusChip.tsx'
import { Organizer } from '#web/trips/DiscoverCard.tsx'
import { JoinAction } from '#web/trips/JoinAction.tsx'
import { PrivacyCard, TripDescription } from '#web/trips/TripOverview.tsx'
import { Card } from '#web/ui/Card.tsx'

export function ReducedOverview({ trip }: { trip: ReducedTrip }) {
  return (
    <div className="grid gap-4 gutter py-5">
      <Card>
        <TripStatusChip trip={trip} />
        <TripDescription trip={trip} />
        <p className="mt-4 flex items-start gap-2 border-t border-line pt-4 text-muted">
          <UserRound aria-hidden className="h-lh w-5 shrink-0" />
          <span className="min-w-0 break-words">
            <Organizer trip={trip} />
          </span>
        </p>
        <div className="mt-4">
          <JoinAction trip={trip} />
        </div>
      </Card>
      <PrivacyCard isPublic={trip.isPublic} />
    </div>
  )
}
