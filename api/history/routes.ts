// The calls of a trip's history. Its participants read it, and whoever could have added a thing brings it back.

import * as contract from '#core/history/contract.ts'
import type { HistoryEntry, Topic } from '#core/history/contract.ts'
import { RESTORABLE, TOPICS } from '#core/history/contract.ts'
import type { RecordedChange } from '#core/history/entry.ts'
import { toHistoryEntry } from '#core/history/entry.ts'
import type { HistoryEvent } from '#core/history/events.ts'
import { topics } from '#core/history/events.ts'
import { restoreActivityOperation } from '#core/itinerary/operations.ts'
import type { Params } from '#core/kernel/endpoint.ts'
import { isCount } from '#core/kernel/count.ts'
import { refuse } from '#core/kernel/decider.ts'
import { isId, sha256Hex } from '#core/kernel/ids.ts'
import { notFound } from '#core/kernel/refusals.ts'
import { restoreMoneyOperation } from '#core/money/restoreOperation.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import type { AnyOperation, OperationDeps } from '#core/store/operation.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { isInAudience } from '#core/trips/access.ts'
import type { Trip } from '#core/trips/trip.ts'
import { chatChanges } from '#projections/history/chatChanges.ts'
import { expensesOf, stateWithoutExpenses } from '#projections/history/stateAt.ts'
import type { TripHistory } from '#projections/history/tripHistory.ts'
import { itemsOf } from '#projections/platform/chunks.ts'
import { chainEndsOf, chainLinksOf } from '#api/history/chains.ts'
import { createHistories, HISTORY_PREFIXES } from '#api/history/histories.ts'
import { createOneAtATime } from '#api/platform/oneAtATime.ts'
import { toHttpError, runOperation } from '#api/platform/operationRoute.ts'
import { validationError } from '#api/platform/httpError.ts'
import { jsonChunks, JsonParts } from '#api/platform/jsonChunks.ts'
import { tripForParticipant } from '#api/platform/membership.ts'
import { readPage, singleQuery } from '#api/platform/query.ts'
import type { ReadModels } from '#api/platform/readModels.ts'
import type { Route, AuthenticatedRequest } from '#api/platform/route.ts'
import { authenticatedRoute } from '#api/platform/route.ts'
import { createYielder } from '#api/platform/yielder.ts'

export interface HistoryRoutesDeps extends OperationDeps {
  store: EventStore
  codec: Codec
  reader: StreamReader
  readModels: ReadModels
  /** The place in the log that the read side shows. */
  position(): string
}

export function historyRoutes(deps: HistoryRoutesDeps): Route[] {
  const { store, readModels, lookups, sha256 = sha256Hex } = deps
  const histories = createHistories(deps)
  const alone = createOneAtATime('An export of yours is still under way. Please wait until it is done.')

  /** For one of its participants. @throws HttpError 404 or 403 for anybody else */
  async function pastOf({ params, by }: AuthenticatedRequest): Promise<{ trip: Trip; past: TripHistory }> {
    const trip = await tripForParticipant(deps, params['tripId']!, by.id)
    return { trip, past: await histories.of(trip.id) }
  }

  async function chatStreams(tripId: string): Promise<string[]> {
    const changes = itemsOf(await readModels.get(chatChanges, tripId))
    return [...new Set(changes.map(({ stream }) => stream))]
  }

  const streamsOf = async (tripId: string) => [
    ...HISTORY_PREFIXES.map((prefix) => prefix + tripId),
    ...(await chatStreams(tripId)),
  ]

  return [
    authenticatedRoute(contract.getHistory, async (incoming) => {
      const { trip, past } = await pastOf(incoming)
      const { limit, before, isWanted } = readQuery(incoming.query)
      const entries: HistoryEntry[] = []
      const pause = createYielder()
      for (const told of past.before(before)) {
        await pause()
        if (!isInAudience(told.event.type, trip, incoming.by.id)) continue
        const entry = isWanted(told)
        if (!entry) continue
        if (entries.length === limit) return { body: { entries, has_more: true } }
        entries.push(entry)
      }
      return { body: { entries, has_more: false } }
    }),

    authenticatedRoute(contract.getProof, async ({ params, by }) => {
      const { id } = await tripForParticipant(deps, params['tripId']!, by.id)
      return { body: { streams: await chainEndsOf(store, await streamsOf(id), sha256) } }
    }),

    authenticatedRoute(contract.getExport, async (incoming) => ({
      chunks: await alone(incoming.by.id, async () => {
        const { trip, past } = await pastOf(incoming)
        const hears = ({ event }: RecordedChange) => isInAudience(event.type, trip, incoming.by.id)
        const ends = await chainEndsOf(store, await streamsOf(trip.id), sha256)
        return jsonChunks(exported({ trip, past, hears, ends }))
      }),
    })),

    authenticatedRoute(contract.getHistoryState, async (incoming) => {
      const { trip, past } = await pastOf(incoming)
      const { by, params } = incoming
      const n = numberIn(params, past)
      const docs = past.docsAt(n)
      if (!docs.trip) throw toHttpError(notFound(), {})
      const users = await lookups.users(docs.trip.participants.map(({ id }) => id))
      const emailOf = (userId: string) => users.get(userId)?.email ?? null
      const moment = { ...docs, trip: docs.trip }
      const state = stateWithoutExpenses(moment, { userId: by.id, emailOf })
      const entry = toHistoryEntry(heardBy(by.id, trip, past, n))
      const whole = new JsonParts({ ...state, expenses: expensesOf(moment) })
      return { chunks: jsonChunks(new JsonParts({ state: whole, entry })) }
    }),

    authenticatedRoute(contract.restoreChange, async (incoming) => {
      const { trip, past } = await pastOf(incoming)
      const n = numberIn(incoming.params, past)
      const { event } = past.change(n)!
      if (!isInAudience(event.type, trip, incoming.by.id)) throw toHttpError(notFound(), {})
      const restore = restoreOf(event)
      if (!restore) throw toHttpError(refuse('NothingToRestore'), contract.historyRefusals)
      return runOperation(restore, deps, incoming)
    }),
  ]

  function exported({ trip, past, hears, ends }: Exporting): JsonParts {
    const last = past.length
    const numbers = new Map<string, number>()
    const nameOf = ({ stream, revision }: { stream: string; revision: number }) => `${stream} ${revision}`
    function* entries() {
      for (const told of past.all(last)) {
        if (!hears(told)) continue
        numbers.set(nameOf(told.event), told.n)
        yield toHistoryEntry(told)
      }
    }
    function* streams() {
      // The entries have come before, and with them the numbers.
      for (const end of ends)
        yield new JsonParts({
          ...end,
          links: chainLinksOf(store, end, (event) => numbers.get(nameOf(event)) ?? null, sha256),
        })
    }
    return new JsonParts({
      trip: { id: trip.id, title: trip.details.title },
      entries: entries(),
      streams: streams(),
    } satisfies Record<keyof contract.HistoryExport, unknown>)
  }
}

interface Exporting {
  trip: Trip
  past: TripHistory
  hears(told: RecordedChange): boolean
  ends: readonly contract.ChainEnd[]
}

/** The change itself, or the newest one before it that this person hears of: between them nothing they see differs. */
function heardBy(userId: string, trip: Trip, past: TripHistory, n: number): RecordedChange {
  for (const told of past.before(n + 1)) if (isInAudience(told.event.type, trip, userId)) return told
  throw toHttpError(notFound(), {})
}

/** @throws HttpError 404 where there is no such change */
function numberIn(params: Params, past: TripHistory): number {
  const n = Number(params['n'])
  if (Number.isInteger(n) && n >= 1 && n <= past.length) return n
  throw toHttpError(notFound(), {})
}

function restoreOf({ type, data }: HistoryEvent): AnyOperation | null {
  if (!RESTORABLE.includes(type)) return null
  const call = contract.restoreChange
  if ('activity' in data) return restoreActivityOperation(call, data.activity)
  if ('expense' in data || 'contribution' in data || 'payment' in data)
    return restoreMoneyOperation(call, data)
  return null
}

/** @throws HttpError 400 */
function readQuery(query: URLSearchParams) {
  const given = singleQuery(query, ['before', 'limit', 'about'])
  const { limit } = readPage(given.limit === undefined ? {} : { limit: given.limit })
  const { before = '', about } = given
  if (given.before !== undefined && !isCount(before))
    throw validationError({ before: 'before must be the number of a change' })
  const topic = TOPICS.find((one) => one === about)
  if (about !== undefined && !topic && !isId(about))
    throw validationError({ about: `about must be the id of a thing, or one of ${TOPICS.join(', ')}` })
  return { limit, before: before === '' ? Infinity : Number(before), isWanted: wanted(topic, about) }
}

/** The entry, where it is about what was asked for. */
function wanted(topic: Topic | undefined, about: string | undefined) {
  return (told: RecordedChange): HistoryEntry | null => {
    if (topic) return topics[told.event.type] === topic ? toHistoryEntry(told) : null
    const entry = toHistoryEntry(told)
    return about === undefined || entry.subject?.id === about ? entry : null
  }
}
