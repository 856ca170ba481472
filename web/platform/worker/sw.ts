// The service worker: keeps the app's own files on the device, so that it opens without a network and at once with a
// bad one. It keeps a whole build or none; a new build waits beside the old one until nobody uses that any more, or
// somebody asks for it. What people read and write is not its business (web/platform/seen, web/platform/outbox).

import { buildsBefore } from '#web/platform/worker/builds.ts'
import { isAsset, isLanding, isOfItsKind, shellOf, shells } from '#web/platform/worker/routes.ts'

/** Put in by the build: its name, and what the app can ever load. */
declare const SHELL: { build: string; files: string[] }

// The library of types for workers cannot be had beside the one for pages.
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Installing extends Extendable {
  addRoutes?(rules: object): Promise<void>
}
interface Fetching extends Extendable {
  request: Request
  /** The page that is left, and the one that comes in its place. */
  clientId: string
  resultingClientId: string
  respondWith(response: Promise<Response>): void
}
interface WorkerScope {
  addEventListener(type: 'install', listener: (event: Installing) => void): void
  addEventListener(type: 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  clients: { claim(): Promise<void>; matchAll(of: object): Promise<{ id: string }[]> }
  registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
}
const worker = globalThis as unknown as WorkerScope

const { build, files } = SHELL
const PREFIX = 'app '
const OWN = PREFIX + build
/** A browser has six connections; the person who waits for an answer needs them more. */
const AT_ONCE = 2

worker.addEventListener('install', (event) => {
  event.waitUntil(keepBuild())
  // Where browsers know it, a call of the API does not even wake the worker.
  event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' }).catch(() => undefined)
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([tidy(), worker.clients.claim()]))
})

worker.addEventListener('message', ({ data }) => {
  if (data === 'take over') void worker.skipWaiting()
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode !== 'navigate') {
    if (isAsset(pathname)) event.respondWith(assetFor(request))
    return
  }
  const shell = shellOf(pathname)
  if (!shell) return
  event.respondWith(documentFor(request, shell))
  event.waitUntil(
    Promise.all([refresh(shell), tidy(event.clientId, event.resultingClientId)]).catch(() => undefined),
  )
})

/** All of it, or it does not count as installed and is tried again the next time. */
async function keepBuild(): Promise<void> {
  const own = await caches.open(OWN)
  const left = [...files]
  const keepRest = async () => {
    for (let file = left.pop(); file; file = left.pop()) {
      // What a build before had under the same name is the same.
      await own.put(file, (await known(file)) ?? (await fetchedFile(file)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, keepRest))
  for (const shell of [shells.landing, shells.app]) {
    const page = await fetched(shell, 'no-cache')
    if (!(await isOurs(shell, page))) throw new Error('The server has another build by now')
    await own.put(shell, page)
  }
}

/** At once from here; only what was lost here comes from the network. */
async function documentFor(request: Request, shell: string): Promise<Response> {
  return (await (await caches.open(OWN)).match(shell, { ignoreVary: true })) ?? fetch(request)
}

/** Of any build that is kept: a tab of an earlier one still loads its parts. */
async function assetFor(request: Request): Promise<Response> {
  return (await known(request.url)) ?? fetch(request)
}

async function known(url: string): Promise<Response | undefined> {
  const kept = await caches.match(url, { ignoreVary: true })
  const { pathname } = new URL(url, location.origin)
  return kept && isOfItsKind(pathname, kept.headers.get('Content-Type')) ? kept : undefined
}

/** The server writes its settings into the documents: a change of them shows at the next visit. */
async function refresh(shell: string): Promise<void> {
  const now = await fetched(shell, 'no-cache')
  if (await isOurs(shell, now)) await (await caches.open(OWN)).put(shell, now)
}

/** @throws where something else answered in its place */
async function fetchedFile(path: string): Promise<Response> {
  const response = await fetched(path, 'default')
  if (!isOfItsKind(path, response.headers.get('Content-Type')))
    throw new Error(`${path} came as something else`)
  return response
}

/** @throws where it is not there, or something else is */
async function fetched(path: string, cache: RequestCache): Promise<Response> {
  const response = await fetch(path, { cache, priority: 'low' })
  if (!response.ok || response.redirected) throw new Error(`${path} answered ${response.status}`)
  return response
}

/** Our document, and of this build where it is of one. */
async function isOurs(shell: string, document: Response): Promise<boolean> {
  const html = await document.clone().text()
  return shell === shells.landing ? isLanding(html) : html.includes(`name="build" content="${build}"`)
}

/** Lets go of earlier builds when no window but these is open, which could be showing one of them. */
async function tidy(...but: string[]): Promise<void> {
  const { waiting, installing } = worker.registration
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (waiting || installing || open.some(({ id }) => !but.includes(id))) return
  const kept = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  await Promise.all(buildsBefore(kept, OWN).map((name) => caches.delete(name)))
}
