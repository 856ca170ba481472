// The split and the payers in the expense form: what is typed, what it comes to, and what is sent.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toMinor } from '#core/kernel/money.ts'
import { weightedParts } from '#core/money/split/shares.ts'
import type { SplitMode } from '#core/money/split/modes.ts'
import type { Split } from '#core/money/split/split.ts'
import { expense, recorded, user } from '#tests/money/records.ts'
import { convertedSharers, convertedSplit } from '#web/money/expenses/form/convertedSplit.ts'
import { amountWords } from '#web/money/enteredAmount.ts'
import { dividedEntry } from '#web/money/expenses/form/dividedEntry.ts'
import { expenseFormChanges } from '#web/money/expenses/form/expenseFormChanges.ts'
import {
  bodyOf,
  choicesFor,
  expenseFormValues,
  type ExpenseValues,
  newExpense,
} from '#web/money/expenses/form/expenseValues.ts'
import { restOfAmount, restOfSplit } from '#web/money/expenses/form/restText.ts'
import { equally, restFor, typedSplitOf, withNumbers } from '#web/money/expenses/form/typedSplit.ts'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'

const ids = ['ann', 'ben', 'gus']
const people = ids.map((id): ChoosablePerson => ({
  id,
  type: 'user',
  name: id,
  role: 'member',
  hasLeft: false,
}))
const choices = choicesFor(people)
const dinner: ExpenseValues = {
  ...newExpense(people, 'ann', '2026-05-02'),
  description: 'Dinner',
  amount: '100',
}
const divide = (changes: Partial<ExpenseValues>, id?: string) =>
  dividedEntry({ ...dinner, ...changes }, choices, 'HKD', id)
const numbers = (mode: SplitMode, ...texts: string[]) =>
  withNumbers(
    mode,
    texts.map((text, at) => [ids[at]!, text]),
  )
const sharesIn = (changes: Partial<ExpenseValues>) =>
  [...(divide(changes).shares?.values() ?? [])].map(({ least, most }) =>
    least === most ? least : [least, most],
  )

describe('what a typed split comes to', () => {
  test.each<[string, ExpenseValues['split'], unknown]>([
    ['shares 1, 1.5 and 2', numbers('shares', '1', '1.5', '2'), [2222, 3333, 4445]],
    ['percent 50, 25 and nothing', numbers('percent', '50', '25', '25'), [5000, 2500, 2500]],
    ['exact amounts, one a calculation', numbers('exact', '30+20', '12,50', '37.5'), [5000, 1250, 3750]],
    ['an adjustment of ten more', numbers('adjust', '+10', '', ''), [4000, 3000, 3000]],
    [
      'equal parts, before the id decides',
      equally,
      [
        [3333, 3334],
        [3333, 3334],
        [3333, 3334],
      ],
    ],
  ])('An amount of 100 by %s', (_, split, shares) => {
    expect(sharesIn({ split })).toEqual(shares)
  })

  test('The form shows how much exact amounts and percentages leave open, and is not sent until nothing is left', () => {
    const exact = divide({ split: numbers('exact', '50', '30', '7.70') })
    expect(exact).toMatchObject({ left: 1230, splitFault: 'The shares add up to HK$87.70, not HK$100.00' })
    expect(restOfAmount(10_000, exact.left, 'HKD')).toMatchObject({ text: 'HK$12.30 left', filled: 0.877 })
    const percent = divide({ split: numbers('percent', '33.33', '33.33', '33.33'), amount: '' })
    expect(restOfSplit(numbers('percent'), percent, 'HKD')).toMatchObject({
      text: '0.01 % left',
      isComplete: false,
    })
    expect(restOfAmount(10_000, -500, 'HKD')).toMatchObject({ text: 'HK$5.00 too much', isComplete: false })
    expect(restOfAmount(10_000, 0, 'HKD')).toMatchObject({ text: 'HK$100.00 split', isComplete: true })
  })

  test.each<[string, ExpenseValues['split'], number[], string]>([
    ['one exact amount', numbers('exact', '50', '', ''), [5000, 2500, 2500], 'HK$50.00 shared by 2 others'],
    ['two exact amounts', numbers('exact', '50', '20'), [5000, 2000, 3000], 'HK$30.00 for 1 other'],
    ['no exact amount', numbers('exact'), [3334, 3333, 3333], 'HK$100.00 shared by 3'],
    ['one emptied again', numbers('exact', '99.99', ' '), [9999, 1, 0], 'HK$0.01 shared by 2 others'],
    [
      'one that takes all',
      numbers('exact', '100'),
      [10_000, 0, 0],
      'HK$100.00 split, nothing is left for 2 others',
    ],
    ['one percentage', numbers('percent', '', '33.33'), [3334, 3333, 3333], '66.67 % shared by 2 others'],
  ])('Of %s, whoever has no number shares the rest', (_, split, shares, text) => {
    const divided = divide({ split })
    expect(sharesIn({ split })).toEqual(shares)
    expect(divided).toMatchObject({ left: 0, splitFault: undefined })
    expect(restOfSplit(split, divided, 'HKD')).toMatchObject({ text, isComplete: true })
    const sent = bodyOf({ ...dinner, split }, choices, 'HKD').split
    expect(sent?.mode === 'exact' && sent.of.map(({ amount }) => toMinor(amount, 'HKD'))).toEqual(
      split.mode === 'exact' && shares,
    )
  })

  test('Too much leaves nothing for the others, and can be taken off whoever has as much', () => {
    const split = numbers('exact', '30', '80')
    const divided = divide({ split })
    expect(divided).toMatchObject({ left: -1000, open: new Map([['gus', 0]]) })
    const rest = restOfSplit(split, divided, 'HKD')
    expect(rest).toMatchObject({ text: 'HK$10.00 too much, nothing is left for 1 other', isComplete: false })
    expect(restFor('exact', split.numbers, 'ben', -1000, 'HKD')).toEqual({ ann: '30', ben: '70.00' })
    expect(restFor('exact', split.numbers, 'ann', -3001, 'HKD')).toBeNull()
    expect(restFor('exact', split.numbers, 'gus', -1000, 'HKD')).toBeNull()
    expect(restFor('percent', { ann: '60', ben: '70' }, 'ben', -3000, 'HKD')?.['ben']).toBe('40')
  })

  test('A number that cannot be read leaves the rest open', () => {
    expect(divide({ split: numbers('exact', 'x') })).toMatchObject({
      open: new Map(),
      splitFault: expect.any(String),
    })
  })

  test('The open rest of a split can be put on one person', () => {
    const exact = numbers('exact', '50', '30', '7.70')
    expect(restFor('exact', exact.numbers, 'ben', 1230, 'HKD')).toEqual({
      ann: '50',
      ben: '42.30',
      gus: '7.70',
    })
    const percent = numbers('percent', '33.33', '33.33', '33.33')
    expect(restFor('percent', percent.numbers, 'gus', 1, 'HKD')?.['gus']).toBe('33.34')
  })

  test('A split with a text that is no number is refused', () => {
    expect(divide({ split: numbers('shares', 'two', '1', '1') }).splitFault).toContain('Shares are')
    expect(divide({ split: numbers('exact', 'x', '1', '1') }).splitFault).toBe('Valid amount is required')
  })

  test('An amount with two readings, or of another currency, is named where it was typed', () => {
    const texts = ['Do you mean HK$1,000.00 or HK$1.00?', 'This amount is in EUR, not in HKD']
    for (const [at, typed] of ['1.000', '€5'].entries()) {
      const exact = divide({ split: numbers('exact', typed) })
      expect(exact.splitFault).toBe(texts[at])
      expect(restOfSplit(numbers('exact', typed), exact, 'HKD')).toMatchObject({ text: texts[at] })
      expect(divide({ split: numbers('adjust', typed) }).splitFault).toBe(texts[at])
      const items = [{ text: 'Soup', amount: typed, of: ['ann'] }]
      expect(divide({ split: { ...equally, mode: 'items', items } }).splitFault).toBe(texts[at])
      expect(divide({ paid: { ann: typed } }).payersFault).toBe(texts[at])
    }
  })

  test.each<[string, ExpenseValues['kind'], string | undefined]>([
    ['1.000', 'expense', 'Do you mean HK$1,000.00 or HK$1.00?'],
    ['-5', 'expense', 'Amount must be greater than 0. Did money come back? Choose Refund under More.'],
    ['-5', 'refund', 'A refund is entered without the minus'],
    ['0', 'expense', undefined],
    ['', 'expense', undefined],
  ])('Of the amount %j of a %s it is said: %s', (amount, kind, text) => {
    expect(amountWords({ ...dinner, amount, kind }, 'HKD')).toBe(text)
  })

  test('Several payers must add up to the amount', () => {
    expect(divide({ paid: { ann: '55', ben: '35' } })).toMatchObject({
      leftToPay: 1000,
      payersFault: 'The payers add up to HK$90.00, not HK$100.00',
    })
    expect(divide({ paid: { ann: '55', ben: '45' } }).paid).toEqual(
      new Map([
        ['ann', 5500],
        ['ben', 4500],
      ]),
    )
  })

  test('A payer who has left is a fault until somebody else is chosen or the pool pays', () => {
    const fault = (changes: Partial<ExpenseValues>) => divide({ paidBy: 'eve', ...changes }).payersFault
    expect(fault({})).toBe('Whoever paid is not on the trip')
    expect(divide({ paidBy: 'eve' }).paid).toBeNull()
    expect([
      fault({ paidBy: 'ben' }),
      fault({ paidFromPool: true }),
      fault({ paid: { ann: '55', ben: '45' } }),
    ]).toEqual([undefined, undefined, undefined])
  })

  test('The possible shares of a new expense contain the share that its id gives', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1, max: 99_999 }), weights, (id, minor, of) => {
        const split = numbers('shares', ...of.map((weight) => String(weight / 100)))
        const { shares } = divide({ split, amount: (minor / 100).toFixed(2) })
        const exact = weightedParts(id, minor, ids, of)
        for (const [at, { least, most }] of [...shares!.values()].entries()) {
          expect(exact[at]).toBeGreaterThanOrEqual(least)
          expect(exact[at]).toBeLessThanOrEqual(most)
        }
      }),
    )
  })
})

describe('switching the mode', () => {
  const converted = (split: ExpenseValues['split'], mode: SplitMode) =>
    Object.values(
      convertedSplit(split, mode, { weights: divide({ split }).weights!, entered: 10_000, currency: 'HKD' })
        .numbers,
    )

  test.each<[string, ExpenseValues['split'], SplitMode, string[]]>([
    ['equal', equally, 'shares', ['1', '1', '1']],
    ['equal', equally, 'percent', []],
    ['equal', equally, 'exact', []],
    ['exact', numbers('exact', '25'), 'percent', ['25']],
    ['exact', numbers('exact', '25'), 'shares', ['2', '3', '3']],
    ['equal', equally, 'adjust', ['', '', '']],
    ['percent', numbers('percent', '50', '25', '25'), 'shares', ['2', '1', '1']],
    ['shares', numbers('shares', '1', '1.5', '2.5'), 'percent', ['20', '30', '50']],
    ['exact', numbers('exact', '25', '25', '50'), 'adjust', ['', '', '25.00']],
    ['exact', numbers('exact', '33.33', '33.33', '33.34'), 'shares', ['33.33', '33.33', '33.34']],
  ])('From %s, %j becomes %s %j', (_, split, mode, texts) => {
    expect(converted(split, mode)).toEqual(texts)
  })

  test('A person who has nothing to pay is left out of shares, and stays in every other mode', () => {
    const split = numbers('exact', '60', '40', '0')
    const weights = divide({ split }).weights!
    expect(converted(split, 'shares')).toEqual(['3', '2'])
    expect(convertedSharers('exact', 'shares', weights)).toEqual(['ann', 'ben'])
    expect(converted(split, 'percent')).toEqual(['60', '40', '0'])
    expect(convertedSharers('exact', 'percent', weights)).toBeUndefined()
    expect(convertedSharers('items', 'equal', weights)).toEqual(['ann', 'ben', 'gus'])
  })
})

describe('what the form sends', () => {
  const [ann, ben] = [user('ann'), user('ben')]
  const unequal = recorded({
    ...expense('e1', ann, 10_000, [ann, ben]),
    description: 'Dinner',
    payers: [
      { ...ann, amount: 6000, originalAmount: null },
      { ...ben, amount: 4000, originalAmount: null },
    ],
    sharedBy: [
      { ...ann, share: 2500 },
      { ...ben, share: 7500 },
    ],
    split: {
      mode: 'exact',
      of: [
        { id: 'ann', amount: 2500 },
        { id: 'ben', amount: 7500 },
      ],
    },
  })
  const base = expenseFormValues(unequal, 'ann')
  const changesFor = (changes: Partial<ExpenseValues>) =>
    expenseFormChanges({ ...base, ...changes }, base, choices, 'HKD')

  test('A body has an unequal split in place of the sharers, and several payers in place of one', () => {
    const body = bodyOf(
      { ...dinner, split: numbers('shares', '2', '1', '1'), paid: { ann: '60', ben: '40' } },
      choices,
      'HKD',
    )
    expect(body).toMatchObject({
      paidBy: null,
      split: { mode: 'shares' },
      payers: [{ amount: 60 }, { amount: 40 }],
    })
    expect(body).not.toHaveProperty('sharedBy')
    const plain = bodyOf(dinner, choices, 'HKD')
    expect(plain).not.toHaveProperty('split')
    expect(plain).not.toHaveProperty('payers')
    expect(plain).not.toHaveProperty('kind')
  })

  test('An edit that leaves the split as it was sends nothing, and an edit of the title sends the title alone', () => {
    expect(changesFor({})).toEqual({})
    expect(changesFor({ split: numbers('exact', '25.00', '75') })).toEqual({})
    expect(changesFor({ description: 'Supper' })).toEqual({ description: 'Supper' })
  })

  test('An edit of the amount also sends the amounts of the split and of the payers', () => {
    const changes = changesFor({
      amount: '120',
      split: numbers('exact', '25', '95'),
      paid: { ann: '80', ben: '40' },
    })
    expect(changes).toMatchObject({
      amount: 120,
      split: { mode: 'exact', of: [{ amount: 25 }, { amount: 95 }] },
      payers: [{ amount: 80 }, { amount: 40 }],
    })
  })

  test('An edit back to an equal split and to one payer sends both', () => {
    expect(changesFor({ split: equally })).toEqual({
      split: {
        mode: 'equal',
        of: [expect.objectContaining({ id: 'ann' }), expect.objectContaining({ id: 'ben' })],
      },
    })
    expect(changesFor({ paid: null })).toEqual({
      payers: [{ id: 'ann', type: 'user', name: 'ann', amount: 100 }],
    })
  })

  test('The split of an expense fills the form as it was typed', () => {
    const typed = (split: Split) => typedSplitOf({ split, amount: 1250, currency: 'HKD', original: null })
    const items = [{ text: 'Soup', amount: 1250, of: ['ann'] }]
    expect(typed({ mode: 'items', items, rest: 'equal' })).toMatchObject({
      items: [{ text: 'Soup', amount: '12.50', of: ['ann'] }],
    })
    expect(typed({ mode: 'shares', of: [{ id: 'ann', shares: 150 }] }).numbers).toEqual({ ann: '1.5' })
    expect(typed({ mode: 'adjust', of: [{ id: 'ann', by: -500 }] }).numbers).toEqual({ ann: '-5.00' })
  })
})
