// The rules of invite links: whoever has one joins the trip with a name and nothing else. An event holds a link's id alone;
// the server makes the secret from it (api/trips/inviteLinks.ts), so no copy of the log opens a trip.

import { refuse, type Decision, type Refusal } from '#core/kernel/decider.ts'
import { limits, refuseBeyond } from '#core/kernel/limits.ts'
import { notFound } from '#core/kernel/refusals.ts'
import type { TripEvent, TripUser } from '#core/trips/events.ts'
import { askForClaim, claimAtOnce } from '#core/trips/guestClaims.ts'
import { tripLimits } from '#core/trips/limits.ts'
import { nameLike, nameOnTrip } from '#core/trips/names.ts'
import type { InviteLinkResponse } from '#core/trips/responses.ts'
import type { InviteLink, Trip } from '#core/trips/trip.ts'
import { isOnTrip } from '#core/trips/visibility.ts'

const DAY_MS = 86_400_000

const expiryOf = ({ createdAt }: InviteLink): number =>
  Date.parse(createdAt) + tripLimits.inviteLink.days * DAY_MS

/** Whether one more person can join by it. @param now RFC 3339 UTC */
export function isUsable(link: InviteLink, now: string): boolean {
  const { peopleADay, people } = tripLimits.inviteLink
  const today = link.joined.filter(({ at }) => Date.parse(at) > Date.parse(now) - DAY_MS)
  return isLinkOpen(link, now) && today.length < peopleADay && link.joined.length < people
}

/** Neither ended nor expired. */
export const isLinkOpen = (link: InviteLink, now: string): boolean =>
  link.endedAt === null && Date.parse(now) < expiryOf(link)

/** The link of the trip (`guestId` null) or of one guest, until it ends; whether it is usable is another question. */
const openLink = ({ inviteLinks }: Trip, guestId: string | null): InviteLink | undefined =>
  inviteLinks.find((link) => link.guestId === guestId && link.endedAt === null)

interface CreateInviteLink {
  type: 'CreateInviteLink'
  linkId: string
  guestId: string | null
}

interface EndInviteLink {
  type: 'EndInviteLink'
  linkId: string
}

interface JoinByLink {
  type: 'JoinByLink'
  linkId: string
  user: TripUser
  /** The guest whom the person says to be. */
  claim: { claimId: string; guestId: string; hasMoney: boolean } | null
  /** RFC 3339 UTC. */
  now: string
  /** How many trips the person is on already. */
  tripCount: number
}

export type InviteLinkCommand = CreateInviteLink | EndInviteLink | JoinByLink

export function decideInviteLink(trip: Trip, command: InviteLinkCommand): Decision<TripEvent> {
  switch (command.type) {
    case 'CreateInviteLink':
      return create(trip, command)
    case 'EndInviteLink':
      return end(trip, command.linkId)
    case 'JoinByLink':
      return join(trip, command)
  }
}

/** At most one link of the trip and one of each guest is open: a new one ends the earlier one. */
function create(trip: Trip, { linkId, guestId }: CreateInviteLink): Decision<TripEvent> {
  if (trip.inviteLinks.some(({ id }) => id === linkId)) return []
  if (guestId !== null && !trip.guests.some(({ id }) => id === guestId)) return notFound()
  const earlier = openLink(trip, guestId)
  return [...(earlier ? [ended(earlier.id)] : []), { type: 'InviteLinkCreated', data: { linkId, guestId } }]
}

function end(trip: Trip, linkId: string): Decision<TripEvent> {
  const link = trip.inviteLinks.find(({ id }) => id === linkId)
  if (!link) return notFound()
  return link.endedAt === null ? [ended(linkId)] : []
}

const ended = (linkId: string): TripEvent => ({ type: 'InviteLinkEnded', data: { linkId } })

/**
 * Somebody who is on the trip already does not join again. A link for one guest makes its person that guest at once, and ends
 * with the first who joins by it; by the trip's link the organizer is asked.
 */
function join(trip: Trip, { linkId, user, claim, now, tripCount }: JoinByLink): Decision<TripEvent> {
  const link = trip.inviteLinks.find(({ id }) => id === linkId)
  const isThere = isOnTrip(trip, user.id)
  if (isThere && !claim) return []
  if (!link || !isUsable(link, now)) return refuse('LinkHasEnded')
  const isForOne = link.guestId !== null
  if (isForOne && claim && claim.guestId !== link.guestId) return notFound()
  const claimed = claim ? (isForOne ? claimAtOnce : askForClaim)(trip, { ...claim, user }) : []
  if ('refused' in claimed) return claimed
  // Who becomes a guest at once takes that guest's place.
  const more = isThere || (isForOne && claim) ? 0 : 1
  const refusal =
    refuseBeyond(limits.peopleOnTrip, trip.participants.length + trip.guests.length, more) ??
    refuseBeyond(limits.tripsOfPerson, tripCount, isThere ? 0 : 1)
  if (refusal) return refusal
  return [
    ...(isThere ? [] : [{ type: 'JoinedByLink', data: { linkId, user } } as const]),
    ...claimed,
    ...(isForOne ? [ended(linkId)] : []),
  ]
}

/** Two people of one name on a trip are one person to everybody who reads it. @param name as typed */
export function refuseTakenName(trip: Trip, name: string): Refusal | null {
  const taken = nameLike(trip, name)
  if (taken === undefined) return null
  const text = `${taken} is on this trip already. Are you another one? Add a letter.`
  return refuse('NameIsTakenOnTrip', { message: text, fields: { name: text } })
}

export type LinkWithoutSecret = Omit<InviteLinkResponse, 'url'>

export const toLinkResponse = (link: InviteLink): LinkWithoutSecret => ({
  id: link.id,
  guestId: link.guestId,
  createdAt: link.createdAt,
  expiresAt: new Date(expiryOf(link)).toISOString(),
})

/** @param now RFC 3339 UTC */
export function toLinksResponse(trip: Trip, now: string) {
  const responses = trip.inviteLinks.filter((link) => isLinkOpen(link, now)).map(toLinkResponse)
  const joined = trip.inviteLinks
    .flatMap((link) => link.joined)
    .flatMap(({ userId, at }) => {
      const user = trip.participants.find(({ id }) => id === userId)
      return user ? [{ userId, name: nameOnTrip(trip, user), at }] : []
    })
  return {
    inviteLink: responses.find(({ guestId }) => guestId === null) ?? null,
    guestLinks: responses.filter(({ guestId }) => guestId !== null),
    joined: joined.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)),
  }
}
