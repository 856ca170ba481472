// Form validation while the user types: the contract's texts, on their fields.

import type { FieldValues, Resolver } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { ChangeTripBody, PlanTripBody } from '#core/trips/bodies.ts'
import { readAmount } from '#core/kernel/typedNumber.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { checkForm, resolverOf } from '#web/platform/forms/form.ts'

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

  test('More precise words replace the text of a field that is refused, and of no other', async () => {
    const resolver = resolverOf(PlanTripBody, {
      words: () => ({ title: 'Say where to', destination: 'Not read', budget: undefined }),
    })
    const { texts } = await asked<FieldValues, object>(resolver, { ...plan, title: '' })
    expect(texts).toEqual({ title: 'Say where to' })
    const { texts: none, body } = await asked<FieldValues, object>(resolver, plan)
    expect(none).toEqual({})
    expect(body).toMatchObject({ title: 'Kyoto' })
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
