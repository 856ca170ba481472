// The worker of /demo/, and of nothing else: keeps the demo's own files, so that it opens without a network, and leaves
// all other requests to MSW's worker, whose code it takes in. That one would never answer from a cache, and would take
// itself away with the last window; here it stays. It keeps a whole build or none.

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
const DOCUMENT = '/demo/settlement'

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/demo/api/')) return
  // MSW's worker has no say in it.
  event.stopImmediatePropagation()
  if (request.mode === 'navigate') {
    if (pathname.replace(/\/$/, '') === DOCUMENT) event.respondWith(documentFor(request))
  } else if (pathname.startsWith('/assets/')) event.respondWith(assetFor(request))
})

// The page says when it stands and has nothing better to do, and which build it is.
worker.addEventListener('message', (event) => {
  const [word, shown] = String(event.data).split(' ')
  if (word === 'keep') event.waitUntil(keepBuild(shown).catch(() => undefined))
})

Object.defineProperty(worker.registration, 'unregister', { value: async () => false })
worker.importScripts('/demo/mockServiceWorker.js')

/** An earlier build's is better than none, and never in the way of this one's. */
async function documentFor(request: Request): Promise<Response> {
  const own = await (await caches.open(OWN)).match(DOCUMENT, { ignoreVary: true })
  if (own) return own
  return fetch(request).catch(async (away: unknown) => {
    const earlier = await caches.match(DOCUMENT, { ignoreVary: true })
    if (!earlier) throw away
    return earlier
  })
}

/** Of any build that is kept: a window of an earlier one still loads its parts. */
async function assetFor(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

/** What is kept already is of this build, whose files are named after their content. */
async function keepBuild(shown: string | undefined): Promise<void> {
  const own = await caches.open(OWN)
  if (!(await own.match(DOCUMENT))) {
    await Promise.all(files.map(async (file) => own.put(file, await fetched(file, 'default'))))
    const page = await fetched(DOCUMENT, 'no-cache')
    const isOwn = (await page.clone().text()).includes(`name="build" content="${build}"`)
    if (!isOwn) throw new Error('The server has another build by now')
    // Last: where the document is, everything is.
    await own.put(DOCUMENT, page)
  }
  const open = await worker.clients.matchAll({ type: 'window' })
  // This window or another shows an earlier build.
  if (shown !== build || open.length > 1) return
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN)
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** @throws where it is not there, or something else is */
async function fetched(path: string, cache: RequestCache): Promise<Response> {
  const response = await fetch(path, { cache, priority: 'low' })
  if (!response.ok || response.redirected) throw new Error(`${path} answered ${response.status}`)
  // Something else may answer with a page in the place of a file, and it would be kept for good.
  if (path !== DOCUMENT && /^text\/html\b/i.test(response.headers.get('Content-Type') ?? ''))
    throw new Error(`${path} came as a page`)
  return response
}
