// A guest becomes a person: a user of the trip says "I am this guest", and the organizer confirms it. Nothing that names the
// guest is written again: from then on the guest's id means the user (docs/decisions/0259).

import { nameOnTrip } from '#core/trips/names.ts'
import { refuse, type Decision, type Refusal } from '#core/kernel/decider.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import { notFound } from '#core/kernel/refusals.ts'
import { guestIdentity, type TripEvent, type TripUser } from '#core/trips/events.ts'
import type { ClaimedGuest, GuestClaim, GuestRecord } from '#core/trips/guestRecords.ts'
import type { Trip } from '#core/trips/trip.ts'

/** Id of a claimed guest → id of the user whom it means. */
export type Aliases = ReadonlyMap<string, string>

const aliases = new WeakMap<readonly ClaimedGuest[], Aliases>()

/** The same map until a guest is claimed, or a claim undone. */
export function aliasesOf({ claimedGuests }: Pick<Trip, 'claimedGuests'>): Aliases {
  const known = aliases.get(claimedGuests) ?? new Map(claimedGuests.map(({ id, user }) => [id, user.id]))
  aliases.set(claimedGuests, known)
  return known
}

const findGuest = ({ guests, formerGuests }: Trip, guestId: string): GuestRecord | undefined =>
  [...guests, ...formerGuests].find(({ id }) => id === guestId)

interface PendingClaim extends GuestClaim {
  guest: GuestRecord
}

/** The claims that wait for the organizer. One on a guest whom somebody has become waits again if that is undone. */
export const pendingClaims = (trip: Trip): PendingClaim[] =>
  trip.guestClaims.flatMap((claim) => {
    const guest = claim.isDeclined ? undefined : findGuest(trip, claim.guestId)
    return guest ? [{ ...claim, guest }] : []
  })

export interface ClaimCommand {
  claimId: string
  guestId: string
  user: TripUser
  /** Whether a record of the trip's money names the guest: who was removed is claimed for nothing else. */
  hasMoney: boolean
}

/** Without a question, as with a guest's own link, and for the organizer, whom nobody else could answer. */
export const claimAtOnce = (trip: Trip, command: ClaimCommand): Decision<TripEvent> =>
  decideClaim(trip, command, 'GuestClaimed')

/** Asks the organizer. */
export const askForClaim = (trip: Trip, command: ClaimCommand): Decision<TripEvent> => {
  const { user, guestId } = command
  const isAsked = pendingClaims(trip).some((claim) => claim.user.id === user.id && claim.guestId === guestId)
  return isAsked ? refuse('GuestClaimIsAsked') : decideClaim(trip, command, 'GuestClaimAsked')
}

export function respondToClaim(
  trip: Trip,
  { claimId, response, hasMoney }: { claimId: string; response: 'accepted' | 'declined'; hasMoney: boolean },
): Decision<TripEvent> {
  if (trip.claimedGuests.some((claimed) => claimed.claimId === claimId)) return refuse('GuestClaimIsAnswered')
  const claim = trip.guestClaims.find(({ id }) => id === claimId)
  if (!claim) return notFound()
  if (claim.isDeclined) return refuse('GuestClaimIsAnswered')
  const { guestId, user } = claim
  if (response === 'accepted') return claimAtOnce(trip, { claimId, guestId, user, hasMoney })
  return decideClaim(trip, { claimId, guestId, user, hasMoney: true }, 'GuestClaimDeclined')
}

/** @param contactId of the guest's new contact details, because the first ones are erased */
export function undoClaim(
  trip: Trip,
  { claimId, contactId }: { claimId: string; contactId: string },
): Decision<TripEvent> {
  const claimed = trip.claimedGuests.find((guest) => guest.claimId === claimId)
  if (!claimed) return notFound()
  const guest = { ...guestIdentity(claimed), contactId }
  return [{ type: 'GuestClaimUndone', data: { claimId, guest, user: claimed.user } }]
}

function decideClaim(
  trip: Trip,
  { claimId, guestId, user, hasMoney }: ClaimCommand,
  type: 'GuestClaimed' | 'GuestClaimAsked' | 'GuestClaimDeclined',
): Decision<TripEvent> {
  const claimed = refuseClaimed(trip, guestId)
  if (claimed) return claimed
  const guest = findGuest(trip, guestId)
  if (!guest) return notFound()
  if (!trip.guests.includes(guest) && !hasMoney)
    return refuse('GuestWasRemoved', {
      message: `${isolateBidi(guest.name)} was removed from the trip and has no money on it`,
    })
  return [{ type, data: { claimId, guest: guestIdentity(guest), user } }]
}

function refuseClaimed(trip: Trip, guestId: string): Refusal | null {
  const claimed = trip.claimedGuests.find(({ id }) => id === guestId)
  if (!claimed) return null
  const message = `The guest ${isolateBidi(claimed.name)} is ${isolateBidi(nameOnTrip(trip, claimed.user))} already`
  return refuse('GuestIsClaimed', { message })
}
