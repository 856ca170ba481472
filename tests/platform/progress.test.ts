// Requests that wait for read models which another process projects: when that process is told so.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formatPosition } from '#core/store/position.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { type Progress, watchProgress } from '#projections/platform/progress.ts'
import type { Checkpoint } from '#projections/platform/readStore.ts'

const report = vi.fn<() => void>()
let move: (checkpoint: Checkpoint) => void
let progress: Progress
beforeEach(() => {
  vi.useFakeTimers()
  report.mockClear()
  const onCheckpoint = (listener: typeof move) => {
    move = listener
    return () => undefined
  }
  progress = watchProgress({ ...createMemoryReadStore(), onCheckpoint, reportStandstill: report })
  move({ position: formatPosition(1), ready: true })
})
afterEach(async () => {
  await progress.stop()
  vi.useRealTimers()
})

test('The projector is told nothing while no request waits, and once a second without progress while one does', async () => {
  await vi.advanceTimersByTimeAsync(60_000)
  expect(report).not.toHaveBeenCalled()
  const waiting = progress.waitForPosition(formatPosition(2), 1900)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await waiting).toBe(false)
  expect(report).toHaveBeenCalledTimes(1)
})

test('The projector is told nothing while the checkpoint moves, however long a request waits', async () => {
  const waiting = progress.waitForPosition(formatPosition(100), 600_000)
  for (let n = 2; n <= 100; n++) {
    await vi.advanceTimersByTimeAsync(900)
    move({ position: formatPosition(n), ready: true })
  }
  expect(await waiting).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(report).not.toHaveBeenCalled()
})
