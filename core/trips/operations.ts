// Every command of a trip, whole: who may, what the body must be, what is decided and what is told.

import type { RecordedOf } from '#core/kernel/decider.ts'
import { beyond } from '#core/kernel/limits.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { Operation, Request } from '#core/store/operate.ts'
import type { Reader } from '#core/store/reader.ts'
import { editors, mayOnTrip, organizerOnly, participants } from '#core/trips/access.ts'
import * as bodies from '#core/trips/bodies.ts'
import * as contract from '#core/trips/contract.ts'
import type { FailedInvite } from '#core/trips/answers.ts'
import type { ChangeTrip, PlanTrip } from '#core/trips/bodies.ts'
import type { TripCommand } from '#core/trips/decider.ts'
import { tripKind } from '#core/trips/decider.ts'
import type { TripFact, TripRole, TripUser } from '#core/trips/events.ts'
import { presentParticipant, presentTrip } from '#core/trips/present.ts'
import type { Trip, TripState } from '#core/trips/trip.ts'
import { pendingRequestOf } from '#core/trips/trip.ts'

/** The parts that are the same for every act on a trip that `roles` may do. */
export function onTrip(roles: readonly TripRole[]) {
  return {
    kind: tripKind,
    refusals: contract.tripRefusals,
    stream: ({ params }: Request) => params['tripId']!,
    known: () => undefined,
    may: ({ by }: Request, _: unknown, own: TripState) => mayOnTrip(own, by.id, roles),
    mayRead: mayReadTrip(participants),
  }
}

/** Whether who repeats a command is still one of these. */
export const mayReadTrip =
  (roles: readonly TripRole[]) =>
  async ({ by, params, newId }: Request, _: unknown, reader: Reader) =>
    mayOnTrip(await reader.state(tripKind, params['tripId'] ?? newId), by.id, roles)

type Command<Type extends TripCommand['type']> = Extract<TripCommand, { type: Type }>

/** An operation of the stream `trip-{tripId}`. */
export type TripOperation<Type extends TripCommand['type'], Known = undefined, Body = undefined> = Operation<
  TripState,
  Command<Type>,
  TripFact,
  Known,
  Body,
  unknown
>

export const me = ({ by }: Request): TripUser => ({ id: by.id, username: by.username })
export const there = ({ trip }: TripState): Trip => trip!

interface Invitees {
  users: TripUser[]
  failed: FailedInvite[]
}

/** Asked for before the body is judged, so it takes only what looks like a list of ids. */
async function invitees({ world, by }: Request, asked: unknown, { trip }: TripState): Promise<Invitees> {
  const ids = Array.isArray(asked)
    ? asked.filter((id): id is string => typeof id === 'string').slice(0, 100)
    : []
  const others = [...new Set(ids)].filter((id) => id !== by.id)
  const found = await world.users(others)
  const newcomers = others.filter((id) => found.has(id) && !trip?.participants.some((one) => one.id === id))
  const trips = await world.counted('tripsOfPerson', newcomers)
  // Who has asked to join is let in, with no invitation more.
  const open = await world.counted(
    'openInvitationsOfPerson',
    newcomers.filter((id) => !trip || !pendingRequestOf(trip, id)),
  )
  const whyNot = (id: string): string | undefined => {
    if (!found.has(id)) return 'User not found'
    const full =
      beyond('tripsOfPerson', trips.get(id) ?? 0) ?? beyond('openInvitationsOfPerson', open.get(id) ?? 0)
    return full?.message
  }
  return {
    // Of an account the trip keeps its name, nothing else.
    users: others.flatMap((id) => {
      const user = found.get(id)
      return user && whyNot(id) === undefined ? [{ id, username: user.username }] : []
    }),
    failed: others.flatMap((userId) => {
      const message = whyNot(userId)
      return message === undefined ? [] : [{ userId, message }]
    }),
  }
}

/** Whoever was added by these facts did not fail, though a repeat may find them at their limit since. */
function outcomeOf(facts: readonly RecordedOf<TripFact>[], failed: readonly FailedInvite[]) {
  const added = facts.flatMap((fact) =>
    fact.type === 'ParticipantInvited' || fact.type === 'JoinRequestAccepted' ? fact.data.user.id : [],
  )
  return { added, failed: failed.filter(({ userId }) => !added.includes(userId)) }
}

export const PlanTripOperation: TripOperation<'PlanTrip', Invitees & { trips: number }, PlanTrip> = {
  ...onTrip([]),
  type: 'PlanTrip',
  call: contract.planTrip,
  stream: ({ newId }) => newId,
  async known(request, _, own) {
    const { raw, world, by } = request
    const invited = await invitees(request, (raw as { inviteUserIds?: unknown } | null)?.inviteUserIds, own)
    const trips = await world.counted('tripsOfPerson', [by.id])
    return { ...invited, trips: trips.get(by.id) ?? 0 }
  },
  may: () => null,
  body: () => bodies.PlanTripBody,
  command({ newId, now, body: { inviteUserIds: _, ...details }, ...request }, { users, trips }) {
    const organizer = me({ newId, now, ...request })
    return {
      tripId: newId,
      details: { ...details, status: 'planning' },
      organizer,
      invitees: users,
      trips,
      now,
      newId,
    }
  },
  answer: ({ by }, { failed }, own, facts) => ({
    trip: presentTrip(there(own), by.id),
    ...outcomeOf(facts, failed),
  }),
}

export const ChangeTripOperation: TripOperation<'ChangeTrip', CurrencyCode | null, ChangeTrip> = {
  ...onTrip(editors),
  type: 'ChangeTrip',
  call: contract.changeTrip,
  known: ({ world, params }) => world.currencyInUse(params['tripId']!),
  body: () => bodies.ChangeTripBody,
  command: ({ body, now, ifMatch }, inUse) => ({ changes: body, inUse, now, ifMatch }),
  answer: ({ by }, inUse, own) => ({ trip: presentTrip(there(own), by.id, inUse) }),
}

export const DeleteTripOperation: TripOperation<'DeleteTrip'> = {
  ...onTrip(editors),
  type: 'DeleteTrip',
  call: contract.deleteTrip,
  command: ({ ifMatch }) => ({ ifMatch }),
  answer: () => undefined,
}

export const InviteToTripOperation: TripOperation<'InviteToTrip', Invitees, { userIds: string[] }> = {
  ...onTrip(organizerOnly),
  type: 'InviteToTrip',
  call: contract.inviteToTrip,
  known: (request, _, own) => invitees(request, (request.raw as { userIds?: unknown } | null)?.userIds, own),
  body: () => bodies.InviteBody,
  command: ({ newId, ...request }, { users }) => ({
    users,
    by: me({ newId, ...request }),
    newId,
  }),
  answer: (_, { failed }, __, facts) => outcomeOf(facts, failed),
}

export const ChangeRoleOperation: TripOperation<
  'ChangeRole',
  string | null,
  { role: 'member' | 'co_organizer' }
> = {
  ...onTrip(organizerOnly),
  type: 'ChangeRole',
  call: contract.changeRole,
  known: async ({ world, params }) =>
    (await world.users([params['userId']!])).get(params['userId']!)?.email ?? null,
  body: () => bodies.RoleBody,
  command: ({ params, body }) => ({ userId: params['userId']!, role: body.role }),
  answer({ params }, email, own) {
    const changed = there(own).participants.find(({ id }) => id === params['userId'])!
    return { participant: presentParticipant(changed, email) }
  },
}

export const HandOverTripOperation: TripOperation<'HandOverTrip', CurrencyCode | null, { userId: string }> = {
  ...onTrip(organizerOnly),
  type: 'HandOverTrip',
  call: contract.handOver,
  known: ({ world, params }) => world.currencyInUse(params['tripId']!),
  body: () => bodies.HandOverBody,
  command: ({ body }) => ({ to: body.userId }),
  answer: ({ by }, inUse, own) => ({ trip: presentTrip(there(own), by.id, inUse) }),
}

export const RemoveParticipantOperation: TripOperation<'RemoveParticipant'> = {
  ...onTrip(organizerOnly),
  type: 'RemoveParticipant',
  call: contract.removeParticipant,
  command: ({ params }) => ({ userId: params['userId']! }),
  answer: () => undefined,
}

export const LeaveTripOperation: TripOperation<'LeaveTrip'> = {
  ...onTrip(participants),
  type: 'LeaveTrip',
  call: contract.leaveTrip,
  command: ({ by }) => ({ userId: by.id }),
  answer: () => undefined,
}

export const tripOperations = [
  PlanTripOperation,
  ChangeTripOperation,
  DeleteTripOperation,
  InviteToTripOperation,
  ChangeRoleOperation,
  HandOverTripOperation,
  RemoveParticipantOperation,
  LeaveTripOperation,
]
