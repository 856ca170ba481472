// Several people talk while everything goes wrong that can; then it is quiet, and all of them must see the same: no
// message lost, none twice, each sender's in their order, and nothing waiting that does not say so.

import { describe, expect, test } from 'vitest'
import type { Counts } from '#tests/simulator/mischief.ts'
import { simulate } from '#tests/simulator/simulate.ts'

const SEEDS = 50
const seeds = Array.from({ length: SEEDS }, (_, at) => ({ seed: at + 1 }))

describe('people who talk on bad networks', () => {
  const total: Counts = {}

  test.each(seeds)('see the same at rest (npm run simulate -- --seed $seed)', async ({ seed }) => {
    const { wrong, sent, counts } = await simulate(seed)
    for (const [what, times] of Object.entries(counts))
      total[what as keyof Counts] = (total[what as keyof Counts] ?? 0) + times
    expect(wrong).toEqual([])
    expect(sent).toBeGreaterThan(0)
  })

  test('met everything that can go wrong', () => {
    expect(Object.keys(total).toSorted()).toEqual([
      'asleep',
      'clockTurned',
      'dieAfterAppend',
      'dieBeforeAppend',
      'doublePush',
      'dropAnswer',
      'dropPush',
      'dropRequest',
      'latePush',
      'lateRequest',
      'offline',
      'refuseSocket',
      'reloaded',
      'reorderPush',
      'serverClockTurned',
      'serverKilled',
      'sessionEnded',
      'tabOpenedOrClosed',
    ])
  })
})

test('the same seed is the same run', async () => {
  expect(await simulate(2)).toEqual(await simulate(2))
})
