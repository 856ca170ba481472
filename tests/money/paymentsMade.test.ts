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
  settledBy,
  spend,
  written,
} from '#tests/money/friends.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'

describe('payments made', () => {
  const dinner = [spend(ann, 3000, ann, ben, cat)]

  it('shrink their leg, and take it away when it is paid in full', () => {
    expect(payments(dinner)).toEqual(['ben pays ann 1000', 'cat pays ann 1000'])
    expect(payments([...dinner, pay(ben, ann, 400)])).toEqual(['ben pays ann 600', 'cat pays ann 1000'])
    expect(payments([...dinner, pay(ben, ann, 400), pay(ben, ann, 600)])).toEqual(['cat pays ann 1000'])
  })

  it('count for both ends and leave everything as it was when they are undone', () => {
    const made = pay(ben, ann, 400)
    expect(byId(settledBy([...dinner, made]), 'netBalance')).toEqual({
      ann: 1600,
      ben: -600,
      cat: -1000,
      dan: 0,
    })
    const undone: MoneyEvent = { type: 'PaymentUndone', data: made.data }
    expect(settledBy([...dinner, made, undone])).toEqual(settledBy(dinner))
  })

  it('that are more than was suggested make the plan afresh', () => {
    expect(payments([...dinner, pay(ben, ann, 1500)])).toEqual(['cat pays ann 500', 'cat pays ben 500'])
  })

  it('that nobody suggested make the plan afresh', () => {
    expect(payments([...dinner, pay(dan, ann, 300)])).toEqual([
      'ben pays ann 1000',
      'cat pays ann 700',
      'cat pays dan 300',
    ])
  })

  it('keep the plan that people follow though a shorter one has come up, which is then not called the fewest', () => {
    const facts = [spend(ann, 600, ben), spend(cat, 100, ben), spend(cat, 400, dan)]
    expect(payments(facts)).toEqual(['ben pays ann 600', 'ben pays cat 100', 'dan pays cat 400'])
    const followed = settledBy([...facts, pay(ben, ann, 250)])
    expect(written(followed)).toEqual(['ben pays ann 350', 'ben pays cat 100', 'dan pays cat 400'])
    expect(followed.isFewest).toBe(true)
    // Now dan could pay ann and ben cat, and nobody anything else.
    const further = settledBy([...facts, pay(ben, ann, 500), pay(dan, cat, 300)])
    expect(written(further)).toEqual(['ben pays ann 100', 'ben pays cat 100', 'dan pays cat 100'])
    expect(further.isFewest).toBe(false)
  })
})

describe('payments with the pool', () => {
  it('leave a plan of equal parts the fewest among people', () => {
    const facts = [deposit(ann, 4000), spend(ben, 800, ben, cat)]
    const settlement = settledBy([...facts, pay(pool, ben, 1000), pay(cat, ann, 200)], { mode: 'equal' })
    expect(written(settlement).slice(0, 3)).toEqual([
      'pool pays ann 1000',
      'pool pays cat 1000',
      'pool pays dan 1000',
    ])
    expect(settlement.isFewest).toBe(true)
  })

  it('are part of what a person has in it', () => {
    const facts = [deposit(ann, 5000), pay(pool, ann, 2000), pay(ben, pool, 700)]
    const settlement = settledBy(facts)
    expect(settlement.poolBalance).toBe(3700)
    expect(byId(settlement, 'poolSettlement')).toEqual({ ann: 3000, ben: 700, cat: 0, dan: 0 })
    expect(byId(settlement, 'poolContributions')).toEqual({ ann: 5000, ben: 0, cat: 0, dan: 0 })
  })

  it('fill a hole: the shortfall is that of what is still missing', () => {
    coversSpec('§4 Settlement: A negative pool balance')

    const facts = [deposit(ann, 2000), spend(pool, 6000, ann, ben, cat)]
    expect(byId(settledBy(facts), 'shortfall')).toEqual({ ann: 0, ben: 2000, cat: 2000, dan: 0 })
    const paid = settledBy([...facts, pay(ben, pool, 1500)])
    expect(paid.poolBalance).toBe(-2500)
    expect(byId(paid, 'shortfall')).toEqual({ ann: 0, ben: 500, cat: 2000, dan: 0 })
    expect(written(paid)).toEqual(['ben pays pool 500', 'cat pays pool 2000'])
  })

  it('that overdraw it, with nothing bought, are a hole of who took the money', () => {
    const settlement = settledBy([deposit(ann, 1000), pay(pool, ben, 1600)], { mode: 'equal' })
    expect(byId(settlement, 'shortfall')).toEqual({ ann: 0, ben: 600, cat: 0, dan: 0 })
    expect(written(settlement)).toEqual(['ben pays pool 600', 'ben pays ann 1000'])
  })

  it('release what a reserved pool holds', () => {
    const facts = [deposit(ann, 5000), spend(ann, 600, ann, ben)]
    const before = settledBy(facts, { mode: 'reserved' })
    expect(byId(before, 'heldInPool')).toEqual({ ann: 5000, ben: 0, cat: 0, dan: 0 })
    const after = settledBy([...facts, pay(pool, ann, 4000)], { mode: 'reserved' })
    expect(byId(after, 'heldInPool')).toEqual({ ann: 1000, ben: 0, cat: 0, dan: 0 })
    expect(written(after)).toEqual(['ben pays ann 300'])
    expect(after.participants[0]).toMatchObject({ status: 'owed', poolRefund: 0 })
  })

  it('take up the part that the pool hands to everybody', () => {
    const facts = [deposit(ann, 4000), pay(pool, ben, 400)]
    expect(payments(facts, 'equal').slice(0, 4)).toEqual([
      'pool pays ann 1000',
      'pool pays ben 600',
      'pool pays cat 1000',
      'pool pays dan 1000',
    ])
  })
})
