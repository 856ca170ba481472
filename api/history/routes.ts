// The routes of a trip's history. Participants may read it; who may add an activity, expense, contribution or payment
// may also restore a removed one; who may make the inverse of a change may undo it.

import * as contract from '#core/history/contract.ts'
import { TOPICS, type HistoryEntry, type Topic } from '#core/history/contract.ts'
import { toHistoryEntry, type RecordedChange } from '#core/history/entry.ts'
import { topics } from '#core/history/events.ts'
import type { Params } from '#core/kernel/endpoint.ts'
import { isCount } from '#core/kernel/count.ts'
import { refuse } from '#core/kernel/decider.ts'
import { isId, sha256Hex, type Sha256 } from '#core/kernel/ids.ts'
import { notFound } from '#core/kernel/refusals.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import type { OperationDeps } from '#core/store/operation.ts'
import { isInAudience } from '#core/trips/visibility.ts'
import type { Trip } from '#core/trips/trip.ts'
import { chatChanges } from '#projections/history/chatChanges.ts'
import { expensesOf, stateWithoutExpenses } from '#projections/history/stateAt.ts'
import type { TripHistory } from '#projections/history/tripHistory.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import { chainHeadsOf, chainLinksOf } from '#api/history/chains.ts'
import { restoreOf, undoOperationOf } from '#api/history/undo.ts'
import { createHistories } from '#api/history/histories.ts'
import { toHttpError, runInParts, runOperation } from '#api/platform/operationRoute.ts'
import { validationError, rateLimited } from '#api/platform/http/httpError.ts'
import { jsonChunks, JsonParts, callAtEnd } from '#api/platform/http/jsonChunks.ts'
import { tripForParticipant, type ReadDeps } from '#api/platform/membership.ts'
import { respondWithParticipants } from '#api/platform/respondWithParticipants.ts'
import { readPage, singleQuery } from '#api/platform/http/query.ts'
import { authenticatedRoute, type Route, type AuthenticatedRequest } from '#api/platform/http/route.ts'
import { createYielder } from '#api/platform/yielder.ts'

export interface HistoryRoutesDeps extends OperationDeps, ReadDeps {
  store: EventStore
  codec: Codec
  /** Of all streams of a trip. */
  prefixes: readonly string[]
}

export function historyRoutes(deps: HistoryRoutesDeps): Route[] {
  const { store, readModels, lookups, prefixes, sha256 = sha256Hex } = deps
  const histories = createHistories(deps)
  const oneExport = createOneAtATime('Your last export is still being prepared. Please try again later.')

  /** @throws HttpError 404 or 403 for a person who is not a participant */
  async function historyOf({ params, by }: AuthenticatedRequest) {
    const trip = await tripForParticipant(deps, params['tripId']!, by.id)
    return { trip, history: await histories.of(trip.id) }
  }

  async function chatStreams(tripId: string): Promise<string[]> {
    const changes = flattenChunks(await readModels.get(chatChanges, tripId))
    return [...new Set(changes.map(({ stream }) => stream))]
  }

  const streamsOf = async (tripId: string) => [
    ...prefixes.map((prefix) => prefix + tripId),
    ...(await chatStreams(tripId)),
  ]

  return [
    authenticatedRoute(contract.getHistory, async (incoming) => {
      const { trip, history } = await historyOf(incoming)
      const { limit, before, since, toEntry } = readQuery(incoming.query)
      const entries: HistoryEntry[] = []
      const yieldIfLong = createYielder()
      for (const change of history.before(before)) {
        await yieldIfLong()
        const { type, position, meta } = change.event
        if (since !== undefined && position <= since) break
        if (since !== undefined && meta.actor === incoming.by.id) continue
        if (!isInAudience(type, trip, incoming.by.id)) continue
        const entry = toEntry(change)
        if (!entry) continue
        if (entries.length === limit) return { body: { entries, has_more: true } }
        entries.push(entry)
      }
      return { body: { entries, has_more: false } }
    }),

    authenticatedRoute(contract.getProof, async ({ params, by }) => {
      const { id } = await tripForParticipant(deps, params['tripId']!, by.id)
      return { body: { streams: await chainHeadsOf(store, await streamsOf(id), sha256) } }
    }),

    authenticatedRoute(contract.getTotals, async (incoming) => {
      const { history } = await historyOf(incoming)
      return { chunks: jsonChunks(new JsonParts({ totals: history.totals() })) }
    }),

    authenticatedRoute(contract.getExport, async (incoming) => ({
      chunks: await oneExport(incoming.by.id, async () => {
        const { trip, history } = await historyOf(incoming)
        const isVisible = ({ event }: RecordedChange) => isInAudience(event.type, trip, incoming.by.id)
        const heads = await chainHeadsOf(store, await streamsOf(trip.id), sha256)
        return jsonChunks(exportParts({ store, sha256, trip, history, isVisible, heads }))
      }),
    })),

    authenticatedRoute(contract.getHistoryState, async (incoming) => {
      const { trip, history } = await historyOf(incoming)
      const { by, params } = incoming
      const n = changeNumberIn(params, history)
      const docs = await history.docsAt(n, createYielder())
      if (!docs.trip) throw toHttpError(notFound(), {})
      const users = await lookups.users(docs.trip.participants.map(({ id }) => id))
      const emailOf = (userId: string) => users.get(userId)?.email ?? null
      const docsAtChange = { ...docs, trip: docs.trip }
      const state = stateWithoutExpenses(docsAtChange, { userId: by.id, emailOf })
      const entry = toHistoryEntry(visibleAt(by.id, trip, history, n))
      const stateParts = new JsonParts({ ...state, expenses: expensesOf(docsAtChange) })
      return { chunks: jsonChunks(new JsonParts({ state: stateParts, entry })) }
    }),

    authenticatedRoute(contract.restoreChange, async (incoming) => {
      const { trip, history } = await historyOf(incoming)
      const n = changeNumberIn(incoming.params, history)
      const { event } = history.change(n)!
      if (!isInAudience(event.type, trip, incoming.by.id)) throw toHttpError(notFound(), {})
      const restore = restoreOf(event)
      if (!restore) throw toHttpError(refuse('NothingToRestore'), contract.historyRefusals)
      return runOperation(restore, deps, incoming, respondWithParticipants(deps))
    }),

    authenticatedRoute(contract.undoChange, async (incoming) => {
      const { trip, history } = await historyOf(incoming)
      const n = changeNumberIn(incoming.params, history)
      const change = history.change(n)!
      if (!isInAudience(change.event.type, trip, incoming.by.id)) throw toHttpError(notFound(), {})
      // Only an import can be more than one event may hold.
      const run = change.event.type === 'ImportApplied' ? runInParts : runOperation
      return run(await undoOperationOf(change, history), deps, incoming)
    }),
  ]
}

interface ExportSource {
  store: EventStore
  sha256: Sha256
  trip: Trip
  history: TripHistory
  isVisible(change: RecordedChange): boolean
  heads: readonly contract.ChainHead[]
}

function exportParts({ store, sha256, trip, history, isVisible, heads }: ExportSource): JsonParts {
  const newest = history.length
  const numbers = new Map<string, number>()
  const eventKey = ({ stream, revision }: { stream: string; revision: number }) => `${stream} ${revision}`
  function* entries() {
    for (const change of history.all(newest)) {
      if (!isVisible(change)) continue
      numbers.set(eventKey(change.event), change.n)
      yield toHistoryEntry(change)
    }
  }
  function* streams() {
    // JsonParts writes `entries` before `streams`, so all numbers are set.
    for (const head of heads)
      yield new JsonParts({
        ...head,
        links: chainLinksOf(store, head, (event) => numbers.get(eventKey(event)) ?? null, sha256),
      })
  }
  return new JsonParts({
    trip: { id: trip.id, title: trip.details.title },
    entries: entries(),
    streams: streams(),
  } satisfies Record<keyof contract.HistoryExport, unknown>)
}

/**
 * The change itself, or the newest one before it that this person may see: nothing they see differs between the two.
 */
function visibleAt(userId: string, trip: Trip, history: TripHistory, n: number): RecordedChange {
  for (const change of history.before(n + 1)) if (isInAudience(change.event.type, trip, userId)) return change
  throw toHttpError(notFound(), {})
}

/** @throws HttpError 404 where there is no such change */
function changeNumberIn(params: Params, history: TripHistory): number {
  const n = Number(params['n'])
  if (Number.isInteger(n) && n >= 1 && n <= history.length) return n
  throw toHttpError(notFound(), {})
}

/** @throws HttpError 400 */
function readQuery(query: URLSearchParams) {
  const params = singleQuery(query, ['before', 'limit', 'about', 'since'])
  const { limit } = readPage(params)
  const { before = '', about, since } = params
  if (params.before !== undefined && !isCount(before))
    throw validationError({ before: 'before must be the number of a change' })
  const topic = TOPICS.find((name) => name === about)
  if (about !== undefined && !topic && !isId(about))
    throw validationError({ about: `about must be an id or one of ${TOPICS.join(', ')}` })
  return {
    limit,
    before: before === '' ? Infinity : Number(before),
    since,
    toEntry: createFilter(topic, about),
  }
}

/** Returns the entry of a change, or null for a change that the query leaves out. */
function createFilter(topic: Topic | undefined, about: string | undefined) {
  return (change: RecordedChange): HistoryEntry | null => {
    if (topic) return topics[change.event.type] === topic ? toHistoryEntry(change) : null
    const entry = toHistoryEntry(change)
    return about === undefined || entry.subject?.id === about ? entry : null
  }
}

/** Runs a costly request of each person one at a time. @throws HttpError 429 while the chunks of an earlier response are still being read */
type OneAtATime = (
  userId: string,
  start: () => Promise<AsyncGenerator<string, void>>,
) => Promise<AsyncGenerator<string, void>>

export function createOneAtATime(message: string): OneAtATime {
  const busy = new Set<string>()
  return async (userId, start) => {
    if (busy.has(userId)) throw rateLimited(message, 5)
    busy.add(userId)
    try {
      return callAtEnd(await start(), () => busy.delete(userId))
    } catch (error) {
      busy.delete(userId)
      throw error
    }
  }
}
