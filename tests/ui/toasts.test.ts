// One toast at a time: what it shows after another.

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { useToasterStore } from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show, showAfter, showWithAction } from '#web/ui/feedback/ToastStack.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const Shown = () => {
  const { toasts } = useToasterStore()
  return toasts.filter(({ visible }) => visible).map(({ message }) => `[${message as string}]`)
}
const shown = () => renderToStaticMarkup(createElement(Shown))

test('A toast replaces the one before it, and the same text is counted', () => {
  show('success', 'Expense added')
  show('success', 'Activity added')
  expect(shown()).toBe('[Activity added]')
  show('success', 'Activity added')
  expect(shown()).toBe('[Activity added (2)]')
})

test('Equal toasts are counted for as long as one of them lasts, and then anew', () => {
  for (let i = 0; i < 5; i++) {
    show('success', 'Payment recorded')
    vi.advanceTimersByTime(3000)
  }
  expect(shown()).toBe('[Payment recorded]')
  show('success', 'Payment recorded')
  expect(shown()).toBe('[Payment recorded (2)]')
})

test('A notice of the connection replaces no other toast, and only the last one that waits is shown', () => {
  show('info', 'This trip is not here any more')
  showAfter('error', 'Connection lost', 'connection')
  vi.advanceTimersByTime(1000)
  showAfter('success', 'Reconnected to messaging', 'connection')
  expect(shown()).toBe('[This trip is not here any more]')
  vi.advanceTimersByTime(3000)
  expect(shown()).toContain('[Reconnected to messaging]')
  expect(shown()).not.toContain('Connection lost')
  showAfter('error', 'Connection lost', 'connection')
  expect(shown()).toContain('[Connection lost]')
})

test('A toast with a button is offered for ten seconds, unless another one replaces it', () => {
  const Durations = () => {
    const { toasts } = useToasterStore()
    return toasts.filter(({ visible }) => visible).map(({ duration }) => `[${duration} ms]`)
  }
  showWithAction('Imported 2 expenses', { label: 'Undo', run: () => undefined }, 'import')
  expect(renderToStaticMarkup(createElement(Durations))).toBe('[10000 ms]')
  show('success', 'Expense added')
  expect(shown()).toBe('[Expense added]')
})

test('A notice of the connection waits until a toast with a button is gone', () => {
  showWithAction('Expense deleted', { label: 'Undo', run: () => undefined }, 'delete')
  showAfter('error', 'Connection lost', 'connection')
  vi.advanceTimersByTime(9000)
  expect(shown()).not.toContain('Connection lost')
  vi.advanceTimersByTime(1000)
  expect(shown()).toContain('[Connection lost]')
})
