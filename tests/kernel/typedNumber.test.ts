// Numbers as people type them.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberStyleOf, readDecimal } from '#core/imports/text/decimal.ts'
import { moneyText } from '#core/imports/text/moneyText.ts'
import { currencyIn, readAmount, readings, readRate } from '#core/kernel/typedNumber.ts'

describe('typed amount', () => {
  test.each([
    ['12', 12],
    ['12.50', 12.5],
    [' 0.10 ', 0.1],
    ['.5', 0.5],
    ['12.', 12],
    ['1,234.50', 1234.5],
    ['1,234', 1234],
    ['1,234,567.8', 1_234_567.8],
    ['12,5', 12.5],
    ['１２．５', 12.5],
    [String.fromCodePoint(0x116d1, 0x116dc), 12], // Pao Karen's row of digits touches Eastern Pwo Karen's
    ['١٢٣٤٥٦٧٨٩٠', 1_234_567_890],
    ['۱٬۲۳۴٫۵۰', 1234.5],
    ['१२.५', 12.5],
    ['1 234.5', 1234.5],
    ['1\u202f234,50', 1234.5],
    ['0,500', 0.5],
    ['\u202d12.50\u202c', 12.5],
    ['-3', -3],
    ['−3', -3],
    ['(3)', -3],
    ['1.234,56', 1234.56],
    ['1.234.567', 1_234_567],
    ['1.234.567,8', 1_234_567.8],
    ["1'234.50", 1234.5],
    ['1’234,50', 1234.5],
    ['12。5', 12.5],
    ['１２。５', 12.5],
  ])('The typed amount %j is read as %d', (text, amount) => {
    expect(readAmount(text)).toBe(amount)
  })

  test.each(['', '   '])('The typed amount %j counts as empty', (text) => {
    expect(readAmount(text)).toBeNull()
  })

  test.each([
    ...['abc', '1.2.3', '1,2,3', '12,34.5', '1e3', 'HK$5', '.', '0x10', 'Infinity'],
    ...['1.000', '24.500', '12 50', '1 2', '1\n234', '12²', '①'],
  ])('The typed amount %j is invalid', (text) => {
    expect(readAmount(text)).toBeNaN()
  })

  test.each([
    ['HK$1,234.50', 'HKD', 1234.5],
    ['−HK$100.00', 'HKD', -100],
    ['(HK$3)', 'HKD', -3],
    ['HK$−5', 'HKD', -5],
    ['$12', 'HKD', 12],
    ['＄12', 'USD', 12],
    ['€12,50', 'EUR', 12.5],
    ['1.234,56 €', 'EUR', 1234.56],
    ['12 eur', 'EUR', 12],
    ['JP¥1,200', 'JPY', 1200],
    ['￥１，２００', 'CNY', 1200],
    ['1200円', 'JPY', 1200],
  ] as const)('The pasted amount %j in %s is read as %d', (text, currency, amount) => {
    expect(readAmount(text, currency)).toBe(amount)
  })

  test.each([
    ['€12,50', 'HKD'],
    ['$12', 'EUR'],
    ['US$12', 'HKD'],
    ['12 THB', 'HKD'],
    ['HK$ EUR 12', 'HKD'],
    ['HK$1.000', 'HKD'],
  ] as const)('The pasted amount %j is none in %s', (text, currency) => {
    expect(readAmount(text, currency)).toBeNaN()
  })

  test('The currency of a pasted amount is known where its sign says one', () => {
    const texts = ['€12,50', '12 EUR', '$12', '12', 'US$ 3', '12 THB']
    expect(texts.map(currencyIn)).toEqual(['EUR', 'EUR', null, null, 'USD', null])
  })

  test('One point before three digits has two readings, and every other amount has one', () => {
    expect(readings('1.000')).toEqual([1000, 1])
    expect(readings('HK$24.500')).toEqual([24_500, 24.5])
    expect(['1,000', '1.00', '1.000,00', '0.500', '1.000.000', ''].map(readings)).toEqual(Array(6).fill(null))
  })

  test('What is typed and what is imported is read alike, unless it has two readings', () => {
    const digits = fc.string({ unit: fc.constantFrom('0', '1', '2', '3'), minLength: 1, maxLength: 4 })
    const separator = fc.constantFrom('.', ',', ' ', "'", '')
    const text = fc
      .tuple(
        fc.constantFrom('', '-', '€', 'HK$'),
        digits,
        fc.array(fc.tuple(separator, digits), { maxLength: 3 }),
      )
      .map(([sign, first, rest]) => sign + first + rest.flat().join(''))
    fc.assert(
      fc.property(text, (text) => {
        const { number, currency } = moneyText(text)
        const style = numberStyleOf([number])
        const imported = style === 'unclear' ? null : readDecimal(number, style)
        if (!imported || readings(text)) return
        const typed = readAmount(text, currency ?? undefined)
        // What is typed may be refused where a separator could be missing: '0 123'.
        if (!Number.isNaN(typed))
          expect((typed ?? 0) + 0).toBe(Number(`${imported.digits}e${-imported.scale}`))
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['1,234', 1.234],
    ['0,052', 0.052],
    ['9.050', 9.05],
    ['', null],
    ['1,234.5', Number.NaN],
  ])('The typed exchange rate %j is read as %d', (text, rate) => {
    expect(readRate(text)).toBe(rate)
  })

  test('An amount with more digits than a number holds is refused', () => {
    expect(readAmount('0.1000000000000000000001')).toBeNaN()
    expect(readAmount('999999.99')).toBe(999_999.99)
  })
})
