// One lane per stream: take all that waits, decide one after another on the evolving state, append all their facts
// at the revision read. A 2xx is told only after the append; nothing is ever appended on top of what is not durable.

import type { Decision, Fact, Recorded, Refusal } from '#core/kernel/decider.ts'
import { isRefusal, refuse } from '#core/kernel/decider.ts'
import type { Sha256 } from '#core/kernel/ids.ts'
import { hashEvent, sha256Hex } from '#core/kernel/ids.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore, NewEvent } from '#core/store/eventStore.ts'
import { START, WrongRevision } from '#core/store/eventStore.ts'
import type { AnyKind, Done, Folded } from '#core/store/kept.ts'
import { KeptStreams, catchUp, doneKey, fold, fresh, readUpTo } from '#core/store/kept.ts'
import type { Reader } from '#core/store/reader.ts'
import { once } from '#core/store/reader.ts'

/** One command on its way into a stream. */
export interface Attempt<State, F extends Fact, Answer> {
  /** The command's name: for metrics and the log, not for the rules. */
  command: string
  actor: string
  /** RFC 3339; the time the facts carry. */
  at: string
  key: string
  digest: string
  requestId: string
  /** Relation, role, validation and rules, in this order; may read other streams, not write them. */
  decide(state: State, reader: Reader, revision: number): Promise<Decision<F>>
  /** Before `answer` of a repeat, which no `decide` came before. */
  known?(state: State, reader: Reader): Promise<void>
  /** What the caller is told, from the state just after its facts. Computed before the next command's turn. */
  answer(state: State, facts: readonly Recorded<F>[]): Answer
}

export type Outcome<Answer> =
  | { refusal: Refusal }
  | {
      refusal?: undefined
      answer: Answer
      /** Where its facts stand in the log, and whatever was decided with it; `START` where nothing was written. */
      position: string
      /** The revision of its last fact, or the stream's. */
      revision: number
      replayed: boolean
      /** Whether there were facts; all was as asked for already where there were none. */
      changed: boolean
    }

export type Handle = <State, F extends Fact, Answer>(
  kind: AnyKind,
  id: string,
  attempt: Attempt<State, F, Answer>,
) => Promise<Outcome<Answer>>

interface Waiting {
  attempt: Attempt<unknown, Fact, unknown>
  resolve: (outcome: Outcome<unknown>) => void
  reject: (error: unknown) => void
}

/** What a command in the batch has come to, told after the append. */
type Verdict = { settle: Outcome<unknown> } | Accepted | { fail: unknown }

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
  reader: Reader
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
export function createHandler({
  store,
  codec,
  reader,
  keepEvents = 200_000,
  batch = 256,
  sha256 = sha256Hex,
}: Deps): Handle {
  const kept = new KeptStreams(keepEvents)
  const lanes = new Map<string, Waiting[]>()

  return (kind, id, attempt) =>
    new Promise((resolve, reject) => {
      const stream = kind.prefix + id
      const waiting = { attempt, resolve, reject } as unknown as Waiting
      const lane = lanes.get(stream)
      if (lane) {
        lane.push(waiting)
        return
      }
      const opened = [waiting]
      lanes.set(stream, opened)
      void drain(kind, stream, opened)
    })

  async function drain(kind: AnyKind, stream: string, lane: Waiting[]): Promise<void> {
    while (lane.length > 0) {
      const taken = lane.splice(0, batch)
      try {
        await decideAll(kind, stream, taken)
      } catch (error) {
        kept.drop(stream)
        for (const { reject } of taken) reject(error)
      }
    }
    lanes.delete(stream)
  }

  async function decideAll(kind: AnyKind, stream: string, taken: Waiting[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const { folded, read } = await load(kind, stream)
      const { verdicts, events } = await decideBatch(kind, stream, folded, taken)
      if (events.length === 0) {
        // No append proves that the kept state was the present one, so look: a refusal must not rest on the past.
        const before = folded.revision
        if (!read) await readTail(kind, folded, stream)
        if (folded.revision >= 0) kept.set(stream, folded, kind)
        if (folded.revision === before) return tellAll(taken, verdicts, START)
        if (attempt === TRIES) return tellBusy(taken)
        continue
      }
      const expected = folded.revision - events.length
      try {
        const options = kind.keep === undefined ? {} : { keep: kind.keep }
        const { position } = await store.append(stream, expected, events, options)
        kept.set(stream, folded, kind)
        return tellAll(taken, verdicts, position)
      } catch (error) {
        kept.drop(stream)
        if (!(error instanceof WrongRevision)) throw error
        if (attempt === TRIES) return tellBusy(taken)
        await new Promise((wake) => setTimeout(wake, Math.random() * 20 * attempt))
      }
    }
  }

  async function load(kind: AnyKind, stream: string): Promise<{ folded: Folded<unknown>; read: boolean }> {
    const known = kept.get<unknown>(stream)
    if (known) return { folded: known, read: false }
    const folded = fresh<unknown>(kind)
    await readTail(kind, folded, stream)
    return { folded, read: true }
  }

  async function readTail(kind: AnyKind, folded: Folded<unknown>, stream: string): Promise<void> {
    const last = await catchUp(kind, folded, store, codec, stream)
    if (last) folded.hash = hashEvent(last, sha256)
  }

  async function decideBatch(kind: AnyKind, stream: string, folded: Folded<unknown>, taken: Waiting[]) {
    const present = once(reader)
    const durable = folded.revision
    const events: NewEvent[] = []
    const ofThisBatch = new Map<string, Accepted>()
    const verdicts: Verdict[] = []
    for (const { attempt } of taken) verdicts.push(await decideOne(attempt))
    return { verdicts, events }

    async function decideOne(attempt: Waiting['attempt']): Promise<Verdict> {
      const name = doneKey(attempt.actor, attempt.key)
      const twin = ofThisBatch.get(name)
      if (twin) return twin.digest === attempt.digest ? { ...twin, replayed: true } : keyReused
      const done = folded.done.get(name)
      if (done && done.digest !== attempt.digest) return keyReused
      let decision: Decision<Fact>
      try {
        const replayed = done && (await replay(done, attempt))
        if (replayed) return { settle: replayed }
        decision = await attempt.decide(folded.state, present, folded.revision)
      } catch (fail) {
        // A rule that throws is its own caller's trouble; nothing was folded yet.
        return { fail }
      }
      if (isRefusal(decision)) return { settle: { refusal: decision } }
      const facts = decision.map((fact) => take(attempt, fact))
      const answer = attempt.answer(folded.state, facts)
      const changed = facts.length > 0
      const verdict = { answer, revision: folded.revision, digest: attempt.digest, changed }
      if (changed) ofThisBatch.set(name, verdict)
      return verdict
    }

    function take(attempt: Waiting['attempt'], fact: Fact): Recorded {
      const { actor, at, key, digest, requestId } = attempt
      const meta = { actor, at, key, digest, requestId, v: codec.version(fact.type), prev: folded.hash }
      const event = { type: fact.type, data: fact.data, meta }
      events.push(event)
      const recorded = { ...event, stream, revision: folded.revision + 1, position: '' }
      fold(kind, folded, codec, recorded)
      folded.hash = hashEvent(recorded, sha256)
      return recorded
    }

    /**
     * The first answer again, from the stream as it was then; null when the log has forgotten its facts, because the
     * whole thing was deleted. Durable, or its twin would have been found.
     */
    async function replay(done: Done, attempt: Waiting['attempt']): Promise<Outcome<unknown> | null> {
      const revision = done.last
      if (revision > durable) throw new Error('A repeat was found among what is not written yet')
      const then = fresh<unknown>(kind)
      const facts: Recorded[] = []
      let position = START
      for (const event of await readUpTo(kind, done, store, stream)) {
        fold(kind, then, codec, event)
        if (event.revision >= done.first) facts.push(codec.decode(event))
        position = event.position
      }
      if (facts.length === 0 && kind.keep === undefined) return null
      await attempt.known?.(then.state, present)
      const answer = attempt.answer(then.state, facts)
      return { answer, position, revision, replayed: true, changed: true }
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
      const { answer, revision, changed, replayed = false } = verdict
      resolve({ answer, position, revision, changed, replayed })
    }
  })
}
