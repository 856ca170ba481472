// The calls of a trip's history. Its participants read it, and whoever could have added a thing brings it back.

import * as contract from '#core/history/contract.ts'
import type { HistoryEntry, Topic } from '#core/history/contract.ts'
import { RESTORABLE, TOPICS } from '#core/history/contract.ts'
import type { Told } from '#core/history/entry.ts'
import { entryOf } from '#core/history/entry.ts'
import type { HistoryEvent } from '#core/history/facts.ts'
import { topics } from '#core/history/facts.ts'
import { restoreActivityOperation } from '#core/itinerary/operations.ts'
import type { Params } from '#core/kernel/call.ts'
import { isCount } from '#core/kernel/count.ts'
import { refuse } from '#core/kernel/decider.ts'
import { isId, sha256Hex } from '#core/kernel/ids.ts'
import { notFound } from '#core/kernel/refusals.ts'
import { restoreMoneyOperation } from '#core/money/restoreOperation.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import type { AnyOperation, OperateDeps } from '#core/store/operate.ts'
import type { Reader } from '#core/store/reader.ts'
import { mayHear } from '#core/trips/access.ts'
import type { Trip } from '#core/trips/trip.ts'
import { chatChanges } from '#projections/history/chatChanges.ts'
import { expensesOf, stateWithoutExpenses } from '#projections/history/stateAt.ts'
import type { TripPast } from '#projections/history/tripPast.ts'
import { itemsOf } from '#projections/platform/chunks.ts'
import { endsOf, linksOf } from '#api/history/chains.ts'
import { createHistories, HISTORY_PREFIXES } from '#api/history/histories.ts'
import { createAlone } from '#api/platform/alone.ts'
import { refused, run } from '#api/platform/bind.ts'
import { validationError } from '#api/platform/httpError.ts'
import { jsonPieces, Parts } from '#api/platform/jsonPieces.ts'
import { asParticipant } from '#api/platform/membership.ts'
import { readPage, singleQuery } from '#api/platform/query.ts'
import type { Reads } from '#api/platform/reads.ts'
import type { Route, SignedIn } from '#api/platform/route.ts'
import { signedIn } from '#api/platform/route.ts'
import { inSlices } from '#api/platform/slices.ts'

export interface HistoryRoutesDeps extends OperateDeps {
  store: EventStore
  codec: Codec
  reader: Reader
  reads: Reads
  /** The place in the log that the read side shows. */
  position(): string
}

export function historyRoutes(deps: HistoryRoutesDeps): Route[] {
  const { store, reads, world, sha256 = sha256Hex } = deps
  const histories = createHistories(deps)
  const alone = createAlone('An export of yours is still under way. Please wait until it is done.')

  /** For one of its participants. @throws HttpError 404 or 403 for anybody else */
  async function pastOf({ params, by }: SignedIn): Promise<{ trip: Trip; past: TripPast }> {
    const trip = await asParticipant(deps, params['tripId']!, by.id)
    return { trip, past: await histories.of(trip.id) }
  }

  async function chatStreams(tripId: string): Promise<string[]> {
    const changes = itemsOf(await reads.get(chatChanges, tripId))
    return [...new Set(changes.map(({ stream }) => stream))]
  }

  const streamsOf = async (tripId: string) => [
    ...HISTORY_PREFIXES.map((prefix) => prefix + tripId),
    ...(await chatStreams(tripId)),
  ]

  return [
    signedIn(contract.getHistory, async (incoming) => {
      const { trip, past } = await pastOf(incoming)
      const { limit, before, isWanted } = readQuery(incoming.query)
      const entries: HistoryEntry[] = []
      const pause = inSlices()
      for (const told of past.before(before)) {
        await pause()
        if (!mayHear(told.event.type, trip, incoming.by.id)) continue
        const entry = isWanted(told)
        if (!entry) continue
        if (entries.length === limit) return { body: { entries, has_more: true } }
        entries.push(entry)
      }
      return { body: { entries, has_more: false } }
    }),

    signedIn(contract.getProof, async ({ params, by }) => {
      const { id } = await asParticipant(deps, params['tripId']!, by.id)
      return { body: { streams: await endsOf(store, await streamsOf(id), sha256) } }
    }),

    signedIn(contract.getExport, async (incoming) => ({
      pieces: await alone(incoming.by.id, async () => {
        const { trip, past } = await pastOf(incoming)
        const hears = ({ event }: Told) => mayHear(event.type, trip, incoming.by.id)
        const ends = await endsOf(store, await streamsOf(trip.id), sha256)
        return jsonPieces(exported({ trip, past, hears, ends }))
      }),
    })),

    signedIn(contract.getHistoryState, async (incoming) => {
      const { trip, past } = await pastOf(incoming)
      const { by, params } = incoming
      const n = numberIn(params, past)
      const docs = past.docsAt(n)
      if (!docs.trip) throw refused(notFound(), {})
      const users = await world.users(docs.trip.participants.map(({ id }) => id))
      const emailOf = (userId: string) => users.get(userId)?.email ?? null
      const moment = { ...docs, trip: docs.trip }
      const state = stateWithoutExpenses(moment, { userId: by.id, emailOf })
      const entry = entryOf(heardBy(by.id, trip, past, n))
      const whole = new Parts({ ...state, expenses: expensesOf(moment) })
      return { pieces: jsonPieces(new Parts({ state: whole, entry })) }
    }),

    signedIn(contract.restoreChange, async (incoming) => {
      const { trip, past } = await pastOf(incoming)
      const n = numberIn(incoming.params, past)
      const { event } = past.told(n)!
      if (!mayHear(event.type, trip, incoming.by.id)) throw refused(notFound(), {})
      const restore = restoreOf(event)
      if (!restore) throw refused(refuse('NothingToRestore'), contract.historyRefusals)
      return run(restore, deps, incoming)
    }),
  ]

  function exported({ trip, past, hears, ends }: Exporting): Parts {
    const last = past.length
    const numbers = new Map<string, number>()
    const nameOf = ({ stream, revision }: { stream: string; revision: number }) => `${stream} ${revision}`
    function* entries() {
      for (const told of past.all(last)) {
        if (!hears(told)) continue
        numbers.set(nameOf(told.event), told.n)
        yield entryOf(told)
      }
    }
    function* streams() {
      // The entries have come before, and with them the numbers.
      for (const end of ends)
        yield new Parts({
          ...end,
          links: linksOf(store, end, (event) => numbers.get(nameOf(event)) ?? null, sha256),
        })
    }
    return new Parts({
      trip: { id: trip.id, title: trip.details.title },
      entries: entries(),
      streams: streams(),
    } satisfies Record<keyof contract.HistoryExport, unknown>)
  }
}

interface Exporting {
  trip: Trip
  past: TripPast
  hears(told: Told): boolean
  ends: readonly contract.ChainEnd[]
}

/** The change itself, or the newest one before it that this person hears of: between them nothing they see differs. */
function heardBy(userId: string, trip: Trip, past: TripPast, n: number): Told {
  for (const told of past.before(n + 1)) if (mayHear(told.event.type, trip, userId)) return told
  throw refused(notFound(), {})
}

/** @throws HttpError 404 where there is no such change */
function numberIn(params: Params, past: TripPast): number {
  const n = Number(params['n'])
  if (Number.isInteger(n) && n >= 1 && n <= past.length) return n
  throw refused(notFound(), {})
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
  return (told: Told): HistoryEntry | null => {
    if (topic) return topics[told.event.type] === topic ? entryOf(told) : null
    const entry = entryOf(told)
    return about === undefined || entry.subject?.id === about ? entry : null
  }
}
