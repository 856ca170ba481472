// The contract of `Nodes`: rate limits count the same on a single node and over all nodes that share them.

import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Nodes } from '#api/platform/nodes.ts'

/** So slow that no token is refilled during a test. */
const HARDLY = 0.001

/** @param open resolves when the nodes are ready */
export function nodesContract(name: string, open: () => Promise<Nodes>) {
  describe(`what nodes share ${name}`, () => {
    let nodes: Nodes
    beforeEach(async () => void (nodes = await open()))
    afterEach(() => nodes.close())

    test('A bucket allows its capacity and no more, for each key independently', async () => {
      const take = nodes.buckets(randomUUID(), HARDLY, 3)
      const taken = [await take('ann'), await take('ann'), await take('ann'), await take('ann')]
      expect(taken).toEqual([true, true, true, false])
      expect(await take('ben')).toBe(true)
      expect(await nodes.buckets(randomUUID(), HARDLY, 3)('ann'), 'another bucket').toBe(true)
    })

    test('A bucket refills over time', async () => {
      const take = nodes.buckets(randomUUID(), 20, 1)
      expect(await take('ann')).toBe(true)
      await expect.poll(() => take('ann')).toBe(true)
    })

    test('Points are spent by requests and by failures, for each key independently', async () => {
      const limiter = nodes.limiter({ keyPrefix: randomUUID(), points: 3, duration: 600 })
      expect(limiter.points).toBe(3)
      expect(await limiter.get('ann')).toBeNull()
      await limiter.consume('ann')
      await limiter.penalty('ann')
      await limiter.consume('ann')
      expect(await limiter.get('ann')).toMatchObject({ consumedPoints: 3 })
      await expect(limiter.consume('ann')).rejects.toMatchObject({ remainingPoints: 0 })
      expect((await limiter.get('ann'))!.msBeforeNext).toBeGreaterThan(0)
      await limiter.consume('ben')
    })
  })
}
