// Every command of a trip, whole: who may, what the body must be, what is decided and what is told.

import type { RecordedOf } from '#core/kernel/decider.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { Operation, Request } from '#core/store/operate.ts'
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

/** The parts that are the same for every act on a trip that `roles` may do. */
export function onTrip(roles: readonly TripRole[]) {
  return {
    kind: tripKind,
    refusals: contract.tripRefusals,
    stream: ({ params }: Request) => params['tripId']!,
    known: () => undefined,
    may: ({ by }: Request, _: unknown, own: TripState) => mayOnTrip(own, by.id, roles),
  }
}

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
async function invitees(request: Request, asked: unknown): Promise<Invitees> {
  const ids = Array.isArray(asked)
    ? asked.filter((id): id is string => typeof id === 'string').slice(0, 100)
    : []
  const others = [...new Set(ids)].filter((id) => id !== request.by.id)
  const found = await request.world.users(others)
  return {
    // Of an account the trip keeps its name, nothing else.
    users: others.flatMap((id) => {
      const user = found.get(id)
      return user ? [{ id, username: user.username }] : []
    }),
    failed: others.filter((id) => !found.has(id)).map((userId) => ({ userId, message: 'User not found' })),
  }
}

const invitedBy = (facts: readonly RecordedOf<TripFact>[]): string[] =>
  facts.flatMap((fact) =>
    fact.type === 'ParticipantInvited' || fact.type === 'JoinRequestAccepted' ? fact.data.user.id : [],
  )

export const PlanTripOperation: TripOperation<'PlanTrip', Invitees, PlanTrip> = {
  ...onTrip([]),
  call: contract.planTrip,
  stream: ({ newId }) => newId,
  known: (request) => invitees(request, (request.raw as { inviteUserIds?: unknown } | null)?.inviteUserIds),
  may: () => null,
  body: () => bodies.PlanTripBody,
  command({ newId, now, body: { inviteUserIds: _, ...details }, ...request }, { users }) {
    const organizer = me({ newId, now, ...request })
    return {
      type: 'PlanTrip',
      tripId: newId,
      details: { ...details, status: 'planning' },
      organizer,
      invitees: users,
      now,
      newId,
    }
  },
  answer: ({ by }, { failed }, own, facts) => ({
    trip: presentTrip(there(own), by.id),
    added: invitedBy(facts),
    failed,
  }),
}

export const ChangeTripOperation: TripOperation<'ChangeTrip', CurrencyCode | null, ChangeTrip> = {
  ...onTrip(editors),
  call: contract.changeTrip,
  known: ({ world, params }) => world.currencyInUse(params['tripId']!),
  body: () => bodies.ChangeTripBody,
  command: ({ body, now, ifMatch }, inUse) => ({ type: 'ChangeTrip', changes: body, inUse, now, ifMatch }),
  answer: ({ by }, inUse, own) => ({ trip: presentTrip(there(own), by.id, inUse) }),
}

export const DeleteTripOperation: TripOperation<'DeleteTrip'> = {
  ...onTrip(editors),
  call: contract.deleteTrip,
  command: ({ ifMatch }) => ({ type: 'DeleteTrip', ifMatch }),
  answer: () => undefined,
}

export const InviteOperation: TripOperation<'Invite', Invitees, { userIds: string[] }> = {
  ...onTrip(organizerOnly),
  call: contract.inviteToTrip,
  known: (request) => invitees(request, (request.raw as { userIds?: unknown } | null)?.userIds),
  body: () => bodies.InviteBody,
  command: ({ newId, ...request }, { users }) => ({
    type: 'Invite',
    users,
    by: me({ newId, ...request }),
    newId,
  }),
  answer: (_, { failed }, __, facts) => ({ added: invitedBy(facts), failed }),
}

export const ChangeRoleOperation: TripOperation<
  'ChangeRole',
  string | null,
  { role: 'member' | 'co_organizer' }
> = {
  ...onTrip(organizerOnly),
  call: contract.changeRole,
  known: async ({ world, params }) =>
    (await world.users([params['userId']!])).get(params['userId']!)?.email ?? null,
  body: () => bodies.RoleBody,
  command: ({ params, body }) => ({ type: 'ChangeRole', userId: params['userId']!, role: body.role }),
  answer({ params }, email, own) {
    const changed = there(own).participants.find(({ id }) => id === params['userId'])!
    return { participant: presentParticipant(changed, email) }
  },
}

export const HandOverOperation: TripOperation<'HandOver', CurrencyCode | null, { userId: string }> = {
  ...onTrip(organizerOnly),
  call: contract.handOver,
  known: ({ world, params }) => world.currencyInUse(params['tripId']!),
  body: () => bodies.HandOverBody,
  command: ({ body }) => ({ type: 'HandOver', to: body.userId }),
  answer: ({ by }, inUse, own) => ({ trip: presentTrip(there(own), by.id, inUse) }),
}

export const RemoveParticipantOperation: TripOperation<'RemoveParticipant'> = {
  ...onTrip(organizerOnly),
  call: contract.removeParticipant,
  command: ({ params }) => ({ type: 'RemoveParticipant', userId: params['userId']! }),
  answer: () => undefined,
}

export const LeaveOperation: TripOperation<'Leave'> = {
  ...onTrip(participants),
  call: contract.leaveTrip,
  command: ({ by }) => ({ type: 'Leave', userId: by.id }),
  answer: () => undefined,
}

export const tripOperations = [
  PlanTripOperation,
  ChangeTripOperation,
  DeleteTripOperation,
  InviteOperation,
  ChangeRoleOperation,
  HandOverOperation,
  RemoveParticipantOperation,
  LeaveOperation,
]
