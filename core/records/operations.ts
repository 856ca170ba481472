// The operations of a kind of record of a trip: all participants may run them, unless the kind says otherwise.

import type { DomainEvent } from '#core/kernel/decider.ts'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import type { RefusalTable } from '#core/kernel/refusalResponse.ts'
import { accessDenied, notFound } from '#core/kernel/refusals.ts'
import { undoBody, type UndoBody } from '#core/kernel/undo.ts'
import {
  type KindTypes,
  type RecordKind,
  type RecordState,
  contentIn,
  recordsIn,
} from '#core/records/recordKind.ts'
import type { Operation, OperationRequest } from '#core/store/operation.ts'
import type { StreamType } from '#core/store/streamType.ts'
import { forTripParticipants, forParticipantsByEntity, type TripContext } from '#core/trips/tripContext.ts'
import type { Trip } from '#core/trips/trip.ts'

interface OfStream<State> {
  // oxlint-disable-next-line no-explicit-any
  streamType: StreamType<State, any, any>
  refusals: RefusalTable
  /** What the rules need to know beside the record: a part of each command. */
  forRules(request: OperationRequest, context: TripContext): object
}

interface OfKind<Of extends KindTypes, State> extends OfStream<State> {
  /** The parameter of the paths that names one record. */
  param: string
  /** These paths do not name the trip. */
  isEntity?: boolean
  /** The type of the command that restores. */
  restoration: string
  /** Default: every participant. */
  canRemove?(record: Of['record'], trip: Trip, userId: string): boolean
  toBody(record: Of['record'], context: TripContext, request: OperationRequest): unknown
}

// oxlint-disable-next-line no-explicit-any
type TripOperation<State, Body = undefined> = Operation<State, any, any, TripContext, Body, unknown>

/** @returns functions that make the operations; their commands are those that `rules.ts` takes, with `forRules` */
export function recordOperations<Of extends KindTypes, State extends RecordState<Of>>(
  kind: RecordKind<Of>,
  { streamType, refusals, forRules, param, isEntity, restoration, canRemove, toBody }: OfKind<Of, State>,
) {
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
        const record = recordsIn(kind, own).present.get(idIn(request))
        if (refusal || !record || !canRemove) return refusal
        return canRemove(record, context.trip, request.by.id) ? null : accessDenied()
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
