// The operations of the history on a record: they restore what a change removed, or undo a change. Apart from the others,
// because only a server has the history.

import type { Decision, DomainEvent } from '#core/kernel/decider.ts'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import { accessDenied } from '#core/kernel/refusals.ts'
import { undoBody, type UndoBody, type UndoOf } from '#core/kernel/undo.ts'
import {
  type OfKind,
  type OfStream,
  type RecordOperation,
  canRemoveRecord,
  loadToBringBack,
} from '#core/records/operations.ts'
import { type KindTypes, type RecordState, contentIn, recordsIn } from '#core/records/recordKind.ts'
import { type WithGoneFiles, undoRecord } from '#core/records/rules.ts'
import { forTripParticipants } from '#core/trips/tripContext.ts'
import type { Trip } from '#core/trips/trip.ts'

/** @param endpoint names the removal @param removed the content in the removal's event */
export const restoreRemovedOperation = <Of extends KindTypes, State extends RecordState<Of>>(
  { kind, streamType, refusals, forRules, restoration, toBody }: OfKind<Of, State, object>,
  endpoint: Endpoint,
  removed: Of['content'],
): RecordOperation<State> => ({
  ...forTripParticipants,
  ...{ type: restoration, endpoint, streamType, refusals },
  load: loadToBringBack(kind, () => removed),
  toCommand: (request, context) => ({
    removed: { [kind.name]: removed },
    ...{ ...forRules(request, context), gone: context.erasedFiles },
  }),
  toResponse: (request, context, own) =>
    toBody(recordsIn(kind, own).present.get(removed.id)!, context, request),
})

/** As `undoOperation`. Who may not remove a record may not undo its addition. */
export function undoRecordOperation<
  Of extends KindTypes,
  State extends RecordState<Of>,
  Rules extends object,
>(
  of: OfKind<Of, State, Rules>,
  endpoint: Endpoint,
  change: Of['event'],
  laterBy: string | null,
): RecordOperation<State, UndoBody> {
  const { kind, streamType, restoration } = of
  const { changed, removed } = kind.events
  const decide = (
    command: UndoOf<Of['event']> & WithGoneFiles & Rules,
    state: State,
  ): Decision<DomainEvent> =>
    change.type === removed
      ? streamType.decide({ ...command, type: restoration, removed: change.data }, state)
      : undoRecord(
          kind,
          state,
          command,
          change,
          (before, now) => of.refuseBefore?.(before, now, command, state) ?? null,
        )
  const { was } = change.data as { was?: Of['content'] }
  const before = change.type === removed ? contentIn(kind, change.data) : (was ?? null)
  const undo = undoOperation(
    of.undoing,
    {
      ...of,
      streamType: { ...streamType, decide },
      forRules: (request, context) => ({ ...of.forRules(request, context), gone: context.erasedFiles }),
    },
    endpoint,
    change,
    laterBy,
    (own, trip, userId) =>
      change.type === changed ||
      change.type === removed ||
      canRemoveRecord(of, contentIn(kind, change.data).id, own, trip, userId),
  )
  return { ...undo, load: loadToBringBack(kind, () => before) }
}

/**
 * @param type of the command
 * @param endpoint names the change
 * @param laterBy who changed the same thing last; null where nobody did
 * @param canUndo whether a participant may make the inverse change; by default each may
 */
export const undoOperation = <State>(
  type: string,
  { streamType, refusals, forRules }: OfStream<State>,
  endpoint: Endpoint,
  change: DomainEvent,
  laterBy: string | null,
  canUndo: (own: State, trip: Trip, userId: string) => boolean = () => true,
): RecordOperation<State, UndoBody> => ({
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
