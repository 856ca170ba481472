// A page in an empty Chromium as on a phone: of its size, with a quarter of this machine's speed, and if wanted on a slow
// network.

import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'

/** Lighthouse's factor from a computer to a medium phone. */
export const SLOWER = 4
/** DevTools' Slow 4G, in bytes a second and ms. */
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }

export interface Phone {
  browser: Browser
  url: string
  /** Of the person whose phone it is. */
  token: string
}

export interface Visit {
  page: Page
  protocol: CDPSession
  /** Bytes received, as on the wire, since the last call. */
  received(): number
  requests(): number
}

/** @param slow on Slow 4G */
export async function visitOnPhone<Result>(
  { browser, url, token }: Phone,
  run: (visit: Visit) => Promise<Result>,
  { slow = false } = {},
): Promise<Result> {
  const context: BrowserContext = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    // A page of the same origin without the product's code.
    await page.goto('/healthz')
    await page.evaluate((token) => localStorage.setItem('token', token), token)
    const protocol = await context.newCDPSession(page)
    await protocol.send('Network.enable')
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    if (slow) await protocol.send('Network.emulateNetworkConditions', slow4G)
    let [bytes, requests] = [0, 0]
    // A stream never finishes loading.
    const streams = new Set<string>()
    protocol.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.mimeType === 'text/event-stream') streams.add(requestId)
    })
    protocol.on('Network.dataReceived', ({ requestId, dataLength }) => {
      if (streams.has(requestId)) bytes += dataLength
    })
    protocol.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
    protocol.on('Network.requestWillBeSent', () => void (requests += 1))
    const received = () => {
      const sum = bytes
      bytes = 0
      return sum
    }
    return await run({ page, protocol, received, requests: () => requests })
  } finally {
    await context.close()
  }
}
