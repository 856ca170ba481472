// The form's sentence about each share, before the expense has the id that decides who carries the leftover cent.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { SplitMode } from '#core/money/split/modes.ts'
import { equalSplit, offeredText, payersName, splitSentence } from '#web/money/expenses/form/splitSentence.ts'
import { sharersText } from '#web/money/shownModes.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import { sharesOf } from '#tests/support/sharesOf.ts'

describe('split sentence', () => {
  test.each<[number, number, CurrencyCode, string]>([
    [1000, 2, 'HKD', 'HK$5.00\u00a0each'],
    [1000, 3, 'HKD', 'HK$3.33\u00a0each, one cent more for one'],
    [1001, 3, 'HKD', 'HK$3.33\u00a0each, one cent more for 2'],
    [1000, 1, 'HKD', 'HK$10.00 for one person'],
    [2, 3, 'HKD', 'One cent for 2, nothing for the others'],
    [1, 3, 'HKD', 'One cent for one, nothing for the others'],
    [100, 3, 'JPY', 'JP¥33\u00a0each, one yen more for one'],
    [1000, 3, 'GBP', '£3.33\u00a0each, one penny more for one'],
  ])('An amount of %d among %d in %s reads: %s', (amount, sharers, currency, sentence) => {
    expect(splitSentence(amount, sharers, currency)).toBe(sentence)
  })

  test('The sentence holds for the actual split, whatever the id of the expense', () => {
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

describe('the people who share, in words', () => {
  const people = ['ann', 'ben', 'gus'].map((id) => ({ id, type: 'user' as const, name: id }))

  test.each([
    [3, 'equally among 3'],
    [2, 'equally among 2 of 3'],
    [1, 'just for you'],
    [0, 'among nobody'],
  ])('%d of three people are: %s', (count, text) => {
    expect(sharersText(people.slice(0, count), people.length, 'ann')).toBe(text)
  })

  test.each([
    ['ann', ['ann', 'ben'], 'As last time: you, 2 of 3'],
    ['ben', ['gus'], `As last time: ${isolateBidi('ben')}, 1 of 3`],
    ['ben', ['ann', 'ben', 'gus'], `As last time: ${isolateBidi('ben')}, all 3`],
  ])('An expense paid by %s and shared by %j is offered as: %s', (paidBy, sharedBy, text) => {
    expect(offeredText({ paidBy, sharedBy }, people, 'ann')).toBe(text)
  })

  test('One other person is named', () => {
    expect(sharersText(people.slice(1, 2), people.length, 'ann')).toBe('just for ben')
  })

  test.each<[SplitMode, string]>([
    ['shares', 'by shares among 3'],
    ['percent', 'by percent among 3'],
    ['exact', 'by amount among 3'],
    ['adjust', 'with adjustments among 3'],
    ['items', 'by 1 item'],
  ])('A split by %s is: %s', (mode, text) => {
    const items = [{ text: 'Soup', amount: '12', of: ['ann'] }]
    expect(sharersText(people, people.length, 'ann', { mode, items })).toBe(text)
  })
})

describe('the payers, in words', () => {
  const people = ['ann', 'ben', 'gus'].map((id) => ({ id, type: 'user' as const, name: id }))

  test.each([
    [0, 'nobody yet'],
    [1, 'you'],
    [2, 'you and ben'],
    [3, '3 people'],
  ])('%d payers are: %s', (count, text) => {
    expect(payersName(people.slice(0, count), 'ann')).toBe(text)
  })
})
