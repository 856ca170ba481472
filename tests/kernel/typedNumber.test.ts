// Numbers as people type them.

import { describe, expect, test } from 'vitest'
import { readAmount, readRate } from '#core/kernel/typedNumber.ts'

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
  ])('The typed amount %j is read as %d', (text, amount) => {
    expect(readAmount(text)).toBe(amount)
  })

  test.each(['', '   '])('The typed amount %j counts as empty', (text) => {
    expect(readAmount(text)).toBeNull()
  })

  test.each([
    ...['abc', '1.2.3', '1,2,3', '12,34.5', '1.234,56', '1e3', 'HK$5', '.', '0x10', 'Infinity'],
    ...['1.000', '24.500', '1.234.567', '12 50', '1 2', '1\n234', '12²', '①'],
  ])('The typed amount %j is invalid', (text) => {
    expect(readAmount(text)).toBeNaN()
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
