// Connects the queue to the browser and the screens: it sends commands, shows pending ones, and resolves the waiting forms.

import { subscribe } from 'valtio'
import { newIdOf } from '#core/kernel/ids.ts'
import { isBelow, reloadQueries, replicaPath } from '#web/platform/queries/queryStore.ts'
import { refreshReplica, waitForReplica } from '#web/platform/outbox/replicaState.ts'
import { Refused, Unreachable, request } from '#web/platform/http/http.ts'
import {
  writeItem,
  keysWith,
  attempt,
  removeStored,
  storesNothing,
  readItem,
} from '#web/platform/storage/localStorage.ts'
import { indexedDbOutboxStore } from '#web/platform/outbox/indexedDbStore.ts'
import { webLease } from '#web/platform/outbox/lease.ts'
import { createMemoryOutboxStore } from '#web/platform/outbox/memoryStore.ts'
import { outbox, showCommands } from '#web/platform/outbox/outbox.ts'
import type {
  OrderedCommand,
  OutboxCommand,
  DeliveryResult,
  OutboxNotice,
  QueuedCommand,
} from '#web/platform/outbox/outboxCommand.ts'
import { createQueue } from '#web/platform/outbox/queue.ts'
import { openTabChannel, noTabChannel } from '#web/platform/outbox/tabChannel.ts'
import { newKey } from '#web/platform/http/newKey.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import { type Command, type SendResult, sentBody } from '#web/platform/outbox/command.ts'
import { session, tokenOf } from '#web/platform/session/session.ts'
import { delayOn, deviceTimers } from '#web/platform/time/timers.ts'
import { failedDelivery, sessionEnded } from '#web/platform/outbox/failedDelivery.ts'
import { filesInBody } from '#web/platform/outbox/waitingFile.ts'
import { isInDraft } from '#web/platform/storage/drafts.ts'

/** A form that waits for the first outcome of its command. */
interface Waiter {
  lane: string
  keepsRefusal: boolean
  resolve(sent: SendResult<unknown>): void
  reject(error: Refused): void
}

/** Begins the names of stored commands. */
const JOURNAL = 'unsent:'

export type Sender = ReturnType<typeof createSender>

let started: Sender | undefined

/** The first call starts it: stored commands are shown and sent from then on. */
export const startSender = (): Sender => (started ??= createSender())

/** Over 80 lines, because its functions share what waits. */
function createSender() {
  const waiters = new Map<string, Waiter>()
  /** Done commands, shown until the queries that hold them are fetched. */
  const awaitingQueries = new Map<string, QueuedCommand>()
  const listeners = new Set<(command: QueuedCommand, response: unknown) => void>()
  const journal = storesNothing ? undefined : createJournal()
  const store = storesNothing ? createMemoryOutboxStore() : indexedDbOutboxStore()
  const queue = createQueue({
    store,
    deliver,
    refusedPart,
    currentUserId: () => (session.user && tokenOf(session.user.id) !== null ? session.user.id : null),
    lease: webLease(storesNothing ? undefined : navigator.locks, deviceTimers),
    tabs: storesNothing ? noTabChannel : openTabChannel(),
    timers: deviceTimers,
    random: Math.random,
    onChange: show,
    onNotice: settle,
  })
  void queue.whenRead.then(() => {
    outbox.isRead = true
    whenIdle(() => void removeUnusedFiles())
  })
  wakeWithBrowser()
  for (const command of journal?.read() ?? []) void queue.add(command)
  // From now on these commands are this page's to remove from the journal.
  journal?.write(queue.unstored())

  function wakeWithBrowser(): void {
    const sessionKey = () => `${session.user?.id} ${session.token}`
    let before = sessionKey()
    subscribe(session, () => {
      if (sessionKey() === before) return
      before = sessionKey()
      queue.wake()
      // Logging out deletes the drafts.
      void removeUnusedFiles()
    })
    addEventListener('online', () => queue.wake())
    addEventListener('pageshow', ({ persisted }) => persisted && queue.wake())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') queue.wake()
      else journal?.write(queue.unstored())
    })
    addEventListener('pagehide', () => journal?.write(queue.unstored()))
  }

  /** Those that neither a command nor a draft on this device refers to. */
  async function removeUnusedFiles(): Promise<void> {
    const unstored = queue.unstored()
    const stored = await store.all().catch(() => null)
    if (!stored) return
    const used = new Set(
      [...unstored, ...stored].flatMap(({ body }) => filesInBody(body).map(({ hash }) => hash)),
    )
    removeFiles((hash) => used.has(hash) || isInDraft(hash))
  }

  /** They are on the server now, or not wanted any more. */
  function removeFilesOf(command: QueuedCommand | undefined): void {
    const hashes = filesInBody(command?.body).map(({ hash }) => hash)
    if (hashes.length > 0) removeFiles((hash) => !hashes.includes(hash) || isInDraft(hash))
  }

  async function refusedPart(command: OrderedCommand, response: unknown): Promise<OutboxCommand | null> {
    const { failed } = (response ?? {}) as { failed?: unknown[] }
    if (!failed?.length || waiters.has(command.key)) return null
    return import('#web/platform/outbox/refusedInvitations.ts')
      .then(({ refusedInvitations }) => refusedInvitations(command, response))
      .catch(() => null)
  }

  function enqueue<Response, Body>(
    commands: readonly Command<Response, Body>[],
  ): Promise<SendResult<Response>>[] {
    const added: OutboxCommand[] = []
    const results = commands.map((command) => {
      const { endpoint, params = {}, body, ifMatch, lane, touches = [], key = newKey(), part } = command
      const keepsRefusal = command.decidedBy !== 'server'
      const by = session.user?.id ?? ''
      const id = newIdOf(endpoint, params, by, key)
      const json = sentBody(body)
      const at = new Date().toISOString()
      const refusal = null
      added.push({ key, id, by, lane, endpoint, params, body: json, ifMatch, touches, at, refusal, part })
      return new Promise<SendResult<Response>>((resolve, reject) => {
        waiters.set(key, { lane, keepsRefusal, resolve: resolve as Waiter['resolve'], reject })
      })
    })
    void queue.add(...added)
    return results
  }

  function show(): void {
    journal?.removeAllExcept(queue.unstored())
    const commands = queue.commands()
    const keys = new Set(commands.map(({ key }) => key))
    const done = [...awaitingQueries.values()].filter(
      ({ key, by }) => !keys.has(key) && by === session.user?.id,
    )
    showCommands([...done, ...commands], {
      retry: (key) => queue.retry(key),
      discard(key) {
        awaitingQueries.delete(key)
        removeFilesOf(queue.commands().find((command) => command.key === key))
        queue.discard(key)
      },
    })
    // A command that was discarded, here or in another tab, has no outcome.
    for (const [key, waiter] of waiters)
      if (!keys.has(key) && waiters.delete(key)) waiter.resolve({ state: 'waiting', failure: null })
  }

  function settle(notice: OutboxNotice): void {
    if (notice.state === 'waiting') {
      for (const [key, waiter] of waiters)
        if (waiter.lane === notice.lane && waiters.delete(key))
          waiter.resolve({ state: 'waiting', failure: notice.failure })
      return
    }
    const waiter = waiters.get(notice.key)
    waiters.delete(notice.key)
    if (notice.state === 'done') return void whenFetched(notice, waiter)
    // Others may have changed what the command was about.
    refreshReplica(notice.lane)
    const { status, code, message, fields } = notice.refusal
    waiter?.reject(new Refused(status, code, message, fields))
    if (waiter && !waiter.keepsRefusal) return queue.discard(notice.key)
    // What was to be removed is gone already, and there is no row that could show the refusal. A proxy or a captive portal
    // also responds with 404, so the server's code decides: after theirs the row is still there.
    const command = queue.commands().find(({ key }) => key === notice.key)
    if (code === 'NOT_FOUND' && command?.endpoint.method === 'DELETE') queue.discard(notice.key)
  }

  /**
   * A done command stays pending on the screen until the queries that hold it are fetched. Neither the form nor the lane
   * waits for a query that cannot be fetched.
   */
  async function whenFetched(
    { key, lane, response, position }: Extract<OutboxNotice, { state: 'done' }>,
    waiter: Waiter | undefined,
  ): Promise<void> {
    const command = queue.commands().find((candidate) => candidate.key === key)
    if (command) {
      awaitingQueries.set(key, command)
      for (const listener of listeners) listener(command, response)
      removeFilesOf(command)
      const fetchShown = async () => {
        const [isFetched, isIncluded] = await Promise.all([
          // A push or the change feed may have had them fetched already.
          reloadQueries(command.touches, (entry) => position !== '' && entry.position >= position),
          changesReplica(command) ? waitForReplica(lane, position) : true,
        ])
        return isFetched && isIncluded
      }
      if (await fetchShown()) remove(key)
      else void repeatUntil(fetchShown).then(() => remove(key))
    }
    waiter?.resolve({ state: 'done', response })
  }

  function remove(key: string): void {
    awaitingQueries.delete(key)
    show()
  }

  return {
    /**
     * Puts the commands, all of one lane, into the outbox at once: all are stored before the first is sent, or none. A result
     * resolves when the command is done and its queries are fetched again, or when it waits for a retry; it rejects with the
     * server's Refused.
     */
    enqueue,
    /** The network works. */
    wake: queue.wake,
    /** Calls the listener for each command that is done, whichever tab sent it. */
    whenDone: (listener: (command: QueuedCommand, response: unknown) => void): void =>
      void listeners.add(listener),
  }
}

/** Chats of a trip are in its lane, and not in its replica. */
const changesReplica = ({ lane, touches }: QueuedCommand): boolean =>
  touches.length === 0 || touches.some((parent) => isBelow(replicaPath(lane), parent))

const RELOAD_AGAIN_MS = 5000

async function repeatUntil(isDone: () => Promise<boolean>): Promise<void> {
  do await delayOn(deviceTimers, RELOAD_AGAIN_MS)
  while (!(await isDone()))
}

/**
 * Commands that the store has not taken when the page is left, in local storage, because that writes synchronously. The next
 * page adds them to its queue. A page that comes back sends them, too, with the same key, so the server counts them once.
 */
function createJournal() {
  /** Keys of the commands that this page wrote. */
  const written = new Set<string>()
  return {
    write(commands: readonly OutboxCommand[]): void {
      for (const command of commands)
        if (writeItem(JOURNAL + command.key, JSON.stringify(command))) written.add(command.key)
    },
    /** The commands that earlier pages wrote, oldest first. */
    read(): OutboxCommand[] {
      const commands = keysWith(JOURNAL).flatMap(
        (name) => attempt(() => JSON.parse(readItem(name) ?? '') as OutboxCommand) ?? [],
      )
      return commands.sort((a, b) => a.at.localeCompare(b.at))
    },
    /** The other commands that this page wrote are stored, sent or discarded by now. */
    removeAllExcept(commands: readonly OutboxCommand[]): void {
      const remaining = new Set(commands.map(({ key }) => key))
      for (const key of written) {
        if (remaining.has(key)) continue
        written.delete(key)
        removeStored(JOURNAL + key)
      }
    },
  }
}

const loadUploads = () =>
  import('#web/platform/outbox/deviceUploads.ts').catch(() => {
    throw new Unreachable()
  })

/** The next start removes what is left. */
function removeFiles(isUsed: (hash: string) => boolean): void {
  loadUploads().then(
    ({ deviceUploads }) => deviceUploads.removeUnused(isUsed),
    () => undefined,
  )
}

/** One attempt, with the token of the person whose command it is, and first its files. Never rejects; ends in bounded time. */
async function deliver(command: OrderedCommand): Promise<DeliveryResult> {
  const { endpoint, params, body, key, ifMatch, by } = command
  const token = tokenOf(by)
  if (token === null) return sessionEnded
  try {
    if (filesInBody(body).length > 0) {
      const { uploadFilesOf } = await loadUploads()
      const hindrance = await uploadFilesOf(command)
      if (hindrance) return hindrance
    }
    const options = { ...(body !== undefined && { body }), ...(ifMatch !== undefined && { ifMatch }) }
    const { body: response, position } = await request(endpoint, { params, key, token, ...options })
    return { state: 'done', response, position }
  } catch (error) {
    return failedDelivery(error)
  }
}
