// The connection of the chat while its code is loaded.

import { expect, test } from 'vitest'
import { connectLater } from '#web/chat/state/deviceConnection.ts'
import type { connect } from '#web/chat/state/liveConnection.ts'
import { virtualTime } from '#tests/support/virtualTime.ts'

const ignore = (): void => undefined

test('Code that was lost once is loaded again by itself or when a person tries, and connects once', async () => {
  const time = virtualTime()
  const states: string[] = []
  const tokens: (string | null)[] = []
  let loads = 0
  const connection = {
    ...{ state: () => ({ status: 'connected', error: null }) as const, tryAgain: ignore, emit: ignore },
    ...{ ask: ignore, setToken: (token: string | null) => void tokens.push(token) },
  }
  const ports = {
    timers: time,
    onState: ({ status }: { status: string }) => void states.push(status),
    ...{ onNotice: ignore, onConnected: ignore, onMessage: ignore, isOpen: () => false, onRejected: ignore },
  }
  const later = connectLater('ann', ports, async (): Promise<typeof connect> => {
    loads += 1
    if (loads === 1) throw new Error('No network')
    return () => connection
  })
  later.setToken('first')
  later.setToken('renewed')
  await time.settle()
  expect([loads, tokens]).toEqual([1, []])
  expect(states.at(-1)).toBe('reconnecting')
  later.tryAgain()
  await time.settle()
  await time.forward(60_000)
  expect([loads, tokens]).toEqual([2, ['renewed']])
})
