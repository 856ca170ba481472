// Every command of every form goes through here: it gets its key and so its id on the device, shows itself as
// pending, goes out in its lane one after another, is tried again while the network is away, and ends as done or
// refused. The queue lives in memory for now.

import { proxy, ref, subscribe } from 'valtio'
import type { Call, Params } from '#core/kernel/call.ts'
import { pathOf } from '#core/kernel/call.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { reloadDocuments } from '#web/platform/documents.ts'
import { Refused, request, Unreachable } from '#web/platform/http.ts'
import { session } from '#web/platform/session.ts'

export interface Command<Answer, Body> {
  call: Call<Answer, Body>
  params?: Params
  body?: Body
  ifMatch?: number
  /** What goes out one after another: a trip's id. */
  lane: string
  /** Places (`/trips/{id}`) whose documents it changes: read again before it leaves the overlay. */
  touches: readonly string[]
  /** A UUID, else a new one is made. Whoever tries a refused command again gives its key, so it never counts twice. */
  key?: string
}

/** A command that is not confirmed yet, for the overlay: what is shown is what is confirmed plus these. */
export interface Pending {
  /** The id of what it creates. */
  id: string
  key: string
  call: Call
  path: string
  params: Params
  body: unknown
  lane: string
  /** Whose it is. */
  by: string
  /** `waiting`: the network is away. */
  state: 'sending' | 'waiting' | 'refused'
  /** The text of the refusal. */
  error: string | null
  at: string
  retry(): void
  discard(): void
}

export const outbox = proxy<{ items: Pending[] }>({ items: [] })

export type Sent<Answer> =
  | { state: 'done'; answer: Answer }
  /** The network is away; it stays in the overlay and goes out when it can. */
  | { state: 'waiting' }

const lanes = new Map<string, Promise<unknown>>()
const queued = new Set<{ item: Pending; told: Pick<Told<unknown>, 'waiting'> }>()

/**
 * Resolves when the command is done and what it touches was read again, or when the network turned out to be away.
 * @throws Refused with the server's text and fields; nothing was changed then.
 */
export function send<Answer, Body>(command: Command<Answer, Body>): Promise<Sent<Answer>> {
  const key = command.key ?? newKey()
  return new Promise((resolve, reject) => {
    const item = show(command, key)
    enqueue(command, item, {
      done: (answer) => resolve({ state: 'done', answer }),
      waiting: () => resolve({ state: 'waiting' }),
      // A form that waits shows the refusal itself; one that went on leaves it on the item.
      refused: (error) => {
        reject(error)
        if (item.state === 'sending') remove(key)
      },
    })
  })
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

interface Told<Answer> {
  done(answer: Answer): void
  waiting(): void
  refused(error: Refused): void
}

function show<Answer, Body>({ call, params = {}, body, lane }: Command<Answer, Body>, key: string): Pending {
  const by = session.user?.id ?? ''
  const id = idFrom(by, key)
  const item: Pending = {
    id,
    key,
    call: ref(call),
    path: pathOf(call, params),
    params: { ...params },
    body: body === undefined ? null : ref(body as object),
    lane,
    by,
    state: 'sending',
    error: null,
    at: new Date().toISOString(),
    retry: () => undefined,
    discard: () => remove(key),
  }
  outbox.items.push(item)
  return outbox.items.at(-1)!
}

function remove(key: string): void {
  const at = outbox.items.findIndex((item) => item.key === key)
  if (at >= 0) outbox.items.splice(at, 1)
}

function enqueue<Answer, Body>(command: Command<Answer, Body>, item: Pending, told: Told<Answer>): void {
  item.retry = () => {
    Object.assign(item, { state: 'sending', error: null })
    enqueue(command, item, {
      ...told,
      done: () => undefined,
      waiting: () => undefined,
      refused: () => undefined,
    })
  }
  const { lane } = command
  const entry = { item, told }
  queued.add(entry)
  if (outbox.items.some((other) => other.lane === lane && other.state === 'waiting')) waitIn(lane)
  const before = lanes.get(lane) ?? Promise.resolve()
  lanes.set(
    lane,
    before.then(() => deliver(command, item, told)).finally(() => queued.delete(entry)),
  )
}

/** While the first of a lane waits nobody in it gets further: all of them say so, and no form hangs behind another. */
function waitIn(lane: string): void {
  for (const { item, told } of queued) {
    if (item.lane !== lane || item.state !== 'sending') continue
    item.state = 'waiting'
    told.waiting()
  }
}

/** Never rejects: the next in the lane has its turn whatever comes of this one. */
async function deliver<Answer, Body>(
  command: Command<Answer, Body>,
  item: Pending,
  told: Told<Answer>,
): Promise<void> {
  const { call, params, body, ifMatch, touches } = command
  const asked = { key: item.key, ...(params && { params }), ...(ifMatch !== undefined && { ifMatch }) }
  for (let attempt = 0; outbox.items.some(({ key }) => key === item.key); attempt++) {
    try {
      const { answer } = await request(call, { ...asked, ...(body !== undefined && { body }) })
      if (await reloadDocuments(touches)) remove(item.key)
      else void showConfirmed(touches).then(() => remove(item.key))
      return told.done(answer)
    } catch (error) {
      if (error instanceof Refused && error.status !== 401) {
        told.refused(error)
        Object.assign(item, { state: 'refused', error: error.message })
        return
      }
      waitIn(command.lane)
      if (error instanceof Refused) await signIn(item)
      else await pause(attempt, error instanceof Unreachable ? error.retryAfterMs : undefined)
    }
  }
}

/**
 * An answer alone does not take it out of the overlay: the documents that hold it must be here. Neither the form nor
 * the lane waits for that, because a document that cannot be read says nothing against the next command.
 */
async function showConfirmed(touches: readonly string[]): Promise<void> {
  for (let attempt = 0; attempt === 0 || !(await reloadDocuments(touches)); attempt++) await pause(attempt)
}

/** A session that ended pauses the lane until the same person is back; what was somebody else's is dropped. */
function signIn(item: Pending): Promise<void> {
  return new Promise((resolve) => {
    const stop = subscribe(session, () => {
      if (!session.user) return
      if (session.user.id !== item.by) remove(item.key)
      stop()
      resolve()
    })
  })
}

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/** Doubles with each try, with jitter; ends early when the network or the person comes back. */
function pause(attempt: number, askedMs?: number): Promise<void> {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt)
  const ms = askedMs ?? longest * (0.5 + Math.random() / 2)
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', onVisible)
      resolve()
    }
    const onVisible = () => document.visibilityState === 'visible' && wake()
    const timer = setTimeout(wake, ms)
    addEventListener('online', wake)
    document.addEventListener('visibilitychange', onVisible)
  })
}
