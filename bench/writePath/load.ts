// Fifty clients that post as fast as they get responses. Each has one connection of plain bytes, because a whole HTTP
// client costs as much as the measured server, and both share two cores.

import { connect, type Socket } from 'node:net'

export interface Load {
  port: number
  token: string
  /** Requests are POSTs, each with a key of its own. */
  path: string
  bodyOf(n: number): string
  /** The run ends after this many requests or milliseconds, whichever is first. */
  requests: number
  forMs: number
}

/** Times in ms. */
export interface Loaded {
  perSecond: number
  p95: number
  p99: number
}

export const CONNECTIONS = 50

/** @throws Error for any response but 201, with its text */
export async function load(of: Load): Promise<Loaded> {
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => open(of.port)))
  const times: number[] = []
  const started = performance.now()
  let sent = 0
  const person = async (socket: Socket) => {
    while (sent < of.requests && performance.now() - started < of.forMs) {
      const request = bytesOf(of, sent++)
      const before = performance.now()
      await post(socket, request)
      times.push(performance.now() - before)
    }
  }
  try {
    await Promise.all(sockets.map(person))
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  const seconds = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const percentile = (share: number) => times[Math.floor(times.length * share)]!
  return { perSecond: times.length / seconds, p95: percentile(0.95), p99: percentile(0.99) }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.setEncoding('utf8').once('error', reject)
    socket.setTimeout(60_000, () => socket.destroy())
  })
}

function bytesOf({ path, token, bodyOf, port }: Load, n: number): string {
  const body = bodyOf(n)
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Authorization: Bearer ${token}`,
    `Idempotency-Key: ${crypto.randomUUID()}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** Sends one request and waits for its whole response. */
function post(socket: Socket, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let response = ''
    const onData = (text: string) => {
      response += text
      const head = response.indexOf('\r\n\r\n')
      if (head === -1) return
      const length = /\r\nContent-Length: (\d+)/i.exec(response)?.[1]
      if (Buffer.byteLength(response) < head + 4 + Number(length)) return
      socket.off('data', onData).off('close', onClose)
      if (response.startsWith('HTTP/1.1 201 ')) resolve()
      else reject(new Error(`Not added: ${response}`))
    }
    const onClose = () =>
      reject(new Error('The connection was closed, or silent for a minute, without a response'))
    socket.on('data', onData).once('close', onClose)
    socket.write(request)
  })
}
