// One lane per stream: take all that waits, decide one after another on the evolving state, append all their events
// at the revision read. A 2xx is told only after the append; nothing is ever appended on top of what is not durable.

import type { Decision, DomainEvent, RecordedEvent, Refusal } from '#core/kernel/decider.ts'
import { isRefusal, refuse } from '#core/kernel/decider.ts'
import type { Sha256 } from '#core/kernel/ids.ts'
import { hashEvent, sha256Hex } from '#core/kernel/ids.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore, NewEvent } from '#core/store/eventStore.ts'
import { START, WrongRevision } from '#core/store/eventStore.ts'
import type { AnyStreamType, CompletedCommand, FoldedStream } from '#core/store/streamCache.ts'
import {
  StreamCache,
  catchUpStream,
  commandKey,
  foldEvent,
  emptyStream,
  readForReplay,
} from '#core/store/streamCache.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { readEachOnce } from '#core/store/streamReader.ts'

/** One command on its way into a stream. */
export interface CommandAttempt<State, E extends DomainEvent, ResponseBody> {
  /** The command's name: for metrics and the log, not for the rules. */
  command: string
  actor: string
  /** RFC 3339; the time the events carry. */
  at: string
  key: string
  digest: string
  requestId: string
  /** Relation, role, validation and rules, in this order; may read other streams, not write them. */
  decide(state: State, reader: StreamReader, revision: number): Promise<Decision<E>>
  /** Before `answer` of a repeat, which no `decide` came before. */
  load?(state: State, reader: StreamReader): Promise<void>
  /** What the caller is told, from the state just after its events. Computed before the next command's turn. */
  toResponse(state: State, events: readonly RecordedEvent<E>[]): ResponseBody
}

export type CommandOutcome<ResponseBody> =
  | { refusal: Refusal }
  | {
      refusal?: undefined
      response: ResponseBody
      /** Where its events stand in the log, and whatever was decided with it; `START` where nothing was written. */
      position: string
      /** The revision of its last event, or the stream's. */
      revision: number
      replayed: boolean
      /** Whether there were events; all was as asked for already where there were none. */
      changed: boolean
    }

export type HandleCommand = <State, E extends DomainEvent, ResponseBody>(
  streamType: AnyStreamType,
  id: string,
  attempt: CommandAttempt<State, E, ResponseBody>,
) => Promise<CommandOutcome<ResponseBody>>

interface Waiting {
  attempt: CommandAttempt<unknown, DomainEvent, unknown>
  resolve: (outcome: CommandOutcome<unknown>) => void
  reject: (error: unknown) => void
}

/** What a command in the batch has come to, told after the append. */
type Verdict = { settle: CommandOutcome<unknown> } | Accepted | { fail: unknown }

interface Accepted {
  answer: unknown
  revision: number
  digest: string
  changed: boolean
  replayed?: boolean
}

interface Deps {
  store: EventStore
  codec: Codec
  reader: StreamReader
  keepEvents?: number
  /** Commands decided in one append at the most. */
  batch?: number
  sha256?: Sha256
}

const TRIES = 5

/**
 * Its commands reject with StoreUnavailable while the log is away, and with what a rule throws by mistake; refusals are
 * outcomes.
 * @param keepEvents about so many events stay folded in memory, over all streams
 */
export function createCommandHandler({
  store,
  codec,
  reader,
  keepEvents = 200_000,
  batch = 256,
  sha256 = sha256Hex,
}: Deps): HandleCommand {
  const cache = new StreamCache(keepEvents)
  const lanes = new Map<string, Waiting[]>()

  return (streamType, id, attempt) =>
    new Promise((resolve, reject) => {
      const stream = streamType.prefix + id
      const waiting = { attempt, resolve, reject } as unknown as Waiting
      const lane = lanes.get(stream)
      if (lane) {
        lane.push(waiting)
        return
      }
      const opened = [waiting]
      lanes.set(stream, opened)
      void drain(streamType, stream, opened)
    })

  async function drain(streamType: AnyStreamType, stream: string, lane: Waiting[]): Promise<void> {
    while (lane.length > 0) {
      const taken = lane.splice(0, batch)
      try {
        await decideAll(streamType, stream, taken)
      } catch (error) {
        cache.drop(stream)
        for (const { reject } of taken) reject(error)
      }
    }
    lanes.delete(stream)
  }

  async function decideAll(streamType: AnyStreamType, stream: string, taken: Waiting[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const { folded, read } = await load(streamType, stream)
      const { verdicts, events } = await decideBatch(streamType, stream, folded, taken)
      if (events.length === 0) {
        // No append proves that the kept state was the present one, so look: a refusal must not rest on the past.
        const before = folded.revision
        if (!read) await readTail(streamType, folded, stream)
        if (folded.revision >= 0) cache.set(stream, folded, streamType)
        if (folded.revision === before) return tellAll(taken, verdicts, START)
        if (attempt === TRIES) return tellBusy(taken)
        continue
      }
      const expected = folded.revision - events.length
      try {
        const options = streamType.maxEvents === undefined ? {} : { keep: streamType.maxEvents }
        const { position } = await store.append(stream, expected, events, options)
        cache.set(stream, folded, streamType)
        return tellAll(taken, verdicts, position)
      } catch (error) {
        cache.drop(stream)
        if (!(error instanceof WrongRevision)) throw error
        if (attempt === TRIES) return tellBusy(taken)
        await new Promise((wake) => setTimeout(wake, Math.random() * 20 * attempt))
      }
    }
  }

  async function load(
    streamType: AnyStreamType,
    stream: string,
  ): Promise<{ folded: FoldedStream<unknown>; read: boolean }> {
    const known = cache.get<unknown>(stream)
    if (known) return { folded: known, read: false }
    const folded = emptyStream<unknown>(streamType)
    await readTail(streamType, folded, stream)
    return { folded, read: true }
  }

  async function readTail(
    streamType: AnyStreamType,
    folded: FoldedStream<unknown>,
    stream: string,
  ): Promise<void> {
    const last = await catchUpStream(streamType, folded, store, codec, stream)
    if (last) folded.hash = hashEvent(last, sha256)
  }

  async function decideBatch(
    streamType: AnyStreamType,
    stream: string,
    folded: FoldedStream<unknown>,
    taken: Waiting[],
  ) {
    const present = readEachOnce(reader)
    const durable = folded.revision
    const events: NewEvent[] = []
    const ofThisBatch = new Map<string, Accepted>()
    const verdicts: Verdict[] = []
    for (const { attempt } of taken) verdicts.push(await decideOne(attempt))
    return { verdicts, events }

    async function decideOne(attempt: Waiting['attempt']): Promise<Verdict> {
      const name = commandKey(attempt.actor, attempt.key)
      const twin = ofThisBatch.get(name)
      if (twin) return twin.digest === attempt.digest ? { ...twin, replayed: true } : keyReused
      const done = folded.completed.get(name)
      if (done && done.digest !== attempt.digest) return keyReused
      let decision: Decision<DomainEvent>
      try {
        const replayed = done && (await replay(done, attempt))
        if (replayed) return { settle: replayed }
        decision = await attempt.decide(folded.state, present, folded.revision)
      } catch (fail) {
        // A rule that throws is its own caller's trouble; nothing was folded yet.
        return { fail }
      }
      if (isRefusal(decision)) return { settle: { refusal: decision } }
      const recorded = decision.map((event) => record(attempt, event))
      const answer = attempt.toResponse(folded.state, recorded)
      const changed = recorded.length > 0
      const verdict = { answer, revision: folded.revision, digest: attempt.digest, changed }
      if (changed) ofThisBatch.set(name, verdict)
      return verdict
    }

    function record(attempt: Waiting['attempt'], decided: DomainEvent): RecordedEvent {
      const { actor, at, key, digest, requestId } = attempt
      const meta = { actor, at, key, digest, requestId, v: codec.version(decided.type), prev: folded.hash }
      const event = { type: decided.type, data: decided.data, meta }
      events.push(event)
      const recorded = { ...event, stream, revision: folded.revision + 1, position: '' }
      foldEvent(streamType, folded, codec, recorded)
      folded.hash = hashEvent(recorded, sha256)
      return recorded
    }

    /**
     * The first answer again, from the stream as it was then; null when the log has forgotten its events, because the
     * whole thing was deleted. Durable, or its twin would have been found.
     */
    async function replay(
      done: CompletedCommand,
      attempt: Waiting['attempt'],
    ): Promise<CommandOutcome<unknown> | null> {
      const revision = done.last
      if (revision > durable) throw new Error('A repeat was found among what is not written yet')
      const then = emptyStream<unknown>(streamType)
      const events: RecordedEvent[] = []
      let position = START
      for (const event of await readForReplay(streamType, done, store, stream)) {
        foldEvent(streamType, then, codec, event)
        if (event.revision >= done.first) events.push(codec.decode(event))
        position = event.position
      }
      if (events.length === 0 && streamType.maxEvents === undefined) return null
      await attempt.load?.(then.state, present)
      const response = attempt.toResponse(then.state, events)
      return { response, position, revision, replayed: true, changed: true }
    }
  }
}

const keyReused: Verdict = { settle: { refusal: refuse('KeyReused') } }

function tellBusy(taken: Waiting[]): void {
  for (const { resolve } of taken) resolve({ refusal: refuse('Busy') })
}

function tellAll(taken: Waiting[], verdicts: Verdict[], position: string): void {
  taken.forEach(({ resolve, reject }, index) => {
    const verdict = verdicts[index]!
    if ('fail' in verdict) reject(verdict.fail)
    else if ('settle' in verdict) resolve(verdict.settle)
    else {
      const { answer: response, revision, changed, replayed = false } = verdict
      resolve({ response, position, revision, changed, replayed })
    }
  })
}
