// Serves GET /api/openapi.json: the OpenAPI description that `npm run openapi` generates from the contracts.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Context, Next } from 'koa'
import { assetOf, sendAsset, type Asset } from '#api/platform/assets.ts'

let asset: Promise<Asset> | undefined

export async function serveOpenApi(context: Context, next: Next): Promise<void> {
  if (context.path !== '/api/openapi.json' || !['GET', 'HEAD'].includes(context.method)) return next()
  sendAsset(context, await (asset ??= readDescription()), 'no-cache')
}

/** At the first request, so that it does not delay the start; compressing takes 0.3 s, so not on the main thread. */
async function readDescription(): Promise<Asset> {
  const identity = await readFile(join(import.meta.dirname, 'openapi.json'))
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  return assetOf('openapi.json', { br, gzip: gz, identity })
}
