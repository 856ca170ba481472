// The contract of `Nodes`: rate limits count the same on a single node and over all nodes that share them.

import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Nodes } from '#api/platform/nodes.ts'

/** So slow that no token is refilled during a test. */
const HARDLY = 0.001

/** @param open resolves when the nodes are ready; again on what those before have stored @param keeps whether anything is stored */
export function nodesContract(name: string, open: () => Promise<Nodes>, keeps = true) {
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

    if (!keeps) return
    test('When people were last seen is known to nodes that start later, the newest of each', async () => {
      const [ann, ben] = [randomUUID(), randomUUID()]
      await nodes.presenceTimes.save(
        new Map([
          [ann, 1000],
          [ben, 2000],
        ]),
      )
      await nodes.presenceTimes.save(
        new Map([
          [ann, 3000],
          [ben, 1500],
        ]),
      )
      await nodes.close()
      nodes = await open()
      const known = await nodes.presenceTimes.load()
      expect([known.get(ann), known.get(ben)]).toEqual([3000, 2000])
    })
  })
}
