// The two sentences of the settlement’s summary on the Money tab.

import { describe, expect, test } from 'vitest'
import type { NamedParty } from '#core/money/responses.ts'
import type { NamedLeg } from '#core/money/settlement/namedSettlement.ts'
import { ownPaymentsSentence, planSentence } from '#web/money/settlement/summarySentences.ts'

const person = (name: string): NamedParty => ({ id: name, type: 'user', name })
const pool: NamedParty = { id: 'pool', type: 'pool', name: 'Shared Pool' }
const pays = (from: NamedParty, to: NamedParty, amount: number): NamedLeg => ({
  from,
  to,
  amount,
  description: '',
})
const [me, bob, cat, dan, eve] = [person('me'), person('bob'), person('cat'), person('dan'), person('eve')]
const sentence = (...payments: NamedLeg[]) =>
  ownPaymentsSentence(payments, 'me', 'HKD')
    .map(({ text }) => text)
    .join('')

describe('the reader’s own payments', () => {
  test('A debtor reads everybody to pay in one sentence, and nothing of others', () => {
    const text = sentence(pays(me, bob, 31330), pays(bob, cat, 100), pays(me, cat, 17513))
    expect(text).toBe('Pay bob HK$313.30 and cat HK$175.13.')
  })

  test('A creditor reads who pays and what to take out of the pool', () => {
    expect(sentence(pays(bob, me, 2000), pays(cat, me, 550), pays(pool, me, 7000))).toBe(
      'bob pays you HK$20.00 and cat HK$5.50. Take HK$70.00 out of the Shared Pool.',
    )
    expect(sentence(pays(me, pool, 6000), pays(me, bob, 100))).toBe(
      'Pay the Shared Pool HK$60.00. Pay bob HK$1.00.',
    )
  })

  test('More than three people are counted, because the rows below name them', () => {
    const all = [bob, cat, dan, eve]
    expect(sentence(...all.slice(1).map((one) => pays(me, one, 100)))).toBe(
      'Pay cat HK$1.00, dan HK$1.00 and eve HK$1.00.',
    )
    expect(sentence(...all.map((one) => pays(me, one, 100)))).toBe('Pay 4 people.')
    expect(sentence(...all.map((one) => pays(one, me, 100)))).toBe('4 people pay you.')
  })

  test('Without a payment of the reader there is no sentence', () => {
    expect(sentence(pays(bob, cat, 100))).toBe('')
  })
})

describe('the plan', () => {
  const plan = (count: number, isFewest = true, isSettled = false) =>
    planSentence({ payments: Array.from({ length: count }, () => pays(bob, cat, 100)), isFewest, isSettled })

  test('The sentence counts the payments, and calls them the fewest only when that is proven', () => {
    expect(plan(5)).toBe('5 payments settle everyone, the fewest possible.')
    expect(plan(5, false)).toBe('5 payments settle everyone.')
    expect(plan(1)).toBe('1 payment settles everyone.')
    expect(plan(0)).toBeNull()
  })

  test('Where everyone is settled, a cent that is left is no payment to settle', () => {
    expect(plan(1, true, true)).toBeNull()
  })
})
