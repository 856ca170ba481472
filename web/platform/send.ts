// Every command of every form goes through here: it gets its key and so its id on the device, shows itself as
// pending, is kept, goes out in its lane one after another, is tried again while the network is away, and ends as
// done or refused. The rules are the queue's (outbox/queue.ts); here it meets the browser and the screens.

import { subscribe } from 'valtio'
import type { Call, Params } from '#core/kernel/call.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { reloadDocuments } from '#web/platform/documents.ts'
import { Refused } from '#web/platform/http.ts'
import { deliver } from '#web/platform/outbox/deliver.ts'
import { deviceOutboxStore } from '#web/platform/outbox/deviceStore.ts'
import { webLease } from '#web/platform/outbox/lease.ts'
import type { Pending } from '#web/platform/outbox/pending.ts'
import { outbox, showItems } from '#web/platform/outbox/pending.ts'
import type { ShownItem, Told } from '#web/platform/outbox/queue.ts'
import { createQueue } from '#web/platform/outbox/queue.ts'
import { channelTabs } from '#web/platform/outbox/tabs.ts'
import { session, tokenOf } from '#web/platform/session.ts'
import { deviceTimers } from '#web/platform/timers.ts'

export { outbox, type Pending }

export interface Command<Answer, Body> {
  call: Call<Answer, Body>
  params?: Params
  body?: Body
  ifMatch?: number
  /** What goes out one after another: a trip's or a conversation's id. */
  lane: string
  /** Places (`/trips/{id}`) whose documents it changes: read again before it leaves the overlay. */
  touches: readonly string[]
  /** A UUID, else a new one is made. Whoever tries a refused command again gives its key, so it never counts twice. */
  key?: string
}

export type Sent<Answer> =
  | { state: 'done'; answer: Answer }
  /** The network is away; it stays in the overlay and goes out when it can. */
  | { state: 'waiting' }

/** The form that waits for the first word on a command. */
interface Waiter {
  lane: string
  resolve(sent: Sent<unknown>): void
  reject(error: Refused): void
}

const waiters = new Map<string, Waiter>()
/** Done, and shown until the documents that hold them are here. */
const landing = new Map<string, ShownItem>()
const listeners = new Set<(item: ShownItem, answer: unknown) => void>()

const queue = createQueue({
  store: deviceOutboxStore(),
  deliver,
  who: () => (session.user && tokenOf(session.user.id) !== null ? session.user.id : null),
  lease: webLease(navigator.locks, deviceTimers),
  tabs: channelTabs(),
  timers: deviceTimers,
  random: Math.random,
  onChange: show,
  onTold: hear,
})

const whose = () => `${session.user?.id} ${session.token}`
let before = whose()
subscribe(session, () => {
  if (whose() === before) return
  before = whose()
  queue.wake()
})
addEventListener('online', () => queue.wake())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') queue.wake()
})

/** The network has just been seen working. */
export const wakeOutbox = (): void => queue.wake()

/**
 * Resolves when the command is done and what it touches was read again, or when the network turned out to be away.
 * @throws Refused with the server's text and fields; nothing was changed then.
 */
export function send<Answer, Body>(command: Command<Answer, Body>): Promise<Sent<Answer>> {
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
  const id = idFrom(by, key)
  const json: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body))
  const at = new Date().toISOString()
  void queue.add({ key, id, by, lane, call, params, body: json, ifMatch, touches, at, refusal: null })
  return id
}

/** Hears each command that is done, whichever tab sent it; answers what ends it. */
export function whenDone(listener: (item: ShownItem, answer: unknown) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** For a command that may be tried again. `crypto.randomUUID` is missing on plain http; this is RFC 9562 version 4. */
export function newKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function show(): void {
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
    if (!waiting.has(key) && waiters.delete(key)) waiter.resolve({ state: 'waiting' })
}

function hear(told: Told): void {
  if (told.state === 'waiting') {
    for (const [key, waiter] of waiters)
      if (waiter.lane === told.lane && waiters.delete(key)) waiter.resolve({ state: 'waiting' })
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
    if (await reloadDocuments(item.touches)) leave(key)
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
  while (!(await reloadDocuments(touches)))
}
