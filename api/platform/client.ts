// The client's documents and assets: assets are hashed by name and cached for good, documents never. What the app
// does not know leads to the landing.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Context, Middleware } from 'koa'
import sirv from 'sirv'

/** Addresses the app answers itself. */
const APP = /^\/(login|register|app(\/.*)?)\/?$/

export interface ClientSettings {
  /** Where the API is, when it is not the client's own origin. */
  apiUrl: string | undefined
  /** The client keeps to http where it was opened with it, also off loopback. */
  allowHttp: boolean
  registrationOpen: boolean
}

/** Serves a built client. @throws Error naming the folder when there is no build in it. */
export function serveClient(folder: string, settings: ClientSettings): Middleware {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`There is no built client in ${folder}`)
  const documents = {
    landing: document(folder, 'index.html', settings),
    app: document(folder, 'app.html', settings),
  }
  const assets = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders(response, path) {
      const immutable = path.startsWith('/assets/')
      response.setHeader('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })

  return async (context) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') context.throw(405)
    const found = context.path === '/' ? documents.landing : APP.test(context.path) ? documents.app : null
    if (found) return send(context, found)
    if (context.path.endsWith('.html')) return context.redirect('/')
    await new Promise<void>((resolve) => {
      context.res.once('close', resolve)
      context.respond = false
      context.res.statusCode = 200
      assets(context.req, context.res, () => {
        context.respond = true
        context.status = 302
        context.redirect('/')
        resolve()
      })
    })
  }
}

interface Document {
  /** Once for each encoding a browser may ask for. */
  bodies: Record<'br' | 'gzip' | 'identity', Buffer>
  etag: string
  policy: string
}

/** Asked for at each visit, and sent only when it is another one than last time. */
function send(context: Context, { bodies, etag, policy }: Document): void {
  const encoding = (context.acceptsEncodings('br', 'gzip', 'identity') ||
    'identity') as keyof Document['bodies']
  context.set({
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': policy,
    ETag: `"${etag}-${encoding}"`,
  })
  context.vary('Accept-Encoding')
  context.status = 200
  if (context.fresh) {
    context.status = 304
    return
  }
  if (encoding !== 'identity') context.set('Content-Encoding', encoding)
  context.type = 'html'
  context.body = bodies[encoding]
}

/** Inline scripts and styles are allowed by their hashes, so nothing else can run. */
function document(folder: string, name: string, settings: ClientSettings): Document {
  const { apiUrl, allowHttp, registrationOpen } = settings
  const html = readFileSync(join(folder, name), 'utf8').replace(
    '<html',
    `<html${apiUrl ? ` data-api-url="${apiUrl}"` : ''}${allowHttp ? ' data-allow-http' : ''}${registrationOpen ? ' data-registration="open"' : ''}`,
  )
  const scripts = hashes(html, /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)
  const styles = hashes(html, /<style[^>]*>([\s\S]*?)<\/style>/g)
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${scripts}`,
    `style-src 'self' ${styles}`,
    // Style attributes that React writes (a bar's width) are set by script, which needs no permission.
    "img-src 'self' data: blob:",
    `connect-src 'self' ws: wss: ${apiUrl ?? ''}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  const identity = Buffer.from(html)
  return {
    bodies: { br: brotliCompressSync(identity), gzip: gzipSync(identity), identity },
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    policy: policy.join('; '),
  }
}

function hashes(html: string, pattern: RegExp): string {
  return [...html.matchAll(pattern)]
    .map(([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`)
    .join(' ')
}
