// Sends two thousand random requests, different ones at each run. `npm run fuzz -- --seed 42` repeats a run.

import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { fuzz } from '#tests/fuzz/fuzz.ts'

test('Two thousand random requests get no 5xx, reveal nothing to outsiders and leave every sum right', async () => {
  const seed = randomInt(2 ** 31)
  const { wrong, succeeded } = await fuzz(seed, 2000)
  expect(wrong, `npm run fuzz -- --seed ${seed} --requests 2000`).toEqual([])
  expect(succeeded, 'most of it must get through to mean anything').toBeGreaterThan(800)
})
