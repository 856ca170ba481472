// The base of the client's API addresses: the configured host or the own origin, plus /api, and never plain http by
// mistake.

import { afterAll, expect, test, vi } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'

afterAll(() => void vi.unstubAllGlobals().resetModules())
vi.stubGlobal('document', { documentElement: { dataset: {} } })
vi.stubGlobal('location', { origin: 'https://trips.example' })
const { apiUrl, apiUrlOf } = await import('#web/platform/http/apiUrl.ts')

test.each([
  ['https://api.example', false, 'https://api.example/api'],
  ['http://api.example/', false, 'https://api.example/api'],
  ['http://api.example', true, 'http://api.example/api'],
  ['http://localhost:3000', false, 'http://localhost:3000/api'],
  ['http://127.0.0.1:3000', false, 'http://127.0.0.1:3000/api'],
  ['/demo', false, 'https://trips.example/demo/api'],
])('The API base for the host %s, with http allowed: %s, is %s', (configured, allowHttp, base) => {
  coversSpec('§7 The API base is a configured')

  expect(apiUrlOf(configured, 'https://trips.example', allowHttp)).toBe(base)
})

test('The API base is the app’s own origin where no host is configured', () => {
  coversSpec('§7 The API base is a configured')

  expect(apiUrl()).toBe('https://trips.example/api')
  expect(apiUrlOf('', 'http://trips.example', false)).toBe('https://trips.example/api')
})
