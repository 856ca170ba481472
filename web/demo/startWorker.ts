// Starts MSW with the worker of /demo/.

import type { RequestHandler } from 'msw'
import { setupWorker } from 'msw/browser'

const url = '/demo/sw.js'
const scope = '/demo/'
/** Two small files take far less; WebKit sometimes leaves a worker at "activating". */
const STARTS_WITHIN_MS = 20_000

/**
 * Resolves when MSW handles every request of this page.
 * @returns undefined without service workers: MSW then intercepts requests in the page
 * @throws if the browser refuses the worker or does not activate it
 */
export async function startWorker(
  handlers: readonly RequestHandler[],
): Promise<ServiceWorkerRegistration | undefined> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('The worker is not ready')), STARTS_WITHIN_MS),
  )
  return Promise.race([start(handlers), late])
}

async function start(handlers: readonly RequestHandler[]): Promise<ServiceWorkerRegistration | undefined> {
  await prepare()
  const registration = await setupWorker(...handlers).start({
    serviceWorker: { url, options: { scope } },
    onUnhandledFrame: 'bypass',
    quiet: true,
  })
  if (registration) await takenOver(navigator.serviceWorker)
  return registration
}

/** Works around states of a worker that MSW does not expect. */
async function prepare(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration(scope)
  if (!registration?.scope.endsWith(scope)) return
  if (registration.active) ignoreUpdateErrors(registration)
  else interceptInPage()
}

/** MSW calls update() at each start, which fails without a network. */
function ignoreUpdateErrors(registration: ServiceWorkerRegistration): void {
  const update = () => ServiceWorkerRegistration.prototype.update.call(registration).catch(() => registration)
  Object.defineProperty(registration, 'update', { value: update })
}

/**
 * MSW reloads a page that is opened during the installation of the worker, until the worker controls it. In WebKit that
 * may be never, if the page that started the installation was left. Without service workers MSW intercepts in the page.
 */
function interceptInPage(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
}

/** The app's worker, if installed, controls the page until the demo's has claimed it. */
async function takenOver(workers: ServiceWorkerContainer): Promise<void> {
  const isDemoWorker = () => workers.controller?.scriptURL.endsWith(url) ?? false
  while (!isDemoWorker())
    await new Promise((wake) => workers.addEventListener('controllerchange', wake, { once: true }))
}
