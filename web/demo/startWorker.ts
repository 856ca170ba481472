// MSW, with its worker in the place of /demo/: resolves when every request of this page is answered here.

import type { RequestHandler } from 'msw'
import { setupWorker } from 'msw/browser'

const url = '/demo/sw.js'
const scope = '/demo/'

/** @returns undefined where the browser has no workers and MSW answers in the page itself */
export async function startWorker(
  handlers: readonly RequestHandler[],
): Promise<ServiceWorkerRegistration | undefined> {
  await bearNoNetwork()
  const registration = await setupWorker(...handlers).start({
    serviceWorker: { url, options: { scope } },
    onUnhandledFrame: 'bypass',
    quiet: true,
  })
  if (registration) await takenOver(navigator.serviceWorker)
  return registration
}

/** MSW looks for a newer worker each time, and does not expect that there may be nobody to ask. */
async function bearNoNetwork(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const known = await navigator.serviceWorker.getRegistration(scope)
  if (!known?.scope.endsWith(scope)) return
  const update = () => ServiceWorkerRegistration.prototype.update.call(known).catch(() => known)
  Object.defineProperty(known, 'update', { value: update })
}

/** The app's worker, where it is installed, has the page until ours has claimed it. */
async function takenOver(workers: ServiceWorkerContainer): Promise<void> {
  const isOurs = () => workers.controller?.scriptURL.endsWith(url) ?? false
  while (!isOurs())
    await new Promise((wake) => workers.addEventListener('controllerchange', wake, { once: true }))
}
