// The app's page and its service worker: it is registered once the first screen stands, looks for a new build now and
// then, and lets a waiting one take over when the person says so. A worker is a gain and no condition: where there is
// none, or none is allowed, all goes over the network.

import { newVersion } from '#web/platform/worker/newVersion.ts'

/** A phone's app is opened once and stays open for weeks. */
const LOOK_AGAIN_MS = 60 * 60 * 1000
/** A worker that was asked to take over does so at once. */
const TAKES_OVER_WITHIN_MS = 3000

let registration: ServiceWorkerRegistration | undefined
let lookedAt = 0

/** Never rejects. */
export async function registerWorker(): Promise<void> {
  addEventListener('vite:preloadError', () => void lookForNewDocument())
  if (!('serviceWorker' in navigator)) return
  // Another tab let the new build take over: this one still shows the old.
  const { controller } = navigator.serviceWorker
  if (controller) navigator.serviceWorker.addEventListener('controllerchange', tell)
  try {
    registration = await navigator.serviceWorker.register('/sw.js')
  } catch {
    return
  }
  // Browsers that are told to block workers answer nothing.
  if (!registration) return
  lookedAt = Date.now()
  if (registration.waiting && controller) tell()
  registration.addEventListener('updatefound', () => watch(registration?.installing))
  watch(registration.installing)
  addEventListener('online', lookAgain)
  document.addEventListener('visibilitychange', lookAgain)
}

/** Drafts, unsent commands and what was seen are kept; the page comes back as the new build. */
export function takeNewVersion(): void {
  const waiting = registration?.waiting
  if (!waiting) return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload())
  setTimeout(() => location.reload(), TAKES_OVER_WITHIN_MS)
  waiting.postMessage('take over')
}

function tell(): void {
  newVersion.isReady = true
}

function watch(worker: ServiceWorker | null | undefined): void {
  // The first one of all is no news.
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) tell()
  })
}

function lookAgain(): void {
  if (document.visibilityState === 'hidden' || Date.now() - lookedAt < LOOK_AGAIN_MS) return
  lookedAt = Date.now()
  registration?.update().catch(() => undefined)
}

/** A part that cannot be loaded may be gone with its build; where the network is away, nothing says so. */
async function lookForNewDocument(): Promise<void> {
  const own = buildOf(document)
  const answer = await fetch('/app', { cache: 'no-store' }).catch(() => null)
  if (!answer?.ok || own === undefined) return
  const served = buildOf(new DOMParser().parseFromString(await answer.text(), 'text/html'))
  if (served !== undefined && served !== own) tell()
}

const buildOf = (page: Document): string | undefined =>
  page.querySelector<HTMLMetaElement>('meta[name=build]')?.content
