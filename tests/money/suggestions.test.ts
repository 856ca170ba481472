// The rows of the suggested payments.

import { describe, expect, test } from 'vitest'
import type { NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import type { PersonRef } from '#core/money/events.ts'
import { makePayment } from '#core/money/contract.ts'
import {
  repeatedIn,
  settlesOwnBalance,
  suggestionKey,
  suggestionsOf,
} from '#web/money/settlement/payments/suggestions.ts'
import { paymentList } from '#web/money/settlement/payments/paymentList.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { pendingCommand } from '#tests/support/pendingCommands.ts'

const party = (name: string) => ({ id: name, type: 'user' as const, name })
const pays = (from: string, to: string) => ({
  from: party(from),
  to: party(to),
  amount: 5,
  description: `${from} pays ${to}`,
})
const participants = ['ann', 'ben', 'cat'].map(party)
const settlement = {
  payments: [pays('cat', 'ann'), pays('ben', 'ann')],
  participants,
} as unknown as NamedSettlement

const unsent = (from: string, to: string, more: Partial<PendingCommand> = {}): PendingCommand =>
  pendingCommand(makePayment, {
    params: { tripId: 'trip' },
    body: {
      from: { id: from, type: 'user' },
      to: { id: to, type: to === 'pool' ? 'pool' : 'user' },
      amount: 7,
    },
    ...more,
  })

const nameOf = ({ type, id }: PersonRef) => ({
  ...{ type, id },
  name: participants.find((person) => person.id === id)?.name ?? 'someone who left',
})
const entered = (...commands: readonly PendingCommand[]) =>
  commands.map((one) => paymentList(nameOf, 'HKD').entered!(one, { id: 'ben', username: 'ben' }))

describe('the rows of suggested payments', () => {
  test('The rows are those of the plan, the user’s own first, each once while it is being sent', () => {
    const rows = suggestionsOf(settlement, entered(unsent('ben', 'ann')), 'ben')
    expect(rows.map(suggestionKey)).toEqual(['ben ann', 'cat ann'])
  })

  test('The rows keep a payment recorded without a network though the plan no longer has it', () => {
    const inEuro = unsent('ben', 'cat')
    Object.assign(inEuro.body as object, { currency: 'EUR', exchangeRate: 9 })
    const unrecorded = entered(unsent('ben', 'pool'), unsent('cat', 'dan'), inEuro)
    const rows = suggestionsOf(settlement, unrecorded, 'ben')
    expect(rows.slice(2).map(({ description, amount }) => `${description} ${amount}`)).toEqual([
      'ben pays Shared Pool 700',
      'cat pays someone who left 700',
      'ben pays cat 6300',
    ])
  })
})

describe('the line “Then you are settled up”', () => {
  const statuses = (status: 'owes' | 'settled') =>
    ({
      ...settlement,
      participants: participants.map((one) => ({ ...one, status })),
    }) as unknown as NamedSettlement
  const own = (from: string, to: string, isLive = true) => {
    const row = pays(from, to)
    return { key: suggestionKey(row), row, retained: undefined, isLive }
  }

  test('The line is true while payments of the plan are what is left of the reader’s own', () => {
    expect(settlesOwnBalance([own('ben', 'ann'), own('ben', 'dan', false)], statuses('owes'), 'ben')).toBe(
      true,
    )
    expect(settlesOwnBalance([own('ben', 'ann', false)], statuses('owes'), 'ben')).toBe(false)
    expect(settlesOwnBalance([own('ben', 'ann')], statuses('settled'), 'ben')).toBe(false)
  })

  test('The line is missing while a payment that the plan does not have waits for the network', () => {
    expect(settlesOwnBalance([own('ben', 'ann'), own('ben', 'pool')], statuses('owes'), 'ben')).toBe(false)
  })
})

describe('a payment that waited for the network', () => {
  test('A pending payment that then looked repeated can be confirmed, and is sent again under its key', () => {
    const refused = { state: 'refused', error: 'Recorded a moment ago.' } as const
    expect(repeatedIn(unsent('ben', 'ann', { ...refused, code: 'PaymentLooksRepeated' }))).toEqual({
      key: 'key',
      text: 'Recorded a moment ago.',
      body: unsent('ben', 'ann').body,
    })
    expect(repeatedIn(unsent('ben', 'ann', { ...refused, code: 'ACCESS_DENIED' }))).toBeNull()
    expect(repeatedIn(unsent('ben', 'ann'))).toBeNull()
  })
})
