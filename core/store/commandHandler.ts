// Runs commands in one lane per stream: takes all waiting commands, decides them one after another on the evolving
// state and appends all their events at the revision read. A command gets its outcome only after the append, and no
// event is appended after one that is not durable.

import { refuse } from '#core/kernel/decider.ts'
import { hashEvent, sha256Hex } from '#core/kernel/ids.ts'
import type { CommandOutcome, HandleCommand } from '#core/store/command.ts'
import { decideBatch, type AnyAttempt, type BatchDeps, type CommandResult } from '#core/store/commandBatch.ts'
import { NO_STREAM, WrongRevision } from '#core/store/eventStore.ts'
import { type FoldedStream, catchUpStream, emptyStream } from '#core/store/foldedStream.ts'
import { StreamCache } from '#core/store/streamCache.ts'
import type { AnyStreamType } from '#core/store/streamType.ts'

interface QueuedCommand {
  attempt: AnyAttempt
  resolve: (outcome: CommandOutcome<unknown>) => void
  reject: (error: unknown) => void
}

interface Deps extends Omit<BatchDeps, 'sha256' | 'pastStreams'>, Partial<Pick<BatchDeps, 'sha256'>> {
  maxCachedEvents?: number
  /** The most commands decided in one append. */
  batch?: number
  /** Waits before the next try after another process has appended to the stream. Default: not at all. @param tries from 1 */
  waitToRetry?: (tries: number) => Promise<unknown>
}

const MAX_ATTEMPTS = 5

/**
 * Size of the cache of streams as they were at a repeated command, as a part of the main cache's: a client that repeats,
 * repeats the same command.
 */
const PART_FOR_PAST_STREAMS = 0.1

/**
 * Its commands reject with StoreUnavailable while the log cannot be reached, and with an error that a rule throws;
 * refusals are outcomes.
 * @param maxCachedEvents size of the cache of current streams, in folded events of 500 characters
 */
export function createCommandHandler({
  store,
  codec,
  reader,
  maxCachedEvents = 200_000,
  batch = 256,
  sha256 = sha256Hex,
  waitToRetry,
}: Deps): HandleCommand {
  const pastStreams = new StreamCache(maxCachedEvents * PART_FOR_PAST_STREAMS)
  const deps = { store, codec, reader, sha256, pastStreams }
  const cache = new StreamCache(maxCachedEvents)
  const lanes = new Map<string, QueuedCommand[]>()

  return (streamType, id, attempt) =>
    new Promise((resolve, reject) => {
      const stream = streamType.prefix + id
      const queued = { attempt, resolve, reject } as unknown as QueuedCommand
      const lane = lanes.get(stream)
      if (lane) {
        lane.push(queued)
        return
      }
      const newLane = [queued]
      lanes.set(stream, newLane)
      void drain(streamType, stream, newLane)
    })

  async function drain(streamType: AnyStreamType, stream: string, lane: QueuedCommand[]): Promise<void> {
    while (lane.length > 0) {
      const commands = lane.splice(0, batch)
      try {
        const decided = await runBatch(streamType, stream, commands)
        lane.unshift(...commands.slice(decided))
      } catch (error) {
        cache.delete(stream)
        for (const { reject } of commands) reject(error)
      }
    }
    lanes.delete(stream)
  }

  /** Runs the first of these commands, as many as fit in one append, and returns their number. */
  async function runBatch(
    streamType: AnyStreamType,
    stream: string,
    commands: QueuedCommand[],
  ): Promise<number> {
    let attempts = commands.map(({ attempt }) => attempt)
    let truncatedTo = NO_STREAM
    let isBehind = false
    for (let tries = 1; ; tries++) {
      const { folded, read } = await load(streamType, stream, isBehind)
      // No read shows the events of a truncated stream, which goes on at its next revision.
      if (folded.revision < truncatedTo) folded.revision = truncatedTo
      const { results, events, foldLast } = await decideBatch(deps, streamType, stream, folded, attempts)
      if (events.length === 0) {
        // Without an append, the cached state may be outdated: read the new events, so that no refusal rests on it.
        const before = folded.revision
        if (!read) await readTail(deps, streamType, folded, stream)
        if (folded.revision >= 0) cache.set(stream, folded, streamType)
        if (folded.revision === before) return resolveCommands(commands, results, folded.position)
        if (tries === MAX_ATTEMPTS) return refuseAsBusy(commands)
        continue
      }
      const expected = events[0]!.revision - 1
      try {
        const options = streamType.maxEvents === undefined ? {} : { keep: streamType.maxEvents }
        const { position } = await store.append(
          stream,
          expected,
          events.map(({ event }) => event),
          options,
        )
        foldLast()
        folded.position = position
        cache.set(stream, folded, streamType)
        return resolveCommands(commands, results, position)
      } catch (error) {
        // A state ahead of the log, which was put back to a backup, is none to go on from.
        isBehind = error instanceof WrongRevision && folded.revision === expected && error.actual > expected
        // Without the refused events the state is that of the log, and only its new tail is read.
        if (isBehind) cache.set(stream, folded, streamType)
        else cache.delete(stream)
        if (!(error instanceof WrongRevision)) throw error
        // One alone is folded only once it is appended.
        attempts = attempts.slice(0, 1)
        if (error.isTruncated) truncatedTo = error.actual
        if (tries === MAX_ATTEMPTS) return refuseAsBusy(commands)
        await waitToRetry?.(tries)
      }
    }
  }

  async function load(
    streamType: AnyStreamType,
    stream: string,
    isBehind: boolean,
  ): Promise<{ folded: FoldedStream<unknown>; read: boolean }> {
    const cached = cache.get<unknown>(stream)
    if (cached && !isBehind) return { folded: cached, read: false }
    const folded = cached ?? emptyStream<unknown>(streamType)
    await readTail(deps, streamType, folded, stream)
    return { folded, read: true }
  }
}

async function readTail(
  { store, codec, sha256 }: BatchDeps,
  streamType: AnyStreamType,
  folded: FoldedStream<unknown>,
  stream: string,
): Promise<void> {
  const last = await catchUpStream(streamType, folded, store, codec, stream)
  if (last) Object.assign(folded, { hash: hashEvent(last, sha256), position: last.position })
}

function refuseAsBusy(commands: QueuedCommand[]): number {
  for (const { resolve } of commands) resolve({ refusal: refuse('Busy') })
  return commands.length
}

/** @param results of the first commands */
function resolveCommands(commands: QueuedCommand[], results: CommandResult[], position: string): number {
  results.forEach((result, index) => {
    const { resolve, reject } = commands[index]!
    if ('error' in result) reject(result.error)
    else if ('outcome' in result) resolve(result.outcome)
    else {
      const { response, revision, changed, replayed = false } = result
      resolve({ response, position, revision, changed, replayed })
    }
  })
  return results.length
}
