// Amounts that are typed as a calculation.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CURRENCIES, type CurrencyCode, minorDigits, toMajor, toMinor } from '#core/kernel/money.ts'
import { readAmount } from '#core/kernel/typedNumber.ts'
import { amountFault, isCalculation, readTypedAmount } from '#core/money/typedAmount.ts'

describe('a calculation', () => {
  test.each<[string, number, CurrencyCode?]>([
    ['100+50', 150],
    ['100 + 50', 150],
    ['0.1+0.2', 0.3],
    ['12,50+3', 15.5],
    ['1,000+0,5', 1000.5],
    ['100−30', 70],
    ['100-30', 70],
    ['100–30', 70],
    ['19.99×3', 59.97],
    ['19.99*3', 59.97],
    ['100÷3', 33.33],
    ['200/3', 66.67],
    ['１００＋５０', 150],
    ['2+3×4', 14],
    ['2×3+4×5', 26],
    ['100-20-30', 50],
    ['100÷4÷5', 5],
    ['10÷4×2', 5],
    ['100÷3×3', 100],
    ['1÷3+1÷3+1÷3', 1],
    ['0.005+0', 0.01],
    ['0.0049×1', 0],
    ['85×1.1', 93.5],
    ['-5+10', 5],
    ['5-10', -5],
    ['100÷3', 33, 'JPY'],
    ['1÷2', 1, 'JPY'],
    ['١٠٠+٥٠', 150],
    ['\u202d100\u202c+50', 150],
    ['(10+5)/2', 7.5],
    ['2×(3+4)−1', 13],
    ['（１０＋５）÷２', 7.5],
    ['((1+2)×(3+4))', 21],
    ['-(5-10)', 5],
    ['HK$1,000.50+HK$0.50', 1001],
    ['1.234,50+0,50', 1235],
  ])('The calculation %j results in %d', (text, result, currency = 'HKD') => {
    expect(readTypedAmount(text, currency)).toBe(result)
    expect(isCalculation(text)).toBe(true)
  })

  test.each([
    ['100+', 100],
    ['100 × ', 100],
    ['−5', -5],
    ['(5)', -5],
    ['HK$1,234.50', 1234.5],
    ['12,50', 12.5],
    ['', null],
    ['  ', null],
    ['+', null],
  ])('%j is no calculation yet, and is read as %j', (text, result) => {
    expect(readTypedAmount(text, 'HKD')).toBe(result)
    expect(isCalculation(text)).toBe(false)
  })

  test.each([
    '+5',
    '5++5',
    '5+-5',
    '5÷0',
    '5÷0.00',
    '5+abc',
    '1.000+5',
    '(1+2',
    '1+2)',
    '2(3)',
    '()',
    '(1+2)3',
    '€5+1',
    '12 50+1',
    '5+1e3',
    '100+-',
    '--5',
  ])('%j has no result', (text) => {
    expect(readTypedAmount(text, 'HKD')).toBeNaN()
  })

  test('A calculation without an end is no amount', () => {
    expect(readTypedAmount('('.repeat(100_000), 'HKD')).toBeNaN()
  })

  test.each([
    ['1.000', 'HKD', 'Do you mean HK$1,000.00 or HK$1.00?'],
    ['HK$24.500', 'HKD', 'Do you mean HK$24,500.00 or HK$24.50?'],
    ['1.000', 'JPY', 'Do you mean JP¥1,000 or JP¥1?'],
    ['5+1.000', 'HKD', 'Do you mean HK$1,000.00 or HK$1.00?'],
    ['€12,50', 'HKD', 'This amount is in EUR, not in HKD'],
    ['1.000,00', 'HKD', undefined],
    ['abc', 'HKD', undefined],
    ['', 'HKD', undefined],
  ] as const)('Of %j in %s it is said: %s', (text, currency, fault) => {
    expect(amountFault(text, currency)).toBe(fault)
  })

  test('A calculation that is too large results in a number above every limit', () => {
    expect(readTypedAmount(Array(30).fill('999999999').join('×'), 'HKD')).toBeGreaterThan(1e9)
  })
})

const currencies = fc.constantFrom(...CURRENCIES)
const minorUnits = fc.integer({ min: 0, max: 99_999_999 })
const typed = (minor: number, currency: CurrencyCode) =>
  toMajor(minor, currency).toFixed(minorDigits(currency))

describe('any calculation', () => {
  test('A number alone is read as without calculations', () => {
    fc.assert(
      fc.property(minorUnits, currencies, (minor, currency) => {
        const text = typed(minor, currency)
        expect(readTypedAmount(text, currency)).toBe(readAmount(text))
      }),
    )
  })

  test('A sum of amounts is exact to the minor unit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(minorUnits, fc.constantFrom('+', '−')), { minLength: 2, maxLength: 20 }),
        currencies,
        (terms, currency) => {
          const text = terms.map(([minor, sign], at) => (at === 0 ? '' : sign) + typed(minor, currency))
          const sum = terms.reduce(
            (sum, [minor, sign], at) => sum + (at > 0 && sign === '−' ? -minor : minor),
            0,
          )
          expect(toMinor(readTypedAmount(text.join(''), currency)!, currency)).toBe(sum)
        },
      ),
    )
  })

  test('A product and a quotient are the exact ones, rounded half up once', () => {
    const factor = fc.integer({ min: 1, max: 999_999 })
    fc.assert(
      fc.property(minorUnits, factor, factor, currencies, (minor, times, by, currency) => {
        const result = readTypedAmount(`${typed(minor, currency)}×${times}÷${by}`, currency)!
        const [exact, divisor] = [BigInt(minor) * BigInt(times), BigInt(by)]
        expect(result).toBe(toMajor(Number((2n * exact + divisor) / (2n * divisor)), currency))
      }),
    )
  })

  test('The order of the terms is irrelevant', () => {
    const term = fc.tuple(minorUnits, fc.integer({ min: 1, max: 99 }))
    fc.assert(
      fc.property(fc.array(term, { minLength: 2, maxLength: 8 }), currencies, (terms, currency) => {
        const texts = terms.map(([minor, by]) => `${typed(minor, currency)}÷${by}`)
        const result = readTypedAmount(texts.join('+'), currency)
        expect(readTypedAmount(texts.toReversed().join('+'), currency)).toBe(result)
      }),
    )
  })

  test('Whatever is typed is read without a failure', () => {
    const signsAndDigits = fc.string({
      unit: fc.constantFrom(...'0123456789+−×÷-*/.,()  '.split('')),
      maxLength: 40,
    })
    fc.assert(
      fc.property(fc.oneof(signsAndDigits, fc.string()), currencies, (text, currency) => {
        const result = readTypedAmount(text, currency)
        expect(result === null || typeof result === 'number').toBe(true)
      }),
    )
  })
})
