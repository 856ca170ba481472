// The operations of a kind of record of a trip: all participants may run them, unless the kind says otherwise.

import type { Decision, DomainEvent, Refusal } from '#core/kernel/decider.ts'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import type { RefusalTable } from '#core/kernel/refusalResponse.ts'
import { accessDenied, notFound } from '#core/kernel/refusals.ts'
import { undoBody, type UndoBody, type UndoOf } from '#core/kernel/undo.ts'
import {
  type KindTypes,
  type RecordKind,
  type RecordState,
  contentIn,
  recordsIn,
} from '#core/records/recordKind.ts'
import { undoRecord } from '#core/records/rules.ts'
import type { Operation, OperationRequest } from '#core/store/operation.ts'
import type { StreamType } from '#core/store/streamType.ts'
import { forTripParticipants, forParticipantsByEntity, type TripContext } from '#core/trips/tripContext.ts'
import type { Trip } from '#core/trips/trip.ts'

interface OfStream<State, Rules extends object = object> {
  // oxlint-disable-next-line no-explicit-any
  streamType: StreamType<State, any, any>
  refusals: RefusalTable
  /** What the rules need to know beside the record: a part of each command. */
  forRules(request: OperationRequest, context: TripContext): Rules
}

interface OfKind<Of extends KindTypes, State, Rules extends object> extends OfStream<State, Rules> {
  /** The parameter of the paths that names one record. */
  param: string
  /** These paths do not name the trip. */
  isEntity?: boolean
  /** The type of the command that restores. */
  restoration: string
  /** The type of the command that undoes a change from the history. */
  undoing: string
  /** Whether the content before an edit cannot be set any more. */
  refuseBefore?(before: Of['content'], now: Of['content'], rules: Rules, state: State): Refusal | null
  /** Default: every participant. */
  canRemove?(record: Of['record'], trip: Trip, userId: string): boolean
  toBody(record: Of['record'], context: TripContext, request: OperationRequest): unknown
}

// oxlint-disable-next-line no-explicit-any
type TripOperation<State, Body = undefined> = Operation<State, any, any, TripContext, Body, unknown>

/** @returns functions that make the operations; their commands are those that `rules.ts` takes, with `forRules` */
export function recordOperations<Of extends KindTypes, State extends RecordState<Of>, Rules extends object>(
  kind: RecordKind<Of>,
  of: OfKind<Of, State, Rules>,
) {
  const { streamType, refusals, forRules, param, isEntity, restoration, canRemove, toBody } = of
  type Schema<Body> = NonNullable<TripOperation<State, Body>['schema']>
  const ofTrip = { streamType, refusals, ...forTripParticipants }
  const ofRecord = isEntity ? { ...ofTrip, ...forParticipantsByEntity(param) } : ofTrip
  const idIn = ({ params }: OperationRequest) => params[param]!
  const toResponse = (id: string, request: OperationRequest, context: TripContext, own: State) =>
    toBody(recordsIn(kind, own).present.get(id)!, context, request)
  const removedOrPresent = (request: OperationRequest, own: State) => {
    const { present, removed } = recordsIn(kind, own)
    return removed.get(idIn(request)) ?? present.get(idIn(request))
  }
  const mayRemove = (id: string, own: State, trip: Trip, userId: string) => {
    const record = recordsIn(kind, own).present.get(id)
    return !record || !canRemove || canRemove(record, trip, userId)
  }
  type Undo = UndoOf<Of['event']> & Rules
  const decideUndo = (command: Undo, state: State): Decision<DomainEvent> =>
    command.change.type === kind.events.removed
      ? streamType.decide({ ...command, type: restoration, removed: command.change.data }, state)
      : undoRecord(kind, state, command, command.change, (before, now) =>
          of.refuseBefore ? of.refuseBefore(before, now, command, state) : null,
        )
  return {
    add: <Body>(type: string, endpoint: Endpoint, schema: Schema<Body>): TripOperation<State, Body> => ({
      ...ofTrip,
      ...{ type, endpoint, schema },
      toCommand: (request, context) => ({
        id: request.newId,
        entry: request.body,
        ...forRules(request, context),
      }),
      // The id from the event, because an old retry may have added the record under another id than it would get today.
      toResponse: (request, context, own, [added]) =>
        toResponse(added ? contentIn(kind, added.data).id : request.newId, request, context, own),
    }),

    change: <Body>(type: string, endpoint: Endpoint, schema: Schema<Body>): TripOperation<State, Body> => ({
      ...ofRecord,
      ...{ type, endpoint, schema },
      toCommand: (request, context) => ({
        ...{ id: idIn(request), changes: request.body, ifMatch: request.ifMatch },
        ...forRules(request, context),
      }),
      toResponse: (request, context, own) => toResponse(idIn(request), request, context, own),
    }),

    remove: (type: string, endpoint: Endpoint): TripOperation<State> => ({
      ...ofRecord,
      ...{ type, endpoint },
      authorize(request, context, own) {
        const refusal = ofTrip.authorize(request, context)
        if (refusal) return refusal
        return mayRemove(idIn(request), own, context.trip, request.by.id) ? null : accessDenied()
      },
      // Only what can be changed can be stale.
      toCommand:
        kind.events.changed === undefined
          ? (request) => ({ id: idIn(request) })
          : (request) => ({ id: idIn(request), ifMatch: request.ifMatch }),
      toResponse: () => undefined,
    }),

    /** Undoes the removal of the record that the path names. */
    restore: (endpoint: Endpoint): TripOperation<State> => ({
      ...ofRecord,
      ...{ type: restoration, endpoint },
      authorize: (request, context, own) =>
        ofTrip.authorize(request, context) ?? (removedOrPresent(request, own) ? null : notFound()),
      toCommand: (request, context, own) => ({
        removed: { [kind.name]: kind.toContent(removedOrPresent(request, own)!) },
        ...forRules(request, context),
      }),
      toResponse: (request, context, own) => toResponse(idIn(request), request, context, own),
    }),

    /** @param endpoint names the removal @param removed the content in the removal's event */
    restoreRemoved: (endpoint: Endpoint, removed: Of['content']): TripOperation<State> => ({
      ...ofTrip,
      ...{ type: restoration, endpoint },
      toCommand: (request, context) => ({ removed: { [kind.name]: removed }, ...forRules(request, context) }),
      toResponse: (request, context, own) => toResponse(removed.id, request, context, own),
    }),

    /** As `undoRecordOperation`, for a change of a record; who may not remove a record may not undo its addition. */
    undo: (endpoint: Endpoint, change: Of['event'], laterBy: string | null) => {
      const { changed, removed } = kind.events
      const isAdded = change.type !== changed && change.type !== removed
      return undoRecordOperation(
        of.undoing,
        { streamType: { ...streamType, decide: decideUndo }, refusals, forRules },
        ...([endpoint, change, laterBy] as const),
        (own: State, trip, userId) =>
          !isAdded || mayRemove(contentIn(kind, change.data).id, own, trip, userId),
      )
    },
  }
}

/**
 * @param type of the command
 * @param endpoint names the change
 * @param laterBy who changed the same thing last; null where nobody did
 * @param canUndo whether a participant may make the inverse change; by default each may
 */
export const undoRecordOperation = <State>(
  type: string,
  { streamType, refusals, forRules }: OfStream<State>,
  endpoint: Endpoint,
  change: DomainEvent,
  laterBy: string | null,
  canUndo: (own: State, trip: Trip, userId: string) => boolean = () => true,
): TripOperation<State, UndoBody> => ({
  ...forTripParticipants,
  ...{ type, endpoint, streamType, refusals },
  authorize(request, context, own) {
    const refusal = forTripParticipants.authorize(request, context)
    return refusal ?? (canUndo(own, context.trip, request.by.id) ? null : accessDenied())
  },
  schema: () => undoBody,
  toCommand: (request, context) => ({
    ...{ change, laterBy, anyway: request.body.anyway },
    ...forRules(request, context),
  }),
  toResponse: () => undefined,
})
