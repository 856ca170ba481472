// A public trip of somebody else, with the button to ask to join.

import { UserRound } from 'lucide-react'
import { useId } from 'react'
import type { ReducedTrip } from '#core/trips/responses.ts'
import { paths } from '#web/platform/paths.ts'
import { JoinAction } from '#web/trips/JoinAction.tsx'
import { cardLine, cardShape, TripHead } from '#web/trips/TripCard.tsx'
import { Anchor } from '#web/ui/Anchor.tsx'
import { Card, stretched } from '#web/ui/Card.tsx'

export function DiscoverCard({ trip }: { trip: ReducedTrip }) {
  const titleId = useId()
  return (
    <Card as="article" interactive className={cardShape}>
      <TripHead
        trip={trip}
        title={
          <Anchor href={paths.discovered(trip.id)} id={titleId} className={stretched}>
            <bdi>{trip.title}</bdi>
          </Anchor>
        }
      />
      <p className={cardLine}>
        <UserRound aria-hidden className="h-lh w-4.5 shrink-0" />
        <span className="min-w-0 break-words">
          <Organizer trip={trip} />
        </span>
      </p>
      {trip.description !== null && (
        <p dir="auto" className="mt-3 line-clamp-3 break-words whitespace-pre-line">
          {trip.description}
        </p>
      )}
      <div className="mt-auto flex flex-wrap items-center pt-4">
        {/* Above the card's own target. */}
        <div className="relative z-1 max-w-full">
          <JoinAction trip={trip} titleId={titleId} size="sm" />
        </div>
      </div>
    </Card>
  )
}

/** 'Organized by dave, 3 people'. */
export function Organizer({ trip }: { trip: ReducedTrip }) {
  return (
    <>
      Organized by <bdi>{trip.organizer.username}</bdi>,{' '}
      {trip.participantCount === 1 ? '1 person' : `${trip.participantCount} people`}
    </>
  )
}
