// Registers the service worker after the first screen, checks for a new build now and then, and lets a waiting one take
// over when the person agrees. Without a service worker the app works over the network.

import { subscribe } from 'valtio'
import { navigate } from 'wouter/use-browser-location'
import { closeNotifications } from '#web/platform/worker/notifications.ts'
import { session } from '#web/platform/session/session.ts'
import { newVersion } from '#web/platform/worker/newVersion.ts'

/** An app on a phone may stay open for weeks. */
const CHECK_EVERY_MS = 60 * 60 * 1000
/** A worker takes over at once, unless it fails to. */
const TAKES_OVER_WITHIN_MS = 3000

let registration: ServiceWorkerRegistration | undefined
let checkedAt = 0

/** Never rejects. */
export async function registerWorker(): Promise<void> {
  addEventListener('vite:preloadError', () => void lookForNewBuild())
  if (!('serviceWorker' in navigator)) return
  // Another tab let the new build take over; this one still shows the old.
  const { controller } = navigator.serviceWorker
  if (controller) navigator.serviceWorker.addEventListener('controllerchange', showNewVersion)
  try {
    registration = await navigator.serviceWorker.register('/sw.js')
  } catch {
    return
  }
  // A browser that blocks workers resolves with undefined.
  if (!registration) return
  checkedAt = Date.now()
  // A page that was being opened while the first worker took over would never be controlled.
  if (!controller) registration.active?.postMessage('claim')
  if (registration.waiting && controller) showNewVersion()
  registration.addEventListener('updatefound', () => watch(registration?.installing))
  watch(registration.installing)
  addEventListener('online', checkForBuild)
  document.addEventListener('visibilitychange', checkForBuild)
  navigator.serviceWorker.addEventListener('message', receive)
  // A new build may have taken over while this page was loading, before anything listened.
  navigator.serviceWorker.controller?.postMessage('which build')
  // Those of the last visit may still be there.
  closeIfVisible()
  document.addEventListener('visibilitychange', closeIfVisible)
  // The next person on this device must not read them.
  subscribe(session, () => {
    if (!session.token) closeNotifications()
  })
}

function closeIfVisible(): void {
  if (document.visibilityState === 'visible') closeNotifications()
}

/** Reloads the page as the new build. Drafts, pending commands and the offline cache stay. */
export function takeNewVersion(): void {
  const waiting = registration?.waiting
  if (!waiting) return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload())
  setTimeout(() => location.reload(), TAKES_OVER_WITHIN_MS)
  waiting.postMessage('take over')
}

/** From the worker: a notification was pressed (shownNotification.ts), or its build. */
function receive({ data }: MessageEvent<{ open?: string; build?: string } | null>): void {
  const current = buildOf(document)
  if (data?.open !== undefined) navigate(data.open)
  if (data?.build !== undefined && current !== undefined && data.build !== current) showNewVersion()
}

function showNewVersion(): void {
  newVersion.isReady = true
}

function watch(worker: ServiceWorker | null | undefined): void {
  // The first worker is no new version.
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) showNewVersion()
  })
}

function checkForBuild(): void {
  if (document.visibilityState === 'hidden' || Date.now() - checkedAt < CHECK_EVERY_MS) return
  checkedAt = Date.now()
  registration?.update().catch(() => undefined)
}

/** A chunk that cannot be loaded may be gone with its build. */
async function lookForNewBuild(): Promise<void> {
  const current = buildOf(document)
  const response = await fetch('/app', { cache: 'no-store' }).catch(() => null)
  if (!response?.ok || current === undefined) return
  const served = buildOf(new DOMParser().parseFromString(await response.text(), 'text/html'))
  if (served !== undefined && served !== current) showNewVersion()
}

const buildOf = (page: Document): string | undefined =>
  page.querySelector<HTMLMetaElement>('meta[name=build]')?.content
