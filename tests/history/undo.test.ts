// Undoing changes over HTTP: every type of change has its row, and change and undo together change nothing.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { HistoryEntry } from '#core/history/contract.ts'
import { topics } from '#core/history/events.ts'
import { canUndo, undoings } from '#core/history/undo.ts'
import { anActivity, anExpense, aTrip } from '#tests/authorization/scenario.ts'
import { expectRefused } from '#tests/badInputs/refused.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const PEOPLE = ['ann', 'ben', 'cat', 'dan', 'eve'] as const
type Name = (typeof PEOPLE)[number]
let product: Product<Name>
let tripId: string
let path: string

beforeAll(async () => {
  product = await startProduct({ people: PEOPLE })
})
afterAll(() => product.stop())
beforeEach(async () => {
  product.clock.forward(60_000)
  const plan = { ...aTrip, inviteUserIds: [idOf('ben'), idOf('cat')] }
  tripId = expectSuccess(await product.as('ann').post('/trips', plan)).trip.id
  path = `/trips/${tripId}`
})

const idOf = (name: Name) => product.people[name].id
const user = (name: Name) => ({ id: idOf(name), type: 'user' })
const newest = async (): Promise<HistoryEntry> =>
  expectSuccess(await product.as('ann').get(`${path}/history?limit=1`)).entries[0]
const undo = (name: Name, n: number, body: object = {}) =>
  product.as(name).post(`${path}/history/${n}/undo`, body)

/** The whole trip at a change, without what every change sets. */
async function stateAt(n: number, changing: readonly string[] = ['updatedAt', 'revision']): Promise<string> {
  const { state } = expectSuccess(await product.as('ann').get(`${path}/history/${n}`))
  return JSON.stringify(state, (key, value: unknown) => (changing.includes(key) ? undefined : value), 1)
}

const spend = async (amount = 100.01) => {
  const body = { ...anExpense, amount, sharedBy: [idOf('ann'), idOf('ben'), idOf('cat')] }
  return expectSuccess(await product.as('ann').post(`${path}/expenses`, body)).expense
}
const deposit = async () =>
  expectSuccess(await product.as('ben').post(`${path}/pool/contribute`, { amount: 33.33 })).transaction
const pay = async () => {
  const body = { from: user('ben'), to: user('ann'), amount: 5, note: 'Cash' }
  return expectSuccess(await product.as('ben').post(`${path}/payments`, body)).payment
}
const plan = async () =>
  expectSuccess(await product.as('ben').post(`/itineraries/${tripId}/items`, anActivity)).item
const importFile = async () => {
  const records = [
    {
      kind: 'expense',
      rowKey: 'a'.repeat(64),
      ...anExpense,
      expenseDate: '2026-05-02',
      payers: [{ ...user('ann'), amount: anExpense.amount }],
      split: { mode: 'equal', of: [user('ann'), user('ben')] },
    },
    { kind: 'payment', rowKey: 'b'.repeat(64), from: user('ben'), to: user('ann'), amount: 5, note: null },
  ]
  const body = { importId: randomUUID(), source: 'Splitwise', fileHash: 'f'.repeat(64), records }
  return expectSuccess(await product.as('ann').post(`${path}/imports`, body)).import
}
const edit = async ({ id }: { id: string }, changes: object, name: Name = 'ben') =>
  expectSuccess(await product.as(name).put(`/expenses/${id}`, changes))
const remove = async (what: string, { id }: { id: string }) =>
  expectSuccess(await product.as('ann').del(`${what}/${id}`))

const addGuest = async (name = 'Gina') => {
  const body = { name, email: 'gina@example.com', phone: '+852 5555 0101', notes: 'Vegetarian' }
  return expectSuccess(await product.as('ann').post(`${path}/guest-participants`, body)).guestParticipant
}
const guestPath = async () => `${path}/guest-participants/${(await addGuest()).id}`
const invite = async (name: Name) =>
  expectSuccess(await product.as('ann').post(`${path}/invite`, { userIds: [idOf(name)] }))
const invitationOf = async (name: Name) => {
  await invite(name)
  const { invitations } = expectSuccess(
    await product.as(name).get(`/trip-invitations?status=pending&tripId=${tripId}&to=me`),
  )
  return `/trip-invitations/${invitations[0].id}`
}
const answer = async (name: Name, response: 'accepted' | 'declined') =>
  expectSuccess(await product.as(name).put(`${await invitationOf(name)}/respond`, { response }))
const askAndAnswer = async (response: 'accepted' | 'declined') => {
  expectSuccess(await product.as('ann').put(path, { isPublic: true }))
  const asked = expectSuccess(await product.as('dan').post(`${path}/join-requests`, { message: 'May I?' }))
  expectSuccess(await product.as('ann').put(`/trip-invitations/${asked.invitation.id}/respond`, { response }))
}
const changeRole = async (name: Name) =>
  expectSuccess(await product.as('ann').put(`${path}/participants/${idOf(name)}`, { role: 'co_organizer' }))

type Undoable = {
  [Type in keyof typeof undoings]: (typeof undoings)[Type]['how'] extends 'not' ? never : Type
}[keyof typeof undoings]

/** Makes a change of each type that can be undone, as the newest change of the trip. */
const making: Record<Undoable, () => Promise<unknown>> = {
  TripDetailsChanged: async () =>
    expectSuccess(await product.as('ann').put(path, { title: 'Porto', budget: 1000, endDate: '2026-06-06' })),
  ActivityAdded: plan,
  ActivityChanged: async () => {
    const { id } = await plan()
    const changes = { title: 'Tram 12', startTime: '20:00', status: 'confirmed' }
    expectSuccess(await product.as('cat').send('PATCH', `/itinerary-items/${id}`, { body: changes }))
  },
  ActivityRemoved: async () => remove('/itinerary-items', await plan()),
  ActivityRestored: async () => {
    await making.ActivityRemoved()
    expectSuccess(await undo('cat', (await newest()).n))
  },
  ExpenseAdded: spend,
  ExpenseEdited: async () => {
    const items = [{ text: 'Fish', amount: 20, of: [idOf('ben')] }]
    await edit(await spend(), {
      amount: 77.77,
      payers: [
        { ...user('ann'), amount: 70 },
        { ...user('cat'), amount: 7.77 },
      ],
      split: { mode: 'items', items, rest: 'equal' },
    })
  },
  ExpenseRemoved: async () => remove('/expenses', await spend()),
  ExpenseRestored: async () => {
    await making.ExpenseRemoved()
    expectSuccess(await undo('cat', (await newest()).n))
  },
  ContributionMade: deposit,
  ContributionRemoved: async () => remove(`${path}/pool/transactions`, await deposit()),
  ContributionRestored: async () => {
    await making.ContributionRemoved()
    expectSuccess(await undo('ann', (await newest()).n))
  },
  PaymentMade: pay,
  PaymentUndone: async () => remove(`${path}/payments`, await pay()),
  PaymentRestored: async () => {
    await making.PaymentUndone()
    expectSuccess(await undo('ann', (await newest()).n))
  },
  ParticipantInvited: () => invite('dan'),
  InvitationAccepted: () => answer('dan', 'accepted'),
  InvitationDeclined: () => answer('dan', 'declined'),
  InvitationCancelled: async () => expectSuccess(await product.as('ann').del(await invitationOf('dan'))),
  JoinRequestAccepted: () => askAndAnswer('accepted'),
  JoinRequestDeclined: () => askAndAnswer('declined'),
  ParticipantRoleChanged: () => changeRole('cat'),
  OrganizerHandedOver: async () =>
    expectSuccess(await product.as('ann').post(`${path}/organizer`, { userId: idOf('ben') })),
  ParticipantLeft: async () => {
    await invite('dan')
    expectSuccess(await product.as('dan').post(`${path}/leave`))
  },
  ParticipantRemoved: async () => {
    await invite('dan')
    expectSuccess(await product.as('ann').del(`${path}/participants/${idOf('dan')}`))
  },
  GuestAdded: addGuest,
  GuestChanged: async () =>
    expectSuccess(
      await product.as('ann').put(await guestPath(), { name: 'Gina Rossi', role: 'co_organizer' }),
    ),
  GuestRemoved: async () => {
    const first = await guestPath()
    product.clock.forward(60_000)
    await addGuest('Hal')
    expectSuccess(await product.as('ann').del(first))
  },
  GuestRestored: async () => {
    await making.GuestRemoved()
    expectSuccess(await undo('ann', (await newest()).n))
  },
  TripChatChanged: async () => {
    const { chat } = expectSuccess(
      await product.as('cat').post(`${path}/chats`, { name: 'Food', description: 'Where to eat' }),
    )
    expectSuccess(await product.as('ann').put(`${path}/chats/${chat.id}`, { name: 'Drinks' }))
  },
  ImportApplied: importFile,
  ImportUndone: async () => remove(`${path}/imports`, await importFile()),
}

describe('The table of undoing', () => {
  it('Every type of change in the history says how it is undone, or why it is not', () => {
    expect(Object.keys(undoings).toSorted()).toEqual(Object.keys(topics).toSorted())
    for (const undoing of Object.values(undoings))
      if (undoing.how === 'not') expect(undoing.why).toMatch(/^[A-Z].*\.$/)
  })

  /** Of an answer, the undo ends what it agreed to or invites the person; the question itself does not come back. */
  const answers: readonly Undoable[] = ['InvitationAccepted', 'JoinRequestDeclined']
  /** A past state has no chats. */
  const elsewhere: readonly Undoable[] = ['TripChatChanged']

  it.each((Object.keys(making) as Undoable[]).filter((type) => ![...answers, ...elsewhere].includes(type)))(
    'After the undo of %s the trip is as it was before, and after the undo of that undo as after the change',
    async (type) => {
      await making[type]()
      const { n, type: made } = await newest()
      expect(made).toBe(type)
      // An import that is applied again has its own time.
      const changing = ['updatedAt', 'revision', ...(type.startsWith('Import') ? ['createdAt'] : [])]
      const [before, after] = [await stateAt(n - 1, changing), await stateAt(n, changing)]
      expect(after).not.toBe(before)
      product.clock.forward(60_000)

      const response = await undo(type === 'OrganizerHandedOver' ? 'ben' : 'ann', n)
      expect([response.status, response.text]).toEqual([204, ''])
      expect((await newest()).n).toBe(n + 1)
      expect(await stateAt(n + 1, changing)).toBe(before)

      expectSuccess(await undo('ann', n + 1))
      expect((await newest()).n).toBe(n + 2)
      expect(await stateAt(n + 2, changing)).toBe(after)
    },
  )
})

describe('Undoing a change', () => {
  it('An edit that somebody changed since is refused by name, and undone anyway on request', async () => {
    const expense = await spend()
    await edit(expense, { amount: 80 })
    const { n } = await newest()
    await edit(expense, { description: 'Supper' }, 'cat')
    const response = await expectRefused(product, () => undo('ann', n), { status: 409, code: 'ChangedSince' })
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
      await product.as('cat').send('PATCH', `/itinerary-items/${id}`, { body: { title: 'Tram 12' } }),
    )
    for (const body of [{}, { anyway: true }]) {
      const refusal = { status: 409, code: 'ChangedSinceAdded' }
      const response = await expectRefused(product, () => undo('ann', n, body), refusal)
      expect(response.body.message).toContain('“Tram 12” was changed since by cat.')
    }
  })

  it('An edit of something that is gone names who removed it', async () => {
    const expense = await spend()
    await edit(expense, { amount: 80 })
    const { n } = await newest()
    expectSuccess(await product.as('cat').del(`/expenses/${expense.id}`))
    const refusal = { status: 409, code: 'RemovedSince' }
    const response = await expectRefused(product, () => undo('ann', n, { anyway: true }), refusal)
    expect(response.body.message).toBe('“Dinner” was removed since by cat.')
  })

  it('An edit of the trip that another edit followed is refused by its name, whatever people and money did since', async () => {
    await making.TripDetailsChanged()
    const { n } = await newest()
    expectSuccess(await product.as('ann').put(path, { description: 'By train' }))
    await importFile()
    const refusal = { status: 409, code: 'ChangedSince' }
    const response = await expectRefused(product, () => undo('ann', n), refusal)
    expect(response.body.message).toBe('“Porto” was changed since by ann.')
  })

  it('Nobody who left comes back into an expense, but who stayed in it may stay', async () => {
    const expense = await spend()
    await edit(expense, { description: 'Supper' })
    const renamed = await newest()
    await edit(expense, { sharedBy: [idOf('ann'), idOf('cat')] })
    const withoutBen = await newest()
    expectSuccess(await product.as('ben').post(`${path}/leave`))
    const refusal = { status: 409, code: 'SomebodyHasLeft' }
    const response = await expectRefused(product, () => undo('ann', withoutBen.n), refusal)
    expect(response.body.message).toContain('ben')
    expectSuccess(await product.as('cat').post(`${path}/leave`))
    await edit(expense, { description: 'Lunch' }, 'ann')
    expectSuccess(await undo('ann', (await newest()).n))
    const refusedToo = { status: 409, code: 'SomebodyHasLeft' }
    await expectRefused(product, () => undo('ann', renamed.n, { anyway: true }), refusedToo)
  })

  it('An activity does not go back to a day that the trip no longer has', async () => {
    const { id } = await plan()
    expectSuccess(
      await product.as('ann').send('PATCH', `/itinerary-items/${id}`, { body: { date: '2026-06-06' } }),
    )
    const { n } = await newest()
    expectSuccess(await product.as('ann').put(path, { startDate: '2026-06-05' }))
    await expectRefused(product, () => undo('ann', n), { status: 409, code: 'DayIsNotOfTheTrip' })
  })

  it('Only who may make the inverse change may undo', async () => {
    await making.TripDetailsChanged()
    const edited = await newest()
    await deposit()
    const deposited = await newest()
    for (const { n } of [edited, deposited])
      await expectRefused(product, () => undo('cat', n), { status: 403, code: 'ACCESS_DENIED' })
    await expectRefused(product, () => undo('dan', edited.n), { status: 404, code: 'NOT_FOUND' })
    expectSuccess(await undo('ben', deposited.n))
  })

  it('A repeated request undoes once', async () => {
    await spend()
    const { n } = await newest()
    const key = randomUUID()
    for (const _ of [1, 2])
      expectSuccess(await product.as('ann').post(`${path}/history/${n}/undo`, {}, { key }))
    expect((await newest()).n).toBe(n + 1)
  })

  it('A change that cannot be undone says why', async () => {
    const refusal = { status: 409, code: 'CannotBeUndone' }
    const response = await expectRefused(product, () => undo('ann', 1), refusal)
    expect(response.body.message).toBe(undoings.TripPlanned.why)
  })
})

describe('Undoing a change of the people', () => {
  const people = async () => {
    const { participants } = expectSuccess(await product.as('ann').get(`${path}/all-participants`))
    return participants as { users: { id: string; name: string; role: string }[]; guests: { id: string }[] }
  }
  const roleOf = async (name: Name) => (await people()).users.find(({ id }) => id === idOf(name))?.role
  const pendingInvitations = async (name: Name): Promise<unknown[]> => {
    const query = `status=pending&tripId=${tripId}&to=me`
    return expectSuccess(await product.as(name).get(`/trip-invitations?${query}`)).invitations
  }

  it('Who is invited again answers again, and is a member whatever they were before', async () => {
    await changeRole('cat')
    expectSuccess(await product.as('cat').post(`${path}/leave`))
    expect(await pendingInvitations('cat')).toEqual([])
    expectSuccess(await undo('ann', (await newest()).n))
    expect(await roleOf('cat')).toBe('member')
    expect(await pendingInvitations('cat')).toHaveLength(1)
  })

  it('A declined request to join is undone by an invitation', async () => {
    await making.JoinRequestDeclined()
    expectSuccess(await undo('ann', (await newest()).n))
    expect(await roleOf('dan')).toBe('member')
    expect(await pendingInvitations('dan')).toHaveLength(1)
  })

  it('Who accepted takes it back by leaving, or the organizer by removing them; nobody else does', async () => {
    await making.InvitationAccepted()
    const { n } = await newest()
    await expectRefused(product, () => undo('cat', n), { status: 403, code: 'ACCESS_DENIED' })
    expectSuccess(await undo('dan', n))
    expect((await newest()).text).toBe('dan left the trip')

    await making.InvitationAccepted()
    expectSuccess(await undo('ann', (await newest()).n))
    expect((await newest()).text).toBe('ann removed dan from the trip')
  })

  it('An invitation that was answered since is not taken back, and one that ended is named', async () => {
    await making.InvitationAccepted()
    const { n } = await newest()
    const answered = { status: 409, code: 'ChangedSinceAdded' }
    const response = await expectRefused(product, () => undo('ann', n - 1), answered)
    expect(response.body.message).toContain('“dan” was changed since by dan.')
    expectSuccess(await product.as('dan').post(`${path}/leave`))
    const left = { status: 409, code: 'RemovedSince' }
    expect((await expectRefused(product, () => undo('ann', n - 1), left)).body.message).toBe(
      '“dan” was removed since by dan.',
    )
  })

  it('A role that was changed since is named, and set back anyway on request', async () => {
    await changeRole('cat')
    const { n } = await newest()
    expectSuccess(await undo('ann', n))
    expect(await roleOf('cat')).toBe('member')
    const refusal = { status: 409, code: 'ChangedSince' }
    await expectRefused(product, () => undo('ann', n), refusal)
    expectSuccess(await undo('ann', n, { anyway: true }))
    expect(await roleOf('cat')).toBe('member')
  })

  it('Only the new organizer gives the trip back, and is then what they were before', async () => {
    await making.OrganizerHandedOver()
    const { n } = await newest()
    await expectRefused(product, () => undo('ann', n), { status: 403, code: 'ACCESS_DENIED' })
    expectSuccess(await undo('ben', n))
    expect([await roleOf('ann'), await roleOf('ben')]).toEqual(['organizer', 'member'])
    await expectRefused(product, () => undo('ann', n), { status: 409, code: 'ChangedSince' })
  })

  it('A restored guest is the same person in the money, and has no contact details until they are set', async () => {
    const { id } = await addGuest()
    const sharedBy = [idOf('ann'), { id, type: 'guest' }]
    expectSuccess(await product.as('ann').post(`${path}/expenses`, { ...anExpense, sharedBy }))
    const guest = `${path}/guest-participants/${id}`
    expectSuccess(await product.as('ann').del(guest))
    expectSuccess(await undo('ann', (await newest()).n))
    const back = { id, name: 'Gina', email: null, phone: null, role: 'member' }
    expect((await people()).guests).toEqual([back])
    const { balances } = expectSuccess(await product.as('ann').get(`${path}/balances`))
    expect(balances.find((balance: { id: string }) => balance.id === id)).toMatchObject({
      name: 'Gina',
      netBalance: -anExpense.amount / 2,
    })

    expectSuccess(await product.as('ann').put(guest, { email: 'new@example.com' }))
    expect((await people()).guests).toEqual([{ ...back, email: 'new@example.com' }])
  })

  it('A change of a guest is undone as far as the history knows it', async () => {
    const { id } = await addGuest()
    const guest = `${path}/guest-participants/${id}`
    expectSuccess(await product.as('ann').put(guest, { name: 'Gina Rossi', email: 'rossi@example.com' }))
    expectSuccess(await undo('ann', (await newest()).n))
    expect((await people()).guests).toMatchObject([{ name: 'Gina', email: 'rossi@example.com' }])
  })

  it('Who cannot be invited is named with the reason', async () => {
    await invite('eve')
    expectSuccess(await product.as('eve').post(`${path}/leave`))
    const { n } = await newest()
    const meta = {
      actor: 'admin',
      at: new Date(0).toISOString(),
      key: randomUUID(),
      digest: '',
      requestId: 'r',
    }
    await product.server.people.accounts.disableUser('eve', meta)
    const refusal = { status: 409, code: 'CannotBeInvited' }
    const response = await expectRefused(product, () => undo('ann', n), refusal)
    expect(response.body.message).toBe('eve cannot be invited: User not found')
  })

  it('The button is there for those whose undo is accepted', async () => {
    await making.GuestAdded()
    const added = await newest()
    await making.TripDetailsChanged()
    const edited = await newest()
    await spend()
    const spent = await newest()
    for (const entry of [added, edited, spent])
      expect([canUndo(entry, 'member', idOf('cat')), (await undo('cat', entry.n)).status]).toEqual(
        entry === spent ? [true, 204] : [false, 403],
      )
  })
})

describe('Undoing a change of a trip chat', () => {
  it('Name and description are as before, and a later change is named', async () => {
    const chats = async () => expectSuccess(await product.as('ann').get(`${path}/chats`)).chats
    await making.TripChatChanged()
    const { n } = await newest()
    expectSuccess(await undo('ann', n))
    expect(await chats()).toMatchObject([{ name: 'Food', description: 'Where to eat' }])
    const response = await expectRefused(product, () => undo('ann', n), { status: 409, code: 'ChangedSince' })
    expect(response.body.message).toBe('“Food” was changed since by ann.')
    expectSuccess(await undo('ann', n + 1))
    expect(await chats()).toMatchObject([{ name: 'Drinks', description: 'Where to eat' }])
    await expectRefused(product, () => undo('ben', n), { status: 403, code: 'ACCESS_DENIED' })
  })
})

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
    await expectRefused(product, () => product.as('ann').post(`${it}/restore`), {
      status: 409,
      code: 'IsThereAlready',
    })
    expectSuccess(await product.as('ben').del(it))
    expectSuccess(await product.as('cat').post(`${it}/restore`))
    expect(await stateAt((await newest()).n)).toBe(before)
    await expectRefused(product, () => product.as('ann').post(`${it}/restore`), {
      status: 409,
      code: 'IsThereAlready',
    })
  })

  it.each(Object.entries(deleting))('Only participants bring back %s', async (_, make) => {
    const it = await make()
    expectSuccess(await product.as('ben').del(it))
    expectSuccess(await product.as('ben').post(`${path}/leave`))
    await expectRefused(product, () => product.as('dan').post(`${it}/restore`), {
      status: 404,
      code: 'NOT_FOUND',
    })
    await expectRefused(product, () => product.as('ben').post(`${it}/restore`), {
      status: 403,
      code: 'ACCESS_DENIED',
    })
  })
})
