// MSW handlers for the demo's API. Other requests to it get a 404, because the server knows neither the demo's people nor
// its trip.

import type { RequestHandler } from 'msw'
import { http, HttpResponse } from 'msw/http'
import { parseIfMatch } from '#core/kernel/ifMatch.ts'
import type { DemoHandler } from '#web/demo/demoHandlers.ts'
import { newKey } from '#web/platform/newKey.ts'

export function handlersOf(handlers: readonly DemoHandler[], position: () => string): RequestHandler[] {
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
