// Measures posted messages and fetched pages in a group of fifty in which everybody writes in turn.

import { createHash, randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { openSqliteEventStore } from '#api/stores/sqlite.ts'
import type { Row } from '#bench/figures.ts'
import { inTurn, ratio } from '#bench/ratio.ts'
import { load, type Load, type Measured } from '#bench/writePath/load.ts'
import { type Person, type Population, exchange } from '#bench/chat/population.ts'

const connections = 50
const roundMs = 1500
const rounds = 9
export const LONG = 100_000
const short = 100
const longRounds = 31
/** Few enough for the conversation to stay short. */
const requestsEach = 300
const pageRounds = 300

function messages(port: number, by: readonly Person[], conversationId: string) {
  return {
    port,
    connections,
    path: `/api/conversations/${conversationId}/messages`,
    headers: (n: number) => ({
      'Content-Type': 'application/json',
      Authorization: `Bearer ${by[n % by.length]!.token}`,
    }),
    bodyOf: (n: number) =>
      JSON.stringify({
        content: `Shall we meet at the station at ${n % 24}?`,
        client_message_id: randomUUID(),
      }),
  } satisfies Partial<Load>
}

/** @param barePort of the server of bench/writePath that only appends */
export async function postsBesideBare(
  port: number,
  barePort: number,
  population: Population,
): Promise<Row[]> {
  const group = population.people.slice(0, 50)
  const product = {
    ...messages(port, group, await population.group(group)),
    requests: Infinity,
    forMs: roundMs,
  }
  const bare = { ...product, port: barePort }
  // A first run warms up.
  await load(product)
  await load(bare)
  const turns = await inTurn<Measured>(
    rounds,
    () => load(product),
    () => load(bare),
  )
  const name = `POST message, ${connections} connections`
  return [
    ratio(
      `${name}: requests a second ÷ bare Koa on SQLite`,
      turns,
      ({ perSecond }) => perSecond,
      'a second',
      {
        atLeast: 0.5,
      },
    ),
  ]
}

export async function longBesideShort(port: number, population: Population, longId: string): Promise<Row> {
  const group = population.people.slice(0, 50)
  const few = { requests: requestsEach, forMs: 10_000 }
  const longOne = { ...messages(port, group, longId), ...few }
  await load(longOne)
  const shortOne = async () => {
    const of = messages(port, group, await population.group(group))
    await load({ ...of, ...few, requests: short })
    return load({ ...of, ...few })
  }
  const turns = await inTurn<Measured>(longRounds, () => load(longOne), shortOne)
  const name = `POST message to a conversation of ${LONG.toLocaleString('en-HK')}: p95 ÷ to one of ${short}`
  return ratio(name, turns, ({ p95 }) => p95, 'ms', { atMost: 1.2 })
}

export async function pageFarDown(port: number, population: Population, longId: string): Promise<Row> {
  const [reader] = population.people
  const headers = { Authorization: `Bearer ${reader!.token}` }
  const path = `/api/conversations/${longId}/messages`
  const read = (query: string) => async () => {
    const before = performance.now()
    const text = await exchange(port, 'GET', `${path}?${query}`, headers)
    const took = performance.now() - before
    if ((JSON.parse(text) as { messages: unknown[] }).messages.length !== 50)
      throw new Error(text.slice(0, 300))
    return took
  }
  const [first, deep] = [read('limit=50'), read(`limit=50&before_id=${idOfOld(51)}`)]
  for (let n = 0; n < 50; n++) await Promise.all([first(), deep()])
  const turns = await inTurn<number>(pageRounds, deep, first)
  const name = `a page of 50 at depth ${LONG.toLocaleString('en-HK')} ÷ the first page`
  return ratio(name, turns, (ms) => ms, 'ms', { atMost: 1.2 })
}

const idOfOld = (seq: number): string => {
  const hex = createHash('sha256').update(`message ${seq}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Appends as many messages to the log of a stopped server as it would receive in half a minute. */
export async function fill(file: string, conversationId: string, by: readonly Person[]): Promise<void> {
  const store = await openSqliteEventStore({ file })
  const stream = `conversation-${conversationId}`
  const began = Date.now() - LONG * 1000
  let revision = (await store.read(stream, { backward: true, limit: 1 }))[0]!.revision
  for (let from = 0; from < LONG; from += 1000) {
    const events = Array.from({ length: 1000 }, (_, index) => {
      const seq = from + index + 1
      const at = new Date(began + seq * 1000).toISOString()
      const { id: actor } = by[seq % by.length]!
      const message = {
        id: idOfOld(seq),
        seq,
        clientMessageId: null,
        content: `Shall we meet at the station at ${seq % 24}?`,
        messageType: 'text',
        sender: { id: actor, username: `person${seq % by.length}` },
        replyTo: null,
        createdAt: at,
      }
      const meta = {
        actor,
        at,
        key: idOfOld(seq),
        digest: 'd'.repeat(64),
        requestId: 'bench',
        v: 1,
        prev: null,
      }
      return { type: 'MessageSent', data: { conversationId, message }, meta }
    })
    revision = (await store.append(stream, revision, events)).revision
  }
  await store.close()
}
