// Sends raw bytes, for requests that no client would send: two lengths, a tab in a header, half a character.

import { connect } from 'node:net'

export interface RawResponse {
  status: number
  /** In lower case. */
  head: string
  body: string
  /** The server ended the connection by itself. */
  closed: boolean
}

/**
 * Sends the bytes and reads until the response is complete, or the server closes the connection.
 * @param waitMs how long to wait for the server to close the connection after its response
 */
export function sendRaw(port: number, bytes: string | Uint8Array, waitMs = 0): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    let waiting: NodeJS.Timeout | undefined
    const finish = (closed: boolean) => {
      clearTimeout(waiting)
      socket.destroy()
      const [head = '', body = ''] = text.split(/\r\n\r\n([\s\S]*)/)
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head: head.toLowerCase(), body, closed })
    }
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
      if (isWhole(text)) waiting ??= setTimeout(finish, waitMs, false)
    })
    socket.on('close', () => finish(true))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A server that closes before reading the body resets the connection; the response it sent before counts.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('connect', () => socket.write(bytes))
  })
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /content-length: (\d+)/i.exec(text.slice(0, end))?.[1]
  return Buffer.byteLength(text.slice(end + 4)) >= Number(length ?? 0)
}
