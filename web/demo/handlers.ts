// A handler of MSW for each call the demo answers, made from the call's own method and path. What has none is told
// so: nothing of the demo may reach the server, which knows neither its people nor its trip.

import type { RequestHandler } from 'msw'
import { http, HttpResponse } from 'msw/http'
import type { DemoHandler } from '#web/demo/demoHandlers.ts'
import { newKey } from '#web/platform/newKey.ts'

export function handlersOf(answers: readonly DemoHandler[], position: () => string): RequestHandler[] {
  return [
    ...answers.map(({ call, answer }) =>
      http.all(`*/demo/api${call.path}`, async ({ request, params }) => {
        // Another method of the same path may be the next handler's.
        if (request.method !== call.method) return undefined
        const text = await request.clone().text()
        const told = await answer({
          params: params as Record<string, string>,
          query: new URL(request.url).searchParams,
          body: text === '' ? undefined : JSON.parse(text),
          key: request.headers.get('Idempotency-Key') ?? newKey(),
          ifMatch: revisionIn(request.headers.get('If-Match')),
        })
        return respond(told.status, told.body, position())
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

function revisionIn(header: string | null): number | undefined {
  return header === null ? undefined : Number(header.replaceAll('"', ''))
}
