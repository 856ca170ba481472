// An IndexedDB database with a lifetime and time limits. A page that is left can be frozen with its connection open, and
// WebKit then starts no transaction on that database any more, in no window and not after a reload either. So the
// connection closes when the page is left and opens again when it is back, and nothing waits for the browser for ever.

import type { DBSchema, IDBPDatabase, IDBPTransaction, OpenDBCallbacks, StoreNames } from 'idb'
import { openDB } from 'idb'
import type { Timers } from '#web/platform/timers.ts'
import { deviceTimers } from '#web/platform/timers.ts'

export interface Database<Schema extends DBSchema> {
  /**
   * Runs the work in one transaction and resolves when that is complete. The work runs again on a new connection when
   * the page was left meanwhile, so it must be repeatable.
   * @throws Unresponsive when the browser does not answer in time, else what the browser says
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

/** The browser did not answer in time, or just before this and is left alone for a while. */
export class Unresponsive extends Error {
  override name = 'Unresponsive'
}

/** When the page is left and may be frozen, and when it is back. */
export interface PageLifetime {
  onLeave(listener: () => void): void
  onReturn(listener: () => void): void
}

export interface DatabasePorts<Schema extends DBSchema> {
  /** @param onClosed is called when the browser closes the connection by itself */
  open(onClosed: () => void): Promise<IDBPDatabase<Schema>>
  lifetime: PageLifetime
  timers: Timers
  durability: IDBTransactionDurability
}

/** Far more than a busy phone takes to open a database. */
export const LIMIT_MS = 3000
/** So long nobody waits again for a browser that did not answer. */
export const REST_MS = 30_000

/** Where the browser has no IndexedDB, or none for this page, each transaction rejects. */
export function openDatabase<Schema extends DBSchema>(
  name: string,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
  durability: IDBTransactionDurability,
): Database<Schema> {
  return createDatabase<Schema>({
    open: async (onClosed) =>
      openDB<Schema>(name, 1, {
        upgrade,
        // A newer version of the app in another tab wants to change the database.
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

/** Why work ended that is to run again on a new connection. */
const REOPEN = Symbol('reopen')

export function createDatabase<Schema extends DBSchema>(ports: DatabasePorts<Schema>): Database<Schema> {
  const { lifetime, timers } = ports
  let connection: Connection<Schema> | null = null
  /** While the page is left. */
  let away: { back: Promise<void>; comeBack(): void } | null = null
  let restUntil = -Infinity

  lifetime.onLeave(() => {
    away ??= untilBack()
    end(connection, REOPEN)
  })
  lifetime.onReturn(() => {
    restUntil = -Infinity
    away?.comeBack()
    away = null
  })

  function end(given: Connection<Schema> | null, reason: unknown): void {
    if (connection === given) connection = null
    given?.end(reason)
  }

  function connect(): Connection<Schema> {
    const own: Connection<Schema> = connectionBy(() => ports.open(() => end(own, REOPEN)))
    return own
  }

  /** @throws REOPEN where another connection is to be tried */
  function limited<Result>(on: Connection<Schema>, work: Promise<Result>): Promise<Result> {
    let callOff = () => {}
    const late = new Promise<never>((_, reject) => {
      callOff = timers.after(LIMIT_MS, () => {
        const unresponsive = new Unresponsive('The database of the browser does not answer')
        restUntil = timers.now() + REST_MS
        reject(unresponsive)
        end(on, unresponsive)
      })
    })
    return Promise.race([work, on.ended, late]).finally(callOff)
  }

  return {
    async transact(names, mode, work) {
      for (let tries = 1; ; tries++) {
        if (away) await away.back
        if (timers.now() < restUntil) throw new Unresponsive('The database of the browser did not answer')
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
          // A browser loses the connections of an app that it suspended: once more on a new one.
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
  /** Closes it and aborts what runs on it. */
  end(reason: unknown): void
  /** Rejects with the reason of its end. */
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
  const opened = open().then((given) => {
    if (hasEnded) given.close()
    return (db = given)
  })
  // Whoever waits for it hears of it.
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
    // It was complete already.
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
