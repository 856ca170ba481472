// Backs up and restores the log's file. A backup does not stop the server. A copy becomes a backup only after the
// database and every hash chain in it were verified.

import { chmodSync, copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { createChains, wholeLog, type Chains } from '#api/stores/chains.ts'
import { createPrivateFile, syncToDisk } from '#api/stores/privateFile.ts'
import { checkHighWaterMark, highWaterMarkFile } from '#api/stores/highWaterMark.ts'
import { removeReadModelsIn } from '#api/stores/sqlite/readModelFile.ts'
import { isDiskError } from '#api/platform/diskError.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { isBusy, isDamage } from '#api/stores/sqlite/sqliteErrors.ts'

export class CannotCopy extends Error {}

/**
 * @param log the file of a log, which may be in use
 * @param to must not exist; it exists once the copy is complete and verified
 * @throws CannotCopy; LogDamaged when acknowledged events are missing; BrokenChain
 */
export async function backUpLog(log: string, to: string): Promise<Chains> {
  if (!existsSync(log)) throw new CannotCopy(`There is no log at ${log}`)
  if (existsSync(to)) throw new CannotCopy(`${to} is there already: name another file`)
  checkHighWaterMark(log)
  const part = `${to}.part`
  removeFiles(part)
  createPrivateFile(part)
  try {
    const source = new DatabaseSync(log, { readOnly: true, timeout: 5000 })
    try {
      // The copy is of this moment. Without a transaction each commit of the server would start it anew, and the backup
      // of a large log that is in use would never end.
      source.exec('BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1')
      await backup(source, part, { rate: 1000 })
    } finally {
      source.close()
    }
    const chains = await checkLog(part)
    syncToDisk(part)
    renameSync(part, to)
    syncToDisk(dirname(to))
    return chains
  } finally {
    removeFiles(part)
  }
}

/**
 * @param to must not be open in a server
 * @param force an existing log is moved aside instead of refused
 * @returns also the new name of that log
 */
export async function restoreLog(
  from: string,
  to: string,
  { force, now }: { force: boolean; now: Date },
): Promise<{ chains: Chains; aside: string | undefined }> {
  if (!existsSync(from)) throw new CannotCopy(`There is no backup at ${from}`)
  const exists = filesOf(to).some(existsSync)
  if (exists && !force && (await canHaveEvents(to)))
    throw new CannotCopy(`${to} has events: --force puts it aside and takes the backup in its place`)
  const part = `${to}.restoring`
  removeFiles(part)
  createPrivateFile(part)
  try {
    copyFileSync(from, part)
    chmodSync(part, 0o600)
    const chains = await checkLog(part)
    syncToDisk(part)
    const aside = exists
      ? join(dirname(to), `events.before-${now.toISOString().replaceAll(':', '-')}.db`)
      : undefined
    if (aside !== undefined) moveAside(to, aside)
    // They may be ahead of the backup.
    removeReadModelsIn(dirname(to))
    renameSync(part, to)
    syncToDisk(dirname(to))
    return { chains, aside }
  } finally {
    removeFiles(part)
  }
}

/** @throws CannotCopy for a file that is not a log; BrokenChain for a damaged one */
async function checkLog(file: string): Promise<Chains> {
  let integrity: unknown
  try {
    const db = new DatabaseSync(file)
    integrity = db.prepare('PRAGMA integrity_check').get()?.['integrity_check']
    db.close()
  } catch (error) {
    if (!isDamage(error)) throw error
    integrity = error
  }
  if (integrity !== 'ok') throw new CannotCopy(`It is no log, or a damaged one: ${String(integrity)}`)
  const chains = createChains()
  const store = await openSqliteEventStore({ file })
  try {
    for await (const event of wholeLog(store)) chains.add(event)
    chains.assertWhole()
  } finally {
    await store.close()
  }
  leaveWalMode(file)
  return chains
}

/** true also for a file that is damaged or no log. @throws StoreUnavailable when it cannot be read for now */
async function canHaveEvents(file: string): Promise<boolean> {
  try {
    const store = await openSqliteEventStore({ file, onError: () => undefined })
    try {
      return (await store.head()) !== ''
    } finally {
      await store.close()
    }
  } catch (error) {
    if (isDiskError((error as Error).cause)) throw error
    return true
  }
}

/**
 * Moves the log, which may be damaged, and its mark. The rest of a damaged write-ahead log gets a name that SQLite does
 * not read: it would fold it into the restored log.
 * @throws CannotCopy when it is in use
 */
function moveAside(log: string, aside: string): void {
  const wal = `${log}-wal`
  const damaged = isDamaged(log) && existsSync(wal) ? readFileSync(wal) : undefined
  if (existsSync(log)) leaveWalMode(log)
  for (const [from, to] of [
    [log, aside],
    [highWaterMarkFile(log), highWaterMarkFile(aside)],
  ] as const)
    if (existsSync(from)) renameSync(from, to)
  removeFiles(log)
  if (damaged) writeFileSync(`${aside}-wal-damaged`, damaged, { mode: 0o600 })
}

function isDamaged(log: string): boolean {
  try {
    checkHighWaterMark(log)
    return false
  } catch {
    return true
  }
}

/**
 * Leaving write-ahead mode fails while another process has the file open, and leaves one file instead of three. A
 * process that finds the file damaged does not keep it open.
 */
function leaveWalMode(file: string): void {
  let mode: unknown
  try {
    const db = new DatabaseSync(file)
    mode = db.prepare('PRAGMA journal_mode = DELETE').get()?.['journal_mode']
    db.close()
  } catch (error) {
    if (isDamage(error)) return
    if (!isBusy(error)) throw error
  }
  if (mode !== 'delete') throw new CannotCopy(`${file} is in use, or no log: stop the server first`)
}

function removeFiles(file: string): void {
  for (const name of filesOf(file)) rmSync(name, { force: true })
}

const filesOf = (log: string): string[] => [
  log,
  ...['-wal', '-shm', '-journal'].map((suffix) => log + suffix),
  highWaterMarkFile(log),
]
