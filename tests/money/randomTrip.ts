// Random trips: users and guests, some of them former, in any currency, with expenses, deposits and payments made,
// edited and removed in any order. Amounts are often round, so that many debts cancel out and many plans exist, and
// sometimes arbitrary.

import fc from 'fast-check'
import { fnv1a32 } from '#core/kernel/fnv1a32.ts'
import { CURRENCIES, type CurrencyCode } from '#core/kernel/money.ts'
import type { Contribution, Expense, MoneyEvent, Party, Payment, PersonRef } from '#core/money/events.ts'
import { POOL } from '#core/money/balances/ledger.ts'
import type { PoolMode } from '#core/money/responses.ts'
import { settle, type Settlement, type TripPerson } from '#core/money/settlement/settlement.ts'
import * as records from '#tests/money/records.ts'

export interface RandomTrip {
  currency: CurrencyCode
  people: TripPerson[]
  events: MoneyEvent[]
}

export interface TripOptions {
  most: number
  /** Whether payments were made: some as suggested in `distributed`, in full or in part, some arbitrary. */
  payments: boolean
}

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 250)

/** The number of runs of each property: a sample by default, or PROPERTY_RUNS. */
export const runs: fc.Parameters<unknown> = { numRuns, seed: 20260502 }

export function randomTrip({ most, payments }: TripOptions): fc.Arbitrary<RandomTrip> {
  const kinds = payments ? [...always, ...withPayments] : always
  return fc
    .record({
      currency: fc.constantFrom(...CURRENCIES),
      people: fc.array(fc.record({ guest: fc.boolean(), present: fc.nat(4) }), {
        minLength: 1,
        maxLength: most,
      }),
      steps: fc.array(step(kinds), { maxLength: 24 }),
    })
    .map(({ currency, people, steps }) => {
      const refs = people.map(({ guest }, i) => ({
        type: guest ? ('guest' as const) : ('user' as const),
        id: `p${String(i).padStart(2, '0')}`,
      }))
      const story = new EventRecorder(refs)
      for (const each of steps) story.apply(each)
      return {
        currency,
        people: refs.map((ref, i) => ({ ...ref, isPresent: people[i]!.present > 0 })),
        events: records.inCurrency(currency, story.events),
      }
    })
}

export function settled({ currency, people, events }: RandomTrip, mode: PoolMode): Settlement {
  return settle({ ledger: records.ledgerOf(events), people, mode, currency })
}

/** Shuffles in an order that depends on `seed` alone. */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  return list
    .map((each, i) => ({ each, key: fnv1a32(`${seed}:${i}`) }))
    .sort((a, b) => a.key - b.key)
    .map(({ each }) => each)
}

const always = [
  'spend',
  'spend',
  'spend',
  'spend',
  'poolSpend',
  'deposit',
  'deposit',
  'edit',
  'remove',
  'takeBack',
] as const
const withPayments = ['follow', 'follow', 'followInPart', 'undo', 'pay', 'payWithPool'] as const

interface Step {
  kind: (typeof always)[number] | (typeof withPayments)[number]
  who: number
  whom: number
  /** Bit mask over the people. */
  sharers: number
  amount: number
}

function step(kinds: readonly Step['kind'][]): fc.Arbitrary<Step> {
  return fc.record({
    kind: fc.constantFrom(...kinds),
    who: fc.nat(1000),
    whom: fc.nat(1000),
    sharers: fc.nat(0xffffff),
    amount: fc.oneof(
      fc.integer({ min: 1, max: 12 }).map((tens) => tens * 1000),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 99_999_999 }),
    ),
  })
}

class EventRecorder {
  readonly events: MoneyEvent[] = []
  private readonly people: readonly PersonRef[]
  private readonly expenses: Expense[] = []
  private readonly contributions: Contribution[] = []
  private readonly payments: Payment[] = []

  constructor(people: readonly PersonRef[]) {
    this.people = people
  }

  apply({ kind, who, whom, sharers, amount }: Step): void {
    switch (kind) {
      case 'spend':
      case 'poolSpend': {
        const payer = kind === 'spend' ? this.person(who) : ({ type: 'pool' } as const)
        const equal = records.expense(this.nextId(), payer, amount, this.sharers(sharers, whom))
        const record = whom % 3 === 0 ? this.unequal(equal, sharers, who, whom) : equal
        this.expenses.push(record)
        return void this.events.push(records.added(record))
      }
      case 'deposit': {
        const record = {
          ...records.contribution(this.nextId(), this.person(who), amount),
          ...(whom % 2 === 0 && { keptBy: this.person(whom) }),
        }
        this.contributions.push(record)
        return void this.events.push(records.contributed(record))
      }
      case 'edit': {
        const was = pick(this.expenses, who)
        if (!was) return
        const expense = records.varied(was, {
          kind: 'expense',
          amount,
          sharedBy: this.sharers(sharers, whom),
          split: { mode: 'equal' },
          payer: this.person(whom),
        })
        this.expenses[this.expenses.indexOf(was)] = expense
        return void this.events.push({ type: 'ExpenseEdited', data: { was, expense } })
      }
      case 'remove': {
        const record = takeOut(this.expenses, who)
        if (record) this.events.push({ type: 'ExpenseRemoved', data: { expense: record } })
        return
      }
      case 'takeBack': {
        const record = takeOut(this.contributions, who)
        if (record) this.events.push({ type: 'ContributionRemoved', data: { contribution: record } })
        return
      }
      case 'pay': {
        const [from, to] = [this.person(who), this.person(whom)]
        return from.id === to.id ? undefined : this.pay(from, to, amount)
      }
      case 'payWithPool': {
        const ends: [Party, Party] = [this.person(who), { type: 'pool' }]
        return whom % 2 ? this.pay(ends[0], ends[1], amount) : this.pay(ends[1], ends[0], amount)
      }
      case 'follow':
      case 'followInPart': {
        const ledger = records.ledgerOf(this.events)
        const settlement = settle({ ledger, people: [], mode: 'distributed', currency: 'HKD' })
        const leg = pick(settlement.payments, who)
        if (!leg) return
        const made = kind === 'follow' ? leg.amount : 1 + (amount % leg.amount)
        return this.pay(this.party(leg.from), this.party(leg.to), made)
      }
      case 'undo': {
        const record = takeOut(this.payments, who)
        if (record) this.events.push({ type: 'PaymentUndone', data: { payment: record } })
      }
    }
  }

  /** Weights from the mask, sometimes a second payer, sometimes a refund. */
  private unequal(equal: Expense, mask: number, who: number, whom: number): Expense {
    const weights = equal.sharedBy.map((_, at) => 1 + ((mask >> at) & 7) * 50)
    const [first, second] = [this.person(who), this.person(whom + 1)]
    const part = 1 + (mask % equal.amount)
    const isSeveral = equal.payers !== 'pool' && first.id !== second.id && part < equal.amount
    const payers = isSeveral
      ? [
          { ...first, amount: part, originalAmount: null },
          { ...second, amount: equal.amount - part, originalAmount: null },
        ]
      : equal.payers
    return records.unequal(equal, weights, payers, whom % 2 === 0 ? 'refund' : 'expense')
  }

  private pay(from: Party, to: Party, amount: number): void {
    const record = records.payment(this.nextId(), from, to, amount)
    this.payments.push(record)
    this.events.push(records.paid(record))
  }

  private person(n: number): PersonRef {
    return this.people[n % this.people.length]!
  }

  private party(id: string): Party {
    return id === POOL ? { type: 'pool' } : this.people.find((each) => each.id === id)!
  }

  private sharers(mask: number, atLeast: number): PersonRef[] {
    const chosen = this.people.filter((_, i) => mask & (1 << i))
    return chosen.length > 0 ? chosen : [this.person(atLeast)]
  }

  private nextId(): string {
    return `record-${this.events.length}`
  }
}

function pick<T>(list: readonly T[], n: number): T | undefined {
  return list[n % list.length]
}

function takeOut<T>(list: T[], n: number): T | undefined {
  return list.length > 0 ? list.splice(n % list.length, 1)[0] : undefined
}
