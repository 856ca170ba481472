// The worked cases of the product's money rules, figure by figure. A case states the shares of an expense, and the
// carrier of a leftover unit depends on the expense's id, so the test searches for an id with those shares.

import { describe, expect, it } from 'vitest'
import type { MoneyEvent } from '#core/money/events.ts'
import { fewestPayments } from '#core/money/settlement/fewestPayments.ts'
import { POOL } from '#core/money/balances/ledger.ts'
import { balancesAfter, type Leg, openOf } from '#core/money/balances/leg.ts'
import type { PoolMode } from '#core/money/responses.ts'
import type { SettledPerson } from '#core/money/settlement/settlement.ts'
import { added, contributed, contribution, expense, inCurrency, party, user } from '#tests/money/records.ts'
import { personAdded, storedSettlement } from '#tests/money/storedSettlement.ts'
import examples from '#tests/money/settlementExamples.json' with { type: 'json' }
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { sharesOf } from '#tests/support/sharesOf.ts'

type Example = Omit<(typeof examples.cases)[number], 'expenses'> & { expenses: ExampleExpense[] }

interface ExampleExpense {
  paidBy?: string
  paidFromPool?: boolean
  amountMinor: number
  shares: Record<string, number>
}

const cases = examples.cases as Example[]

describe('the worked cases', () => {
  it('The file holds all worked cases', () => {
    expect(cases.length).toBe(22)
  })

  it.each(cases)(
    'The worked case $name in the mode $mode and the currency $currency has the stored result',
    async (example) => {
      coversSpec(
        '§3 Settlement result: Per participant',
        '§4 Settlement: Pool settlement per participant',
        '§4 Settlement: A negative pool balance',
        '§7 Calls with no path given: Settlement calculation',
      )

      const { mode, participants, expected } = example
      const currency = example.currency
      const people = participants.map((id) => ({ ...user(id), isPresent: true }))
      const events = inCurrency(currency, factsOf(example))
      const settlement = (await storedSettlement([...personAdded(people, currency), ...events], [2, 5]))![
        mode as PoolMode
      ]
      const by = <Field extends keyof SettledPerson>(field: Field) =>
        Object.fromEntries(settlement.participants.map((each) => [each.id, each[field]]))

      expect({
        poolBalance: settlement.poolBalance,
        personalPayments: by('personalPayments'),
        poolContributions: by('poolContributions'),
        fairShare: by('fairShare'),
        netBalance: by('netBalance'),
        poolSettlement: by('poolSettlement'),
        shortfall: by('shortfall'),
        poolRefund: by('poolRefund'),
        heldInPool: by('heldInPool'),
        status: by('status'),
        isSettled: settlement.isSettled,
        summary: settlement.summary,
      }).toEqual({ ...expected, payments: undefined })
      expect(settlement.payments.length).toBe(expected.payments.length)
      expect(openAfterPaying(settlement.payments, example)).toEqual(
        openAfterPaying(expected.payments, example),
      )
      expect(settlement.isFewest).toBe(true)
    },
  )

  it('The worked cases include one in which paying by size takes more payments than the fewest', () => {
    const balances = { ann: -300, ben: 600, cat: -300, dan: -500, eve: 500 }
    const { legs } = fewestPayments(Object.entries(balances).map(([id, amount]) => ({ id, amount })))
    expect(legs).toEqual([
      { from: 'ann', to: 'ben', amount: 300 },
      { from: 'cat', to: 'ben', amount: 300 },
      { from: 'dan', to: 'eve', amount: 500 },
    ])
  })
})

function factsOf({ contributions, expenses }: Example): MoneyEvent[] {
  return [
    ...contributions.map((each, i) => contributed(contribution(`c${i}`, user(each.by), each.amountMinor))),
    ...expenses.map((each) => {
      const payer = each.paidFromPool ? party(POOL) : user(each.paidBy!)
      const shares = Object.entries(each.shares)
      const sharers = shares.map(([id]) => user(id))
      return added(expense(idThatShares(each.amountMinor, shares), payer, each.amountMinor, sharers))
    }),
  ]
}

function idThatShares(amount: number, shares: [string, number][]): string {
  const ids = shares.map(([id]) => id)
  for (let i = 0; i < 10_000; i++) {
    const found = sharesOf(`expense-${i}`, amount, ids)
    if (shares.every(([id, share]) => found.get(id) === share)) return `expense-${i}`
  }
  throw new Error('No expense id gives these shares: is it an equal split?')
}

function openAfterPaying(payments: readonly Leg[], { expected }: Example): unknown {
  const people = Object.entries(expected.netBalance).map(([id, amount]) => ({ id, amount }))
  const legs = payments.map(({ from, to, amount }) => ({ from: idOf(from), to: idOf(to), amount }))
  return openOf(balancesAfter([...people, { id: POOL, amount: -expected.poolBalance }], legs))
}

function idOf(end: string): string {
  return end === 'POOL' ? POOL : end
}
