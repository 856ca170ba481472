// The service worker of /demo/: caches the demo's own files, so that it opens without a network, and leaves all other
// requests to MSW's worker, whose code it imports. MSW's never responds from a cache and unregisters itself with the last
// window; here it stays. It caches a whole build or nothing.
//
// MSW's page listens only to the worker that it started with. So a new worker waits until no window is open. Its build is
// cached at once, and shown at the next visit by whichever worker is active.

import { documentAt } from '#core/documents.ts'
import { routes } from '#core/routes.ts'
import { buildsBefore } from '#web/platform/worker/builds.ts'
import { fetchFile, worker } from '#web/platform/worker/workerScope.ts'

/** Defined by the build: its name, and all files that the demo can load. */
declare const DEMO_SHELL: { build: string; files: string[] }

const { build, files } = DEMO_SHELL
const PREFIX = 'demo '
const OWN = PREFIX + build
const DOCUMENT = routes.demo

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
    if (documentAt(pathname) === 'demo') event.respondWith(documentFor(request))
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
async function documentFor(request: Request): Promise<Response> {
  for (const name of (await builds()).reverse()) {
    const cached = await (await caches.open(name)).match(DOCUMENT, { ignoreVary: true })
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
  const own = await caches.open(OWN)
  if (await own.match(DOCUMENT)) return
  await Promise.all(files.map(async (file) => own.put(file, await fetchAsset(file))))
  const page = await fetchFile(DOCUMENT, 'no-cache')
  const isOwn = (await page.clone().text()).includes(`name="build" content="${build}"`)
  if (!isOwn) throw new Error('The server now serves a different build')
  // Last, because a cached document marks a complete build.
  await own.put(DOCUMENT, page)
}

/** At the first visit it would delay MSW, so the page asks for it later. */
async function cacheNewerBuild(): Promise<void> {
  if ((await builds()).length > 0) await cacheBuild()
}

/** Also deletes earlier builds, unless another window may show one. */
async function cacheShownBuild(shown: string | undefined): Promise<void> {
  if (shown === build) await cacheBuild()
  if ((await worker.clients.matchAll({ type: 'window' })).length > 1) return
  await Promise.all(buildsBefore(await builds(), PREFIX + shown).map((name) => caches.delete(name)))
}

/** Oldest first. */
const builds = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(PREFIX))

/** @throws for a page in place of a file, which would stay cached for good */
async function fetchAsset(path: string): Promise<Response> {
  const response = await fetchFile(path, 'default')
  if (/^text\/html\b/i.test(response.headers.get('Content-Type') ?? ''))
    throw new Error(`${path} came as a page`)
  return response
}
