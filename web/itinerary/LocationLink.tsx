// The location of an activity: opens a map in a new tab, which learns the location and not where it was opened.

import { MapPin } from 'lucide-react'
import { mapsUrl } from '#core/itinerary/mapsUrl.ts'

export const LocationLink = ({ location }: { location: string }) => (
  <a
    href={mapsUrl(location)}
    target="_blank"
    rel="noopener noreferrer"
    className="touch-target z-1 flex w-fit max-w-full items-start gap-1 rounded-control text-secondary text-muted underline-offset-2 hover:text-text hover:underline"
  >
    <MapPin aria-hidden className="mt-0.5 size-4 shrink-0 text-primary" />
    <span className="line-clamp-2 min-w-0 wrap-anywhere">
      <bdi>{location}</bdi>
      <span className="sr-only">, on a map in a new tab</span>
    </span>
  </a>
)
