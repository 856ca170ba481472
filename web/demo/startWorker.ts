// MSW, with its worker in the place of /demo/: resolves when every request of this page is answered here.

import type { RequestHandler } from 'msw'
import { setupWorker } from 'msw/browser'

const url = '/demo/sw.js'
const scope = '/demo/'
/** Far more than two small files take; WebKit now and then leaves a worker at "activating". */
const STARTS_WITHIN_MS = 20_000

/**
 * @returns undefined where no worker can be had and MSW answers in the page itself
 * @throws where the browser refuses the worker, or does not get it ready
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

/** What MSW does not expect of workers. */
async function prepare(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const known = await navigator.serviceWorker.getRegistration(scope)
  if (!known?.scope.endsWith(scope)) return
  if (known.active) ignoreUpdateErrors(known)
  else answerInPage()
}

/** MSW calls update() at each start, which fails without a network. */
function ignoreUpdateErrors(known: ServiceWorkerRegistration): void {
  const update = () => ServiceWorkerRegistration.prototype.update.call(known).catch(() => known)
  Object.defineProperty(known, 'update', { value: update })
}

/**
 * It reloads a page that is opened while the worker is being installed, until the worker has it. In WebKit that may be
 * never: when the page is left that began it, the installation does not end, and neither waiting for it nor registering
 * anew helps. So this page goes without; where MSW finds no workers, it answers in the page itself.
 */
function answerInPage(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
}

/** The app's worker, where it is installed, has the page until ours has claimed it. */
async function takenOver(workers: ServiceWorkerContainer): Promise<void> {
  const isOurs = () => workers.controller?.scriptURL.endsWith(url) ?? false
  while (!isOurs())
    await new Promise((wake) => workers.addEventListener('controllerchange', wake, { once: true }))
}
