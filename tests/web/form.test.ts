// What a form says while one types: the contract's own texts, on the fields they are about.

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

describe('a form is checked by the contract', () => {
  test('each field has its own text, the first that applies', () => {
    coversSpec('§5 Trip form: destination')

    expect(checkForm(PlanTripBody, { ...plan, title: 'Ky', destination: ' ' })).toEqual({
      fields: { title: 'Title must be at least 3 characters', destination: 'Destination is required' },
    })
  })

  test('a field that is missing altogether is required, too', () => {
    const result = checkForm(PlanTripBody, {})
    expect(result).toMatchObject({
      fields: { title: 'Trip title is required', startDate: 'Start date is required' },
    })
  })

  test('what is right comes out as it will be sent: trimmed, with its defaults', () => {
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

  test('an edit that names one field sends that field alone', () => {
    expect(checkForm(ChangeTripBody, { title: 'Nara' })).toEqual({ body: { title: 'Nara' } })
  })
})

describe('as react-hook-form asks it', () => {
  const resolver = resolverOf(PlanTripBody, {
    read: (values: typeof plan & { budget: string }) => ({ ...values, budget: readAmount(values.budget) }),
    also: ({ startDate, endDate }): Record<string, string> =>
      endDate > startDate ? {} : { endDate: 'End date must be after start date' },
  })

  test('right values become the body, the typed budget a number', async () => {
    const { body, texts } = await asked(resolver, { ...plan, budget: '1,500.50' })
    expect(texts).toEqual({})
    expect(body).toMatchObject({ title: 'Kyoto', budget: 1500.5 })
  })

  test('a budget that is no amount is told on the budget', async () => {
    const { body, texts } = await asked(resolver, { ...plan, budget: 'a lot' })
    expect(texts).toEqual({ budget: 'Budget must be a positive number' })
    expect(body).toEqual({})
  })

  test('two dates the wrong way round are told before the title is written', async () => {
    const turned = { ...plan, title: '', budget: '', endDate: plan.startDate }
    const { texts } = await asked(resolver, turned)
    expect(texts).toEqual({
      title: 'Trip title is required',
      endDate: 'End date must be after start date',
    })
  })

  test('what is wrong with a field alone comes before what is wrong between two', async () => {
    const { texts } = await asked(resolver, { ...plan, budget: '', endDate: '' })
    expect(texts).toEqual({ endDate: 'End date is required' })
  })
})

describe('an amount as it is typed', () => {
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
  ])('%j is %d', (text, amount) => {
    expect(readAmount(text)).toBe(amount)
  })

  test.each(['', '   '])('%j is none', (text) => {
    expect(readAmount(text)).toBeNull()
  })

  test.each([
    ...['abc', '1.2.3', '1,2,3', '12,34.5', '1.234,56', '1e3', 'HK$5', '.', '0x10', 'Infinity'],
    ...['1.000', '24.500', '1.234.567', '12 50', '1 2', '1\n234', '12²', '①'],
  ])('%j is no amount', (text) => {
    expect(readAmount(text)).toBeNaN()
  })

  test.each([
    ['1,234', 1.234],
    ['0,052', 0.052],
    ['9.050', 9.05],
    ['', null],
    ['1,234.5', Number.NaN],
  ])('as a rate of exchange %j is %d', (text, rate) => {
    expect(readRate(text)).toBe(rate)
  })

  test('more digits than a number holds are refused, not lost', () => {
    expect(readAmount('0.1000000000000000000001')).toBeNaN()
    expect(readAmount('999999.99')).toBe(999_999.99)
  })
})
