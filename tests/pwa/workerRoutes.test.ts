// Which addresses the service worker opens from the device, and which it never touches.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { paths } from '#web/app/paths.ts'
import { isAsset, isLanding, isOfItsKind, shellOf } from '#web/platform/worker/routes.ts'

test('every address of the app opens its document, the landing its own', () => {
  const { landing, ...screens } = paths
  for (const path of Object.values(screens)) {
    const { pathname } = new URL(typeof path === 'string' ? path : path('an id', 'a thing'), 'https://any')
    expect(shellOf(pathname), pathname).toBe('/app')
  }
  expect(shellOf(landing)).toBe('/')
})

test.each([
  '/api/trips',
  '/api/trips/1/changes',
  '/socket.io/',
  '/demo/settlement',
  '/demo/sw.js',
  '/application',
  '/app/no-such-place',
  '/sw.js',
  '/healthz',
])('%s goes its way as if there were no worker', (path) => {
  expect(shellOf(path)).toBeNull()
  expect(isAsset(path)).toBe(false)
})

test.each([
  ['/assets/app-1.js', 'text/javascript; charset=utf-8', true],
  ['/assets/app-1.js', 'application/javascript', true],
  ['/assets/app-1.js', 'text/html', false],
  ['/assets/app-1.js', null, false],
  ['/assets/app-1.css', 'text/css; charset=utf-8', true],
  ['/assets/app-1.css', 'TEXT/HTML; charset=utf-8', false],
  ['/assets/letters-1.woff2', 'font/woff2', true],
  ['/manifest.webmanifest', 'application/manifest+json', true],
  ['/icons/icon.svg', 'text/html', false],
])('%s that comes as %s is kept: %s', (path, contentType, isKept) => {
  expect(isOfItsKind(path, contentType)).toBe(isKept)
})

test('the landing is known from a page that something else answers with', () => {
  expect(isLanding(readFileSync('web/index.html', 'utf8'))).toBe(true)
  expect(isLanding('<!doctype html><title>Welcome to our hotel</title>')).toBe(false)
  expect(isLanding('<title>502 Bad Gateway</title>')).toBe(false)
})
