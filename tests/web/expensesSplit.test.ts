// What the form says about each one's share before anybody can know who carries the odd cent.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { sharesOf } from '#core/money/shares.ts'
import { equalSplit, sharePreview, splitSentence } from '#web/money/expenses/splitSentence.ts'

describe('how an amount is split, in a sentence', () => {
  test.each<[number, number, CurrencyCode, string]>([
    [1000, 2, 'HKD', 'HK$5.00 each'],
    [1000, 3, 'HKD', 'HK$3.33 each, one cent more for one'],
    [1001, 3, 'HKD', 'HK$3.33 each, one cent more for 2'],
    [1000, 1, 'HKD', 'HK$10.00 for one person'],
    [2, 3, 'HKD', 'One cent for 2, nothing for the others'],
    [1, 3, 'HKD', 'One cent for one, nothing for the others'],
    [100, 3, 'JPY', 'JP¥33 each, one yen more for one'],
    [1000, 3, 'GBP', '£3.33 each, one penny more for one'],
  ])('%d among %d in %s: %s', (amount, sharers, currency, sentence) => {
    expect(splitSentence(amount, sharers, currency)).toBe(sentence)
  })

  test('it is true of the split that will be made, whatever the id of the expense', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.integer({ min: 1, max: 50 }),
        (id, amount, count) => {
          const sharers = Array.from({ length: count }, (_, at) => `person-${at}`)
          const shares = [...sharesOf(id, amount, sharers).values()]
          const { each, oneMore } = equalSplit(amount, count)
          expect(shares.filter((share) => share === each + 1)).toHaveLength(oneMore)
          expect(shares.filter((share) => share === each)).toHaveLength(count - oneMore)
        },
      ),
    )
  })
})

describe('one share', () => {
  test('is told exactly where nothing is left over', () => {
    expect(sharePreview(1000, 4, 'HKD')).toBe('HK$2.50')
  })

  test('is told as one of two where a cent is left over', () => {
    expect(sharePreview(1000, 3, 'HKD')).toBe('HK$3.33 or HK$3.34')
  })
})
