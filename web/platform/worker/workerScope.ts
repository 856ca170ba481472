// The global scope of a service worker. TypeScript's library for workers excludes the one for pages.

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface WorkerEvents {
  install: Extendable & { addRoutes?(rules: object): Promise<void> }
  activate: Extendable
  message: MessageEvent & Extendable
  notificationclick: Extendable & { notification: Notification }
  fetch: Extendable & {
    request: Request
    /** The page that is left, and the one that replaces it. */
    clientId: string
    resultingClientId: string
    respondWith(response: Promise<Response>): void
  }
}

interface ClientWindow {
  id: string
  url: string
  visibilityState: DocumentVisibilityState
  focus(): Promise<ClientWindow>
  postMessage(message: object): void
}

interface WorkerScope {
  addEventListener<Type extends keyof WorkerEvents>(
    type: Type,
    listener: (event: WorkerEvents[Type]) => void,
  ): void
  clients: {
    claim(): Promise<void>
    matchAll(of: object): Promise<ClientWindow[]>
    openWindow(path: string): Promise<ClientWindow | null>
  }
  registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
  importScripts(url: string): void
}

export const worker = globalThis as unknown as WorkerScope

/** @throws unless the response is a 2xx from this very path */
export async function fetchFile(path: string, cache: RequestCache): Promise<Response> {
  const response = await fetch(path, { cache, priority: 'low' })
  if (!response.ok || response.redirected) throw new Error(`${path} returned ${response.status}`)
  return response
}
