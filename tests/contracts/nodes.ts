// What counts for one node alone counts for all that share it, and how much somebody has used up is the same question
// wherever it is kept: each adapter of `Nodes` runs this.

import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Nodes } from '#api/platform/nodes.ts'

/** So slow that nothing comes back while a test runs. */
const HARDLY = 0.001

/** @param open resolves when it can be asked */
export function nodesContract(name: string, open: () => Promise<Nodes>) {
  describe(`what nodes share ${name}`, () => {
    let nodes: Nodes
    beforeEach(async () => void (nodes = await open()))
    afterEach(() => nodes.close())

    test('a bucket lets through what fits at once, and no more, for each alone', async () => {
      const take = nodes.buckets(randomUUID(), HARDLY, 3)
      const taken = [await take('ann'), await take('ann'), await take('ann'), await take('ann')]
      expect(taken).toEqual([true, true, true, false])
      expect(await take('ben')).toBe(true)
      expect(await nodes.buckets(randomUUID(), HARDLY, 3)('ann'), 'another bucket').toBe(true)
    })

    test('a bucket fills again', async () => {
      const take = nodes.buckets(randomUUID(), 20, 1)
      expect(await take('ann')).toBe(true)
      await expect.poll(() => take('ann')).toBe(true)
    })

    test('points are used up, by what is asked for and by what was wrong, for each alone', async () => {
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
