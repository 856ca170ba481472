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
 * @param folded the stream at its last durable revision; the events of the batch are folded into it
 * @returns a result for each command up to there, at least one
 */
export async function decideBatch(
  { store, codec, reader, sha256, pastStreams }: BatchDeps,
  streamType: AnyStreamType,
  stream: string,
  folded: FoldedStream<unknown>,
  attempts: readonly AnyAttempt[],
): Promise<{ results: CommandResult[]; events: NewEvent[] }> {
  const otherStreams = readEachOnce(reader)
  const durableRevision = folded.revision
  const events: NewEvent[] = []
  const acceptedInBatch = new Map<string, Accepted>()
  const results: CommandResult[] = []
  let bytes = 0
  for (const attempt of attempts) {
    const result = await decideAttempt(attempt)
    if (result === 'next batch') break
    results.push(result)
  }
  return { results, events }

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
    const recorded = decided.map(record)
    folded.hash = hash
    const response = attempt.toResponse(folded.state, recorded)
    const changed = recorded.length > 0
    const result = { response, revision: folded.revision, digest: attempt.digest, changed }
    if (changed) acceptedInBatch.set(command, result)
    return result
  }

  function record(event: NewEvent): RecordedEvent {
    events.push(event)
    const recorded = { ...event, stream, revision: folded.revision + 1, position: '' }
    foldEvent(streamType, folded, codec, recorded)
    return recorded
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
    const past = await streamAfter(completed)
    const own = await readOwnEvents(completed, store, stream)
    const recorded = own.map((event) => codec.decode(event))
    const position = own.at(-1)?.position ?? START
    if (recorded.length === 0 && streamType.maxEvents === undefined) return null
    await attempt.load?.(past.state, otherStreams)
    const response = attempt.toResponse(past.state, recorded)
    return { response, position, revision, replayed: true, changed: true }
  }

  async function streamAfter(completed: CompletedCommand): Promise<FoldedStream<unknown>> {
    const name = `${stream} ${completed.last}`
    const cached = pastStreams.get<unknown>(name)
    if (cached) return cached
    const past = emptyStream<unknown>(streamType)
    for (const event of await readForReplay(streamType, completed, store, stream))
      foldEvent(streamType, past, codec, event)
    pastStreams.set(name, past, streamType)
    return past
  }
}

const keyReused: CommandResult = { outcome: { refusal: refuse('KeyReused') } }
