// The service worker of /demo/: caches the demo's own files, so that it opens without a network, and leaves all other
// requests to MSW's worker, whose code it imports. MSW's worker unregisters itself with the last window; here that is
// prevented. It caches all files of one build, or none.
//
// MSW's page listens only to the worker that it started with. So a new worker waits until no window is open. Its build is
// cached at once, and the active worker, old or new, shows it at the next visit.

import { htmlDocumentAt } from '#core/htmlDocuments.ts'
import { screenRoutes } from '#core/screenRoutes.ts'
import { buildsBefore } from '#web/platform/worker/builds.ts'
import { fetchFile, worker } from '#web/platform/worker/workerScope.ts'

/** Inserted by the build (build/demo.ts): its id, and the paths of all files that the demo can load. */
declare const DEMO_BUILD: { id: string; files: string[] }

const { id: buildId, files } = DEMO_BUILD
const CACHE_PREFIX = 'demo '
/** The name of the cache of this worker's build. */
const CACHE = CACHE_PREFIX + buildId
const SHELL = screenRoutes.demo

worker.addEventListener('install', (event) => {
  // MSW's listener would take over at once.
  event.stopImmediatePropagation()
  event.waitUntil(cacheNewerBuild())
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/demo/api/')) return
  // Not for MSW's listener.
  event.stopImmediatePropagation()
  if (request.mode === 'navigate') {
    if (htmlDocumentAt(pathname) === 'demo') event.respondWith(shellFor(request))
  } else if (pathname.startsWith('/assets/')) event.respondWith(assetFor(request))
})

worker.addEventListener('message', (event) => {
  const [word, shown] = String(event.data).split(' ')
  // The page is idle after its first screen, and names its build.
  if (word === 'keep') event.waitUntil(cacheShownBuild(shown).catch(() => undefined))
})

Object.defineProperty(worker.registration, 'unregister', { value: async () => false })
worker.importScripts('/demo/mockServiceWorker.js')

/** From the newest cached build, whose worker may still wait. */
async function shellFor(request: Request): Promise<Response> {
  for (const name of (await builds()).reverse()) {
    const cached = await (await caches.open(name)).match(SHELL, { ignoreVary: true })
    if (cached) return cached
  }
  return fetch(request)
}

/** From any cached build, because a window of an earlier one still loads its files. */
async function assetFor(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

/** @throws if a file is missing */
async function cacheBuild(): Promise<void> {
  const cache = await caches.open(CACHE)
  if (await cache.match(SHELL)) return
  await Promise.all(files.map(async (file) => cache.put(file, await fetchAsset(file))))
  const response = await fetchFile(SHELL, 'no-cache')
  const isOfBuild = (await response.clone().text()).includes(`name="build" content="${buildId}"`)
  if (!isOfBuild) throw new Error('The server now serves a different build')
  // Last, because a cached shell marks a complete build.
  await cache.put(SHELL, response)
}

/** At the first visit it would delay MSW, so the page asks for it later. */
async function cacheNewerBuild(): Promise<void> {
  if ((await builds()).length > 0) await cacheBuild()
}

/** Also deletes earlier builds, unless another window may show one. */
async function cacheShownBuild(shown: string | undefined): Promise<void> {
  if (shown === buildId) await cacheBuild()
  if ((await worker.clients.matchAll({ type: 'window' })).length > 1) return
  await Promise.all(buildsBefore(await builds(), CACHE_PREFIX + shown).map((name) => caches.delete(name)))
}

/** Oldest first. */
const builds = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX))

/** @throws if the response is an HTML page, which would stay cached under the name of the file */
async function fetchAsset(path: string): Promise<Response> {
  const response = await fetchFile(path, 'default')
  if (/^text\/html\b/i.test(response.headers.get('Content-Type') ?? ''))
    throw new Error(`${path} came as a page`)
  return response
}
