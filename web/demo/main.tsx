// Starts the demo: seeds the sample trip and starts MSW before the first request. The document's own text is shown until
// then. The files for opening it without a network are cached after the first screen.

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { RequestHandler } from 'msw'
import { http, HttpResponse } from 'msw/http'
import { parseIfMatch } from '#core/kernel/ifMatch.ts'
import { demoHandlers, type DemoHandler } from '#web/demo/demoHandlers.ts'
import { CannotStart, DemoScreen } from '#web/demo/DemoScreen.tsx'
import { createDemo, friends } from '#web/demo/sample.ts'
import { startWorker } from '#web/demo/startWorker.ts'
import { startClient } from '#web/platform/client.ts'
import { newKey } from '#web/platform/http/newKey.ts'
import { prefetchOutbox } from '#web/platform/outbox/loadSender.ts'
import { beginSession } from '#web/platform/session/session.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import { ErrorBoundary } from '#web/ui/feedback/ErrorBoundary.tsx'

startClient()

const root = createRoot(document.getElementById('root')!)

try {
  const { tripId, registration } = await start()
  root.render(
    <StrictMode>
      <ErrorBoundary isPage>
        <DemoScreen tripId={tripId} />
      </ErrorBoundary>
    </StrictMode>,
  )
  whenIdle(() => {
    prefetchOutbox()
    registration?.active?.postMessage(`keep ${ownBuild()}`)
  })
} catch {
  root.render(<CannotStart />)
}

async function start() {
  const me = friends.mia
  const { product, tripId } = await createDemo(Date.now)
  const handlers = handlersOf(demoHandlers(product, me), product.position)
  const registration = await startWorker(handlers)
  beginSession({ token: tokenFor(me), user: { ...me, email: null, isAdmin: false } })
  return { tripId, registration }
}

/** Has the claims of a real token, and no signature, which nothing verifies here. */
function tokenFor({ id, username }: { id: string; username: string }): string {
  return `demo.${btoa(JSON.stringify({ id, username }))}.demo`
}

/** The build writes it into the document; there is none in development. */
const ownBuild = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name=build]')?.content

/**
 * MSW handlers for the demo's API. Other requests to it get a 404, because the server knows neither the demo's people
 * nor its trip.
 */
function handlersOf(handlers: readonly DemoHandler[], position: () => string): RequestHandler[] {
  return [
    ...handlers.map(({ endpoint, handle }) =>
      http.all(`*/demo/api${endpoint.path}`, async ({ request, params }) => {
        // The next handler may have the same path with this method.
        if (request.method !== endpoint.method) return undefined
        const text = await request.clone().text()
        const handled = await handle({
          params: params as Record<string, string>,
          body: text === '' ? undefined : JSON.parse(text),
          key: request.headers.get('Idempotency-Key') ?? newKey(),
          // The client sends no malformed header.
          ifMatch: parseIfMatch(request.headers.get('If-Match')) ?? undefined,
        })
        return respond(handled.status, handled.body, position())
      }),
    ),
    http.all('*/demo/api/*', () => respond(404, { message: 'The demo does not do this.' }, position())),
  ]
}

function respond(status: number, body: unknown, position: string): Response {
  const headers = { Position: position }
  return body === undefined
    ? new HttpResponse(null, { status, headers })
    : HttpResponse.json(body as object, { status, headers })
}
