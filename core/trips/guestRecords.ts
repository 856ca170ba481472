// The guests of a trip and who has claimed them, and how claims are folded.

import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { Guest, GuestClaimEvent, TripUser } from '#core/trips/events.ts'

export interface GuestRecord extends Guest {
  addedBy: TripUser
  createdAt: string
  /** The revision of the guest's last change: its ETag. */
  revision: number
}

/** A guest who turned out to be a user of the trip: `id` means that user (docs/decisions/0259). */
export interface ClaimedGuest extends GuestRecord {
  claimId: string
  user: TripUser
  /** Where the guest was among the guests or the former ones, for the undo. */
  from: 'guests' | 'formerGuests'
  index: number
}

/** A declined one is stored, so that a late answer gets 409. */
export interface GuestClaim {
  id: string
  guestId: string
  user: TripUser
  createdAt: string
  isDeclined: boolean
}

interface Lists {
  guests: GuestRecord[]
  formerGuests: GuestRecord[]
  claimedGuests: ClaimedGuest[]
  guestClaims: GuestClaim[]
}

/** Replaces lists of `trip` and changes none. */
export function evolveClaims(trip: Lists, event: RecordedEventOf<GuestClaimEvent>): void {
  switch (event.type) {
    case 'GuestClaimAsked': {
      const { claimId: id, guest, user } = event.data
      const others = trip.guestClaims.filter(
        (claim) => claim.user.id !== user.id || claim.guestId !== guest.id,
      )
      trip.guestClaims = [
        ...others,
        { id, guestId: guest.id, user, createdAt: event.meta.at, isDeclined: false },
      ]
      return
    }
    case 'GuestClaimDeclined':
      trip.guestClaims = trip.guestClaims.map((claim) =>
        claim.id === event.data.claimId ? { ...claim, isDeclined: true } : claim,
      )
      return
    case 'GuestClaimed': {
      const { claimId, guest, user } = event.data
      const from = trip.guests.some(({ id }) => id === guest.id) ? 'guests' : 'formerGuests'
      const index = trip[from].findIndex(({ id }) => id === guest.id)
      const [claimed, others] = [
        trip[from].filter(({ id }) => id === guest.id),
        trip[from].filter(({ id }) => id !== guest.id),
      ]
      trip[from] = others
      const records = claimed.map((record) => ({ ...record, claimId, user, from, index }) as const)
      trip.claimedGuests = [...trip.claimedGuests, ...records]
      return
    }
    case 'GuestClaimUndone': {
      const { claimId, guest } = event.data
      const claimed = trip.claimedGuests.find((record) => record.claimId === claimId)
      if (!claimed) return
      trip.claimedGuests = trip.claimedGuests.filter((record) => record !== claimed)
      const { claimId: _, user: __, from, index, ...record } = claimed
      trip[from] = trip[from].toSpliced(placeOf(record, trip[from], index), 0, { ...record, ...guest })
    }
  }
}

/** Where it was, as far as the others, in the order they came, are there as they were. */
function placeOf({ createdAt }: GuestRecord, others: readonly GuestRecord[], index: number): number {
  const earliest = others.filter((other) => Date.parse(other.createdAt) < Date.parse(createdAt)).length
  const latest = others.filter((other) => Date.parse(other.createdAt) <= Date.parse(createdAt)).length
  return Math.min(Math.max(index, earliest), latest)
}
