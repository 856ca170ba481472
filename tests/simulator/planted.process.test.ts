// That the simulator finds mistakes of the kinds it is there for: with each of these planted at a port, some run of a few
// is not as it should be.

import { expect, test } from 'vitest'
import type { Plant } from '#tests/simulator/plants.ts'
import { plants } from '#tests/simulator/plants.ts'
import { simulate } from '#tests/simulator/simulate.ts'

const RUNS = 30

test.each(Object.keys(plants) as Plant[])('a client that %s is found', async (plant) => {
  for (let seed = 1; seed <= RUNS; seed++) if ((await simulate(seed, plant)).wrong.length > 0) return
  expect.fail(`${RUNS} runs went well with it`)
})
