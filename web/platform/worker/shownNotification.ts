// Shows notifications for the pages, and opens the app where one was pressed.

import { shellOf, shells } from '#web/platform/worker/routes.ts'
import { worker } from '#web/platform/worker/workerScope.ts'

export interface ShownNotification {
  title: string
  body: string
  /** A later one with the same tag replaces it. */
  tag: string
  /** The address of the screen that a press opens. */
  path: string
}

/** Nothing while a window of the app is visible, because the message is on it. */
export async function showNotification({ title, body, tag, path }: ShownNotification): Promise<void> {
  const windows = await appWindows()
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return
  await worker.registration.showNotification(title, {
    body,
    tag,
    icon: '/icons/icon-192.png',
    data: { path },
  })
}

/** In a window of the app that is open, else in a new one. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close()
  const { path } = notification.data as { path: string }
  const [open] = await appWindows()
  if (!open) return void (await worker.clients.openWindow(path))
  open.postMessage({ open: path })
  await open.focus()
}

/** Not the landing page: it shows no message, and has no script that could open a screen. */
async function appWindows() {
  const windows = await worker.clients.matchAll({ type: 'window' })
  return windows.filter(({ url }) => shellOf(new URL(url).pathname) === shells.app)
}
