// Serves GET /api/openapi.json: the OpenAPI description that `npm run openapi` generates from the contracts.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Context, Next } from 'koa'
import type { Asset } from '#api/platform/assets.ts'
import { assetOf, sendAsset } from '#api/platform/assets.ts'

let asset: Asset | undefined

export async function serveOpenApi(context: Context, next: Next): Promise<void> {
  if (context.path !== '/api/openapi.json' || !['GET', 'HEAD'].includes(context.method)) return next()
  sendAsset(context, (asset ??= readDescription()), 'no-cache')
}

/** At the first request, so that it does not delay the start of the server. */
function readDescription(): Asset {
  const file = readFileSync(join(import.meta.dirname, 'openapi.json'), 'utf8')
  const identity = Buffer.from(JSON.stringify(JSON.parse(file)))
  return assetOf('openapi.json', { br: brotliCompressSync(identity), gzip: gzipSync(identity), identity })
}
