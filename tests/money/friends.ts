// Four friends and their pool: short constructors of their events, and their settlement in minor units.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { MoneyEvent, Party, PersonRef } from '#core/money/events.ts'
import { POOL } from '#core/money/balances/ledger.ts'
import type { PoolMode } from '#core/money/responses.ts'
import { settle, type SettledPerson, type Settlement } from '#core/money/settlement/settlement.ts'
import * as records from '#tests/money/records.ts'
import { sharesOf } from '#tests/support/sharesOf.ts'

export const ann = records.user('ann')
export const ben = records.user('ben')
export const cat = records.user('cat')
export const dan = records.user('dan')
export const pool = records.party(POOL)

let count = 0

/** The amount must divide evenly among the sharers, or the result would depend on the ids. */
export function spend(payer: Party, amount: number, ...sharers: PersonRef[]): MoneyEvent {
  const record = records.expense(`expense-${count++}`, payer, amount, sharers)
  const parts = new Set(
    sharesOf(
      record.id,
      amount,
      sharers.map(({ id }) => id),
    ).values(),
  )
  if (parts.size > 1) throw new Error('Choose an amount that divides evenly')
  return records.added(record)
}

export function deposit(by: PersonRef, amount: number): MoneyEvent {
  return records.contributed(records.contribution(`deposit-${count++}`, by, amount))
}

export function pay(from: Party, to: Party, amount: number) {
  return {
    type: 'PaymentMade' as const,
    data: { payment: records.payment(`payment-${count++}`, from, to, amount) },
  }
}

interface Options {
  mode?: PoolMode
  currency?: CurrencyCode
  people?: PersonRef[]
  former?: PersonRef[]
}

export function settlementOf(events: readonly MoneyEvent[], options: Options = {}): Settlement {
  const { mode = 'distributed', currency = 'HKD', people = [ann, ben, cat, dan], former = [] } = options
  return settle({
    ledger: records.ledgerOf(events),
    people: [
      ...people.map((person) => ({ ...person, isPresent: true })),
      ...former.map((person) => ({ ...person, isPresent: false })),
    ],
    mode,
    currency,
  })
}

export function payments(events: readonly MoneyEvent[], mode: PoolMode = 'distributed'): string[] {
  return paymentTexts(settlementOf(events, { mode }))
}

export function paymentTexts(settlement: Settlement): string[] {
  return settlement.payments.map(({ from, to, amount }) => `${from} pays ${to} ${amount}`)
}

export function byId<Field extends keyof SettledPerson>({ participants }: Settlement, field: Field) {
  return Object.fromEntries(participants.map((each) => [each.id, each[field]]))
}
