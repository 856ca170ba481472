// The operations of a trip.

import type { RecordedEventOf } from '#core/kernel/decider.ts'
import { personIn } from '#core/kernel/personName.ts'
import { refuseProvisional } from '#core/kernel/refusals.ts'
import { limits, refuseBeyond } from '#core/kernel/limits.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { Operation, OperationRequest } from '#core/store/operation.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { authorizeOnTrip } from '#core/trips/access.ts'
import { editorRoles, organizerOnly, participantRoles } from '#core/trips/visibility.ts'
import * as bodies from '#core/trips/bodies.ts'
import * as contract from '#core/trips/contract.ts'
import { tripRefusals } from '#core/trips/refusals.ts'
import type { FailedInvite } from '#core/trips/responses.ts'
import type { ChangeTrip, PlanTrip } from '#core/trips/bodies.ts'
import type { TripCommand } from '#core/trips/commands.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { TripEvent, TripRole, TripUser } from '#core/trips/events.ts'
import { toParticipantResponse, toTripResponse } from '#core/trips/toResponse.ts'
import { pendingRequestOf, type Trip, type TripState } from '#core/trips/trip.ts'

/** The common parts of operations on a trip that `roles` may run. */
export function forTripRoles(roles: readonly TripRole[]) {
  return {
    streamType: tripStreamType,
    refusals: tripRefusals,
    streamId: ({ params }: OperationRequest) => params['tripId']!,
    load: () => undefined,
    authorize: ({ by }: OperationRequest, _: unknown, own: TripState) => authorizeOnTrip(own, by.id, roles),
    authorizeRead: authorizeTripRead(participantRoles),
  }
}

/** Whether the sender of a retry still has one of these roles. */
export const authorizeTripRead =
  (roles: readonly TripRole[]) =>
  async ({ by, params, newId }: OperationRequest, _: unknown, reader: StreamReader) =>
    authorizeOnTrip(await reader.state(tripStreamType, params['tripId'] ?? newId), by.id, roles)

type Command<Type extends TripCommand['type']> = Extract<TripCommand, { type: Type }>

export type TripOperation<
  Type extends TripCommand['type'],
  Context = undefined,
  Body = undefined,
> = Operation<TripState, Command<Type>, TripEvent, Context, Body, unknown>

export const actorOf = ({ by }: OperationRequest): TripUser => personIn(by)
export const plannedTrip = ({ trip }: TripState): Trip => trip!

export interface Invitees {
  users: TripUser[]
  failed: FailedInvite[]
}

/** The body is not parsed yet, so this takes only what looks like a list of ids. */
function rawIds({ raw }: OperationRequest, field: 'inviteUserIds' | 'userIds'): string[] {
  const ids = (raw as Record<string, unknown> | null)?.[field]
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string').slice(0, 100) : []
}

export async function loadInvitees(
  { lookups, by }: OperationRequest,
  ids: readonly string[],
  { trip }: TripState,
): Promise<Invitees> {
  const others = [...new Set(ids)].filter((id) => id !== by.id)
  const found = await lookups.users(others)
  const newcomers = others.filter(
    (id) => found.has(id) && !trip?.participants.some((member) => member.id === id),
  )
  const trips = await lookups.counts('tripsOfPerson', newcomers)
  // A person with a pending request joins without a further invitation.
  const open = await lookups.counts(
    'openInvitationsOfPerson',
    newcomers.filter((id) => !trip || !pendingRequestOf(trip, id)),
  )
  const whyNot = (id: string): string | undefined => {
    if (!found.has(id)) return 'User not found'
    const full =
      refuseBeyond(limits.tripsOfPerson, trips.get(id) ?? 0) ??
      refuseBeyond(limits.openInvitationsOfPerson, open.get(id) ?? 0)
    return full?.message
  }
  return {
    // The trip stores only the account's name.
    users: others.flatMap((id) => {
      const user = found.get(id)
      return user && whyNot(id) === undefined ? [personIn(user)] : []
    }),
    failed: others.flatMap((userId) => {
      const message = whyNot(userId)
      return message === undefined ? [] : [{ userId, message }]
    }),
  }
}

/** People added by these events did not fail, though a retry may find them at their limit now. */
function outcomeOf(events: readonly RecordedEventOf<TripEvent>[], failed: readonly FailedInvite[]) {
  const added = events.flatMap((event) =>
    event.type === 'ParticipantInvited' || event.type === 'JoinRequestAccepted' ? event.data.user.id : [],
  )
  return { added, failed: failed.filter(({ userId }) => !added.includes(userId)) }
}

export const PlanTripOperation: TripOperation<'PlanTrip', Invitees & { tripCount: number }, PlanTrip> = {
  ...forTripRoles([]),
  type: 'PlanTrip',
  endpoint: contract.planTrip,
  streamId: ({ newId }) => newId,
  async load(request, _, own) {
    const { lookups, by } = request
    const invited = await loadInvitees(request, rawIds(request, 'inviteUserIds'), own)
    const trips = await lookups.counts('tripsOfPerson', [by.id])
    return { ...invited, tripCount: trips.get(by.id) ?? 0 }
  },
  authorize: ({ by }) => refuseProvisional(by),
  schema: () => bodies.PlanTripBody,
  toCommand(request, { users: invitees, tripCount }) {
    const { newId, now } = request
    const { inviteUserIds: _, isImported = false, ...body } = request.body
    const details = { ...body, status: 'planning' } as const
    return {
      tripId: newId,
      details,
      isImported,
      organizer: actorOf(request),
      invitees,
      tripCount,
      now,
      newId,
    }
  },
  toResponse: ({ by }, { failed }, own, events) => ({
    trip: toTripResponse(plannedTrip(own), by.id),
    ...outcomeOf(events, failed),
  }),
}

export const ChangeTripOperation: TripOperation<'ChangeTrip', CurrencyCode | null, ChangeTrip> = {
  ...forTripRoles(editorRoles),
  type: 'ChangeTrip',
  endpoint: contract.changeTrip,
  load: ({ lookups, params }) => lookups.currencyInUse(params['tripId']!),
  schema: () => bodies.ChangeTripBody,
  toCommand: ({ body, now, ifMatch }, inUse) => ({ changes: body, inUse, now, ifMatch }),
  toResponse: ({ by }, inUse, own) => ({ trip: toTripResponse(plannedTrip(own), by.id, inUse) }),
}

export const DeleteTripOperation: TripOperation<'DeleteTrip'> = {
  ...forTripRoles(editorRoles),
  type: 'DeleteTrip',
  endpoint: contract.deleteTrip,
  toCommand: ({ ifMatch }) => ({ ifMatch }),
  toResponse: () => undefined,
}

export const InviteToTripOperation: TripOperation<'InviteToTrip', Invitees, { userIds: string[] }> = {
  ...forTripRoles(organizerOnly),
  type: 'InviteToTrip',
  endpoint: contract.inviteToTrip,
  load: (request, _, own) => loadInvitees(request, rawIds(request, 'userIds'), own),
  schema: () => bodies.InviteBody,
  toCommand: (request, { users }) => ({ users, by: actorOf(request), newId: request.newId }),
  toResponse: (_, { failed }, __, events) => outcomeOf(events, failed),
}

export const ChangeRoleOperation: TripOperation<
  'ChangeRole',
  string | null,
  { role: 'member' | 'co_organizer' }
> = {
  ...forTripRoles(organizerOnly),
  type: 'ChangeRole',
  endpoint: contract.changeRole,
  load: async ({ lookups, params }) =>
    (await lookups.users([params['userId']!])).get(params['userId']!)?.email ?? null,
  schema: () => bodies.RoleBody,
  toCommand: ({ params, body }) => ({ userId: params['userId']!, role: body.role }),
  toResponse({ params }, email, own) {
    const changed = plannedTrip(own).participants.find(({ id }) => id === params['userId'])!
    return { participant: toParticipantResponse(plannedTrip(own), changed, email) }
  },
}

export const HandOverTripOperation: TripOperation<'HandOverTrip', CurrencyCode | null, { userId: string }> = {
  ...forTripRoles(organizerOnly),
  type: 'HandOverTrip',
  endpoint: contract.handOver,
  load: ({ lookups, params }) => lookups.currencyInUse(params['tripId']!),
  schema: () => bodies.HandOverBody,
  toCommand: ({ body }) => ({ to: body.userId }),
  toResponse: ({ by }, inUse, own) => ({ trip: toTripResponse(plannedTrip(own), by.id, inUse) }),
}

export const RemoveParticipantOperation: TripOperation<'RemoveParticipant'> = {
  ...forTripRoles(organizerOnly),
  type: 'RemoveParticipant',
  endpoint: contract.removeParticipant,
  toCommand: ({ params }) => ({ userId: params['userId']! }),
  toResponse: () => undefined,
}

export const LeaveTripOperation: TripOperation<'LeaveTrip'> = {
  ...forTripRoles(participantRoles),
  type: 'LeaveTrip',
  endpoint: contract.leaveTrip,
  toCommand: ({ by }) => ({ userId: by.id }),
  toResponse: () => undefined,
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
