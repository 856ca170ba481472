// Whether a person has money on a trip, from the balance of the person.

import { expect, test } from 'vitest'
import { hasMoney } from '#core/money/balances/hasMoney.ts'
import type { NamedBalance } from '#core/money/settlement/namedSettlement.ts'

const without: NamedBalance = {
  id: 'bob',
  name: 'bob',
  type: 'guest',
  left: false,
  personalPayments: 0,
  poolContributions: 0,
  fairShare: 0,
  netBalance: 0,
  poolSettlement: 0,
}

test('A guest whom no record names has no money on the trip', () => {
  expect(hasMoney(without)).toBe(false)
})

test('A guest who paid 10 to the pool and got 10 from a friend has money on the trip', () => {
  expect(hasMoney({ ...without, poolSettlement: 10 })).toBe(true)
})

test('A guest whose share is paid has money on the trip', () => {
  expect(hasMoney({ ...without, personalPayments: 10, fairShare: 10 })).toBe(true)
})
