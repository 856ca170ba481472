// Contributions of several people: the request for each, and its outcome.

import { describe, expect, test } from 'vitest'
import type { NamedRef } from '#core/money/responses.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import {
  type ContributionEntryBody,
  type ContributionValues,
  blankContribution,
  bodyFor,
  contributionResolver,
  selectedPeople,
  totalOf,
} from '#web/money/pool/contributionForm.ts'

const ann: NamedRef = { id: 'a', type: 'user', name: 'ann' }
const mia: NamedRef = { id: 'm', type: 'guest', name: 'Mia (Chen)' }

async function texts(values: Partial<ContributionValues>, people: NamedRef[] = [ann], jpy = false) {
  const resolver = contributionResolver(jpy ? 'JPY' : 'HKD', people)
  const whole = { amount: '10', description: '', selected: ['a'], keptBy: '', ...values }
  const { errors } = await resolver(whole, undefined, { fields: {}, shouldUseNativeValidation: false })
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]))
}

describe('contribution requests', () => {
  test('The description of each contribution ends with the person’s name in parentheses, and the body names the person by id and type', () => {
    coversSpec('§7 Expenses and pool: POST /trips/{id}/pool/contribute')

    expect(bodyFor(ann, { amount: 50, description: 'Petrol', selected: [] }, 'HKD', '2026-05-02')).toEqual({
      amount: 50,
      description: 'Petrol (ann)',
      participant: { id: 'a', type: 'user' },
      date: '2026-05-02',
      currency: 'HKD',
    })
  })

  test('A contribution without a description is described as a pool contribution', () => {
    coversSpec('§7 Expenses and pool: POST /trips/{id}/pool/contribute')

    expect(bodyFor(mia, { amount: 50, description: null, selected: [] }, 'HKD', '2026-05-02')).toMatchObject({
      description: 'Pool contribution (Mia (Chen))',
      participant: { id: 'm', type: 'guest' },
    })
  })

  test('The total is the amount times the number of people, to the cent', () => {
    expect(totalOf('0.10', 3, 'HKD')).toBe(30)
    expect(totalOf('1,000.01', 7, 'HKD')).toBe(700_007)
    expect(totalOf('500', 3, 'JPY')).toBe(1500)
    expect(totalOf('10', 0, 'HKD')).toBe(0)
  })

  test('An invalid amount has no total', () => {
    for (const amount of ['', 'ten', '1.005', '-5']) expect(totalOf(amount, 2, 'HKD')).toBeNull()
  })
})

describe('who keeps the money', () => {
  const entered = async (keptBy: string) => {
    const values = { ...blankContribution('a', undefined), amount: '10', keptBy }
    const checked = { fields: {}, shouldUseNativeValidation: false }
    const { values: entry } = await contributionResolver('HKD', [ann, mia])(values, undefined, checked)
    return bodyFor(ann, entry as ContributionEntryBody, 'HKD', '2026-05-02').keptBy
  }

  test('Each deposit names the chosen keeper by id and type; nobody, or somebody who has left since, is not sent', async () => {
    expect(await entered('m')).toEqual({ id: 'm', type: 'guest' })
    expect(await entered('')).toBeUndefined()
    expect(await entered('left')).toBeUndefined()
  })

  test('The form begins with the keeper of the deposit before, and with nobody for a first one', () => {
    expect(blankContribution('a', mia).keptBy).toBe('m')
    expect(blankContribution('a', undefined).keptBy).toBe('')
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
  ])('The amount %j is refused: %s', async (amount, text) => {
    coversSpec('§5 Pool contribution: Amount is required', '§9 Pool contribution')

    expect(await texts({ amount })).toEqual({ amount: text })
  })

  test('An amount in yen takes no decimals', async () => {
    expect(await texts({ amount: '1.5' }, [ann], true)).toEqual({
      amount: 'Amount cannot have decimal places',
    })
  })

  test('The form accepts the largest amount with one chosen person', async () => {
    coversSpec('§5 Pool contribution: Amount is required', '§5 Pool contribution: At least one participant')

    expect(await texts({ amount: '10000' })).toEqual({})
    expect(await texts({ selected: [] })).toEqual({ selected: 'Please select at least one participant' })
  })

  test('People who have left since they were selected neither pay nor count, and without anybody else the form is refused', async () => {
    const hasLeft = 'left'
    expect(selectedPeople([ann, mia], ['m', hasLeft])).toEqual([mia])
    expect(await texts({ selected: ['a', hasLeft] })).toEqual({})
    expect(await texts({ selected: [hasLeft] })).toEqual({
      selected: 'Please select at least one participant',
    })
  })

  test('A description leaves room for the longest name behind it', async () => {
    const description = 'x'.repeat(480)
    expect(await texts({ description }, [ann])).toEqual({})
    expect(await texts({ description }, [ann, { ...mia, name: 'a much longer name' }])).toEqual({
      description: 'Description must be less than 500 characters',
    })
  })
})
