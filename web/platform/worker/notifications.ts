// Notifications of the browser about messages that arrive while the app is open, but no window of it is visible. The
// service worker shows them, because only it knows all windows.

import { readItem, writeItem } from '#web/platform/storage/localStorage.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import type { ShownNotification } from '#web/platform/worker/shownNotification.ts'

export interface NotificationSetting {
  /** The person wants them, on this device. */
  isOn: boolean
  permission: NotificationPermission | 'unsupported'
}

const STORAGE_KEY = 'notifications'

export function notificationSetting(): NotificationSetting {
  const isSupported = 'Notification' in window && 'serviceWorker' in navigator
  return {
    isOn: readItem(STORAGE_KEY) !== 'off',
    permission: isSupported ? Notification.permission : 'unsupported',
  }
}

/**
 * Asks for the permission where the browser needs it: only possible in response to a press. Without storage the setting
 * lasts as long as the screen.
 */
export async function setNotifications(isOn: boolean): Promise<NotificationSetting> {
  writeItem(STORAGE_KEY, isOn ? 'on' : 'off')
  if (isOn && notificationSetting().permission === 'default') await Notification.requestPermission()
  return { ...notificationSetting(), isOn }
}

const areShown = (): boolean => {
  const { isOn, permission } = notificationSetting()
  return isOn && permission === 'granted'
}

/** Does nothing where notifications are off. */
export function notify(notification: ShownNotification): void {
  if (areShown()) navigator.serviceWorker.controller?.postMessage({ show: notification })
}

/** Those of messages that the person sees now, or has seen on another device. @param tag default: of all conversations */
export function closeNotifications(tag?: string): void {
  if (!areShown()) return
  whenIdle(() => {
    void navigator.serviceWorker.ready
      .then((registration) => registration.getNotifications(tag === undefined ? {} : { tag }))
      .then((shown) => shown.forEach((notification) => notification.close()))
  })
}
