import { describe, expect, it } from 'vitest'
import type { MoneyEvent } from '#core/money/events.ts'
import {
  ann,
  ben,
  byId,
  cat,
  dan,
  deposit,
  pay,
  payments,
  pool,
  settlementOf,
  spend,
  paymentTexts,
} from '#tests/money/friends.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'

describe('recorded payments', () => {
  const dinner = [spend(ann, 3000, ann, ben, cat)]

  it('A payment shrinks its leg of the plan, and removes it when it is paid in full', () => {
    expect(payments(dinner)).toEqual(['ben pays ann 1000', 'cat pays ann 1000'])
    expect(payments([...dinner, pay(ben, ann, 400)])).toEqual(['ben pays ann 600', 'cat pays ann 1000'])
    expect(payments([...dinner, pay(ben, ann, 400), pay(ben, ann, 600)])).toEqual(['cat pays ann 1000'])
  })

  it('A payment counts for both ends, and undoing it restores every figure', () => {
    const made = pay(ben, ann, 400)
    expect(byId(settlementOf([...dinner, made]), 'netBalance')).toEqual({
      ann: 1600,
      ben: -600,
      cat: -1000,
      dan: 0,
    })
    const undone: MoneyEvent = { type: 'PaymentUndone', data: made.data }
    expect(settlementOf([...dinner, made, undone])).toEqual(settlementOf(dinner))
  })

  it('A payment above the suggested amount leads to a new plan', () => {
    expect(payments([...dinner, pay(ben, ann, 1500)])).toEqual(['cat pays ann 500', 'cat pays ben 500'])
  })

  it('A payment that the plan did not suggest leads to a new plan', () => {
    expect(payments([...dinner, pay(dan, ann, 300)])).toEqual([
      'ben pays ann 1000',
      'cat pays ann 700',
      'cat pays dan 300',
    ])
  })

  it('Payments keep the plan that people follow though a shorter plan exists, and the plan is then not called the fewest', () => {
    const events = [spend(ann, 600, ben), spend(cat, 100, ben), spend(cat, 400, dan)]
    expect(payments(events)).toEqual(['ben pays ann 600', 'ben pays cat 100', 'dan pays cat 400'])
    const followed = settlementOf([...events, pay(ben, ann, 250)])
    expect(paymentTexts(followed)).toEqual(['ben pays ann 350', 'ben pays cat 100', 'dan pays cat 400'])
    expect(followed.isFewest).toBe(true)
    // Now dan could pay ann and ben could pay cat, and no other payments would be needed.
    const further = settlementOf([...events, pay(ben, ann, 500), pay(dan, cat, 300)])
    expect(paymentTexts(further)).toEqual(['ben pays ann 100', 'ben pays cat 100', 'dan pays cat 100'])
    expect(further.isFewest).toBe(false)
  })
})

describe('payments with the pool', () => {
  it('Payments with the pool leave a plan of equal parts the fewest among people', () => {
    const events = [deposit(ann, 4000), spend(ben, 800, ben, cat)]
    const settlement = settlementOf([...events, pay(pool, ben, 1000), pay(cat, ann, 200)], { mode: 'equal' })
    expect(paymentTexts(settlement).slice(0, 3)).toEqual([
      'pool pays ann 1000',
      'pool pays cat 1000',
      'pool pays dan 1000',
    ])
    expect(settlement.isFewest).toBe(true)
  })

  it('A payment with the pool counts toward the person’s balance with the pool', () => {
    const events = [deposit(ann, 5000), pay(pool, ann, 2000), pay(ben, pool, 700)]
    const settlement = settlementOf(events)
    expect(settlement.poolBalance).toBe(3700)
    expect(byId(settlement, 'poolSettlement')).toEqual({ ann: 3000, ben: 700, cat: 0, dan: 0 })
    expect(byId(settlement, 'poolContributions')).toEqual({ ann: 5000, ben: 0, cat: 0, dan: 0 })
  })

  it('A payment into an overdrawn pool reduces the shortfall by its amount', () => {
    coversSpec('§4 Settlement: A negative pool balance')

    const events = [deposit(ann, 2000), spend(pool, 6000, ann, ben, cat)]
    expect(byId(settlementOf(events), 'shortfall')).toEqual({ ann: 0, ben: 2000, cat: 2000, dan: 0 })
    const paid = settlementOf([...events, pay(ben, pool, 1500)])
    expect(paid.poolBalance).toBe(-2500)
    expect(byId(paid, 'shortfall')).toEqual({ ann: 0, ben: 500, cat: 2000, dan: 0 })
    expect(paymentTexts(paid)).toEqual(['ben pays pool 500', 'cat pays pool 2000'])
  })

  it('A payment that overdraws the pool, with nothing bought, is the shortfall of its payee', () => {
    const settlement = settlementOf([deposit(ann, 1000), pay(pool, ben, 1600)], { mode: 'equal' })
    expect(byId(settlement, 'shortfall')).toEqual({ ann: 0, ben: 600, cat: 0, dan: 0 })
    expect(paymentTexts(settlement)).toEqual(['ben pays pool 600', 'ben pays ann 1000'])
  })

  it('A payment releases the money that a reserved pool holds', () => {
    const events = [deposit(ann, 5000), spend(ann, 600, ann, ben)]
    const before = settlementOf(events, { mode: 'reserved' })
    expect(byId(before, 'heldInPool')).toEqual({ ann: 5000, ben: 0, cat: 0, dan: 0 })
    const after = settlementOf([...events, pay(pool, ann, 4000)], { mode: 'reserved' })
    expect(byId(after, 'heldInPool')).toEqual({ ann: 1000, ben: 0, cat: 0, dan: 0 })
    expect(paymentTexts(after)).toEqual(['ben pays ann 300'])
    expect(after.participants[0]).toMatchObject({ status: 'owed', poolRefund: 0 })
  })

  it('A payment uses the part that an equal pool hands to everybody', () => {
    const events = [deposit(ann, 4000), pay(pool, ben, 400)]
    expect(payments(events, 'equal').slice(0, 4)).toEqual([
      'pool pays ann 1000',
      'pool pays ben 600',
      'pool pays cat 1000',
      'pool pays dan 1000',
    ])
  })
})
