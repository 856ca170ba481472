import { describe, expect, it } from 'vitest'
import type { Expense, MoneyEvent } from '#core/money/events.ts'
import { isNegligible } from '#core/money/balances/figures.ts'
import { emptyLedger } from '#core/money/balances/ledger.ts'
import { settle, SettlementDoesNotAddUp } from '#core/money/settlement/settlement.ts'
import {
  ann,
  ben,
  byId,
  cat,
  dan,
  deposit,
  payments,
  pool,
  settlementOf,
  spend,
  paymentTexts,
} from '#tests/money/friends.ts'
import * as records from '#tests/money/records.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'

describe('balances', () => {
  it('Money that the pool spent counts once: the sharers owe it to the depositors', () => {
    coversSpec('§4 Settlement: Net balance')

    const dinner = [deposit(ann, 10_000), spend(pool, 10_000, ann, ben)]
    expect(payments(dinner)).toEqual(['ben pays ann 5000'])
  })

  it('A guest who paid for others is owed money', () => {
    const gus = { type: 'guest', id: 'gus' } as const
    const events = [spend(gus, 900, ann, ben, gus)]
    const settlement = settlementOf(events, { people: [ann, ben, gus] })
    expect(settlement.participants.map(({ id, type, netBalance }) => [id, type, netBalance])).toEqual([
      ['ann', 'user', -300],
      ['ben', 'user', -300],
      ['gus', 'guest', 600],
    ])
  })

  it('A new trip has no balances and is settled', () => {
    const settlement = settlementOf([])
    expect(settlement).toMatchObject({ isSettled: true, isFewest: true, payments: [], totalExpenses: 0 })
    expect(settlement.participants.length).toBe(4)
  })

  it('Figures stay exact when a deposit that is already spent is removed', () => {
    const events = [deposit(ann, 5000), spend(pool, 9000, ann, ben, cat)]
    const taken = records.contribution('taken back', ben, 5000)
    const settlement = settlementOf([
      ...events,
      records.contributed(taken),
      { type: 'ContributionRemoved', data: { contribution: taken } },
    ])
    expect(settlement.poolBalance).toBe(-4000)
    expect(paymentTexts(settlement)).toEqual([
      'ben pays pool 3000',
      'cat pays pool 1000',
      'cat pays ann 2000',
    ])
    expect(byId(settlement, 'shortfall')).toEqual({ ann: 0, ben: 2000, cat: 2000, dan: 0 })
  })
})

describe('tolerance', () => {
  it('A difference of one cent counts as nothing, and a difference of one yen is owed', () => {
    coversSpec('§4 Settlement: A participant is owed', '§9 Settlement tolerance')

    expect(isNegligible(1, 'HKD')).toBe(true)
    expect(isNegligible(-1, 'EUR')).toBe(true)
    expect(isNegligible(2, 'HKD')).toBe(false)
    expect(isNegligible(1, 'JPY')).toBe(false)
    expect(isNegligible(0, 'JPY')).toBe(true)
  })

  it('The tolerance separates settled from owing and owed, for each person and for the whole trip', () => {
    coversSpec('§4 Settlement: A participant is owed', '§9 Settlement tolerance')

    const cent = settlementOf([spend(ann, 2, ann, ben)], { people: [ann, ben] })
    expect(byId(cent, 'netBalance')).toEqual({ ann: 1, ben: -1 })
    expect(byId(cent, 'status')).toEqual({ ann: 'settled', ben: 'settled' })
    expect(cent.isSettled).toBe(true)
    const two = settlementOf([spend(ann, 4, ann, ben)], { people: [ann, ben, cat] })
    expect(byId(two, 'netBalance')).toEqual({ ann: 2, ben: -2, cat: 0 })
    expect(byId(two, 'status')).toEqual({ ann: 'owed', ben: 'owes', cat: 'settled' })
    expect(two.isSettled).toBe(false)
  })
})

describe('someone who has left', () => {
  it('A former participant stays in the settlement with their money, and gets no equal part of the pool', () => {
    const events = [deposit(dan, 9000), spend(ann, 800, ann, dan)]
    const settlement = settlementOf(events, { mode: 'equal', people: [ann, ben, cat], former: [dan] })
    expect(byId(settlement, 'left')).toEqual({ ann: false, ben: false, cat: false, dan: true })
    expect(byId(settlement, 'poolRefund')).toEqual({ ann: 3000, ben: 3000, cat: 3000, dan: 0 })
    expect(byId(settlement, 'netBalance')).toEqual({ ann: 400, ben: 0, cat: 0, dan: 8600 })
  })

  it('A former participant without money is not named', () => {
    const settlement = settlementOf([spend(ann, 800, ann, ben)], { people: [ann, ben], former: [cat] })
    expect(settlement.participants.map(({ id }) => id)).toEqual(['ann', 'ben'])
  })

  it('An account whose person is unknown is settled like any other', () => {
    const settlement = settlementOf([spend(ann, 800, ann, dan)], { people: [ann] })
    expect(settlement.participants).toMatchObject([
      { id: 'ann', left: false },
      { id: 'dan', type: 'user', left: true, netBalance: -400 },
    ])
  })

  it('The last former participant is paid the money they are owed when nobody else is left, also in the mode `equal`', () => {
    const events = [deposit(ann, 500), deposit(dan, 300)]
    const settlement = settlementOf(events, { mode: 'equal', people: [], former: [ann, dan] })
    expect(paymentTexts(settlement)).toEqual(['pool pays ann 500', 'pool pays dan 300'])
  })
})

describe('a thousand expenses among fifty people', () => {
  const people = Array.from({ length: 50 }, (_, i) => records.user(`person-${i}`))
  const events = Array.from({ length: 1000 }, (_, i) => {
    const sharers = people.filter((_, j) => (i * 7 + j * 13) % 11 < 4)
    const payer = i % 9 === 0 ? pool : people[(i * i) % 50]!
    return records.added(records.expense(`expense-${i}`, payer, 1 + ((i * 7919) % 99_991), sharers))
  })

  it('The expenses are settled to the cent in every mode, in fewer payments than accounts, and the plan is not called the fewest', () => {
    for (const mode of ['distributed', 'equal', 'reserved'] as const) {
      const settlement = settlementOf(events, { people, mode })
      const handedOut = settlement.participants.filter(({ poolRefund }) => mode === 'equal' && poolRefund > 0)
      expect(settlement.payments.length - handedOut.length).toBeLessThanOrEqual(50)
      expect(settlement.isFewest).toBe(false)
    }
  })

  it('The expenses can be edited one by one without any drift of the sums', () => {
    const edits = events.map((fact, i) => {
      return records.edited(expenseOf(fact), { amount: 1 + i, sharedBy: [people[i % 50]!] })
    })
    const afresh = edits.map((fact) => records.added(expenseOf(fact)))
    expect(records.ledgerOf([...events, ...edits])).toEqual(records.ledgerOf(afresh))
  })
})

describe('the check', () => {
  it.each(['totalExpenses', 'paidFromPool', 'deposits', 'poolBalance'] as const)(
    'The check throws when %s is off by a cent',
    (field) => {
      const ledger = records.ledgerOf([deposit(ann, 500), spend(ben, 900, ann, ben)])
      const wrong = { ...ledger, [field]: ledger[field] + 1 }
      expect(() => settle({ ledger: wrong, people: [], mode: 'distributed', currency: 'HKD' })).toThrow(
        SettlementDoesNotAddUp,
      )
    },
  )

  it('The check passes on an empty ledger', () => {
    expect(() => settle({ ledger: emptyLedger, people: [], mode: 'equal', currency: 'JPY' })).not.toThrow()
  })
})

function expenseOf(fact: MoneyEvent): Expense {
  if (!('expense' in fact.data)) throw new Error('Not about an expense')
  return fact.data.expense
}
