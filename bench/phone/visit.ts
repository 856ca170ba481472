// A page in an empty Chromium as on a phone: of its size, with a quarter of this machine's speed, and if wanted on a slow
// network.

import type { Browser, Page } from 'playwright-core'

/** Lighthouse's factor from a computer to a medium phone. */
const SLOWER = 4
/** DevTools' Slow 4G, in bytes a second and ms. */
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }

export interface Phone {
  browser: Browser
  url: string
  /** Of the person whose phone it is; somebody without an account has none. */
  token?: string
}

export interface Visit {
  page: Page
  /** Bytes received, as on the wire, since the last call. */
  received(): number
}

/** @param slow on Slow 4G */
export async function visitOnPhone<Result>(
  { browser, url, token }: Phone,
  run: (visit: Visit) => Promise<Result>,
  { slow = false } = {},
): Promise<Result> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    // A page of the same origin without the product's code.
    await page.goto('/healthz')
    if (token !== undefined) await page.evaluate((token) => localStorage.setItem('token', token), token)
    const protocol = await context.newCDPSession(page)
    await protocol.send('Network.enable')
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    if (slow) await protocol.send('Network.emulateNetworkConditions', slow4G)
    let bytes = 0
    // A stream never finishes loading.
    const streams = new Set<string>()
    protocol.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.mimeType === 'text/event-stream') streams.add(requestId)
    })
    protocol.on('Network.dataReceived', ({ requestId, dataLength }) => {
      if (streams.has(requestId)) bytes += dataLength
    })
    protocol.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
    const received = () => {
      const sum = bytes
      bytes = 0
      return sum
    }
    return await run({ page, received })
  } finally {
    await context.close()
  }
}

/** ms from the next event of this type until a frame in which the predicate, which runs in the page, holds. */
export function msUntil(
  page: Page,
  event: 'click' | 'keydown' | 'change',
  isThere: (text: string) => boolean,
  text: string,
): Promise<number> {
  const [name, argument] = [event, text].map((one) => JSON.stringify(one))
  return page.evaluate(`(${untilThere.toString()})(${name}, ${isThere.toString()}, ${argument})`)
}

function untilThere(event: string, isThere: (text: string) => boolean, text: string): Promise<number> {
  return new Promise((resolve) => {
    let began = 0
    addEventListener(event, ({ timeStamp }) => (began = timeStamp), { capture: true, once: true })
    const look = () => {
      if (began > 0 && isThere(text)) resolve(performance.now() - began)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

/** Observes the tasks of the page longer than 50 ms from now on. @returns reads the longest, in ms */
export async function longestTask(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const measured = Object.assign(window, { longestMs: 0 })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        measured.longestMs = Math.max(measured.longestMs, duration)
    }).observe({ type: 'longtask' })
  })
  return () => page.evaluate(() => (window as unknown as { longestMs: number }).longestMs)
}
