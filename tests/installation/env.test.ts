// An invalid setting stops the start with a line that names it and its value.

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
  ['ALLOWED_ORIGINS', 'https://elsewhere.example/'],
  ['ALLOWED_ORIGINS', 'elsewhere.example'],
  ['NODE_ENV', 'prod'],
  ['NODE_ENV', 'Production'],
])('The setting %s=%s stops the start with one line that names both', (name, value) => {
  const read = () => readEnv({ [name]: value })
  expect(read).toThrow(new RegExp(`^${name} must be [^\\n]*, not ${value}$`))
})

it.each(['a*', 'a?', '[a]', 'a\\'])(
  'The prefix %s of the keys in Redis is refused, because a pattern of keys would not mean it literally',
  (prefix) =>
    expect(() => readEnv({ REDIS_PREFIX: prefix })).toThrow(/^REDIS_PREFIX must be [^\n]*, not \S+$/),
)

it('The error about the address of Redis does not repeat it, as it may hold a password', () => {
  expect(() => readEnv({ REDIS_URL: 'http://me:hunter2@redis' })).toThrow(
    /^REDIS_URL must be like (?!.*hunter2)/,
  )
})

it.each(['api', 'projector'])('A process with ROLE=%s needs Redis', (role) => {
  expect(() => readEnv({ ROLE: role })).toThrow(new RegExp(`^ROLE=${role} needs REDIS_URL`))
})

it.each([
  [{}, true],
  [{ DEMO_DATA: 'off' }, false],
  [{ NODE_ENV: 'production' }, false],
  [{ NODE_ENV: 'production', DEMO_DATA: 'on' }, false],
])('With the settings %o the server seeds the demo trip: %s', (env, seeds) => {
  expect(readEnv(env).demoData).toBe(seeds)
})
