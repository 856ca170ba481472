// Invalid values that a client sends by mistake or on purpose.

import type { SeededRandom } from '#tests/simulator/seededRandom.ts'

const values: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.001,
  1e21,
  999_999.995,
  '',
  '   ',
  '\u200b\u3164',
  '12',
  'NaN',
  'x'.repeat(5000),
  '\u0000',
  '\ud800',
  '‮drawkcab',
  '__proto__',
  "'; DROP TABLE events; --",
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("http://example.com")',
  '../../etc/passwd',
  '2026-02-31',
  '25:61',
  'javascript:alert(1)',
  [],
  {},
  [null],
  [[]],
  { id: 'pool', type: 'pool' },
  { constructor: { prototype: { isAdmin: true } } },
  Array.from({ length: 300 }, () => 'x'),
]

export const invalidValue = (chance: SeededRandom): unknown => chance.of(values)

/** The body with one error: an invalid value, a missing key, an unknown key, or an invalid value instead of the body. */
export function withInvalidValue(body: unknown, chance: SeededRandom): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (!isObject || chance.is(0.1)) return invalidValue(chance)
  const keys = Object.keys(body)
  const key = keys.length > 0 ? chance.of(keys) : 'unknown'
  const { [key]: _, ...others } = body as Record<string, unknown>
  if (chance.is(0.2)) return others
  if (chance.is(0.1)) return { ...body, unknown: invalidValue(chance) }
  return { ...others, [key]: invalidValue(chance) }
}

const paths = ['', 'x', 'null', '%00', '%2e%2e', '%ff', '0'.repeat(300), 'constructor', '../users']

/** An id that names nothing. */
export const unknownId = (chance: SeededRandom): string => (chance.is(0.5) ? chance.uuid() : chance.of(paths))
