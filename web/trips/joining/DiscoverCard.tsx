// A public trip of somebody else, with the button to ask to join.

import { useId } from 'react'
import type { ReducedTrip } from '#core/trips/responses.ts'
import { paths } from '#web/platform/page/paths.ts'
import { AskedChip, JoinAction } from '#web/trips/joining/JoinAction.tsx'
import { cardFooter, TripCardFrame } from '#web/trips/list/TripCard.tsx'
import { Anchor } from '#web/ui/buttons/Anchor.tsx'
import { stretched } from '#web/ui/Card.tsx'
import { formatCount } from '#web/platform/time/format.ts'

export function DiscoverCard({ trip, isOpen }: { trip: ReducedTrip; isOpen: boolean }) {
  const titleId = useId()
  return (
    <TripCardFrame
      trip={trip}
      interactive
      title={
        <Anchor
          href={paths.discovered(trip.id)}
          id={titleId}
          className={stretched}
          aria-current={isOpen ? 'page' : undefined}
        >
          <bdi>{trip.title}</bdi>
        </Anchor>
      }
    >
      {trip.description !== null && (
        <p dir="auto" className="mt-2 line-clamp-3 text-secondary break-words whitespace-pre-line">
          {trip.description}
        </p>
      )}
      <div className={cardFooter}>
        {/* In one place, so that the cards below do not move. */}
        {trip.joinRequest === 'pending' ? (
          <AskedChip />
        ) : (
          <p className="min-w-0 text-secondary break-words text-muted">
            <Organizer trip={trip} />
          </p>
        )}
        {/* Above the card's own target. */}
        <div className="relative z-1 ms-auto max-w-full">
          <JoinAction trip={trip} titleId={titleId} size="sm" />
        </div>
      </div>
    </TripCardFrame>
  )
}

/** 'Organized by dave, 3 people'. */
export function Organizer({ trip }: { trip: ReducedTrip }) {
  return (
    <>
      Organized by <bdi>{trip.organizer.username}</bdi>
      <span>{`, ${formatCount(trip.participantCount, 'person', 'people')}`}</span>
    </>
  )
}
