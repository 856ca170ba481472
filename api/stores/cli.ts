// `npm run backup`, `npm run restore` and `npm run move` for the operator. Exit code 0: done; 1: refused or failed; 2:
// bad arguments.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { EventStore } from '#core/store/eventStore.ts'
import { readEnv } from '#api/env.ts'
import { parseOptions, runTool, UsageError } from '#api/platform/commandLine.ts'
import type { Chains } from '#api/stores/chains.ts'
import { createDocumentKeys } from '#projections/platform/documentKeys.ts'
import { projections } from '#api/projections.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { copyLog } from '#api/stores/copyLog.ts'
import { openEventStore } from '#api/stores/openEventStore.ts'
import { openSqliteEventStore } from '#api/stores/sqlite.ts'
import { backUpLog, restoreLog } from '#api/stores/sqliteBackup.ts'

const USAGE = `npm run backup -- <file>
npm run restore -- <file> [--force]
npm run move -- --from sqlite:<file> [--to esdb://<host>:2113?tls=true]

A backup is made beside a running server. A restore and a move need it stopped; an interrupted one can be run again.
DATA_DIR says where the log is (default ./data), EVENTSTOREDB_URL where it moves to without --to.`

/** Nobody waits for a response, and the server has many large appends to sync. */
const REPLY_TIMEOUT_MS = 15_000

await runTool(run)

async function run([command, ...args]: string[]): Promise<void> {
  const options = {
    from: { type: 'string' },
    to: { type: 'string' },
    force: { type: 'boolean', default: false },
  } as const
  const { values, positionals } = parseOptions(args, options, USAGE)
  const [file, ...more] = positionals
  if (command === 'move') {
    // An address with a password is better in the environment: everybody on the machine can read a command line.
    const to = values.to ?? readEnv().eventStoreDbUrl
    if (file !== undefined || values.from === undefined || to === undefined || values.force)
      throw new UsageError(USAGE)
    return move(values.from, to)
  }
  if (file === undefined || more.length > 0 || values.from !== undefined || values.to !== undefined)
    throw new UsageError(USAGE)
  if (command === 'backup' && !values.force) return backUp(file)
  if (command === 'restore') return restore(file, values.force)
  throw new UsageError(USAGE)
}

async function backUp(file: string): Promise<void> {
  const chains = await backUpLog(localLog(), file)
  console.log(`Backed up and checked: ${summary(chains)} in ${file}`)
}

async function restore(file: string, force: boolean): Promise<void> {
  const to = localLog()
  const { chains, aside } = await restoreLog(file, to, { force, now: new Date() })
  if (aside !== undefined) console.log(`The previous log is now ${aside}`)
  console.log(`Restored and checked: ${summary(chains)} in ${to}`)
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
