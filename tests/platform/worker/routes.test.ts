// The addresses that the service worker serves from its cache, and those it never handles.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { paths } from '#web/platform/page/paths.ts'
import { isAsset, isLanding, hasExpectedType, shellOf } from '#web/platform/worker/routes.ts'

test('Every address of the app opens the app’s document, and the landing page its own', () => {
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
])('The worker does not handle %s', (path) => {
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
])('The worker keeps %s with the type %s: %s', (path, contentType, isKept) => {
  expect(hasExpectedType(path, contentType)).toBe(isKept)
})

test('The worker tells the landing page from another page under its address', () => {
  expect(isLanding(readFileSync('web/index.html', 'utf8'))).toBe(true)
  expect(isLanding('<!doctype html><title>Welcome to our hotel</title>')).toBe(false)
  expect(isLanding('<title>502 Bad Gateway</title>')).toBe(false)
})
