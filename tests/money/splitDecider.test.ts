// Adding and editing an expense with an unequal split, several payers, or as a refund.

import { describe, expect, it } from 'vitest'
import { parseBody } from '#core/kernel/parseBody.ts'
import { expenseBody, expenseChanges } from '#core/money/bodies.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import { payingPeople } from '#core/money/signedAmount.ts'
import { recordUpcasts } from '#core/recordKinds.ts'
import { type Expense, type ExpenseEvent, type PersonRef } from '#core/money/events.ts'
import { createCodec } from '#core/store/codec.ts'
import { sampleIn } from '#tests/history/samples.ts'
import { currencyOf } from '#core/money/currency.ts'
import { netBalance } from '#core/money/balances/figures.ts'
import { figuresOf } from '#core/money/balances/ledger.ts'
import { expenseResponses } from '#core/money/toResponse.ts'
import { addExpenseCommand, anyone, dinner, edit, guest, type Of, trip } from '#tests/money/deciderFixture.ts'
import { added, ledgerOf, user } from '#tests/money/records.ts'
import { given, stateAfter } from '#tests/support/given.ts'
import { sharesOf } from '#tests/support/sharesOf.ts'

const [ann, ben] = [anyone('ann'), anyone('ben')]

type Entry = Partial<Of<'AddExpense'>['entry']>

function expenseFrom(entry: Entry): Expense {
  const command = addExpenseCommand({ sharedBy: undefined, ...entry })
  const [event] = given(moneyStreamType).when(command).events()
  if (event?.type !== 'ExpenseAdded') throw new Error('The expense was refused')
  return event.data.expense
}

const add = (entry: Entry) => addExpenseCommand({ sharedBy: undefined, ...entry })

const twoToOne: Entry['split'] = {
  mode: 'shares',
  of: [
    { ...ann, shares: 200 },
    { ...ben, shares: 100 },
  ],
}
const tenExactly: Entry['split'] = {
  mode: 'exact',
  of: [
    { ...ann, amount: 2.5 },
    { ...ben, amount: 7.5 },
  ],
}
const bothPaid: Entry['payers'] = [
  { ...ann, amount: 4 },
  { ...ben, amount: 6 },
]

describe('adding an expense with a split', () => {
  it('The event has the split as it was entered and the shares that it gave', () => {
    expect(expenseFrom({ split: twoToOne })).toMatchObject({
      kind: 'expense',
      payers: [{ type: 'user', id: 'ann', amount: 1000, originalAmount: null }],
      sharedBy: [
        { type: 'user', id: 'ann', share: 667 },
        { type: 'user', id: 'ben', share: 333 },
      ],
      split: {
        mode: 'shares',
        of: [
          { id: 'ann', shares: 200 },
          { id: 'ben', shares: 100 },
        ],
      },
    })
  })

  it('Two equal halves of a split by items are what the items say, with the rest in proportion', () => {
    const items = [
      { text: 'Soup', amount: 3, of: [ann] },
      { text: 'Fish', amount: 5, of: [ann, anyone('gina')] },
    ]
    expect(
      expenseFrom({ split: { mode: 'items', items, rest: 'proportional', discount: false } }).sharedBy,
    ).toEqual([
      { ...user('ann'), share: 688 },
      { ...guest, share: 312 },
    ])
  })

  it('A split and sharers that name different people are refused, and those that name the same are not', () => {
    given(moneyStreamType)
      .when(add({ split: twoToOne, sharedBy: [ann] }))
      .thenRefused('Invalid', {
        fields: { split: 'split and sharedBy name different people' },
      })
    expect(expenseFrom({ split: twoToOne, sharedBy: [ben, ann] }).split.mode).toBe('shares')
  })

  it('A split names only people on the trip', () => {
    given(moneyStreamType)
      .when(add({ split: { mode: 'equal', of: [ann, anyone('cat')] } }))
      .thenRefused('SharerIsNotOnTheTrip')
    given(moneyStreamType)
      .when(add({ payers: [{ ...anyone('cat'), amount: 10 }] }))
      .thenRefused('PayerIsNotOnTheTrip')
  })

  it('An amount of a split with more digits than its currency is refused', () => {
    const halfCents: Entry['split'] = { mode: 'exact', of: [{ ...ann, amount: 9.995 }] }
    given(moneyStreamType)
      .when(add({ split: halfCents }))
      .thenRefused('Invalid', { fields: { split: 'Valid amount is required' } })
  })

  it('Several payers are stored with their amounts, in the entered and in the trip’s currency', () => {
    const { payers } = expenseFrom({ split: twoToOne, payers: bothPaid, currency: 'EUR', exchangeRate: 9 })
    expect(payers).toEqual([
      { ...user('ann'), amount: 3600, originalAmount: 400 },
      { ...user('ben'), amount: 5400, originalAmount: 600 },
    ])
  })

  it('Payers and the older field for one payer may not contradict each other', () => {
    const fields = { payers: 'payers and paidBy name different people' }
    given(moneyStreamType)
      .when(add({ split: twoToOne, payers: bothPaid, paidBy: anyone('gina') }))
      .thenRefused('Invalid', {
        fields,
      })
    given(moneyStreamType)
      .when(add({ split: twoToOne, payers: bothPaid, paidFromPool: true }))
      .thenRefused('Invalid', { fields })
    expect(expenseFrom({ split: twoToOne, payers: 'pool' }).payers).toBe('pool')
  })

  it('A refund turns every sign: who received it owes the others their shares', () => {
    const refund = expenseFrom({
      kind: 'refund',
      amount: 30,
      split: { mode: 'equal', of: [ann, ben, guest] },
      paidBy: ben,
    })
    const ledger = ledgerOf([added(refund)])
    const nets = ['ann', 'ben', 'gina'].map((id) => netBalance(figuresOf(ledger, id)))
    expect(nets).toEqual([1000, -2000, 1000])
    expect(ledger.totalExpenses).toBe(-3000)
    expect(ledgerOf([added(refund), { type: 'ExpenseRemoved', data: { expense: refund } }])).toEqual(
      ledgerOf([]),
    )
  })
})

describe('editing an expense with a split', () => {
  const shared = expenseFrom({ split: twoToOne })
  const exact = expenseFrom({ split: tenExactly })
  const severalPaid = expenseFrom({ split: twoToOne, payers: bothPaid })
  const editedTo = (was: Expense, changes: Parameters<typeof edit>[0]): Expense => {
    const [event] = given(moneyStreamType, added(was)).when(edit(changes)).events()
    if (event?.type !== 'ExpenseEdited') throw new Error('The edit was refused')
    return event.data.expense
  }

  it('Shares follow another amount, exact amounts and several payers have to be entered again', () => {
    expect(editedTo(shared, { amount: 30 }).sharedBy).toMatchObject([{ share: 2000 }, { share: 1000 }])
    given(moneyStreamType, added(exact))
      .when(edit({ amount: 12 }))
      .thenRefused('Invalid', { fields: { split: 'The shares add up to HK$10.00, not HK$12.00' } })
    given(moneyStreamType, added(severalPaid))
      .when(edit({ amount: 12 }))
      .thenRefused('Invalid', { fields: { payers: 'The payers add up to HK$10.00, not HK$12.00' } })
  })

  it('A title changes no cent of the shares, whatever the rule was when they were stored', () => {
    const unlike: Expense = { ...shared, sharedBy: shared.sharedBy.map((each) => ({ ...each, share: 500 })) }
    expect(editedTo(unlike, { description: 'Supper' }).sharedBy).toEqual(unlike.sharedBy)
  })

  it('A body in the older form that names the same people keeps split and payers', () => {
    const older = {
      description: 'Supper',
      amount: 10,
      sharedBy: [ben, ann],
      paidBy: ann,
      paidFromPool: false,
    }
    const supper = editedTo(severalPaid, older)
    expect(supper).toEqual({ ...severalPaid, description: 'Supper' })
  })

  it('Other sharers in the older form share equally, and another payer paid everything', () => {
    const { sharedBy, split, payers } = editedTo(severalPaid, { sharedBy: [ann, guest], paidBy: ben })
    expect(split).toEqual({ mode: 'equal' })
    expect(sharedBy).toEqual([
      { ...user('ann'), share: 500 },
      { ...guest, share: 500 },
    ])
    expect(payers).toEqual([{ ...user('ben'), amount: 1000, originalAmount: null }])
  })

  it('An equal split without people is among those who share already', () => {
    expect(editedTo(shared, { split: { mode: 'equal' } })).toEqual({
      ...dinner({ payer: user('ann') }),
      sharedBy: [
        { ...user('ann'), share: 500 },
        { ...user('ben'), share: 500 },
      ],
    })
  })

  it('Amounts of a split do not follow into another currency', () => {
    given(moneyStreamType, added(exact))
      .when(edit({ amount: 10, currency: 'EUR', exchangeRate: 9 }))
      .thenRefused('Invalid', { fields: { split: 'Enter the split in EUR' } })
    expect(editedTo(shared, { amount: 10, currency: 'EUR', exchangeRate: 9 }).sharedBy).toMatchObject([
      { share: 6000 },
      { share: 3000 },
    ])
  })

  it('What each of several people paid does not follow into another currency', () => {
    const inYen = { amount: 1000, currency: 'JPY', exchangeRate: 0.01 } as const
    given(moneyStreamType, added(severalPaid))
      .when(edit(inYen))
      .thenRefused('Invalid', { fields: { payers: 'Enter what each person paid in JPY' } })
    const payers = [
      { ...ann, amount: 300 },
      { ...ben, amount: 700 },
    ]
    expect(editedTo(severalPaid, { ...inYen, payers }).payers).toMatchObject([
      { amount: 300, originalAmount: 300 },
      { amount: 700, originalAmount: 700 },
    ])
  })

  it('The same split sent again is no change', () => {
    given(moneyStreamType, added(shared))
      .when(edit({ split: twoToOne }))
      .then()
    given(moneyStreamType, added(severalPaid))
      .when(edit({ payers: bothPaid }))
      .then()
  })

  it('An expense becomes a refund and back', () => {
    const refund = editedTo(shared, { kind: 'refund' })
    expect(refund).toEqual({ ...shared, kind: 'refund' })
    given(moneyStreamType, added(refund))
      .when(edit({ kind: 'expense' }))
      .then({ type: 'ExpenseEdited', data: { expense: shared, was: refund } })
  })

  it('A removed expense comes back with its split', () => {
    const events = given(moneyStreamType, added(severalPaid), {
      type: 'ExpenseRemoved',
      data: { expense: severalPaid },
    })
      .when({ type: 'RestoreMoney', removed: { expense: severalPaid }, trip })
      .events()
    expect(events).toMatchObject([{ type: 'ExpenseRestored', data: { expense: severalPaid } }])
  })
})

describe('the body of a split', () => {
  const body = { description: 'Dinner', amount: 10, category: 'food' }
  const fieldsOf = (more: object) => {
    const parsed = parseBody(expenseBody('HKD'), { ...body, ...more })
    return 'refused' in parsed ? (parsed.fields ?? {}) : {}
  }

  it('The split of a response can be sent back in a body', () => {
    const splits: Entry['split'][] = [
      twoToOne,
      tenExactly,
      { mode: 'items', items: [{ text: 'Soup', amount: 12, of: [ann] }], rest: 'equal', discount: true },
    ]
    for (const split of splits) {
      const expense = expenseFrom({ split })
      const state = stateAfter(moneyStreamType, added(expense))
      const response = expenseResponses(trip)(state.expenses.get(expense.id)!)
      const changes = { split: response.split, sharedBy: response.sharedBy.map(({ id }) => id) }
      const parsed = parseBody(expenseChanges(currencyOf(trip, state)), changes)
      if ('refused' in parsed) throw new Error(JSON.stringify(parsed))
      given(moneyStreamType, added(expense)).when(edit(parsed.value)).then()
    }
    expect(splits).toHaveLength(3)
  })

  it.each([
    [{ mode: 'shares', of: [{ id: 'ann', shares: 0 }] }, 'split.of.0.shares'],
    [{ mode: 'shares', of: [{ id: 'ann', shares: 100_000 }] }, 'split.of.0.shares'],
    [{ mode: 'shares', of: [{ id: 'ann', shares: 1.5 }] }, 'split.of.0.shares'],
    [{ mode: 'percent', of: [{ id: 'ann', points: -1 }] }, 'split.of.0.points'],
    [{ mode: 'exact', of: [{ id: 'ann', amount: -1 }] }, 'split.of.0.amount'],
    [{ mode: 'exact', of: [] }, 'split.of'],
    [{ mode: 'adjust', of: [{ id: 'ann', by: Number.MAX_SAFE_INTEGER }] }, 'split.of.0.by'],
    [{ mode: 'items', items: [] }, 'split.items'],
    [{ mode: 'items', items: [{ text: 'Soup', amount: 0, of: ['ann'] }] }, 'split.items.0.amount'],
    [{ mode: 'items', items: [{ text: '', amount: 1, of: ['ann'] }] }, 'split.items.0.text'],
    [
      {
        mode: 'exact',
        of: [
          { id: 'ann', amount: 5 },
          { id: 'ann', amount: 5 },
        ],
      },
      'split.of',
    ],
    [{ mode: 'halves' }, 'split.mode'],
  ])('The split %j is refused at %s', (split, field) => {
    expect(Object.keys(fieldsOf({ split }))).toContain(field)
  })

  it('A body names its people in a split or as sharers', () => {
    const nobody = { sharedBy: 'At least one person must share this expense' }
    expect(fieldsOf({})).toEqual(nobody)
    expect(fieldsOf({ split: { mode: 'equal' } })).toEqual(nobody)
    expect(fieldsOf({ split: { mode: 'equal', of: ['ann'] } })).toEqual({})
    expect(fieldsOf({ sharedBy: ['ann'] })).toEqual({})
  })
})

describe('an expense of an older version', () => {
  it.each(['ExpenseAdded.v1.json', 'ExpenseAdded.v2.json', 'ExpenseEdited.v1.json', 'ExpenseEdited.v2.json'])(
    '%s reads as an equal split with one payer, to the same cents as before',
    (file) => {
      const stored = sampleIn(file)
      const { expense: old } = stored.data as {
        expense: { id: string; amount: number; payer: object; sharedBy: PersonRef[] }
      }
      const { data } = createCodec(recordUpcasts).decode<ExpenseEvent>(stored)
      expect(data.expense).toMatchObject({ kind: 'expense', split: { mode: 'equal' } })
      const paid = 'id' in old.payer ? [{ ...old.payer, amount: old.amount }] : []
      expect(payingPeople(data.expense)).toMatchObject(paid)
      const ids = old.sharedBy.map(({ id }) => id)
      expect(data.expense.sharedBy.map(({ share }) => share)).toEqual([
        ...sharesOf(old.id, old.amount, ids).values(),
      ])
    },
  )
})
