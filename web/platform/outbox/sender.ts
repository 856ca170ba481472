// Where the queue (queue.ts) meets the browser and the screens: what is sent, what of it is shown, and who waits for it.

import { subscribe } from 'valtio'
import { newIdOf } from '#core/kernel/ids.ts'
import { reloadQueries } from '#web/platform/queries.ts'
import { Refused } from '#web/platform/http.ts'
import { storesNothing } from '#web/platform/tokenStorage.ts'
import { createJournal } from '#web/platform/outbox/journal.ts'
import { deliver } from '#web/platform/outbox/deliver.ts'
import { indexedDbOutboxStore } from '#web/platform/outbox/indexedDbStore.ts'
import { webLease } from '#web/platform/outbox/lease.ts'
import { createMemoryOutboxStore } from '#web/platform/outbox/memoryStore.ts'
import { showItems } from '#web/platform/outbox/pendingCommands.ts'
import type { QueueItem, OutboxNotice } from '#web/platform/outbox/queue.ts'
import { createQueue } from '#web/platform/outbox/queue.ts'
import { openTabChannel, noTabChannel } from '#web/platform/outbox/tabChannel.ts'
import { newKey } from '#web/platform/newKey.ts'
import type { Command, SendResult } from '#web/platform/send.ts'
import { session, tokenOf } from '#web/platform/session.ts'
import { deviceTimers } from '#web/platform/timers.ts'

/** The form that waits for the first word on a command. */
interface Waiter {
  lane: string
  resolve(sent: SendResult<unknown>): void
  reject(error: Refused): void
}

const waiters = new Map<string, Waiter>()
/** Done, and shown until the documents that hold them are here. */
const landing = new Map<string, QueueItem>()
const listeners = new Set<(item: QueueItem, answer: unknown) => void>()

const journal = storesNothing ? undefined : createJournal()

const queue = createQueue({
  store: storesNothing ? createMemoryOutboxStore() : indexedDbOutboxStore(),
  deliver,
  currentUserId: () => (session.user && tokenOf(session.user.id) !== null ? session.user.id : null),
  lease: webLease(storesNothing ? undefined : navigator.locks, deviceTimers),
  tabs: storesNothing ? noTabChannel : openTabChannel(),
  timers: deviceTimers,
  random: Math.random,
  onChange: show,
  onNotice: hear,
})

const whose = () => `${session.user?.id} ${session.token}`
let before = whose()
subscribe(session, () => {
  if (whose() === before) return
  before = whose()
  queue.wake()
})
addEventListener('online', () => queue.wake())
addEventListener('pageshow', ({ persisted }) => persisted && queue.wake())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') queue.wake()
  else journal?.write(queue.unstored())
})
addEventListener('pagehide', () => journal?.write(queue.unstored()))
for (const item of journal?.read() ?? []) void queue.add(item)
// From now on it is this page's to forget.
journal?.write(queue.unstored())

/** The network has just been seen working. */
export const wakeOutbox = (): void => queue.wake()

/**
 * Resolves when the command is done and what it touches was read again, or when it did not get through and is tried again.
 * @throws Refused with the server's text and fields; nothing was changed then.
 */
export function sendNow<Answer, Body>(command: Command<Answer, Body>): Promise<SendResult<Answer>> {
  const key = command.key ?? newKey()
  return new Promise((resolve, reject) => {
    waiters.set(key, { lane: command.lane, resolve: resolve as Waiter['resolve'], reject })
    enqueue({ ...command, key })
  })
}

/** The same for who does not wait for an answer: a refusal stays on the item. @returns its id */
export function enqueue<Answer, Body>(command: Command<Answer, Body>): string {
  const { call, params = {}, body, ifMatch, lane, touches, key = newKey() } = command
  const by = session.user?.id ?? ''
  const id = newIdOf(call, params, by, key)
  const json: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body))
  const at = new Date().toISOString()
  void queue.add({ key, id, by, lane, call, params, body: json, ifMatch, touches, at, refusal: null })
  return id
}

/** Hears each command that is done, whichever tab sent it; answers what ends it. */
export function whenDone(listener: (item: QueueItem, answer: unknown) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function show(): void {
  journal?.forgetAllBut(queue.unstored())
  const items = queue.items()
  const waiting = new Set(items.map(({ key }) => key))
  const landed = [...landing.values()].filter(({ key, by }) => !waiting.has(key) && by === session.user?.id)
  showItems([...landed, ...items], {
    retry: (key) => queue.retry(key),
    discard(key) {
      landing.delete(key)
      queue.discard(key)
    },
  })
  // Discarded, here or in another tab: nothing more will be heard of it.
  for (const [key, waiter] of waiters)
    if (!waiting.has(key) && waiters.delete(key)) waiter.resolve({ state: 'waiting', failure: null })
}

function hear(told: OutboxNotice): void {
  if (told.state === 'waiting') {
    for (const [key, waiter] of waiters)
      if (waiter.lane === told.lane && waiters.delete(key))
        waiter.resolve({ state: 'waiting', failure: told.failure })
    return
  }
  const waiter = waiters.get(told.key)
  waiters.delete(told.key)
  if (told.state === 'done') return void land(told.key, told.answer, waiter)
  // A form that waits shows the refusal itself; one that went on leaves it on the item.
  if (!waiter) return
  const { status, code, message, fields } = told.refusal
  waiter.reject(new Refused(status, code, message, fields))
  queue.discard(told.key)
}

/**
 * An answer alone does not take it out of the overlay: the documents that hold it must be here. Neither the form nor
 * the lane waits for a document that cannot be read, because that says nothing against the next command.
 */
async function land(key: string, answer: unknown, waiter: Waiter | undefined): Promise<void> {
  const item = queue.items().find((one) => one.key === key)
  if (item) {
    landing.set(key, item)
    for (const listener of listeners) listener(item, answer)
    if (await reloadQueries(item.touches)) leave(key)
    else void reloadLater(item.touches).then(() => leave(key))
  }
  waiter?.resolve({ state: 'done', answer })
}

function leave(key: string): void {
  landing.delete(key)
  show()
}

const RELOAD_AGAIN_MS = 5000

async function reloadLater(touches: readonly string[]): Promise<void> {
  do await new Promise<void>((wake) => void deviceTimers.after(RELOAD_AGAIN_MS, wake))
  while (!(await reloadQueries(touches)))
}
