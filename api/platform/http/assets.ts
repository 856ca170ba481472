// Reads the client's files once at the start, with the compressed copies of the build: a new build under a running
// server changes nothing it serves.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Context } from 'koa'

type Encoding = 'br' | 'gzip' | 'identity'

export interface Asset {
  /** Extension, for the media type. */
  type: string
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer }
  etag: string
}

/** Maps `/assets/app-1a2b.js` to the file; compressed copies have no address of their own. */
export function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const bodies = new Map<string, Buffer>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const file = join(entry.parentPath, entry.name)
    bodies.set(`/${relative(folder, file).split(sep).join('/')}`, readFileSync(file))
  }
  const assets = new Map<string, Asset>()
  for (const [path, identity] of bodies) {
    if (/\.(br|gz)$/.test(path)) continue
    const [br, gzip] = [bodies.get(`${path}.br`), bodies.get(`${path}.gz`)]
    assets.set(path, assetOf(path, { identity, ...(br && { br }), ...(gzip && { gzip }) }))
  }
  return assets
}

export function assetOf(path: string, bodies: Asset['bodies']): Asset {
  const etag = createHash('sha256').update(bodies.identity).digest('base64url').slice(0, 22)
  return { type: path.slice(path.lastIndexOf('.') + 1), bodies, etag }
}

/** Sends the smallest body that the browser accepts, or 304 when it has this one. */
export function sendAsset(context: Context, { type, bodies, etag }: Asset, cacheControl: string): void {
  // Each checked by itself: with several the browser's order would count, and all name gzip first.
  const encoding =
    (['br', 'gzip'] as const).find((name) => bodies[name] && context.acceptsEncodings(name)) ?? 'identity'
  context.set({ 'Cache-Control': cacheControl, ETag: `"${etag}-${encoding}"` })
  context.vary('Accept-Encoding')
  context.status = 200
  if (context.fresh) {
    context.status = 304
    return
  }
  if (encoding !== 'identity') context.set('Content-Encoding', encoding)
  context.type = type
  context.body = bodies[encoding] ?? bodies.identity
}
