// The proxy itself, before tests rely on what it does to a store.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTcpProxy, type TcpProxy } from '#tests/support/tcpProxy.ts'

let server: Server
let proxy: TcpProxy
let heard: string
let sockets: Socket[]

beforeEach(async () => {
  heard = ''
  sockets = []
  server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      heard += String(data)
      socket.write(String(data).toUpperCase())
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy = await createTcpProxy({ target: { port: (server.address() as AddressInfo).port } })
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await proxy.close()
  server.close()
})

async function call() {
  const socket = connect(proxy.port, '127.0.0.1')
  sockets.push(socket)
  let got = ''
  let ended: string | undefined
  socket.on('data', (data) => (got += String(data)))
  socket.on('error', (error: NodeJS.ErrnoException) => (ended = error.code))
  socket.on('close', () => (ended ??= 'closed'))
  await once(socket, 'connect').catch(() => undefined)
  return { socket, got: () => got, ended: () => ended }
}

describe('the proxy', () => {
  test('The proxy forwards in both directions', async () => {
    const one = await call()
    one.socket.write('hello')
    await expect.poll(one.got).toBe('HELLO')
  })

  test('A cut proxy resets present and new connections until it is restored', async () => {
    const one = await call()
    one.socket.write('a')
    await expect.poll(one.got).toBe('A')
    proxy.cut()
    await expect.poll(one.ended).toBe('ECONNRESET')
    await expect.poll((await call()).ended).toBeDefined()
    proxy.heal()
    const again = await call()
    again.socket.write('b')
    await expect.poll(again.got).toBe('B')
  })

  test('A black-holed proxy accepts everything and forwards nothing, and delivers in order when restored', async () => {
    const one = await call()
    proxy.blackhole()
    one.socket.write('a')
    one.socket.write('b')
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect([heard, one.got(), one.ended()]).toEqual(['', '', undefined])
    proxy.heal()
    one.socket.write('c')
    await expect.poll(one.got).toBe('ABC')
  })

  test('A proxy that drops responses still forwards every request', async () => {
    const one = await call()
    proxy.blackhole('answers')
    one.socket.write('a')
    await expect.poll(() => heard).toBe('a')
    proxy.reset()
    await expect.poll(one.ended).toBe('ECONNRESET')
    expect(one.got()).toBe('')
  })

  test('A slow proxy keeps the order', async () => {
    proxy.slow(30)
    const one = await call()
    const before = performance.now()
    for (const letter of 'abc') one.socket.write(letter)
    await expect.poll(one.got).toBe('ABC')
    expect(performance.now() - before).toBeGreaterThan(55)
  })
})
