// Which addresses the service worker opens from the device, and which it never touches.

import { expect, test } from 'vitest'
import { paths } from '#web/app/paths.ts'
import { isAsset, shellOf } from '#web/platform/worker/routes.ts'

test('every address of the app opens its document, the landing its own', () => {
  const { landing, conversation, trip, ...screens } = paths
  for (const path of [...Object.values(screens).filter((one) => typeof one === 'string')])
    expect(shellOf(path), path).toBe('/app')
  for (const path of [conversation('some-chat'), trip('some trip')]) expect(shellOf(path), path).toBe('/app')
  expect(shellOf(landing)).toBe('/')
})

test.each([
  '/api/trips',
  '/api/trips/1/changes',
  '/socket.io/',
  '/demo/settlement',
  '/demo/sw.js',
  '/application',
  '/sw.js',
  '/healthz',
])('%s goes its way as if there were no worker', (path) => {
  expect(shellOf(path)).toBeNull()
  expect(isAsset(path)).toBe(false)
})
