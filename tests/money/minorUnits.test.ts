import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allocate,
  convert,
  CURRENCIES,
  DEFAULT_CURRENCY,
  minorDigits,
  toMajor,
  toMinor,
} from '#core/kernel/money.ts'
import { runs } from '#tests/money/randomTrip.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'

describe('the currencies', () => {
  it('There are nine currencies, Hong Kong dollars are the default and only the yen has no cents', () => {
    coversSpec('§1 Currency is shown', '§9 Supported currencies')

    expect(CURRENCIES.length).toBe(9)
    expect(DEFAULT_CURRENCY).toBe('HKD')
    expect(CURRENCIES.filter((currency) => minorDigits(currency) === 0)).toEqual(['JPY'])
  })
})

describe('a typed amount', () => {
  it.each([
    [1.1, 110],
    [0.07, 7],
    [8.2, 820],
    [100, 10_000],
    [999_999.99, 99_999_999],
    [-0, 0],
    [-1.5, -150],
    [1e3, 100_000],
  ])('An amount of %f dollars is %i cents', (major, minor) => {
    expect(toMinor(major, 'HKD')).toBe(minor)
  })

  it.each([0.1 + 0.2, 100.005, 1.999, 1e-7, NaN, Infinity, 1e21, 2 ** 53])(
    'An amount of %f dollars is refused and never rounded',
    (major) => {
      expect(toMinor(major, 'HKD')).toBeNull()
    },
  )

  it('An amount in yen has no decimals, but may be written with zeros', () => {
    expect(toMinor(Number('100.00'), 'JPY')).toBe(100)
    expect(toMinor(100.5, 'JPY')).toBeNull()
  })

  it('Every possible amount survives the conversion to a decimal and back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CURRENCIES),
        fc.integer({ min: -1e14, max: 1e14 }),
        (currency, minor) => {
          expect(toMinor(toMajor(minor, currency), currency)).toBe(minor)
        },
      ),
      runs,
    )
  })
})

describe('an amount in another currency', () => {
  it.each([
    ['half a cent goes up', 1, 'USD', 0.5, 'HKD', 1],
    ['just under half a cent goes down', 1, 'USD', 0.49999999, 'HKD', 0],
    ['1.005 is exactly half, whatever a float says', 100, 'USD', 1.005, 'HKD', 101],
    ['yen have no cents to convert', 1000, 'JPY', 0.05, 'HKD', 5000],
    ['yen have no cents to convert to', 1050, 'HKD', 19.05, 'JPY', 200],
    ['the smallest rate is written with an exponent', 99_999_999, 'USD', 1e-8, 'HKD', 1],
    ['eight decimals count', 99_999_999, 'EUR', 8.12345678, 'HKD', 812_345_670],
  ] as const)('A conversion rounds to the nearest unit: %s', (_, minor, from, rate, to, expected) => {
    expect(convert(minor, from, rate, to)).toBe(expected)
  })

  it('A conversion is within half a unit of amount times rate, and never below it at a tie', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.integer({ min: 1, max: 10 ** 12 }),
        (cents, rateIn1e8) => {
          const converted = BigInt(convert(cents, 'USD', rateIn1e8 / 1e8, 'HKD'))
          const error = converted * 2n * 10n ** 8n - 2n * BigInt(cents) * BigInt(rateIn1e8)
          expect(error > -(10n ** 8n) && error <= 10n ** 8n).toBe(true)
        },
      ),
      runs,
    )
  })
})

describe('allocating an amount', () => {
  it('An allocation gives the units left over to the largest remainders, and at a tie to the earlier entry', () => {
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(allocate(101, [1, 1, 1])).toEqual([34, 34, 33])
    expect(allocate(10, [1, 2, 4])).toEqual([1, 3, 6])
    expect(allocate(1, [0, 1, 1])).toEqual([0, 1, 0])
  })

  it('An allocation of zero gives nobody anything, and an allocation to nobody is refused', () => {
    expect(allocate(0, [0, 0])).toEqual([0, 0])
    expect(() => allocate(1, [0, 0])).toThrow(RangeError)
  })

  it('An allocation adds up exactly and is less than a unit from the proportion, even where doubles are inexact', () => {
    const amount = fc.integer({ min: 0, max: 10 ** 12 })
    fc.assert(
      fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 12 }), (total, weights) => {
        const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
        fc.pre(whole > 0n)
        const parts = allocate(total, weights)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
        parts.forEach((part, i) => {
          const error = BigInt(part) * whole - BigInt(total) * BigInt(weights[i]!)
          expect(error > -whole && error < whole).toBe(true)
        })
      }),
      runs,
    )
  })
})
