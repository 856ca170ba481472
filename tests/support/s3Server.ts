// A small S3-compatible service in memory with one bucket: it checks the signature of each request as such a service does, and
// lists in pages of ten.

import { createHash, createHmac } from 'node:crypto'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface S3Server {
  url: string
  keyId: string
  secret: string
  region: string
  stop(): Promise<void>
}

const PAGE = 10
const account = {
  keyId: 'AKIDEXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'eu-west-1',
}

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const content = Buffer.concat(chunks)
      const url = new URL(request.url ?? '', 'http://s3')
      const answer = (status: number, body: Buffer | string = '') => {
        response.writeHead(status, { 'Content-Length': Buffer.byteLength(body) }).end(body)
      }
      if (!isSigned(request, content)) return answer(403, '<Code>SignatureDoesNotMatch</Code>')
      const [, bucket, key] = url.pathname.split('/')
      if (bucket !== 'photos') return answer(404, '<Code>NoSuchBucket</Code>')
      if (!key) return answer(200, pageOf(objects, url.searchParams.get('continuation-token')))
      if (request.method === 'PUT') {
        objects.set(key, content)
        return answer(200)
      }
      if (request.method === 'DELETE') {
        objects.delete(key)
        return answer(204)
      }
      const found = objects.get(key)
      return found ? answer(200, found) : answer(404, '<Code>NoSuchKey</Code>')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/photos`,
    ...account,
    stop: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  }
}

function pageOf(objects: ReadonlyMap<string, Buffer>, after: string | null): string {
  const keys = [...objects.keys()].toSorted().filter((key) => after === null || key > after)
  const page = keys.slice(0, PAGE)
  const next = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<ListBucketResult>${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}${next}</ListBucketResult>`
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** By the description of AWS Signature Version 4, from what arrived. */
function isSigned({ method, url = '', headers }: IncomingMessage, content: Buffer): boolean {
  const [, scope, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/([^,]+), SignedHeaders=([^,]+), Signature=(\w{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (!scope || !names || headers['x-amz-content-sha256'] !== sha256(content)) return false
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.split(';').includes(name)))
    return false
  const [path, query = ''] = url.split('?')
  const sorted = query.split('&').toSorted().join('&')
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const canonical = [method, path, sorted, lines.join(''), names, sha256(content)].join('\n')
  const [day, region, service, end] = scope.split('/')
  const time = String(headers['x-amz-date'])
  if (!time.startsWith(day!) || region !== account.region || service !== 's3' || end !== 'aws4_request')
    return false
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = sign(sign(sign(sign(`AWS4${account.secret}`, day!), region), service), end)
  return sign(key, text).toString('hex') === signature
}
