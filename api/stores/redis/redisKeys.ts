// Names the keys in Redis. The documents of one set of projections have one generation, so a new version is built
// beside the old one, which nodes of the old version go on reading. Within a generation each build has its own epoch,
// so remains of an earlier build are never taken for current documents.

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { START } from '#core/store/eventStore.ts'
import type { Checkpoint } from '#projections/platform/readStore.ts'
import { type AnyProjection, projectionId } from '#projections/platform/projection.ts'

const GENERATION = /^[0-9a-f]{12}$/

/** Independent of the order of the projections. A list is stored in another way than the same document that is none. */
export function generationOf(projections: readonly AnyProjection[]): string {
  const names = projections
    .map((projection) => `${projectionId(projection)}${projection.list ? ` ${projection.list}` : ''}`)
    .sort()
  return bytesToHex(sha256(new TextEncoder().encode(names.join(' ')))).slice(0, 12)
}

export interface RedisKeys {
  prefix: string
  generation: string
  /**
   * The state, and the channel of its changes. It is lost together with the documents, so that a missing document is
   * never taken for one that does not exist.
   */
  state: string
  /** A channel: requests wait for the checkpoint, and it stands still. */
  standstill: string
  lease: string
  /** The positions of the followers, each with the epoch that it belongs to. */
  followers: string
  /** Exists while any process uses this generation. */
  used: string
  doc(epoch: string, projection: AnyProjection, key: string): string
}

/** @param prefix of letters, digits and `:_.-`, so that it is literal in a pattern */
export function redisKeys(prefix: string, generation: string): RedisKeys {
  const own = `${prefix}${generation}:`
  return {
    prefix,
    generation,
    state: `${own}state`,
    standstill: `${own}standstill`,
    lease: `${own}turn`,
    followers: `${own}followers`,
    used: `${own}used`,
    doc: (epoch, projection, key) => `${own}${epoch}:${projectionId(projection)}:${key}`,
  }
}

export interface KeyParts {
  generation: string
  /** Of a document; undefined for the other keys. */
  epoch: string | undefined
}

/** null for a key that is not the read store's. */
export function parseRedisKey(prefix: string, key: string): KeyParts | null {
  const [generation = '', second = '', ...rest] = key.slice(prefix.length).split(':')
  if (!key.startsWith(prefix) || !GENERATION.test(generation)) return null
  return { generation, epoch: rest.length > 0 ? second : undefined }
}

export interface RedisState extends Checkpoint {
  epoch: string
}

export const formatRedisState = ({ epoch, ready, position }: RedisState): string =>
  `${epoch} ${ready ? 1 : 0} ${position}`

export function parseRedisState(text: string): RedisState {
  const [epoch = '', ready, position = START] = text.split(' ')
  return { epoch, ready: ready === '1', position }
}
