// Reads all documents of the current build in Redis in small steps, to verify them against the log.

import type { Checkpoint } from '#projections/platform/readStore.ts'
import type { RedisConnection } from '#api/stores/redis/redisConnection.ts'
import { parseRedisState, type RedisKeys } from '#api/stores/redis/redisKeys.ts'
import { textOfLeaves } from '#projections/platform/leaves.ts'
import { type NamedDocument, readTogether } from '#api/stores/redis/redisLeaves.ts'
import { scanKeys } from '#api/stores/redis/redisScan.ts'
import { type AnyProjection, projectionId } from '#projections/platform/projection.ts'

export interface RedisDocuments {
  shown(): Promise<Checkpoint>
  /** As stored. Documents written meanwhile may be missing. */
  all(): AsyncIterable<{ projection: string; key: string; text: string }>
  get(projection: AnyProjection, key: string): Promise<string | null>
}

/** All throw StoreUnavailable, and Error when nothing was ever built. */
export function redisDocuments(
  connection: RedisConnection,
  keys: RedisKeys,
  projections: readonly AnyProjection[],
): RedisDocuments {
  const byId = new Map(projections.map((projection) => [projectionId(projection), projection]))

  async function textsOf(documents: readonly NamedDocument[]): Promise<(string | null)[]> {
    const { found } = await connection.run((client) => readTogether(client, keys.state, documents))
    return found.map((leaves, n) => textOfLeaves(documents[n]!.projection, leaves))
  }

  async function state() {
    const text = await connection.run((client) => client.get(keys.state))
    if (text === null) throw new Error('Redis holds no documents of these projections: is a server running?')
    return parseRedisState(text)
  }
  return {
    shown: state,
    async *all() {
      const { epoch } = await state()
      const begin = keys.doc(epoch, { name: '', version: '' } as never, '').split('@')[0]!
      const yielded = new Set<string>()
      for await (const found of scanKeys(connection, begin)) {
        const names = found.filter((name) => !yielded.has(name) && yielded.add(name))
        if (names.length === 0) continue
        const documents = names.map((name) => {
          const rest = name.slice(begin.length)
          const separator = rest.indexOf(':')
          const id = rest.slice(0, separator)
          return { name, id, key: rest.slice(separator + 1), projection: byId.get(id) ?? {} }
        })
        const texts = await textsOf(documents)
        for (const [n, { id, key }] of documents.entries()) {
          const text = texts[n] ?? null
          if (text !== null) yield { projection: id, key, text }
        }
      }
    },
    async get(projection, key) {
      const { epoch } = await state()
      const [text] = await textsOf([{ name: keys.doc(epoch, projection, key), projection }])
      return text ?? null
    },
  }
}
