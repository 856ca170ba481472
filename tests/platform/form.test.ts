// Form validation while the user types: the contract's texts, on their fields.

import type { FieldValues, Resolver } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { ChangeTripBody, PlanTripBody } from '#core/trips/bodies.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { checkForm, readAmount, readRate, resolverOf } from '#web/platform/form.ts'

const plan = { title: 'Kyoto', destination: 'Japan', startDate: '2026-12-12', endDate: '2026-12-19' }

async function asked<Values extends FieldValues, Body>(
  resolver: Resolver<Values, unknown, Body>,
  values: Values,
) {
  const { errors, values: body } = await resolver(values, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  const texts = Object.entries(errors).map(([field, error]) => [field, error?.message])
  return { body, texts: Object.fromEntries(texts) as Record<string, string> }
}

describe('contract as resolver', () => {
  test('Each field has its own message, the first that applies', () => {
    coversSpec('§5 Trip form: destination')

    expect(checkForm(PlanTripBody, { ...plan, title: 'Ky', destination: ' ' })).toEqual({
      fields: { title: 'Title must be at least 3 characters', destination: 'Destination is required' },
    })
  })

  test('A missing field is reported as required', () => {
    const result = checkForm(PlanTripBody, {})
    expect(result).toMatchObject({
      fields: { title: 'Trip title is required', startDate: 'Start date is required' },
    })
  })

  test('Valid values come out as they will be sent: trimmed and with defaults', () => {
    expect(checkForm(PlanTripBody, { ...plan, title: '  Kyoto  ' })).toEqual({
      body: {
        ...plan,
        title: 'Kyoto',
        description: null,
        budget: null,
        currency: 'HKD',
        isPublic: false,
        inviteUserIds: [],
      },
    })
  })

  test('An edit of a single field sends that field alone', () => {
    expect(checkForm(ChangeTripBody, { title: 'Nara' })).toEqual({ body: { title: 'Nara' } })
  })
})

describe('resolver of react-hook-form', () => {
  const resolver = resolverOf(PlanTripBody, {
    read: (values: typeof plan & { budget: string }) => ({ ...values, budget: readAmount(values.budget) }),
    also: ({ startDate, endDate }): Record<string, string> =>
      endDate > startDate ? {} : { endDate: 'End date must be after start date' },
  })

  test('Valid values become the body, the typed budget a number', async () => {
    const { body, texts } = await asked(resolver, { ...plan, budget: '1,500.50' })
    expect(texts).toEqual({})
    expect(body).toMatchObject({ title: 'Kyoto', budget: 1500.5 })
  })

  test('An invalid amount is reported on the budget field', async () => {
    const { body, texts } = await asked(resolver, { ...plan, budget: 'a lot' })
    expect(texts).toEqual({ budget: 'Budget must be a positive number' })
    expect(body).toEqual({})
  })

  test('Two dates in the wrong order are reported before the title is typed', async () => {
    const turned = { ...plan, title: '', budget: '', endDate: plan.startDate }
    const { texts } = await asked(resolver, turned)
    expect(texts).toEqual({
      title: 'Trip title is required',
      endDate: 'End date must be after start date',
    })
  })

  test('An error of one field comes before an error between two fields', async () => {
    const { texts } = await asked(resolver, { ...plan, budget: '', endDate: '' })
    expect(texts).toEqual({ endDate: 'End date is required' })
  })
})

describe('typed amount', () => {
  test.each([
    ['12', 12],
    ['12.50', 12.5],
    [' 0.10 ', 0.1],
    ['.5', 0.5],
    ['12.', 12],
    ['1,234.50', 1234.5],
    ['1,234', 1234],
    ['1,234,567.8', 1_234_567.8],
    ['12,5', 12.5],
    ['１２．５', 12.5],
    [String.fromCodePoint(0x116d1, 0x116dc), 12], // Pao Karen's row of digits touches Eastern Pwo Karen's
    ['١٢٣٤٥٦٧٨٩٠', 1_234_567_890],
    ['۱٬۲۳۴٫۵۰', 1234.5],
    ['१२.५', 12.5],
    ['1 234.5', 1234.5],
    ['1\u202f234,50', 1234.5],
    ['0,500', 0.5],
    ['\u202d12.50\u202c', 12.5],
    ['-3', -3],
  ])('The typed amount %j is read as %d', (text, amount) => {
    expect(readAmount(text)).toBe(amount)
  })

  test.each(['', '   '])('The typed amount %j counts as empty', (text) => {
    expect(readAmount(text)).toBeNull()
  })

  test.each([
    ...['abc', '1.2.3', '1,2,3', '12,34.5', '1.234,56', '1e3', 'HK$5', '.', '0x10', 'Infinity'],
    ...['1.000', '24.500', '1.234.567', '12 50', '1 2', '1\n234', '12²', '①'],
  ])('The typed amount %j is invalid', (text) => {
    expect(readAmount(text)).toBeNaN()
  })

  test.each([
    ['1,234', 1.234],
    ['0,052', 0.052],
    ['9.050', 9.05],
    ['', null],
    ['1,234.5', Number.NaN],
  ])('The typed exchange rate %j is read as %d', (text, rate) => {
    expect(readRate(text)).toBe(rate)
  })

  test('An amount with more digits than a number holds is refused', () => {
    expect(readAmount('0.1000000000000000000001')).toBeNaN()
    expect(readAmount('999999.99')).toBe(999_999.99)
  })
})
