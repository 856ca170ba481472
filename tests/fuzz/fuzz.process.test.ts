// Sends two thousand random requests, different ones at each run. `npm run fuzz -- --seed 42` repeats a run.

import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { fuzz } from '#tests/fuzz/fuzz.ts'

test('Two thousand random requests get no 5xx, reveal nothing to outsiders and leave every sum right', async () => {
  const seed = randomInt(2 ** 31)
  const { failures, succeeded } = await fuzz(seed, 2000)
  expect(failures, `npm run fuzz -- --seed ${seed} --requests 2000`).toEqual([])
  expect(succeeded, 'enough requests must succeed for the run to prove anything').toBeGreaterThan(800)
})
