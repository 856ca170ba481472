// Serves the client's documents and assets: assets have hashed names and are cached for good, documents are not. An
// address without a screen redirects to the landing page.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Middleware } from 'koa'
import { assetOf, readAssets, sendAsset, type Asset } from '#api/platform/http/assets.ts'
import { htmlDocumentAt, type HtmlDocument } from '#core/htmlDocuments.ts'

export interface ClientSettings {
  /** The API's address when it is not on the client's own origin. */
  apiUrl: string | undefined
  /** The client stays on http when opened with it, also off loopback. */
  allowHttp: boolean
  registrationOpen: boolean
}

/** Serves a built client. @throws Error naming the folder when there is no build in it. */
export function serveClient(folder: string, settings: ClientSettings): Middleware {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`There is no built client in ${folder}`)
  const files = readAssets(folder)
  const documents: Record<HtmlDocument, Page> = {
    landing: document(folder, 'index.html', settings),
    app: document(folder, 'app.html', settings),
    // The demo connects only to its own origin.
    demo: document(folder, 'demo.html', { ...settings, apiUrl: undefined }, () => "'self'"),
  }

  return (context) => {
    const { method, path } = context
    if (method !== 'GET' && method !== 'HEAD') return context.throw(405)
    const name = htmlDocumentAt(path)
    if (name) {
      const page = documents[name]
      context.set('Content-Security-Policy', page.policy(context.host))
      return sendAsset(context, page.asset, 'no-cache')
    }
    const file = path.endsWith('.html') ? undefined : files.get(path)
    // A missing script of an earlier build must not be served as the landing page.
    if (!file) return path.startsWith('/assets/') ? context.throw(404) : context.redirect('/')
    sendAsset(context, file, path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
  }
}

interface Page {
  asset: Asset
  policy(host: string): string
}

/** Only inline scripts and styles with a known hash may run. */
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
      // React sets style attributes (a bar's width) by script, which needs no permission.
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

/** Safari before 15.4 does not apply 'self' to sockets. `ws:` and `http:` sources include the encrypted schemes. */
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
