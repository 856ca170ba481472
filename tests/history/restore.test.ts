// Restoring over HTTP, by its id, an expense or activity that was just deleted.

import { describe, expect, it } from 'vitest'
import { expectRefused } from '#tests/badInputs/refused.ts'
import { undoForFile } from '#tests/history/undoForFile.ts'
import { expectSuccess } from '#tests/support/client.ts'

const setup = undoForFile()
const { newest, plan, spend, stateAt } = setup

describe('Restoring by id what was just deleted', () => {
  const deleting = {
    'an expense': async () => {
      const { id } = await spend()
      return `/expenses/${id}`
    },
    'an activity': async () => {
      const { id } = await plan()
      return `/itinerary-items/${id}`
    },
  }

  it.each(Object.entries(deleting))('It brings back %s as it was, once', async (_, make) => {
    const it = await make()
    const before = await stateAt((await newest()).n)
    await expectRefused(setup.product, () => setup.product.as('ann').post(`${it}/restore`), {
      status: 409,
      code: 'IsThereAlready',
    })
    expectSuccess(await setup.product.as('ben').del(it))
    expectSuccess(await setup.product.as('cat').post(`${it}/restore`))
    expect(await stateAt((await newest()).n)).toBe(before)
    await expectRefused(setup.product, () => setup.product.as('ann').post(`${it}/restore`), {
      status: 409,
      code: 'IsThereAlready',
    })
  })

  it.each(Object.entries(deleting))('Only participants bring back %s', async (_, make) => {
    const it = await make()
    expectSuccess(await setup.product.as('ben').del(it))
    expectSuccess(await setup.product.as('ben').post(`${setup.path}/leave`))
    await expectRefused(setup.product, () => setup.product.as('dan').post(`${it}/restore`), {
      status: 404,
      code: 'NOT_FOUND',
    })
    await expectRefused(setup.product, () => setup.product.as('ben').post(`${it}/restore`), {
      status: 403,
      code: 'ACCESS_DENIED',
    })
  })
})
