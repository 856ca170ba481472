// The client's documents and files over HTTP.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get as httpGet, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import Koa from 'koa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveClient } from '#api/platform/http/serveClient.ts'
import { screenRoutes } from '#core/screenRoutes.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'

const folder = mkdtempSync(join(tmpdir(), 'client-'))
let server: Server
let url: string

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<html><script>landing()</script></html>')
  writeFileSync(join(folder, 'app.html'), '<html><div id="root"></div></html>')
  writeFileSync(join(folder, 'demo.html'), '<html><div id="demo"></div></html>')
  mkdirSync(join(folder, 'demo'))
  writeFileSync(join(folder, 'demo/sw.js'), 'the worker')
  writeFileSync(join(folder, 'assets/app-1.js'), 'the code')
  writeFileSync(join(folder, 'assets/app-1.js.br'), brotliCompressSync('the code, compressed'))
  writeFileSync(join(folder, 'assets/app-1.js.gz'), gzipSync('the code, compressed less'))
  writeFileSync(join(folder, '.sources'), 'stamp')
  const app = new Koa()
  app.silent = true
  app.use(serveClient(folder, { apiUrl: 'https://api.example', allowHttp: false, registrationOpen: true }))
  server = createServer(app.callback()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** An address that matches a route. */
const visited = (route: string) => route.replace(/:id\??/, 'some-id')

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { headers, redirect: 'manual' })

test('The landing page and the app are separate documents, revalidated at each visit', async () => {
  coversSpec('§2 Route table: /')

  expect(await (await get('/')).text()).toContain('landing()')
  const { landing: _, demo: __, ...ofApp } = screenRoutes
  for (const path of [...Object.values(ofApp).map(visited), '/app/travel', '/app/']) {
    const response = await get(path)
    expect(await response.text(), path).toContain('id="root"')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('content-type')).toContain('text/html')
  }
})

test('The demo is a separate document, which may only connect to its own origin', async () => {
  const response = await get('/demo/settlement')
  expect(await response.text()).toContain('id="demo"')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  const connects = (policy: string | null) => /connect-src ([^;]*)/.exec(policy ?? '')![1]
  expect(connects(response.headers.get('content-security-policy'))).toBe("'self'")
  // This test needs an app page that may connect.
  expect(connects((await get('/app')).headers.get('content-security-policy'))).toBe(
    "'self' https://api.example wss://api.example",
  )
})

test('The app may connect to its own origin, and to no other socket', async () => {
  const own = new Koa()
  own.silent = true
  own.use(serveClient(folder, { apiUrl: undefined, allowHttp: false, registrationOpen: false }))
  const policyFor = async (host: string) => {
    const here = createServer(own.callback()).listen(0, '127.0.0.1')
    await new Promise((resolve) => here.once('listening', resolve))
    const { port } = here.address() as AddressInfo
    const { headers } = await new Promise<IncomingMessage>((resolve, reject) =>
      httpGet({ port, host: '127.0.0.1', path: '/app', headers: { Host: host } }, resolve).on(
        'error',
        reject,
      ),
    )
    here.close().closeAllConnections()
    return /connect-src ([^;]*)/.exec(String(headers['content-security-policy']))![1]
  }
  expect(await policyFor('trips.example:8443')).toBe("'self' ws://trips.example:8443")
  expect(await policyFor('[::1]:3000')).toBe("'self' ws://[::1]:3000")
  expect(await policyFor("x *; script-src 'unsafe-inline'")).toBe("'self'")
})

test('The worker of the demo is a script that is revalidated each time', async () => {
  const worker = await get('/demo/sw.js')
  expect(await worker.text()).toBe('the worker')
  expect(worker.headers.get('content-type')).toContain('javascript')
  expect(worker.headers.get('cache-control')).toBe('no-cache')
})

test('The document says whether registration is open', async () => {
  expect(await (await get('/register')).text()).toContain('data-registration="open"')
})

test('Only the built inline script may run', async () => {
  const policy = (await get('/')).headers.get('content-security-policy')!
  expect(policy).toMatch(/script-src 'self' 'sha256-/)
  expect(policy).not.toContain('unsafe-inline')
})

test('An unchanged document is not sent again', async () => {
  const etag = (await get('/app', { 'accept-encoding': 'identity' })).headers.get('etag')!
  // `fetch` adds no-cache to such a request; a browser's navigation does not.
  const status = await new Promise((resolve) => {
    httpGet(`${url}/app`, { headers: { 'if-none-match': etag } }, (response) => resolve(response.statusCode))
  })
  expect(status).toBe(304)
})

test('An asset is cached for good, and sent compressed to clients that accept it', async () => {
  const plain = await get('/assets/app-1.js', { 'accept-encoding': 'identity' })
  expect(await plain.text()).toBe('the code')
  expect(plain.headers.get('cache-control')).toContain('immutable')
  const small = await get('/assets/app-1.js', { 'accept-encoding': 'br' })
  expect(await small.text()).toBe('the code, compressed')
  expect(small.headers.get('vary')).toContain('Accept-Encoding')
})

test.each([
  ['Chrome, Edge and Firefox', 'gzip, deflate, br, zstd', 'br'],
  ['Safari', 'gzip, deflate, br', 'br'],
  ['any of them over plain http', 'gzip, deflate', 'gzip'],
  ['a program that wants none', 'br;q=0, gzip;q=0', null],
])('The client %s gets the smallest encoding that it accepts', async (_, accepted, sent) => {
  for (const path of ['/assets/app-1.js', '/app'])
    expect((await get(path, { 'accept-encoding': accepted })).headers.get('content-encoding')).toBe(sent)
})

test('An asset of an earlier build is not found, and any other unknown address leads to the landing page', async () => {
  coversSpec('§2 Route table: Any unknown path redirects')

  expect((await get('/assets/app-0.js')).status).toBe(404)
  for (const path of [
    '/nowhere',
    '/demo',
    '/demo/other',
    '/demo.html',
    '/.sources',
    '/app.html',
    '/assets/app-1.js.br',
    '/application',
    '/app/no-such-place',
    '/APP',
  ]) {
    const response = await get(path)
    expect([response.status, response.headers.get('location')], path).toEqual(
      path.startsWith('/assets/') ? [404, null] : [302, '/'],
    )
  }
})

test('The built files are served on when their folder is replaced', async () => {
  rmSync(join(folder, 'assets'), { recursive: true })
  expect(await (await get('/assets/app-1.js', { 'accept-encoding': 'identity' })).text()).toBe('the code')
})

test('The client’s files accept no method that sends data', async () => {
  expect((await fetch(`${url}/`, { method: 'POST' })).status).toBe(405)
})
