// A part of the app whose code could not be loaded at first.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeatUntilDone } from '#web/platform/http/repeatUntilDone.ts'

const listeners = new Set<() => void>()
const load = vi.fn<() => Promise<string>>()
const onLoaded = vi.fn<(part: string) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.add(listener))
  vi.stubGlobal('removeEventListener', (_: string, listener: () => void) => listeners.delete(listener))
  load.mockReset().mockResolvedValue('part')
  onLoaded.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  listeners.clear()
})

test('A part whose code failed to load is loaded again, though the browser never says that it is online', async () => {
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockRejectedValueOnce(new TypeError())
  repeatUntilDone(load, onLoaded)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(3)
  expect(onLoaded.mock.calls).toEqual([['part']])
})

test('A part whose code failed to load is loaded at once when the browser is online again', async () => {
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  repeatUntilDone(load, onLoaded)
  await vi.advanceTimersByTimeAsync(10)
  for (const listener of listeners) listener()
  await vi.advanceTimersByTimeAsync(10)
  expect(onLoaded).toHaveBeenCalledOnce()
  expect(listeners.size).toBe(0)
})

test('A part that is not wanted any more is not loaded again', async () => {
  load.mockRejectedValue(new TypeError('Failed to fetch'))
  const cancel = repeatUntilDone(load, onLoaded)
  await vi.advanceTimersByTimeAsync(10)
  cancel()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([load.mock.calls.length, listeners.size]).toEqual([1, 0])
})
