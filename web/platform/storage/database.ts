// An IndexedDB database whose connection closes when the page is left. WebKit can freeze such a page with its connection
// open, and then no window, not even after a reload, gets a transaction on that database. Every wait has a time limit.

import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  type OpenDBCallbacks,
  type StoreNames,
  openDB,
} from 'idb'
import { type Timers, deviceTimers } from '#web/platform/time/timers.ts'

export interface Database<Schema extends DBSchema> {
  /**
   * Runs the work in one transaction and resolves when that is complete. If the page was left meanwhile, the work runs
   * again on a new connection, so it must be repeatable.
   * @throws Unresponsive if the browser does not respond in time, else the browser's error
   */
  transact<
    Names extends [StoreNames<Schema>, ...StoreNames<Schema>[]],
    Mode extends 'readonly' | 'readwrite',
    Result,
  >(
    names: Names,
    mode: Mode,
    work: (transaction: IDBPTransaction<Schema, Names, Mode>) => Promise<Result>,
  ): Promise<Result>
}

/** The browser did not respond in time, now or less than `FAIL_FAST_MS` ago. */
export class Unresponsive extends Error {
  override name = 'Unresponsive'
}

export interface PageLifetime {
  onLeave(listener: () => void): void
  onReturn(listener: () => void): void
}

export interface DatabasePorts<Schema extends DBSchema> {
  /** @param onClosed is called when the browser closes the connection */
  open(onClosed: () => void): Promise<IDBPDatabase<Schema>>
  lifetime: PageLifetime
  timers: Timers
  durability: IDBTransactionDurability
}

/** A busy phone opens a database in far less. */
export const RESPONSE_TIMEOUT_MS = 3000
/** After a time-out, transactions fail at once for this time. */
export const FAIL_FAST_MS = 30_000

/** If the page may not use IndexedDB, each transaction rejects. */
export function openDatabase<Schema extends DBSchema>(
  name: string,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
  durability: IDBTransactionDurability,
  version = 1,
): Database<Schema> {
  return createDatabase<Schema>({
    open: async (onClosed) =>
      openDB<Schema>(name, version, {
        upgrade,
        // Another tab upgrades the database for a newer build.
        blocking(_current, _blocked, event) {
          ;(event.target as IDBDatabase).close()
          onClosed()
        },
        terminated: onClosed,
      }),
    lifetime: pageLifetime,
    timers: deviceTimers,
    durability,
  })
}

const pageLifetime: PageLifetime = {
  onLeave(listener) {
    addEventListener('pagehide', listener)
    document.addEventListener('freeze', listener)
  },
  onReturn(listener) {
    addEventListener('pageshow', listener)
    document.addEventListener('resume', listener)
  },
}

/** The reason for ending work that must run again on a new connection. */
const REOPEN = Symbol('reopen')

export function createDatabase<Schema extends DBSchema>(ports: DatabasePorts<Schema>): Database<Schema> {
  const { lifetime, timers } = ports
  let connection: Connection<Schema> | null = null
  /** While the page is left. */
  let away: { back: Promise<void>; comeBack(): void } | null = null
  let failFastUntil = -Infinity

  lifetime.onLeave(() => {
    away ??= untilBack()
    end(connection, REOPEN)
  })
  lifetime.onReturn(() => {
    failFastUntil = -Infinity
    away?.comeBack()
    away = null
  })

  function end(ended: Connection<Schema> | null, reason: unknown): void {
    if (connection === ended) connection = null
    ended?.end(reason)
  }

  function connect(): Connection<Schema> {
    const own: Connection<Schema> = connectionBy(() => ports.open(() => end(own, REOPEN)))
    return own
  }

  /** @throws REOPEN if the work must run on another connection */
  function limited<Result>(on: Connection<Schema>, work: Promise<Result>): Promise<Result> {
    let cancel = () => {}
    const late = new Promise<never>((_, reject) => {
      cancel = timers.after(RESPONSE_TIMEOUT_MS, () => {
        const unresponsive = new Unresponsive('The database of the browser does not respond')
        failFastUntil = timers.now() + FAIL_FAST_MS
        reject(unresponsive)
        end(on, unresponsive)
      })
    })
    return Promise.race([work, on.ended, late]).finally(cancel)
  }

  return {
    async transact(names, mode, work) {
      for (let tries = 1; ; tries++) {
        if (away) await away.back
        if (timers.now() < failFastUntil)
          throw new Unresponsive('The database of the browser did not respond')
        const isNew = connection === null
        const on = (connection ??= connect())
        try {
          const { durability } = ports
          return await limited(
            on,
            on.run((db) => db.transaction(names, mode, { durability }), work),
          )
        } catch (error) {
          if (error === REOPEN) continue
          if (error instanceof Unresponsive || isFull(error)) throw error
          // A browser drops the connections of a suspended app: repeat once on a new one.
          end(on, REOPEN)
          if (isNew || tries > 1) throw error
        }
      }
    },
  }
}

function untilBack() {
  let comeBack = () => {}
  const back = new Promise<void>((resolve) => (comeBack = resolve))
  return { back, comeBack }
}

interface Connection<Schema extends DBSchema> {
  run<Transaction extends { done: Promise<void>; abort(): void }, Result>(
    begin: (db: IDBPDatabase<Schema>) => Transaction,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result>
  /** Closes it and aborts its transactions. */
  end(reason: unknown): void
  /** Rejects with the reason given to `end`. */
  ended: Promise<never>
}

function connectionBy<Schema extends DBSchema>(
  open: () => Promise<IDBPDatabase<Schema>>,
): Connection<Schema> {
  const running = new Set<{ abort(): void }>()
  let db: IDBPDatabase<Schema> | undefined
  let hasEnded = false
  let rejectEnded = (_reason: unknown) => {}
  const ended = new Promise<never>((_, reject) => (rejectEnded = reject))
  const opened = open().then((connected) => {
    if (hasEnded) connected.close()
    return (db = connected)
  })
  // Callers handle these rejections.
  for (const promise of [ended, opened]) promise.catch(() => undefined)
  return {
    ended,
    async run(begin, work) {
      const transaction = begin(await opened)
      transaction.done.catch(() => undefined)
      running.add(transaction)
      try {
        const result = await work(transaction)
        await transaction.done
        return result
      } catch (error) {
        // Work that throws by itself leaves what it has written before.
        abort(transaction)
        throw error
      } finally {
        running.delete(transaction)
      }
    },
    end(reason) {
      hasEnded = true
      rejectEnded(reason)
      for (const transaction of running) abort(transaction)
      db?.close()
    },
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort()
  } catch {
    // It was complete.
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
