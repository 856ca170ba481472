// Conditional GETs: does not send a body that the client already has.

import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Koa from 'koa'

/** Weak, because one text is sent with different content encodings. */
export const weakETagOf = (text: string): string => `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`

/**
 * For a response whose text is not known before it is sent. Another release may build another text from the same sources.
 * @param sources all that the response is built from
 */
export const etagOfSources = (...sources: readonly unknown[]): string =>
  weakETagOf(JSON.stringify([release.hash, ...sources]))

/**
 * Sets the ETag, and status 304 if the request's If-None-Match contains it. Koa's `context.fresh` cannot be used: it is
 * false for `Cache-Control: no-cache`, which browsers add to a fetch that sets If-None-Match.
 * @returns whether the status is 304, and the response has no body
 */
export function respondIfNotModified(context: Koa.Context, etag: string): boolean {
  context.set('ETag', etag)
  const clientETags = context.get('If-None-Match').split(/\s*,\s*/)
  if (!clientETags.includes(etag)) return false
  context.status = 304
  return true
}

const ROOT = join(import.meta.dirname, '../../..')

/** @param folder with the sources of a server */
export function hashOfSources(folder: string): string {
  const files = globSync('{api,core,projections}/**/*.ts', { cwd: folder }).sort()
  return hash(
    'sha256',
    files.map((file) => `${file}\n${readFileSync(join(folder, file), 'utf8')}`).join('\n'),
  )
}

/**
 * Names the code that runs: the same in all processes of a release, another in each other release. Read once, at the start,
 * because an upgrade may replace the files of a running process.
 */
export const release = { hash: hashOfSources(ROOT) }
