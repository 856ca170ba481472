// The client's documents and assets: assets are hashed by name and cached for good, documents never. An address
// without a screen redirects to the landing.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Middleware } from 'koa'
import type { Asset } from '#api/platform/assets.ts'
import { assetOf, readAssets, sendAsset } from '#api/platform/assets.ts'
import type { ClientDocument } from '#core/documents.ts'
import { documentAt } from '#core/documents.ts'

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
  const files = readAssets(folder)
  const documents: Record<ClientDocument, Page> = {
    landing: document(folder, 'index.html', settings),
    app: document(folder, 'app.html', settings),
    // It asks nobody but itself.
    demo: document(folder, 'demo.html', { ...settings, apiUrl: undefined }, () => "'self'"),
  }

  return (context) => {
    const { method, path } = context
    if (method !== 'GET' && method !== 'HEAD') return context.throw(405)
    const name = documentAt(path)
    if (name) {
      const page = documents[name]
      context.set('Content-Security-Policy', page.policy(context.host))
      return sendAsset(context, page.asset, 'no-cache')
    }
    const file = path.endsWith('.html') ? undefined : files.get(path)
    // A script of an earlier build must fail as one, not come as the landing.
    if (!file) return path.startsWith('/assets/') ? context.throw(404) : context.redirect('/')
    sendAsset(context, file, path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
  }
}

interface Page {
  asset: Asset
  policy(host: string): string
}

/** Inline scripts and styles are allowed by their hashes, so nothing else can run. */
function document(
  folder: string,
  name: string,
  settings: ClientSettings,
  connects = (host: string) => connectSources(host, settings.apiUrl),
): Page {
  const { apiUrl, allowHttp, registrationOpen } = settings
  const html = readFileSync(join(folder, name), 'utf8').replace(
    '<html',
    `<html${apiUrl ? ` data-api-url="${apiUrl}"` : ''}${allowHttp ? ' data-allow-http' : ''}${registrationOpen ? ' data-registration="open"' : ''}`,
  )
  const scripts = hashes(html, /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)
  const styles = hashes(html, /<style[^>]*>([\s\S]*?)<\/style>/g)
  const policy = (host: string) =>
    [
      "default-src 'self'",
      `script-src 'self' ${scripts}`,
      `style-src 'self' ${styles}`,
      // Style attributes that React writes (a bar's width) are set by script, which needs no permission.
      "img-src 'self' data: blob:",
      `connect-src ${connects(host)}`,
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ')
  const identity = Buffer.from(html)
  const bodies = { br: brotliCompressSync(identity), gzip: gzipSync(identity), identity }
  return { asset: assetOf(name, bodies), policy }
}

/** Safari before 15.4 takes 'self' for no socket. `ws:` and `http:` sources hold for the encrypted ones, too. */
function connectSources(host: string, apiUrl: string | undefined): string {
  if (apiUrl)
    return ["'self'", new URL(apiUrl).origin, new URL(apiUrl).origin.replace(/^http/, 'ws')].join(' ')
  return /^[\w.:[\]-]+$/.test(host) ? `'self' ws://${host}` : "'self'"
}

function hashes(html: string, pattern: RegExp): string {
  return [...html.matchAll(pattern)]
    .map(([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`)
    .join(' ')
}
