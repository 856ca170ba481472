// The service worker: caches the app's own files, so that it opens without a network, and at once on a slow one. It caches a
// whole build or nothing. A new build waits beside the old one until no window uses that, or the person asks for it. The
// offline cache and the outbox are separate (web/platform/offlineCache, web/platform/outbox).

import { buildsBefore } from '#web/platform/worker/builds.ts'
import { hasExpectedType, isAsset, isLanding, shellOf, shells } from '#web/platform/worker/routes.ts'
import { fetchFile, worker } from '#web/platform/worker/workerScope.ts'

/** Defined by the build: its name, and all files that the app can load. */
declare const SHELL: { build: string; files: string[] }

const { build, files } = SHELL
const PREFIX = 'app '
const OWN = PREFIX + build
/** A browser has six connections to a server; most of them stay free for the person's requests. */
const CONNECTIONS = 2

worker.addEventListener('install', (event) => {
  event.waitUntil(cacheBuild())
  // Browsers that support it then do not start the worker for API requests.
  event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' }).catch(() => undefined)
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOldBuilds(), worker.clients.claim()]))
})

worker.addEventListener('message', ({ data }) => {
  if (data === 'take over') void worker.skipWaiting()
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
  event.respondWith(documentFor(request, shell))
  event.waitUntil(
    Promise.all([refresh(shell), deleteOldBuilds(clientId, resultingClientId)]).catch(() => undefined),
  )
})

/** @throws if a file is missing: then the worker is not installed, and the browser retries later */
async function cacheBuild(): Promise<void> {
  const own = await caches.open(OWN)
  const remaining = [...files]
  const cacheRemaining = async () => {
    for (let file = remaining.pop(); file; file = remaining.pop()) {
      // An earlier build's file with the same name has the same content.
      await own.put(file, (await cachedAsset(file)) ?? (await fetchAsset(file)))
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, cacheRemaining))
  for (const shell of [shells.landing, shells.app]) {
    const page = await fetchFile(shell, 'no-cache')
    if (!(await isOwn(shell, page))) throw new Error('The server now serves a different build')
    await own.put(shell, page)
  }
}

/** From the cache; from the network only if the browser has deleted it there. */
async function documentFor(request: Request, shell: string): Promise<Response> {
  return (await (await caches.open(OWN)).match(shell, { ignoreVary: true })) ?? fetch(request)
}

/** From any cached build, because a tab of an earlier one still loads its files. */
async function assetFor(request: Request): Promise<Response> {
  return (await cachedAsset(request.url)) ?? fetch(request)
}

async function cachedAsset(url: string): Promise<Response | undefined> {
  const cached = await caches.match(url, { ignoreVary: true })
  const { pathname } = new URL(url, location.origin)
  return cached && hasExpectedType(pathname, cached.headers.get('Content-Type')) ? cached : undefined
}

/** The server writes its settings into the documents: a change of them shows at the next visit. */
async function refresh(shell: string): Promise<void> {
  const page = await fetchFile(shell, 'no-cache')
  if (await isOwn(shell, page)) await (await caches.open(OWN)).put(shell, page)
}

/** @throws if the response has the content type of something else */
async function fetchAsset(path: string): Promise<Response> {
  const response = await fetchFile(path, 'default')
  if (!hasExpectedType(path, response.headers.get('Content-Type')))
    throw new Error(`${path} has an unexpected content type`)
  return response
}

/** It is the app's document, and of this build if it names one. */
async function isOwn(shell: string, document: Response): Promise<boolean> {
  const html = await document.clone().text()
  return shell === shells.landing ? isLanding(html) : html.includes(`name="build" content="${build}"`)
}

/** Deletes earlier builds if no window but these is open, which could show one of them. */
async function deleteOldBuilds(...exceptClients: string[]): Promise<void> {
  const { waiting, installing } = worker.registration
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (waiting || installing || open.some(({ id }) => !exceptClients.includes(id))) return
  const cached = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  await Promise.all(buildsBefore(cached, OWN).map((name) => caches.delete(name)))
}
