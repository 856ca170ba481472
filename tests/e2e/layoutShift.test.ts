// Nothing moves while the data of a screen arrive, in whatever order.

import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { browserForFile, viewports } from '#tests/support/browser.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { client, logInAndOpen, tripNamed } from '#tests/support/demoUsers.ts'
import { type Server, startServer } from '#tests/support/server.ts'

let server: Server
let tripId: string
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer()
  const alice = await client(server, 'alice')
  tripId = await tripNamed(alice, 'Lisbon and the Algarve')
  expectSuccess(await alice.put(`/trips/${tripId}`, { isPublic: true }))
  const erin = await client(server, 'erin')
  expectSuccess(await erin.post(`/trips/${tripId}/join-requests`, { message: 'May I come along?' }))
})

/** The requests of an opened trip, in an order in which each response could move what the earlier ones have shown. */
const inOrder = [
  /direction=request&limit=\d+$/,
  /\/trips\?/,
  /direction=invite/,
  /\/replica$/,
  /\/guest-participants/,
  /direction=request.*tripId=/,
  /\/all-participants/,
  /\/chats$/,
  /\/conversations\?/,
]

// Its only chat is a screen of its own: it takes the place of the trip's head and tabs.
test.each(['overview', 'itinerary', 'expenses', 'money', 'participants'])(
  'Nothing of a trip that is opened at its %s moves on a phone while the data arrive one after another',
  async (tab) => {
    const page = await person({ url: server.url, viewport: viewports.phone })
    const next = await holdResponses(page)
    await logInAndOpen(page, server, 'alice', `/app/travel/${tripId}#${tab}`)
    for (const url of inOrder) {
      await next(url)
      await page.evaluate(untilDrawn)
    }
    await page.getByRole('tab', { name: /unread message/ }).waitFor()
    await page.evaluate(untilDrawn)
    expect(await page.evaluate(shifts)).toEqual([])
  },
)

/** In the page: the elements that have moved by themselves since it was opened, with their rectangles. */
function shifts(): string[] {
  interface Shift extends PerformanceEntry {
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
  const observer = new PerformanceObserver(() => undefined)
  // The browser has kept them, so nothing has to be in the page from its start.
  observer.observe({ type: 'layout-shift', buffered: true })
  const found = observer.takeRecords() as Shift[]
  observer.disconnect()
  return found
    .filter(({ hadRecentInput }) => !hadRecentInput)
    .flatMap(({ sources }) => sources)
    .map(
      ({ node, previousRect, currentRect }) =>
        `${node?.textContent?.slice(0, 60)}: ${place(previousRect)} → ${place(currentRect)}`,
    )
}

/** In the page: what React does when it is idle is done, too. */
const untilDrawn = () =>
  new Promise<void>((resolve) =>
    requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )

/** Holds the responses to these requests. The returned function waits until such a request is held, and lets all of its kind pass. */
async function holdResponses(page: Page): Promise<(url: RegExp) => Promise<void>> {
  const held: Route[] = []
  const passed = new Set<RegExp>()
  let arrived = () => {}
  await page.route(/\/api\//, async (route) => {
    const kind = inOrder.find((url) => url.test(route.request().url()))
    if (!kind || passed.has(kind)) return route.continue()
    held.push(route)
    arrived()
  })
  return async (url) => {
    const ofKind = () => held.filter((route) => url.test(route.request().url()))
    while (ofKind().length === 0) await new Promise<void>((resolve) => (arrived = resolve))
    passed.add(url)
    for (const route of ofKind()) {
      await route.continue()
      await (await route.request().response())?.finished()
    }
  }
}
