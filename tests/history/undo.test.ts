// Undoing changes over HTTP: every type of change has its row, and change and undo together change nothing.

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { changedSince } from '#core/kernel/undo.ts'
import { topics } from '#core/history/events.ts'
import { undoRules } from '#core/history/undo.ts'
import { expectRefused } from '#tests/badInputs/refused.ts'
import { type Name, type Undoable, undoForFile } from '#tests/history/undoForFile.ts'
import { expectSuccess } from '#tests/support/client.ts'

const setup = undoForFile()
const { deposit, edit, idOf, importFile, making, newest, plan, spend, stateAt, undo } = setup

describe('The table of undo rules', () => {
  it('Every type of change in the history says how it is undone, or why it is not', () => {
    expect(Object.keys(undoRules).toSorted()).toEqual(Object.keys(topics).toSorted())
    for (const rule of Object.values(undoRules))
      if (rule.how === 'not') expect(rule.why).toMatch(/^[A-Z].*\.$/)
  })

  /** Of an answer, the undo ends what it agreed to or invites the person; the question itself does not come back. */
  const answers: readonly Undoable[] = ['InvitationAccepted', 'JoinRequestDeclined']
  /** A past state has no chats. */
  const elsewhere: readonly Undoable[] = ['TripChatChanged']

  /** Where everybody may bring a thing back, somebody else: they become neither its recorder nor who added it. */
  const undoerOf = (type: Undoable): Name =>
    undoRules[type].how === 'restore' && topics[type] !== 'people' ? 'cat' : 'ann'

  it.each((Object.keys(making) as Undoable[]).filter((type) => ![...answers, ...elsewhere].includes(type)))(
    'After the undo of %s the trip is as it was before, and after the undo of that undo as after the change',
    async (type) => {
      await making[type]()
      const { n, type: made } = await newest()
      expect(made).toBe(type)
      const [before, after] = [await stateAt(n - 1), await stateAt(n)]
      expect(after).not.toBe(before)
      setup.product.clock.forward(60_000)

      const response = await undo(type === 'OrganizerHandedOver' ? 'ben' : undoerOf(type), n)
      expect([response.status, response.text]).toEqual([204, ''])
      expect((await newest()).n).toBe(n + 1)
      expect(await stateAt(n + 1)).toBe(before)

      expectSuccess(await undo(undoerOf((await newest()).type as Undoable), n + 1))
      expect((await newest()).n).toBe(n + 2)
      expect(await stateAt(n + 2)).toBe(after)
    },
  )
})

describe('Undoing a change', () => {
  it('An edit that somebody changed since is refused by name, and undone anyway on request', async () => {
    const expense = await spend()
    await edit(expense, { amount: 80 })
    const { n } = await newest()
    await edit(expense, { description: 'Supper' }, 'cat')
    const response = await expectRefused(setup.product, () => undo('ann', n), {
      status: 409,
      code: 'ChangedSince',
    })
    expect(response.body.message).toBe('“Supper” was changed since by cat.')
    const before = await stateAt(n - 1)
    expectSuccess(await undo('ann', n, { anyway: true }))
    expect(await stateAt((await newest()).n)).toBe(before)
  })

  it('An edit can be undone once what changed it since is undone', async () => {
    const expense = await spend()
    await edit(expense, { amount: 80 })
    await edit(expense, { amount: 90 })
    const { n } = await newest()
    expectSuccess(await undo('ann', n))
    expectSuccess(await undo('ann', n - 1))
    expect(await stateAt(n + 2)).toBe(await stateAt(n - 2))
  })

  it('An addition is not undone after somebody changed the thing, not even anyway', async () => {
    const { id } = await plan()
    const { n } = await newest()
    expectSuccess(
      await setup.product.as('cat').send('PATCH', `/itinerary-items/${id}`, { body: { title: 'Tram 12' } }),
    )
    for (const body of [{}, { anyway: true }]) {
      const refusal = { status: 409, code: 'ChangedSinceAdded' }
      const response = await expectRefused(setup.product, () => undo('ann', n, body), refusal)
      expect(response.body.message).toContain('“Tram 12” was changed since by cat.')
    }
  })

  it('An edit of something that is gone names who removed it', async () => {
    const expense = await spend()
    await edit(expense, { amount: 80 })
    const { n } = await newest()
    expectSuccess(await setup.product.as('cat').del(`/expenses/${expense.id}`))
    const refusal = { status: 409, code: 'RemovedSince' }
    const response = await expectRefused(setup.product, () => undo('ann', n, { anyway: true }), refusal)
    expect(response.body.message).toBe('“Dinner” was removed since by cat.')
  })

  it('An edit of the trip that another edit followed is refused by its name, whatever people and money did since', async () => {
    await making.TripDetailsChanged()
    const { n } = await newest()
    expectSuccess(await setup.product.as('ann').put(setup.path, { description: 'By train' }))
    await importFile()
    const refusal = { status: 409, code: 'ChangedSince' }
    const response = await expectRefused(setup.product, () => undo('ann', n), refusal)
    expect(response.body.message).toBe('“Porto” was changed since by ann.')
  })

  it('Nobody who left comes back into an expense, but who stayed in it may stay', async () => {
    const expense = await spend()
    await edit(expense, { description: 'Supper' })
    const renamed = await newest()
    await edit(expense, { sharedBy: [idOf('ann'), idOf('cat')] })
    const withoutBen = await newest()
    expectSuccess(await setup.product.as('ben').post(`${setup.path}/leave`))
    const refusal = { status: 409, code: 'SomebodyHasLeft' }
    const response = await expectRefused(setup.product, () => undo('ann', withoutBen.n), refusal)
    expect(response.body.message).toContain('ben')
    expectSuccess(await setup.product.as('cat').post(`${setup.path}/leave`))
    await edit(expense, { description: 'Lunch' }, 'ann')
    expectSuccess(await undo('ann', (await newest()).n))
    const refusedToo = { status: 409, code: 'SomebodyHasLeft' }
    await expectRefused(setup.product, () => undo('ann', renamed.n, { anyway: true }), refusedToo)
  })

  it('An activity does not go back to a day that the trip no longer has', async () => {
    const { id } = await plan()
    expectSuccess(
      await setup.product.as('ann').send('PATCH', `/itinerary-items/${id}`, { body: { date: '2026-06-06' } }),
    )
    const { n } = await newest()
    expectSuccess(await setup.product.as('ann').put(setup.path, { startDate: '2026-06-05' }))
    await expectRefused(setup.product, () => undo('ann', n), { status: 409, code: 'DayIsNotOfTheTrip' })
  })

  it('Only who may make the inverse change may undo', async () => {
    await making.TripDetailsChanged()
    const edited = await newest()
    await deposit()
    const deposited = await newest()
    for (const { n } of [edited, deposited])
      await expectRefused(setup.product, () => undo('cat', n), { status: 403, code: 'ACCESS_DENIED' })
    await expectRefused(setup.product, () => undo('dan', edited.n), { status: 404, code: 'NOT_FOUND' })
    expectSuccess(await undo('ben', deposited.n))
  })

  it('A repeated request undoes once', async () => {
    await spend()
    const { n } = await newest()
    const key = randomUUID()
    for (const _ of [1, 2])
      expectSuccess(await setup.product.as('ann').post(`${setup.path}/history/${n}/undo`, {}, { key }))
    expect((await newest()).n).toBe(n + 1)
  })

  it('A change that cannot be undone says why', async () => {
    const refusal = { status: 409, code: 'CannotBeUndone' }
    const response = await expectRefused(setup.product, () => undo('ann', 1), refusal)
    expect(response.body.message).toBe(undoRules.TripPlanned.why)
  })
})

describe('Undoing a change of a trip chat', () => {
  it('Name and description are as before, and a later change is named', async () => {
    const chats = async () => expectSuccess(await setup.product.as('ann').get(`${setup.path}/chats`)).chats
    await making.TripChatChanged()
    const { n } = await newest()
    expectSuccess(await undo('ann', n))
    expect(await chats()).toMatchObject([{ name: 'Food', description: 'Where to eat' }])
    const response = await expectRefused(setup.product, () => undo('ann', n), {
      status: 409,
      code: 'ChangedSince',
    })
    expect(response.body.message).toBe('“Food” was changed since by ann.')
    expectSuccess(await undo('ann', n + 1))
    expect(await chats()).toMatchObject([{ name: 'Drinks', description: 'Where to eat' }])
    const [{ id }] = await chats()
    expectSuccess(await setup.product.as('ann').put(`${setup.path}/chats/${id}`, { name: 'Snacks' }))
    const renamed = await undo('ann', n)
    expect(renamed.body.message, 'it has its name of now').toBe('“Snacks” was changed since by ann.')
    await expectRefused(setup.product, () => undo('ben', n), { status: 403, code: 'ACCESS_DENIED' })
  })
})

it('A refused undo isolates a username in right-to-left script', () => {
  expect(changedSince('Food', 'שרה').message).toBe('“Food” was changed since by \u2068שרה\u2069.')
})
