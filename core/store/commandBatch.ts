// Decides the commands that wait for one stream, one after another on the same folded state, and collects their events
// for one append. Nothing is durable, and no caller may get a response, until that append has succeeded.

import { MAX_APPEND_BYTES, MAX_BATCH_BYTES } from '#core/kernel/appendSize.ts'
import {
  type Decision,
  type DomainEvent,
  type RecordedEvent,
  isRefusal,
  refuse,
} from '#core/kernel/decider.ts'
import { hashEvent, type Sha256 } from '#core/kernel/ids.ts'
import { notFound } from '#core/kernel/refusals.ts'
import type { Codec } from '#core/store/codec.ts'
import type { CommandAttempt, CommandOutcome } from '#core/store/command.ts'
import { START, type EventStore, type NewEvent } from '#core/store/eventStore.ts'
import { bytesOf, textOf } from '#core/store/eventText.ts'
import {
  type CompletedCommand,
  type FoldedStream,
  commandKey,
  emptyStream,
  foldEvent,
  readForReplay,
  readOwnEvents,
} from '#core/store/foldedStream.ts'
import type { StreamCache } from '#core/store/streamCache.ts'
import type { AnyStreamType } from '#core/store/streamType.ts'
import { readEachOnce, type StreamReader } from '#core/store/streamReader.ts'

export type AnyAttempt = CommandAttempt<unknown, DomainEvent, unknown>

/** How a command of the batch ends once the batch is appended. */
export type CommandResult = { outcome: CommandOutcome<unknown> } | Accepted | { error: unknown }

/** An event that is not durable yet. */
interface DecidedEvent {
  event: NewEvent
  revision: number
}

interface Accepted {
  response: unknown
  revision: number
  digest: string
  changed: boolean
  replayed?: boolean
}

export interface BatchDeps {
  store: EventStore
  codec: Codec
  reader: StreamReader
  sha256: Sha256
  /** Streams as they were after a command that is repeated, by stream and revision. */
  pastStreams: StreamCache
}

/**
 * Stops before a command with which the append would be too large; the caller decides that one and the later ones next.
 * @param folded the stream at its last durable revision; the events of all commands but the last are folded into it
 * @returns a result for each command up to there, at least one; the events with their revisions; and what completes the
 *   last result once they are durable. Of a single command whose append is refused, `folded` has nothing.
 */
export async function decideBatch(
  { store, codec, reader, sha256, pastStreams }: BatchDeps,
  streamType: AnyStreamType,
  stream: string,
  folded: FoldedStream<unknown>,
  attempts: readonly AnyAttempt[],
): Promise<{ results: CommandResult[]; events: DecidedEvent[]; foldLast(): void }> {
  const otherStreams = readEachOnce(reader)
  const durableRevision = folded.revision
  const events: DecidedEvent[] = []
  const acceptedInBatch = new Map<string, Accepted>()
  const results: CommandResult[] = []
  let bytes = 0
  let foldLast = nothing
  for (const attempt of attempts) {
    foldLast()
    foldLast = nothing
    const result = await decideAttempt(attempt)
    if (result === 'next batch') break
    results.push(result)
  }
  return { results, events, foldLast }

  async function decideAttempt(attempt: AnyAttempt): Promise<CommandResult | 'next batch'> {
    if (folded.isErased) return { outcome: { refusal: notFound() } }
    const command = commandKey(attempt.actor, attempt.key)
    const earlier = acceptedInBatch.get(command)
    if (earlier) return earlier.digest === attempt.digest ? { ...earlier, replayed: true } : keyReused
    const completed = folded.completed.get(command)
    if (completed && completed.digest !== attempt.digest) return keyReused
    let decision: Decision<DomainEvent>
    try {
      const replayed = completed && (await replay(completed, attempt))
      if (replayed) return { outcome: replayed }
      decision = await attempt.decide(folded.state, otherStreams, folded.revision)
    } catch (error) {
      // A rule that throws fails only its own command, because none of its events was folded yet.
      return { error }
    }
    if (isRefusal(decision)) return { outcome: { refusal: decision } }

    // Hashed before they are folded, since they may be too large.
    let { hash, revision } = folded
    const decided = decision.map(({ type, data }): NewEvent => {
      const { actor, at, key, digest, requestId } = attempt
      const meta = { actor, at, key, digest, requestId, v: codec.version(type), prev: hash }
      const event = { type, data, meta }
      hash = hashEvent({ ...event, revision: ++revision }, sha256)
      return { ...event, text: textOf(event) }
    })
    const size = bytesOf(decided)
    if (size > MAX_APPEND_BYTES) return { outcome: { refusal: refuse('TooLarge') } }
    if (events.length > 0 && bytes + size > MAX_BATCH_BYTES) return 'next batch'
    bytes += size
    const changed = decided.length > 0
    const result: Accepted = { response: undefined, revision, digest: attempt.digest, changed }
    const recorded = decided.map((event, n): RecordedEvent => {
      const own = folded.revision + 1 + n
      events.push({ event, revision: own })
      return { ...event, stream, revision: own, position: '' }
    })
    foldLast = () => {
      for (const event of recorded) foldEvent(streamType, folded, codec, event)
      folded.hash = hash
      result.response = attempt.toResponse(folded.state, recorded)
    }
    if (changed) acceptedInBatch.set(command, result)
    else {
      foldLast()
      foldLast = nothing
    }
    return result
  }

  /**
   * Builds the first response again from the stream as it was then. null when the log no longer has the command's
   * events, because the stream was truncated.
   */
  async function replay(
    completed: CompletedCommand,
    attempt: AnyAttempt,
  ): Promise<CommandOutcome<unknown> | null> {
    const revision = completed.last
    if (revision > durableRevision)
      throw new Error('A repeat was found among events that are not written yet')
    const own = await readOwnEvents(completed, store, stream)
    const recorded = own.map((event) => codec.decode(event))
    const past = streamType.stateAfter
      ? streamType.stateAfter(folded.state, recorded)
      : (await streamAfter(completed)).state
    const position = own.at(-1)?.position ?? START
    if (recorded.length === 0 && streamType.maxEvents === undefined) return null
    await attempt.load?.(past, otherStreams)
    const response = attempt.toResponse(past, recorded)
    return { response, position, revision, replayed: true, changed: true }
  }

  async function streamAfter(completed: CompletedCommand): Promise<FoldedStream<unknown>> {
    const name = `${stream} ${completed.last}`
    const cached = pastStreams.get<unknown>(name)
    if (cached) return cached
    const past = emptyStream<unknown>(streamType)
    for await (const event of readForReplay(streamType, completed, store, stream))
      foldEvent(streamType, past, codec, event)
    pastStreams.set(name, past, streamType)
    return past
  }
}

const nothing = () => undefined

const keyReused: CommandResult = { outcome: { refusal: refuse('KeyReused') } }
