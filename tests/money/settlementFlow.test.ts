// The groups of the settlement's picture.

import { describe, expect, test } from 'vitest'
import { POOL } from '#core/money/balances/ledger.ts'
import { OTHERS, settlementFlow } from '#web/money/settlement/picture/settlementFlow.ts'

const pays = (from: string, to: string, amount: number, isPaid = false) => ({ from, to, amount, isPaid })

describe('the parties of the settlement’s picture', () => {
  test('Payers and receivers have the sums of their payments, with and without those made', () => {
    const flow = settlementFlow(
      [pays('ann', 'cat', 17_513), pays('ann', 'dan', 31_330, true), pays(POOL, 'dan', 107_262)],
      'ann',
    )
    expect(flow.payers).toEqual([{ id: 'ann', ids: ['ann'], total: 48_843, open: 17_513 }])
    expect(flow.pool).toEqual({ id: POOL, ids: [POOL], total: 107_262, open: 107_262 })
    expect(flow.receivers.map(({ id, total, open }) => [id, total, open])).toEqual([
      ['dan', 138_592, 107_262],
      ['cat', 17_513, 17_513],
    ])
  })

  test('Of more than four people at a side the smallest are one group, and the signed-in person is never in it', () => {
    const amounts = { eve: 1, ben: 50, cat: 40, dan: 30, fay: 20, gil: 10 }
    const payments = Object.entries(amounts).map(([from, amount]) => pays(from, 'ann', amount))
    const { payers, ribbons } = settlementFlow(payments, 'eve')
    expect(payers.map(({ id, total }) => [id, total])).toEqual([
      ['eve', 1],
      ['ben', 50],
      ['cat', 40],
      [OTHERS, 60],
    ])
    expect(payers.at(-1)?.ids.toSorted()).toEqual(['dan', 'fay', 'gil'])
    expect(ribbons.at(-1)).toEqual({
      from: OTHERS,
      to: 'ann',
      isPaid: false,
      amount: 60,
      payments: [3, 4, 5],
    })
    expect(settlementFlow(payments.slice(0, 4), 'eve').payers).toHaveLength(4)
  })

  test('A pool that is paid is one of the receivers', () => {
    const { pool, receivers } = settlementFlow([pays('ann', POOL, 5), pays('ann', 'ben', 1)], 'ann')
    expect(pool).toBeNull()
    expect(receivers.map(({ id }) => id)).toEqual(['ben', POOL])
  })
})
