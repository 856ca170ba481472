// Finds the route of a request. @koa/router tries all of its routes, so each router here has only those with the same
// method and number of segments.

import Router from '@koa/router'
import type { Middleware } from 'koa'
import type { ApiContext } from '#api/platform/http/apiRequest.ts'
import type { Route } from '#api/platform/http/route.ts'

const PREFIX = '/api'

export interface Routers {
  /** Responds to the requests that have a route. */
  middleware: Middleware
  /** The methods of all routes with this path; none for an unknown path. */
  methodsAt(path: string): string[]
}

export function createRouters(
  routes: readonly Route[],
  respond: (route: Route, context: ApiContext) => Promise<void>,
): Routers {
  const routers = new Map<string, Router>()
  for (const route of routes) {
    const { method, path } = route.endpoint
    const shape = shapeOf(method, PREFIX + path)
    const router = routers.get(shape) ?? new Router({ prefix: PREFIX, strict: false, sensitive: true })
    router.register(path, [method], (context) => respond(route, context))
    routers.set(shape, router)
  }
  const byShape = new Map([...routers].map(([shape, router]) => [shape, router.routes() as Middleware]))

  return {
    middleware: (context, next) =>
      byShape.get(shapeOf(context.method, context.path))?.(context, next) ?? next(),
    methodsAt(path) {
      const layers = [...routers.values()].flatMap((router) => router.match(path, '').path)
      return [...new Set(layers.flatMap((layer) => layer.methods))]
    },
  }
}

/** Equal for a request and its route. A slash at the end is ignored, and HEAD has the route of GET. */
const shapeOf = (method: string, path: string): string =>
  `${method === 'HEAD' ? 'GET' : method} ${path.split('/').filter(Boolean).length}`
