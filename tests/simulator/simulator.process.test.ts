// Several people chat under every kind of fault; at rest all of them must see the same: no message lost or doubled,
// each sender's in order, and every waiting command visible.

import { describe, expect, test } from 'vitest'
import type { Counts } from '#tests/simulator/faults.ts'
import { type Run, simulate } from '#tests/simulator/simulate.ts'

const SEEDS = 30
const seeds = Array.from({ length: SEEDS }, (_, at) => ({ seed: at + 1 }))

const runs = new Map<number, Run>()

describe('people on bad networks', () => {
  const total: Counts = {}

  test.each(seeds)(
    'All devices show the same at rest (npm run simulate -- --seed $seed)',
    async ({ seed }) => {
      const run = await simulate(seed)
      runs.set(seed, run)
      const { wrong, sent, counts } = run
      for (const [what, times] of Object.entries(counts))
        total[what as keyof Counts] = (total[what as keyof Counts] ?? 0) + times
      expect(wrong).toEqual([])
      expect(sent).toBeGreaterThan(0)
    },
  )

  test('The runs include every kind of fault', () => {
    expect(Object.keys(total).toSorted()).toEqual([
      'asleep',
      'clockTurned',
      'dieAfterAppend',
      'dieBeforeAppend',
      'doublePush',
      'dropAnswer',
      'dropPush',
      'dropRequest',
      'eighthDay',
      'latePush',
      'lateRequest',
      'offline',
      'refuseSocket',
      'reloaded',
      'reorderPush',
      'serverClockTurned',
      'serverKilled',
      'sessionEnded',
      'storageSlow',
      'tabOpenedOrClosed',
    ])
  })
})

test('A seed always gives the same run', async () => {
  expect(await simulate(2)).toEqual(runs.get(2) ?? (await simulate(2)))
})
