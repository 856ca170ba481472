// Each value has one text, and a value that JSON cannot express is refused before it is hashed.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '#core/kernel/canonicalJson.ts'

describe('canonical JSON', () => {
  test('Canonical JSON is that of RFC 8785, §3.2.3', () => {
    const sample = JSON.parse(
      String.raw`{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`,
    ) as unknown
    expect(canonicalJson(sample)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],` +
        String.raw`"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    )
  })

  test('Keys are sorted by UTF-16 units, as in RFC 8785, §3.2.3', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6']
    const text = canonicalJson(Object.fromEntries(keys.map((key, index) => [key, index])))
    expect(Object.values(JSON.parse(text) as object).length).toBe(7)
    expect(text).toBe('{"\\r":1,"1":3,"\u0080":5,"ö":6,"€":0,"😀":4,"\ufb33":2}')
  })

  test('Canonical JSON does not depend on the order of keys, and has the same value', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([key, inner]) => [key, reversed(inner)]),
      )
    }
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)
        expect(canonicalJson(reversed(value))).toBe(text)
        expect(canonicalJson(JSON.parse(text))).toBe(text)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      { seed: 11, numRuns: 300 },
    )
  })

  test('Canonical JSON writes -0 as 0, and half a surrogate pair as its escape', () => {
    expect(canonicalJson([-0, '\ud800'])).toBe(String.raw`[0,"\ud800"]`)
  })

  const loop: unknown[] = []
  loop.push(loop)
  test.each([
    ['undefined', undefined],
    ['a key without a value', { a: undefined }],
    ['a hole', [1, , 2]], // oxlint-disable-line no-sparse-arrays
    ['NaN', Number.NaN],
    ['Infinity', [Infinity]],
    ['a big integer', 1n],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a function', { toJSON: () => 1 }],
    ['a symbol', Symbol('s')],
    ['a value that contains itself', loop],
  ])('Canonical JSON refuses %s', (_, value) => expect(() => canonicalJson(value)).toThrow(TypeError))
})
