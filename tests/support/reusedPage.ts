// A page of one test, emptied for the next one. Its process has the client's compiled code already, so the app opens in
// half the time of a new page. Whatever a test can leave behind is removed, and a page with a change that cannot be
// removed is not used again.

import type { BrowserContext, CDPSession, Page } from 'playwright-core'

/** Their effect lasts as long as the context. */
const lastingCalls = ['addInitScript', 'exposeBinding', 'exposeFunction', 'routeWebSocket'] as const
const lastingClockCalls = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const
/** A page that is online again sends its outbox before it can be left, and what DevTools emulate is not known. */
const lastingContextCalls = [...lastingCalls, 'setOffline', 'newCDPSession'] as const

const contextEvents = ['page', 'request', 'requestfailed', 'requestfinished', 'response'] as const
const pageEvents = [
  'console',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const

const devToolsOf = new WeakMap<BrowserContext, (page: Page) => Promise<CDPSession>>()

/** The DevTools of this page, for a caller that leaves everything as it was. */
export async function devTools(page: Page): Promise<CDPSession> {
  const context = page.context()
  return devToolsOf.get(context)?.(page) ?? context.newCDPSession(page)
}

/** Call before a test has the page. @returns whether the page can be emptied */
export function noteLastingChanges(context: BrowserContext, page: Page): () => boolean {
  let lasts = false
  const note = <Name extends string>(target: Record<Name, unknown>, names: readonly Name[]) => {
    for (const name of names) {
      const call = (target[name] as (...given: unknown[]) => unknown).bind(target)
      target[name] = (...given: unknown[]) => {
        lasts = true
        return call(...given)
      }
    }
  }
  devToolsOf.set(context, context.newCDPSession.bind(context))
  note(context, lastingContextCalls)
  note(page, lastingCalls)
  note(context.clock, lastingClockCalls)
  return () => !lasts && !page.isClosed() && context.pages().length === 1
}

/**
 * Leaves the app for a page that renders nothing, and removes what the test has stored, routed and listened to.
 * @throws Error when the page cannot be left, for example because its server was stopped
 */
export async function emptyPage(context: BrowserContext, page: Page): Promise<void> {
  // Another origin would end the process. Requests that a test holds back end here, before their routes are removed.
  await page.goto('/healthz', { timeout: 5000 })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  for (const event of pageEvents) page.removeAllListeners(event)
  for (const event of contextEvents) context.removeAllListeners(event)
  const { origin } = new URL(page.url())
  const protocol = await devTools(page)
  await protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await protocol.send('Page.resetNavigationHistory')
  await protocol.detach()
  await page.evaluate(() => sessionStorage.clear())
  await context.clearPermissions()
  // Outside, so that it hovers over nothing.
  await page.mouse.move(-1, -1)
}
