// Notifications are for the windows of the app: the landing page has no script and shows no message.

import { afterEach, expect, it, vi } from 'vitest'
import { openNotification, showNotification } from '#web/platform/worker/shownNotification.ts'

afterEach(() => vi.unstubAllGlobals())

function openWindows(...paths: string[]) {
  const windows = paths.map((path) => ({
    url: `https://trips.example${path}`,
    visibilityState: 'visible',
    postMessage: vi.fn<(message: object) => void>(),
    focus: vi.fn<() => Promise<void>>(),
  }))
  const calls = {
    showNotification: vi.fn<(title: string) => Promise<void>>(),
    openWindow: vi.fn<(path: string) => Promise<null>>(),
  }
  vi.stubGlobal('clients', { matchAll: async () => windows, openWindow: calls.openWindow })
  vi.stubGlobal('registration', { showNotification: calls.showNotification })
  return { windows, ...calls }
}

const path = '/app/chat/42'
const shown = { title: 'ann', body: 'Hello', tag: '42', path }
const pressed = { close: () => undefined, data: { path } } as unknown as Notification

it('A message is a notification while only the landing page is visible, and none while the app is', async () => {
  const landing = openWindows('/')
  await showNotification(shown)
  expect(landing.showNotification).toHaveBeenCalledOnce()

  const app = openWindows('/', '/app')
  await showNotification(shown)
  expect(app.showNotification).not.toHaveBeenCalled()
})

it('A notification opens in a window of the app, and in a new one beside the landing page', async () => {
  const landing = openWindows('/')
  await openNotification(pressed)
  expect(landing.openWindow).toHaveBeenCalledWith(path)

  const both = openWindows('/', '/app/travel')
  await openNotification(pressed)
  expect(both.windows.map(({ postMessage }) => postMessage.mock.calls)).toEqual([[], [[{ open: path }]]])
  expect(both.openWindow).not.toHaveBeenCalled()
})
