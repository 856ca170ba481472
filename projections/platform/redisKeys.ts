// Where everything is in Redis. The documents of one set of projections stand under one generation, so a new version of any
// projection is built beside the old, and the nodes of the old version go on reading theirs. Within a generation each build
// has an epoch of its own: what an earlier one left can never be taken for a document of this one.

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { START } from '#core/store/eventStore.ts'
import type { Checkpoint } from '#projections/platform/readStore.ts'
import type { AnyProjection } from '#projections/platform/projection.ts'

const GENERATION = /^[0-9a-f]{12}$/

/** Of these projections in these versions, in whatever order. */
export function generationOf(projections: readonly AnyProjection[]): string {
  const names = projections.map(({ name, version }) => `${name}@${version}`).sort()
  return bytesToHex(sha256(new TextEncoder().encode(names.join(' ')))).slice(0, 12)
}

export interface RedisKeys {
  prefix: string
  generation: string
  /** What is shown, and the channel that tells of its changes. Gone with the data, so that a miss is never "no". */
  state: string
  /** Who projects. */
  lease: string
  /** There while any process reads or writes this generation. */
  used: string
  doc(epoch: string, projection: AnyProjection, key: string): string
}

/** @param prefix of letters, digits and `:_.-`, so that it means itself in a pattern */
export function redisKeys(prefix: string, generation: string): RedisKeys {
  const own = `${prefix}${generation}:`
  return {
    prefix,
    generation,
    state: `${own}state`,
    lease: `${own}turn`,
    used: `${own}used`,
    doc: (epoch, { name, version }, key) => `${own}${epoch}:${name}@${version}:${key}`,
  }
}

export interface KeyParts {
  generation: string
  /** Of a document; undefined for the few others. */
  epoch: string | undefined
}

/** null for a key that is none of the read store's. */
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
