// The worker of /demo/, and of nothing else: keeps the demo's own files, so that it opens without a network, and leaves
// all other requests to MSW's worker, whose code it takes in. That one would never answer from a cache, and would take
// itself away with the last window; here it stays. It keeps a whole build or none.
//
// MSW's page hears only the worker it began with. So a new one never takes over from it: it waits until no window is open.
// The build it came with is kept at once, and shown at the next visit whichever worker is there.

import { documentAt } from '#core/documents.ts'
import { routes } from '#core/routes.ts'
import { buildsBefore } from '#web/platform/worker/builds.ts'

/** Put in by the build: its name, and all that the demo can load. */
declare const DEMO_SHELL: { build: string; files: string[] }

// The library of types for workers cannot be had beside the one for pages.
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Extendable {
  request: Request
  respondWith(response: Promise<Response>): void
}
interface WorkerScope {
  addEventListener(type: 'install', listener: (event: Extendable) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent & Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  clients: { matchAll(of: object): Promise<unknown[]> }
  registration: ServiceWorkerRegistration
  importScripts(url: string): void
}
const worker = globalThis as unknown as WorkerScope

const { build, files } = DEMO_SHELL
const PREFIX = 'demo '
const OWN = PREFIX + build
const DOCUMENT = routes.demo

worker.addEventListener('install', (event) => {
  // MSW's would take over at once.
  event.stopImmediatePropagation()
  event.waitUntil(keepNewerBuild())
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/demo/api/')) return
  // MSW's worker has no say in it.
  event.stopImmediatePropagation()
  if (request.mode === 'navigate') {
    if (documentAt(pathname) === 'demo') event.respondWith(documentFor(request))
  } else if (pathname.startsWith('/assets/')) event.respondWith(assetFor(request))
})

worker.addEventListener('message', (event) => {
  const [word, shown] = String(event.data).split(' ')
  // The page stands and has nothing better to do, and says which build it is.
  if (word === 'keep') event.waitUntil(keepAndTidy(shown).catch(() => undefined))
})

Object.defineProperty(worker.registration, 'unregister', { value: async () => false })
worker.importScripts('/demo/mockServiceWorker.js')

/** Of the newest build that is kept, which may be one whose worker waits. */
async function documentFor(request: Request): Promise<Response> {
  for (const name of (await builds()).reverse()) {
    const kept = await (await caches.open(name)).match(DOCUMENT, { ignoreVary: true })
    if (kept) return kept
  }
  return fetch(request)
}

/** Of any build that is kept: a window of an earlier one still loads its parts. */
async function assetFor(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

/**
 * What is kept already is of this build, whose files are named after their content.
 * @throws where not all of it can be had
 */
async function keepBuild(): Promise<void> {
  const own = await caches.open(OWN)
  if (await own.match(DOCUMENT)) return
  await Promise.all(files.map(async (file) => own.put(file, await fetched(file, 'default'))))
  const page = await fetched(DOCUMENT, 'no-cache')
  const isOwn = (await page.clone().text()).includes(`name="build" content="${build}"`)
  if (!isOwn) throw new Error('The server has another build by now')
  // Last: where the document is, everything is.
  await own.put(DOCUMENT, page)
}

/** At the first visit it would hold MSW up: then the page says when. */
async function keepNewerBuild(): Promise<void> {
  if ((await builds()).length > 0) await keepBuild()
}

/** What another window may show stays. */
async function keepAndTidy(shown: string | undefined): Promise<void> {
  if (shown === build) await keepBuild()
  if ((await worker.clients.matchAll({ type: 'window' })).length > 1) return
  await Promise.all(buildsBefore(await builds(), PREFIX + shown).map((name) => caches.delete(name)))
}

/** The oldest first. */
const builds = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(PREFIX))

/** @throws where it is not there, or something else is */
async function fetched(path: string, cache: RequestCache): Promise<Response> {
  const response = await fetch(path, { cache, priority: 'low' })
  if (!response.ok || response.redirected) throw new Error(`${path} answered ${response.status}`)
  // Something else may answer with a page in the place of a file, and it would be kept for good.
  if (path !== DOCUMENT && /^text\/html\b/i.test(response.headers.get('Content-Type') ?? ''))
    throw new Error(`${path} came as a page`)
  return response
}
