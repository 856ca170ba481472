// The app's service worker. It caches all files of one build, or none, so that the app opens without a network, and quickly
// on a slow one. A new build waits until no window uses the old one, or until the person asks for it. The offline cache and
// the outbox are separate (web/platform/offlineCache, web/platform/outbox).

import { buildsBefore } from '#web/platform/worker/builds.ts'
import { hasExpectedType, isAsset, isLanding, shellOf, shells } from '#web/platform/worker/routes.ts'
import {
  openNotification,
  showNotification,
  type ShownNotification,
} from '#web/platform/worker/shownNotification.ts'
import { fetchFile, worker } from '#web/platform/worker/workerScope.ts'

/** Inserted by the build (vite.config.ts): its id, and the paths of all files that the app can load. */
declare const APP_BUILD: { id: string; files: string[] }

const { id: buildId, files } = APP_BUILD
const CACHE_PREFIX = 'app '
/** The name of the cache of this worker's build. */
const CACHE = CACHE_PREFIX + buildId
/** A browser opens six connections to a server; the worker leaves most of them to the page. */
const CONNECTIONS = 2

worker.addEventListener('install', (event) => {
  event.waitUntil(cacheBuild())
  // Browsers that support it then do not start the worker for API requests.
  event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' }).catch(() => undefined)
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOldBuilds(), worker.clients.claim()]))
})

worker.addEventListener('message', (event) => {
  const data = event.data as 'take over' | 'claim' | 'which build' | { show: ShownNotification }
  if (data === 'take over') void worker.skipWaiting()
  else if (data === 'which build') event.source?.postMessage({ build: buildId })
  else if (data === 'claim') event.waitUntil(worker.clients.claim())
  else event.waitUntil(showNotification(data.show))
})

worker.addEventListener('notificationclick', (event) => {
  event.waitUntil(openNotification(event.notification))
})

worker.addEventListener('fetch', (event) => {
  const { request, clientId, resultingClientId } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode !== 'navigate') {
    if (isAsset(pathname)) event.respondWith(assetFor(request))
    return
  }
  const shell = shellOf(pathname)
  if (!shell) return
  event.respondWith(shellFor(request, shell))
  event.waitUntil(
    Promise.all([refreshShell(shell), deleteOldBuilds(clientId, resultingClientId)]).catch(() => undefined),
  )
})

/** @throws if a file is missing: then the worker is not installed, and the browser retries later */
async function cacheBuild(): Promise<void> {
  const cache = await caches.open(CACHE)
  const remaining = [...files]
  const cacheRemaining = async () => {
    for (let file = remaining.pop(); file; file = remaining.pop()) {
      // A file of an earlier build with the same name has the same content.
      await cache.put(file, (await cachedAsset(file)) ?? (await fetchAsset(file)))
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, cacheRemaining))
  for (const shell of [shells.landing, shells.app]) {
    const response = await fetchFile(shell, 'no-cache')
    if (!(await isShellOfBuild(shell, response))) throw new Error('The server now serves a different build')
    await cache.put(shell, response)
  }
}

/** From the cache; from the network only if the browser has deleted it there. */
async function shellFor(request: Request, shell: string): Promise<Response> {
  return (await (await caches.open(CACHE)).match(shell, { ignoreVary: true })) ?? fetch(request)
}

/** From any cached build, because a window of an earlier build may still load its files. */
async function assetFor(request: Request): Promise<Response> {
  return (await cachedAsset(request.url)) ?? fetch(request)
}

async function cachedAsset(url: string): Promise<Response | undefined> {
  const cached = await caches.match(url, { ignoreVary: true })
  const { pathname } = new URL(url, location.origin)
  return cached && hasExpectedType(pathname, cached.headers.get('Content-Type')) ? cached : undefined
}

/** The server writes its settings into the shells: a changed setting takes effect at the next visit. */
async function refreshShell(shell: string): Promise<void> {
  const response = await fetchFile(shell, 'no-cache')
  if (await isShellOfBuild(shell, response)) await (await caches.open(CACHE)).put(shell, response)
}

/** @throws if the content type of the response does not fit the path */
async function fetchAsset(path: string): Promise<Response> {
  const response = await fetchFile(path, 'default')
  if (!hasExpectedType(path, response.headers.get('Content-Type')))
    throw new Error(`${path} has an unexpected content type`)
  return response
}

/** Whether the response is this shell, and not a page of a proxy or the shell of another build. */
async function isShellOfBuild(shell: string, response: Response): Promise<boolean> {
  const html = await response.clone().text()
  return shell === shells.landing ? isLanding(html) : html.includes(`name="build" content="${buildId}"`)
}

/** Deletes earlier builds, unless a window other than `exceptClients` is open, which may show one of them. */
async function deleteOldBuilds(...exceptClients: string[]): Promise<void> {
  const { waiting, installing } = worker.registration
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (waiting || installing || windows.some(({ id }) => !exceptClients.includes(id))) return
  const builds = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX))
  await Promise.all(buildsBefore(builds, CACHE).map((name) => caches.delete(name)))
}
