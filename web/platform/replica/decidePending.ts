// The documents of a trip as they will be after the pending commands: the server's operations decide them here too, on the
// documents instead of the log. What a rule refuses here changes nothing.

import { itineraryOperations } from '#core/itinerary/operations.ts'
import { type DomainEvent, type RecordedEvent, isRefusal } from '#core/kernel/decider.ts'
import { charactersOf } from '#core/money/expenseLength.ts'
import { moneyOperations, UndoImportOperation } from '#core/money/operations.ts'
import { recordKinds } from '#core/recordKinds.ts'
import { ClaimGuestOperation } from '#core/trips/guestClaimOperations.ts'
import { AddGuestOperation, ChangeGuestOperation, RemoveGuestOperation } from '#core/trips/guests.ts'
import { CastVoteOperation, ClosePollOperation, OpenPollOperation } from '#core/trips/pollOperations.ts'
import * as trips from '#core/trips/operations.ts'
import { noFiles } from '#core/kernel/lookups.ts'
import { newIdOf } from '#core/kernel/ids.ts'
import { type RefusalResponse, toRefusalResponse } from '#core/kernel/refusalResponse.ts'
import type { HandleCommand } from '#core/store/command.ts'
import { type Actor, type AnyOperation, executeOperation } from '#core/store/operation.ts'
import type { AnyStreamType } from '#core/store/streamType.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { flattenChunks, type Chunks } from '#projections/platform/chunks.ts'
import { foldTripDocuments, type TripDocuments } from '#projections/replica/tripDocuments.ts'
import { selectVisibleDocuments, type TripReplica } from '#projections/replica/tripReplica.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'

/**
 * An invitation changes nothing on the trip, and a trip that is left or deleted is shown until the server has done it. The
 * documents do not say which import added a record, so only the server undoes one.
 */
export const deviceOperations: readonly AnyOperation[] = [
  ...itineraryOperations,
  ...moneyOperations.filter((operation) => operation !== UndoImportOperation),
  trips.ChangeTripOperation,
  trips.ChangeRoleOperation,
  trips.HandOverTripOperation,
  trips.RemoveParticipantOperation,
  AddGuestOperation,
  ChangeGuestOperation,
  RemoveGuestOperation,
  ClaimGuestOperation,
  OpenPollOperation,
  CastVoteOperation,
  ClosePollOperation,
]

/** The command as the rules of core decide it. */
export type DecidedCommand = Pick<PendingCommand, 'endpoint' | 'params' | 'body' | 'key' | 'at' | 'ifMatch'>

interface DecidedTrip {
  documents: TripDocuments
  /** Of the last command; null if the rules accept it, or only the server can decide it. */
  refusal: RefusalResponse | null
}

/** @param commands in the order they are sent @param by the signed-in person, who sent them */
export async function decidePending(
  { revisions, documents }: TripReplica,
  tripId: string,
  commands: readonly DecidedCommand[],
  by: Actor,
): Promise<DecidedTrip> {
  const device = new LocalTrip(tripId, documents, { ...revisions })
  let refusal: RefusalResponse | null = null
  for (const command of commands) {
    const operation = deviceOperations.find(({ endpoint }) => isEndpoint(command, endpoint))
    refusal = operation ? await device.execute(operation, command, by).catch(undecided) : null
  }
  // After handing the trip over, a person may see less of it.
  return { documents: selectVisibleDocuments(device.documents, by.id), refusal }
}

/** A rule has thrown: the server's answer decides. */
function undecided(error: unknown): null {
  console.error(error)
  return null
}

class LocalTrip {
  documents: TripDocuments
  /** By the pending commands, as they last were. */
  readonly #removed = recordLists(() => new Map<string, { id: string }>())
  readonly #tripId: string
  readonly #revisions: Record<string, number>

  constructor(tripId: string, documents: TripDocuments, revisions: Record<string, number>) {
    this.#tripId = tripId
    this.documents = documents
    this.#revisions = revisions
  }

  async execute(
    operation: AnyOperation,
    command: DecidedCommand,
    by: Actor,
  ): Promise<RefusalResponse | null> {
    const { params, body, key, at, ifMatch } = command
    // The server has done it, and its response was lost: the documents know no keys.
    if (this.#has(newIdOf(operation.endpoint, params, by.id, key))) return null
    const { refusal } = await executeOperation(
      {
        handleCommand: this.#handleCommand,
        findEntity: async (id) =>
          this.#has(id) || this.#wasRemoved(id) ? { tripId: this.#tripId, id } : null,
        streamOfKey: async () => null,
        lookups: {
          users: async () => new Map(),
          currencyInUse: async () => this.documents.balances.currency,
          hasMoney: async () => false,
          counts: async () => new Map(),
          ...noFiles,
        },
        clock: () => Date.parse(at),
      },
      operation,
      { params, body, by, key, requestId: key, ifMatch },
    )
    return refusal ? toRefusalResponse(refusal, operation.refusals) : null
  }

  readonly #handleCommand: HandleCommand = async (streamType, id, attempt) => {
    const stream = streamType.prefix + id
    const decision = await attempt.decide(
      this.#stateOf(streamType) as never,
      this.#reader,
      this.#revisions[stream] ?? -1,
    )
    if (isRefusal(decision)) return { refusal: decision }
    const { actor, at, key, digest, requestId } = attempt
    const meta = { actor, at, key, digest, requestId, v: 1, prev: null }
    for (const { type, data } of decision as readonly DomainEvent[]) {
      const revision = (this.#revisions[stream] = (this.#revisions[stream] ?? -1) + 1)
      const event: RecordedEvent = { stream, revision, position: '', type, data, meta }
      this.#keepRemoved(event)
      this.documents = foldTripDocuments(this.documents, event, this.#tripId)
    }
    // Nobody reads the response: the screens show the documents.
    return { response: undefined as never, position: '', revision: 0, replayed: false, changed: true }
  }

  readonly #reader: StreamReader = {
    state: async (streamType) => this.#stateOf(streamType) as never,
    folded: async () => {
      throw new Error('A device has no folded streams')
    },
    lastKnown: async (streamType) => this.#stateOf(streamType) as never,
  }

  /**
   * The state of a decider is made of the records in the documents. What was removed is known here while its removal is
   * pending, later to the server alone.
   */
  #stateOf({ prefix, initialState }: AnyStreamType): unknown {
    const { trip, expenses, balances } = this.documents
    if (prefix === 'trip-') return { trip }
    return {
      ...(initialState() as object),
      ...recordLists((list) => new Map(this.#recordsOf(list).map((record) => [record.id, record]))),
      removed: this.#removed,
      currency: balances.currency,
      expenseCharacters: flattenChunks(expenses).reduce((sum, expense) => sum + charactersOf(expense), 0),
    }
  }

  #recordsOf(list: RecordList): { id: string }[] {
    return flattenChunks<{ id: string }>(this.documents[list])
  }

  #keepRemoved({ type, data }: RecordedEvent): void {
    const kind = recordKinds.find(({ events }) => events.removed === type)
    if (!kind) return
    const { id } = (data as Record<string, { id: string }>)[kind.name]!
    const record = this.#recordsOf(kind.list).find((one) => one.id === id)
    if (record) this.#removed[kind.list]!.set(id, record)
  }

  readonly #wasRemoved = (id: string): boolean => Object.values(this.#removed).some((list) => list.has(id))

  #has(id: string): boolean {
    const { trip } = this.documents
    return [
      [trip?.guests ?? []],
      [trip?.polls ?? []],
      ...recordKinds.map(({ list }) => this.documents[list]),
    ].some((chunks: Chunks<{ id: string }>) =>
      chunks.some((chunk) => chunk.some((record) => record.id === id)),
    )
  }
}

type RecordList = (typeof recordKinds)[number]['list']

const recordLists = <Records>(records: (list: RecordList) => Records): Record<string, Records> =>
  Object.fromEntries(recordKinds.map(({ list }) => [list, records(list)]))
