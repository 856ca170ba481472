// Proves that the simulator finds the kinds of bugs it exists for: each injected bug makes one of a few runs fail.

import { expect, test } from 'vitest'
import type { InjectedBug } from '#tests/simulator/injectedBugs.ts'
import { simulate } from '#tests/simulator/simulate.ts'

const RUNS = 30
/** A short run that finds the bug, tried first. After a change of the simulator another of the runs may find it. */
const findingSeeds: Record<InjectedBug, number> = {
  repeatsUnderNewKeys: 1,
  keepsItsOutboxInMemory: 1,
  removesCommandsBeforeTheResponse: 1,
  sendsTheNewestCommandFirst: 1,
  storesLaterCommandsFirst: 1,
  forgetsCommandsAfterAWeek: 1,
  forgetsTheWorkOfRemovedPeople: 1,
  hidesRefusedMessages: 4,
  ignoresMissedMessages: 3,
  numbersMessagesByArrival: 3,
  neverFetchesAPageAgain: 1,
  leavesOutReactions: 4,
  leavesOutMentions: 4,
  countsChangesOfGroups: 10,
}

test.each(Object.entries(findingSeeds) as [InjectedBug, number][])(
  'The simulator finds a client that %s',
  async (bug, first) => {
    const seeds = [first, ...Array.from({ length: RUNS }, (_, at) => at + 1)]
    for (const seed of seeds) if ((await simulate(seed, bug)).wrong.length > 0) return
    expect.fail(`${RUNS} runs went well with it`)
  },
)
