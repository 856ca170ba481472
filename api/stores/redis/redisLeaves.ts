// Reads and writes the leaves of documents in Redis: a list is a hash with a field for each leaf, any other document a
// string.

import { type Leaf, type LeafWrites, type ListProjection, WHOLE } from '#projections/platform/leaves.ts'
import type { RedisClient } from '#api/stores/redis/redisConnection.ts'

export interface NamedDocument {
  /** The key in Redis. */
  name: string
  projection: ListProjection
}

type Found = string | Record<string, string> | null | undefined

/** The text under `state` and the leaves of each document, all of one moment. Ends a WATCH of this connection. */
export async function readTogether(
  client: RedisClient,
  state: string,
  documents: readonly NamedDocument[],
): Promise<{ text: string | null; found: Leaf[][] }> {
  if (!documents.some(({ projection }) => projection.list)) {
    const [text, ...found] = await client.mGet([state, ...documents.map(({ name }) => name)])
    return { text: text ?? null, found: found.map(leavesOf) }
  }
  const transaction = client.multi().get(state)
  for (const { name, projection } of documents)
    if (projection.list) transaction.hGetAll(name)
    else transaction.get(name)
  const [text, ...found] = (await transaction.exec()) as unknown as Found[]
  return { text: text as string | null, found: found.map(leavesOf) }
}

/** As `readTogether`, but a list may be newer than the text, and a WATCH stays. */
export async function readUnderWatch(
  client: RedisClient,
  state: string,
  documents: readonly NamedDocument[],
): Promise<{ text: string | null; found: Leaf[][] }> {
  const names = documents.map(({ name, projection }) => (projection.list ? null : name))
  const lists = documents.flatMap(({ name, projection }) => (projection.list ? [name] : []))
  const [[text, ...texts], ...hashes] = await Promise.all([
    client.mGet([state, ...names.filter((name) => name !== null)]),
    ...lists.map((name) => client.hGetAll(name)),
  ])
  const found = names.map((name) => leavesOf(name === null ? hashes.shift() : texts.shift()))
  return { text: text ?? null, found }
}

function leavesOf(found: Found): Leaf[] {
  if (typeof found === 'string') return [[WHOLE, found]]
  return Object.entries(found ?? {}).map(([number, text]) => [Number(number), text])
}

export function writeLeaves(
  transaction: ReturnType<RedisClient['multi']>,
  { name, projection }: NamedDocument,
  { clear, set, remove }: LeafWrites,
): void {
  if (clear) transaction.unlink(name)
  if (remove.length > 0) transaction.hDel(name, remove.map(String))
  if (set.length === 0) return
  if (projection.list)
    transaction.hSet(
      name,
      set.flatMap(([number, text]) => [String(number), text]),
    )
  else transaction.set(name, set[0]![1])
}
