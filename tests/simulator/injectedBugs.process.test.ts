// Proves that the simulator finds the kinds of bugs it exists for: each injected bug makes one of a few runs fail.

import { expect, test } from 'vitest'
import { type InjectedBug, injectedBugs } from '#tests/simulator/injectedBugs.ts'
import { simulate } from '#tests/simulator/simulate.ts'

const RUNS = 30

test.each(Object.keys(injectedBugs) as InjectedBug[])('The simulator finds a client that %s', async (bug) => {
  for (let seed = 1; seed <= RUNS; seed++) if ((await simulate(seed, bug)).wrong.length > 0) return
  expect.fail(`${RUNS} runs went well with it`)
})
