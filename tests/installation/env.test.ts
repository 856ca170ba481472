// A setting that cannot be meant stops the start with a line that names it and what it was.

import { expect, it } from 'vitest'
import { readEnv } from '#api/env.ts'

it.each([
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['REGISTRATION', 'perhaps'],
  ['DEMO_DATA', 'no'],
  ['DIRECTORY', 'nobody'],
  ['LOG_LEVEL', 'loud'],
  ['ROLE', 'reader'],
  ['RATE_LIMIT', '0'],
  ['API_URL', 'trips.example'],
  ['REDIS_PREFIX', 'a b'],
])('%s=%s stops the start with one line that names both', (name, value) => {
  const read = () => readEnv({ [name]: value })
  expect(read).toThrow(new RegExp(`^${name} must be [^\\n]*, not ${value}$`))
})

it('the address of Redis is not repeated, as it may hold a password', () => {
  expect(() => readEnv({ REDIS_URL: 'http://me:hunter2@redis' })).toThrow(
    /^REDIS_URL must be like (?!.*hunter2)/,
  )
})

it('a process of its own for the read models needs Redis', () => {
  expect(() => readEnv({ ROLE: 'projector' })).toThrow(/^ROLE=projector needs REDIS_URL/)
})

it.each([
  [{}, true],
  [{ DEMO_DATA: 'off' }, false],
  [{ NODE_ENV: 'production' }, false],
  [{ NODE_ENV: 'production', DEMO_DATA: 'on' }, false],
])('with %o the server seeds the demo trip: %s', (env, seeds) => {
  expect(readEnv(env).demoData).toBe(seeds)
})
