// An HTTP client of the API. It uses node:http, because fetch would normalize the paths and headers that a test wants
// to send.

import { randomUUID } from 'node:crypto'
import { Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

export interface HttpResponse {
  status: number
  headers: IncomingHttpHeaders
  // oxlint-disable-next-line no-explicit-any
  body: any
  text: string
}

export interface RequestOptions {
  headers?: OutgoingHttpHeaders
  /** The idempotency key. */
  key?: string
  /** Text and bytes are sent as they are, anything else as JSON. */
  body?: unknown
}

export interface Client {
  token: string | undefined
  get(path: string, asking?: RequestOptions): Promise<HttpResponse>
  post(path: string, body?: unknown, asking?: RequestOptions): Promise<HttpResponse>
  put(path: string, body: unknown, asking?: RequestOptions): Promise<HttpResponse>
  del(path: string, asking?: RequestOptions): Promise<HttpResponse>
  /** Sends a request with any method. @param path below /api */
  send(method: string, path: string, asking?: RequestOptions): Promise<HttpResponse>
}

/** The unit tests compare every response and event with the API description: tests/openapi/conformance.ts. */
export const observer: {
  onResponse?: (method: string, path: string, answer: HttpResponse, sent: Uint8Array | undefined) => void
  onEvent?: (event: string, payload: unknown) => void
} = {}

const agent = new Agent({ keepAlive: true })

export function createClient(port: number, token?: string): Client {
  const send: Client['send'] = (method, path, { headers = {}, key, body } = {}) =>
    sendRequest(port, method, `/api${path}`, bytesOf(body), {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    })
  return clientOver(token, send)
}

/** Repeats each request while it gets 503, as one to a store that responds late; every repeat has the same key. */
export function patient({ token, send }: Client): Client {
  return clientOver(token, async (method, path, asking) => {
    const keyed = method === 'GET' ? asking : { key: randomUUID(), ...asking }
    const end = performance.now() + TIMEOUT_MS
    for (;;) {
      const response = await send(method, path, keyed)
      if (response.status !== 503 || performance.now() > end) return response
      await pause(100)
    }
  })
}

function clientOver(token: string | undefined, send: Client['send']): Client {
  return {
    token,
    send,
    get: (path, asking) => send('GET', path, asking),
    post: (path, body, asking) => send('POST', path, { ...asking, body }),
    put: (path, body, asking) => send('PUT', path, { ...asking, body }),
    del: (path, asking) => send('DELETE', path, asking),
  }
}

function bytesOf(body: unknown): Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Sends one request and reads its whole response. @param path from the root, sent as it is */
export async function sendRequest(
  ...[port, method, path, body, headers]: Parameters<typeof exchangeOnce>
): Promise<HttpResponse> {
  try {
    return await exchangeOnce(port, method, path, body, headers)
  } catch (error) {
    // The server closes connections that were idle for five seconds, perhaps just when one is used; then it has read
    // nothing. Other idle ones may be closed, too.
    if (error instanceof StaleConnection) return exchangeOnce(port, method, path, body, headers, false)
    throw error
  }
}

class StaleConnection extends Error {}

function exchangeOnce(
  port: number,
  method: string,
  path: string,
  body: Uint8Array | undefined,
  headers: OutgoingHttpHeaders,
  usedAgent: Agent | false = agent,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const length = body ? { 'Content-Length': body.length } : {}
    const options = {
      agent: usedAgent,
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { ...length, ...headers },
    }
    const sent = request(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = response.headers['content-type']?.includes('json') && text !== ''
        const parsed: unknown = isJson ? JSON.parse(text) : undefined
        const answer = { status: response.statusCode ?? 0, headers: response.headers, body: parsed, text }
        try {
          observer.onResponse?.(method, path, answer, body)
          resolve(answer)
        } catch (error) {
          reject(error)
        }
      })
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = sent.reusedSocket && error.code === 'ECONNRESET'
      reject(isStale ? new StaleConnection(error.message, { cause: error }) : error)
    })
    sent.end(body)
  })
}

/** @returns the body of a success @throws Error for a failure, with the response */
export function expectSuccess(response: HttpResponse): HttpResponse['body'] {
  if (response.status >= 200 && response.status < 300) return response.body
  throw new Error(`${response.status}: ${response.text}`)
}
