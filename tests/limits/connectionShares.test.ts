// Connections are shared when all are in use: nobody takes the places of others, and /healthz has a response.

import { once } from 'node:events'
import { type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { trustedProxies } from '#api/platform/http/clientAddress.ts'
import { createHttpServer } from '#api/platform/http/httpServer.ts'

const LIMIT = 6
let http: Server
let sockets: Socket[]

async function start(trustProxy?: string): Promise<void> {
  sockets = []
  // `/feed` is under way until its connection closes.
  const options = { connections: LIMIT, trusted: trustedProxies(trustProxy) }
  http = createHttpServer((request, response) => {
    if (request.url === '/feed') response.write('.')
    else response.end(request.url)
  }, options)
  http.listen(0, '0.0.0.0')
  await once(http, 'listening')
}
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  http.closeAllConnections()
  http.close()
})

/** @param address of this machine, from which it connects */
async function open(address: string, target?: string, client?: string): Promise<Socket> {
  const { port } = http.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress: address })
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  if (target !== undefined) {
    const forwarded = client === undefined ? '' : `X-Forwarded-For: ${client}\r\n`
    socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n${forwarded}\r\n`)
    await Promise.race([once(socket, 'data'), once(socket, 'close')])
  }
  // The server sees it after the client.
  await new Promise((resolve) => setTimeout(resolve, 20))
  return socket
}

async function statusOf(address: string, target: string): Promise<string> {
  const { port } = http.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress: address })
  sockets.push(socket)
  socket.on('error', () => undefined)
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  await once(socket, 'close')
  return text.slice(9, 12)
}

const ATTACKER = '127.0.0.2'
const ANN = '127.0.0.3'
const BEN = '127.0.0.4'
const openSockets = (from: readonly Socket[]) =>
  from.map(({ closed, readableEnded }) => !closed && !readableEnded)

async function fill(address: string, target?: string, count = LIMIT): Promise<Socket[]> {
  const opened: Socket[] = []
  for (let n = 0; n < count; n++) opened.push(await open(address, target))
  return opened
}

// macOS has one address of its own by default.
describe.skipIf(process.platform === 'darwin')('when all connections are open', () => {
  it('Another address gets the place of the oldest silent one of the address that has most', async () => {
    await start()
    const ann = await open(ANN, '/feed')
    const silent = await fill(ATTACKER, undefined, LIMIT - 1)
    expect(await statusOf(BEN, '/trips')).toBe('200')
    expect(openSockets([ann, ...silent])).toEqual([true, false, true, true, true, true])
  })

  it('It gets the place of the oldest one where none is silent, and of nobody who has no more than a share', async () => {
    await start()
    const feeds = await fill(ATTACKER, '/feed')
    const ann = await fill(ANN, '/feed', 3)
    expect(openSockets(feeds)).toEqual([false, false, false, true, true, true])
    const further = await open(ANN, '/feed')
    await expect.poll(() => openSockets([further])).toEqual([false])
    expect(openSockets([...feeds.slice(3), ...ann])).toEqual([true, true, true, true, true, true])
  })

  it('The address that has most gets no further one, but in place of its own silent one', async () => {
    await start()
    const ann = await open(ANN)
    const feeds = await fill(ATTACKER, '/feed', LIMIT - 1)
    expect(await statusOf(ATTACKER, '/trips')).toBe('503')
    const [first] = feeds
    first!.destroy()
    await expect.poll(() => statusOf(ATTACKER, '/trips')).toBe('200')
    expect(openSockets([ann])).toEqual([true])
  })

  it('/healthz is answered, also where all are in use by the address that asks', async () => {
    await start()
    await fill(ATTACKER, '/feed')
    for (let n = 0; n < 20; n++) await open(ATTACKER)
    expect(await statusOf(ATTACKER, '/healthz')).toBe('200')
    expect(await statusOf(ATTACKER, '/trips')).toBe('503')
  })

  it('Behind a trusted proxy they count for the address that the proxy names', async () => {
    await start('127.0.0.9')
    const feeds: Socket[] = []
    for (let n = 0; n < LIMIT - 1; n++) feeds.push(await open('127.0.0.9', '/feed', '203.0.113.7'))
    const ann = await open('127.0.0.9', '/feed', '198.51.100.1')
    const ben = await open('127.0.0.9', '/feed', '198.51.100.2')
    expect(openSockets([...feeds, ann, ben])).toEqual([false, true, true, true, true, true, true])
  })

  it('A connection that has ended leaves its place', async () => {
    await start()
    for (const socket of await fill(ANN, '/feed')) socket.destroy()
    await expect.poll(() => statusOf(ANN, '/trips')).toBe('200')
    expect(openSockets(await fill(ANN, '/feed'))).toEqual(Array<boolean>(LIMIT).fill(true))
  })
})
