// Files in a bucket of an S3-compatible service, with requests signed by AWS Signature Version 4. The bucket must not be
// public: who may read a file is decided here.

import { createHash, createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { isFileHash } from '#core/kernel/files.ts'
import type { FileStore } from '#api/platform/fileStore.ts'

export interface S3Settings {
  /** With the bucket and without a slash at the end: https://host/bucket */
  url: string
  region: string
  keyId: string
  secret: string
}

const TIMEOUT_MS = 30_000

/** @param clock milliseconds since 1970, for the signature */
export function s3FileStore(settings: S3Settings, clock: () => number = Date.now): FileStore {
  async function send(method: string, path: string, content?: Uint8Array, query = ''): Promise<Response> {
    const url = `${settings.url}${path}${query && `?${query}`}`
    const headers = signedHeaders(settings, { method, url, content, at: new Date(clock()) })
    const response = await fetch(url, {
      method,
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(content && { body: content as Uint8Array<ArrayBuffer> }),
    })
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw new Error(`The file store answered ${response.status} to ${method}`)
  }
  const end = (response: Response) => response.body?.cancel()

  return {
    async put(hash, content) {
      const response = await send('PUT', `/${hash}`, content)
      await end(response)
      if (response.status === 404) throw new Error('The file store has no such bucket')
    },
    async get(hash) {
      const response = await send('GET', `/${hash}`)
      if (response.status !== 404 && response.body)
        return {
          bytes: Number(response.headers.get('Content-Length')),
          content: Readable.fromWeb(response.body as ReadableStream),
        }
      await end(response)
      return null
    },
    async has(hash) {
      const response = await send('HEAD', `/${hash}`)
      await end(response)
      return response.status !== 404
    },
    async delete(hash) {
      await end(await send('DELETE', `/${hash}`))
    },
    async *list() {
      for (let token: string | undefined; ;) {
        const query = new URLSearchParams({ 'list-type': '2', ...(token && { 'continuation-token': token }) })
        // In the order and the encoding of the signature.
        query.sort()
        const response = await send('GET', '', undefined, query.toString().replaceAll('+', '%20'))
        if (response.status === 404) throw new Error('The file store has no such bucket')
        const page = await response.text()
        for (const [, key] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) if (isFileHash(key!)) yield key!
        token = /<NextContinuationToken>([^<]*)</.exec(page)?.[1]
        if (token === undefined) return
      }
    },
  }
}

const sha256Of = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Signs the method, the address, the time and the content, as the service computes it again. */
export function signedHeaders(
  { region, keyId, secret }: Omit<S3Settings, 'url'>,
  { method, url, content, at }: { method: string; url: string; content?: Uint8Array | undefined; at: Date },
): Record<string, string> {
  const { host, pathname, search } = new URL(url)
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const headers = { host, 'x-amz-content-sha256': sha256Of(content ?? ''), 'x-amz-date': time }
  const names = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const canonical = [
    method,
    pathname,
    search.slice(1),
    lines.join(''),
    names,
    headers['x-amz-content-sha256'],
  ]
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256Of(canonical.join('\n'))].join('\n')
  const key = scope
    .split('/')
    .reduce<string | Buffer>((signing, part) => hmac(signing, part), `AWS4${secret}`)
  const { host: _, ...sent } = headers
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${names}, Signature=${hmac(key, toSign).toString('hex')}`,
  }
}
