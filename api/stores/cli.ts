// `npm run backup`, `npm run restore`, `npm run move` and `npm run repair` for the operator. Exit code 0: done; 1: refused
// or failed; 2: bad arguments.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordedEvent } from '#core/kernel/decider.ts'
import { correctionsOf } from '#core/history/corrections.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import { readEnv } from '#api/env.ts'
import { runTool, UsageError } from '#api/platform/commandLine.ts'
import { sha256 } from '#api/platform/sha256.ts'
import { BrokenChain, type Chains } from '#api/stores/chains.ts'
import { parseLogArguments, USAGE } from '#api/stores/cliArguments.ts'
import { createDocumentKeys } from '#projections/platform/documentKeys.ts'
import { projections } from '#api/projections.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { copyLog } from '#api/stores/copyLog.ts'
import type { FileStore } from '#api/platform/fileStore.ts'
import { copyFiles } from '#api/stores/files/copyFiles.ts'
import { folderFileStore } from '#api/stores/files/folderFileStore.ts'
import { openFileStore } from '#api/stores/files/openFileStore.ts'
import { openEventStore } from '#api/stores/openEventStore.ts'
import { repairLog } from '#api/stores/repairLog.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { backUpLog, restoreLog } from '#api/stores/sqlite/sqliteBackup.ts'

/** Nobody waits for a response, and the server has many large appends to sync. */
const REPLY_TIMEOUT_MS = 15_000

await runTool(run)

async function run(args: string[]): Promise<number | void> {
  const request = parseLogArguments(args)
  if (request.command === 'backup') return backUp(request.file)
  if (request.command === 'restore') return restore(request.file, request.force)
  if (request.command === 'files') return copy(folderFileStore(request.from), openFileStore(readEnv()))
  if (request.command === 'repair') return repair(request.write)
  // An address with a password is better in the environment: everybody on the machine can read a command line.
  const to = request.to ?? readEnv().eventStoreDbUrl
  if (to === undefined) throw new UsageError(USAGE)
  return move(request.from, to)
}

async function backUp(file: string): Promise<void> {
  const chains = await backUpLog(localLog(), file)
  console.log(`Backed up and checked: ${summary(chains)} in ${file}`)
  // After the log: what it names is there. What is added meanwhile is in neither.
  await copy(openFileStore(readEnv()), folderFileStore(filesBeside(file)))
}

async function restore(file: string, force: boolean): Promise<void> {
  const to = localLog()
  const { chains, aside } = await restoreLog(file, to, { force, now: new Date() })
  if (aside !== undefined) console.log(`The previous log is now ${aside}`)
  console.log(`Restored and checked: ${summary(chains)} in ${to}`)
  await copy(folderFileStore(filesBeside(file)), openFileStore(readEnv()))
}

/** The folder with the files of a backup. */
function filesBeside(file: string): string {
  return `${file}.files`
}

async function copy(from: FileStore, to: FileStore): Promise<void> {
  const { files, bytes, damaged } = await copyFiles(from, to)
  if (files > 0) console.log(`Photos and files: ${files}, ${Math.ceil(bytes / 1024 / 1024)} MB`)
  if (damaged.length > 0)
    throw new Error(`These files are damaged and were not copied: ${damaged.join(', ')}`)
}

function localLog(): string {
  const { eventStoreDbUrl, dataDir } = readEnv()
  if (eventStoreDbUrl !== undefined)
    throw new Error(
      'EVENTSTOREDB_URL is set: the log is in EventStoreDB, which has a backup of its own (docs/operations.md)',
    )
  return join(dataDir, 'events.db')
}

async function move(fromAddress: string, toAddress: string): Promise<void> {
  const from = await open(fromAddress, true)
  try {
    const to = await open(toAddress, false)
    try {
      const moved = await copyLog(
        { from, to, keysOf: createDocumentKeys(createProductCodec(), projections) },
        progress(),
      )
      const { events, streams, copied, digest } = moved
      console.log(
        `Moved and checked: ${events} events in ${streams} streams, ${copied} of them now; digest ${digest}`,
      )
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

async function repair(writes: boolean): Promise<number> {
  const store = await openEventStore({
    ...readEnv(),
    onError: () => undefined,
    replyTimeoutMs: REPLY_TIMEOUT_MS,
  })
  const at = new Date().toISOString()
  const corrections = (events: readonly RecordedEvent[]) => correctionsOf(events, { at, sha256 })
  try {
    const deps = { store, codec: createProductCodec(), correctionsOf: corrections, at }
    const streams = await repairLog(deps, writes)
    for (const { relinked, lost, findings, stream, events } of streams) {
      for (const link of [...relinked, ...lost]) console.log(new BrokenChain(link).message)
      for (const finding of findings) console.log(`  ${finding}`)
      if (events > 0) console.log(`  ${stream}: ${events} events ${writes ? 'appended' : 'to append'}`)
      if (lost.length > 0) console.log(`  ${stream}: events are missing or were changed, only a backup helps`)
    }
    if (streams.length === 0) console.log('All chains are valid.')
    else if (!writes && streams.some(({ events }) => events > 0))
      console.log('Nothing was written: npm run repair -- --write appends these events.')
    return streams.some(({ lost }) => lost.length > 0) ? 1 : 0
  } finally {
    await store.close()
  }
}

async function open(address: string, mustExist: boolean): Promise<EventStore> {
  const file = /^sqlite:(.+)$/.exec(address)?.[1]
  if (file !== undefined && mustExist && !existsSync(file)) throw new Error(`There is no log at ${file}`)
  if (file !== undefined) return openSqliteEventStore({ file })
  if (!/^esdb(\+discover)?:/.test(address)) throw new UsageError(USAGE)
  return openEventStore({
    eventStoreDbUrl: address,
    dataDir: '',
    onError: () => undefined,
    replyTimeoutMs: REPLY_TIMEOUT_MS,
  })
}

/** Prints a line a second. */
function progress() {
  let printedAt = performance.now()
  return (events: number, part: number) => {
    if (performance.now() - printedAt < 1000) return
    printedAt = performance.now()
    console.log(`${events} events, ${Math.floor(part * 100)} %`)
  }
}

function summary(chains: Chains): string {
  return `${chains.events()} events in ${chains.streams()} streams`
}
