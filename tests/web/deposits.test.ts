// Money for the pool from several people: what is sent for each, and what became of it.

import { describe, expect, test } from 'vitest'
import type { NamedRef } from '#core/money/responses.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import type { ContributionValues } from '#web/money/pool/contributionForm.ts'
import { bodyFor, contributionResolver, totalOf } from '#web/money/pool/contributionForm.ts'
import { depositResult } from '#web/money/pool/depositResult.ts'

const ann: NamedRef = { id: 'a', type: 'user', name: 'ann' }
const mia: NamedRef = { id: 'm', type: 'guest', name: 'Mia (Chen)' }

async function texts(values: Partial<ContributionValues>, names: string[] = ['ann'], jpy = false) {
  const resolver = contributionResolver(jpy ? 'JPY' : 'HKD', names)
  const whole = { amount: '10', description: '', selected: ['a'], ...values }
  const { errors } = await resolver(whole, undefined, { fields: {}, shouldUseNativeValidation: false })
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]))
}

describe('one call for each', () => {
  test('the name follows the description in parentheses, and the person is named by id and type', () => {
    coversSpec('§7 Expenses and pool: POST /trips/{id}/pool/contribute')

    expect(bodyFor(ann, { amount: 50, description: 'Petrol', selected: [] })).toEqual({
      amount: 50,
      description: 'Petrol (ann)',
      participant: { id: 'a', type: 'user' },
    })
  })

  test('without a description it is a pool contribution', () => {
    coversSpec('§7 Expenses and pool: POST /trips/{id}/pool/contribute')

    expect(bodyFor(mia, { amount: 50, description: null, selected: [] })).toMatchObject({
      description: 'Pool contribution (Mia (Chen))',
      participant: { id: 'm', type: 'guest' },
    })
  })

  test('the total is the amount times the people, to the cent', () => {
    expect(totalOf('0.10', 3, 'HKD')).toBe(0.3)
    expect(totalOf('1,000.01', 7, 'HKD')).toBe(7000.07)
    expect(totalOf('500', 3, 'JPY')).toBe(1500)
    expect(totalOf('10', 0, 'HKD')).toBe(0)
  })

  test('what is no amount has no total', () => {
    for (const amount of ['', 'ten', '1.005', '-5']) expect(totalOf(amount, 2, 'HKD')).toBeNull()
  })
})

describe('the form', () => {
  test.each([
    ['', 'Amount is required'],
    ['0', 'Amount must be positive'],
    ['-3', 'Amount must be positive'],
    ['10000.01', 'Amount cannot exceed $10,000'],
    ['1.005', 'Amount cannot have more than 2 decimal places'],
    ['ten', 'Valid amount is required'],
  ])('%j: %s', async (amount, text) => {
    coversSpec('§5 Pool contribution: Amount is required', '§9 Pool contribution')

    expect(await texts({ amount })).toEqual({ amount: text })
  })

  test('a yen has no decimals', async () => {
    expect(await texts({ amount: '1.5' }, ['ann'], true)).toEqual({
      amount: 'Amount cannot have decimal places',
    })
  })

  test('the largest amount and somebody chosen will do', async () => {
    coversSpec('§5 Pool contribution: Amount is required', '§5 Pool contribution: At least one participant')

    expect(await texts({ amount: '10000' })).toEqual({})
    expect(await texts({ selected: [] })).toEqual({ selected: 'Please select at least one participant' })
  })

  test('a description has to leave room for the longest name behind it', async () => {
    const description = 'x'.repeat(480)
    expect(await texts({ description }, ['ann'])).toEqual({})
    expect(await texts({ description }, ['ann', 'a much longer name'])).toEqual({
      description: 'Description must be less than 500 characters',
    })
  })
})

describe('the result for each person', () => {
  const key = '1'
  const inOutbox = (state: 'sending' | 'waiting' | 'refused', error: string | null = null) => ({
    state,
    error,
  })

  test('nothing was heard yet: it is being sent', () => {
    expect(depositResult({ key, heard: null }, inOutbox('sending')).state).toBe('sending')
    expect(depositResult({ key, heard: null }, undefined).state).toBe('sending')
  })

  test('one that waits goes on in the outbox, and is done once the outbox has let it go', () => {
    const waiting = { key, heard: { state: 'waiting', failure: null } } as const
    expect(depositResult(waiting, inOutbox('waiting')).state).toBe('waiting')
    expect(depositResult(waiting, undefined).state).toBe('done')
  })

  test('one that waited and was refused then says why', () => {
    const waiting = { key, heard: { state: 'waiting', failure: null } } as const
    expect(depositResult(waiting, inOutbox('refused', 'ann left'))).toEqual({
      state: 'refused',
      text: 'ann left',
    })
  })

  test('one refused at once says why, and one tried again is on its way', () => {
    const refused = { key, heard: { state: 'refused', text: 'no' } } as const
    expect(depositResult(refused, undefined)).toEqual({ state: 'refused', text: 'no' })
    expect(depositResult({ key, heard: null }, inOutbox('sending')).state).toBe('sending')
  })

  test('what is done stays done while its documents are still being read', () => {
    expect(depositResult({ key, heard: { state: 'done' } }, inOutbox('sending')).state).toBe('done')
  })
})
