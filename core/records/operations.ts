// The operations of a kind of record of a trip: all participants may run them, unless the kind says otherwise.

import type { Refusal } from '#core/kernel/decider.ts'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import type { RefusalTable } from '#core/kernel/refusalResponse.ts'
import { accessDenied, notFound } from '#core/kernel/refusals.ts'
import {
  type KindTypes,
  type RecordKind,
  type RecordState,
  contentIn,
  filesOf,
  recordsIn,
} from '#core/records/recordKind.ts'
import type { Operation, OperationRequest } from '#core/store/operation.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import type { StreamType } from '#core/store/streamType.ts'
import { forTripParticipants, forParticipantsByEntity, type TripContext } from '#core/trips/tripContext.ts'
import type { Trip } from '#core/trips/trip.ts'

export interface OfStream<State, Rules extends object = object> {
  // oxlint-disable-next-line no-explicit-any
  streamType: StreamType<State, any, any>
  refusals: RefusalTable
  /** What the rules need to know beside the record: a part of each command. */
  forRules(request: OperationRequest, context: TripContext): Rules
}

export interface OfKind<
  Of extends KindTypes,
  State extends RecordState<Of>,
  Rules extends object,
> extends OfStream<State, Rules> {
  kind: RecordKind<Of>
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
export type RecordOperation<State, Body = undefined> = Operation<State, any, any, TripContext, Body, unknown>

/** Loads the context of a command that brings content back. @param contentOf null for none */
export const loadToBringBack =
  <Of extends KindTypes, State>(
    kind: RecordKind<Of>,
    contentOf: (request: OperationRequest, own: State) => object | null,
  ) =>
  async (request: OperationRequest, reader: StreamReader, own: State): Promise<TripContext> => {
    const content = contentOf(request, own)
    const hashes = content ? filesOf(kind, content).map(({ hash }) => hash) : []
    const context = await forTripParticipants.load(request, reader)
    return hashes.length > 0
      ? { ...context, erasedFiles: await request.lookups.erasedFiles(hashes) }
      : context
  }

/** Whether a person may remove the record, as far as it is there. */
export function canRemoveRecord<Of extends KindTypes, State extends RecordState<Of>>(
  { kind, canRemove }: Pick<OfKind<Of, State, object>, 'kind' | 'canRemove'>,
  id: string,
  own: State,
  trip: Trip,
  userId: string,
): boolean {
  const record = recordsIn(kind, own).present.get(id)
  return !record || !canRemove || canRemove(record, trip, userId)
}

/** @returns functions that make the operations; their commands are those that `rules.ts` takes, with `forRules` */
export function recordOperations<Of extends KindTypes, State extends RecordState<Of>, Rules extends object>(
  of: OfKind<Of, State, Rules>,
) {
  const { kind, streamType, refusals, forRules, param, isEntity, restoration, toBody } = of
  type Schema<Body> = NonNullable<RecordOperation<State, Body>['schema']>
  const ofTrip = { streamType, refusals, ...forTripParticipants }
  const ofRecord = isEntity ? { ...ofTrip, ...forParticipantsByEntity(param) } : ofTrip
  /** Of the request's body: those that it adds, and those that it keeps. */
  const refuseFiles = ({ body, by, params, lookups }: OperationRequest & { body: unknown }) =>
    lookups.refuseFiles(filesOf(kind, body as object), by.id, { tripId: params['tripId']! })
  const prepare = kind.files ? { prepare: refuseFiles } : {}
  const idIn = ({ params }: OperationRequest) => params[param]!
  const toResponse = (id: string, request: OperationRequest, context: TripContext, own: State) =>
    toBody(recordsIn(kind, own).present.get(id)!, context, request)
  const removedOrPresent = (request: OperationRequest, own: State) => {
    const { present, removed } = recordsIn(kind, own)
    return removed.get(idIn(request)) ?? present.get(idIn(request))
  }
  return {
    of,

    add: <Body>(type: string, endpoint: Endpoint, schema: Schema<Body>): RecordOperation<State, Body> => ({
      ...ofTrip,
      ...{ type, endpoint, schema, ...prepare },
      toCommand: (request, context) => ({
        id: request.newId,
        entry: request.body,
        ...forRules(request, context),
      }),
      // The id from the event, because an old retry may have added the record under another id than it would get today.
      toResponse: (request, context, own, [added]) =>
        toResponse(added ? contentIn(kind, added.data).id : request.newId, request, context, own),
    }),

    change: <Body>(type: string, endpoint: Endpoint, schema: Schema<Body>): RecordOperation<State, Body> => ({
      ...ofRecord,
      ...{ type, endpoint, schema, ...prepare },
      toCommand: (request, context) => ({
        ...{ id: idIn(request), changes: request.body, ifMatch: request.ifMatch },
        ...forRules(request, context),
      }),
      toResponse: (request, context, own) => toResponse(idIn(request), request, context, own),
    }),

    remove: (type: string, endpoint: Endpoint): RecordOperation<State> => ({
      ...ofRecord,
      ...{ type, endpoint },
      authorize(request, context, own) {
        const refusal = ofTrip.authorize(request, context)
        if (refusal) return refusal
        return canRemoveRecord(of, idIn(request), own, context.trip, request.by.id) ? null : accessDenied()
      },
      // Only what can be changed can be stale.
      toCommand:
        kind.events.changed === undefined
          ? (request) => ({ id: idIn(request) })
          : (request) => ({ id: idIn(request), ifMatch: request.ifMatch }),
      toResponse: () => undefined,
    }),

    /** Undoes the removal of the record that the path names. */
    restore: (endpoint: Endpoint): RecordOperation<State> => ({
      ...ofRecord,
      ...{ type: restoration, endpoint },
      load: loadToBringBack(kind, (request, own: State) => removedOrPresent(request, own) ?? null),
      authorize: (request, context, own) =>
        ofTrip.authorize(request, context) ?? (removedOrPresent(request, own) ? null : notFound()),
      toCommand: (request, context, own) => ({
        removed: { [kind.name]: kind.toContent(removedOrPresent(request, own)!) },
        ...{ ...forRules(request, context), gone: context.erasedFiles },
      }),
      toResponse: (request, context, own) => toResponse(idIn(request), request, context, own),
    }),
  }
}
