// A trip of ann's with ben and cat, and a change of each type that can be undone, for the tests of undoing.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { HistoryEntry } from '#core/history/contract.ts'
import type { undoRules } from '#core/history/undo.ts'
import { anActivity, anExpense, aTrip } from '#tests/authorization/scenario.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const PEOPLE = ['ann', 'ben', 'cat', 'dan', 'eve'] as const
export type Name = (typeof PEOPLE)[number]

export type Undoable = {
  [Type in keyof typeof undoRules]: (typeof undoRules)[Type]['how'] extends 'not' ? never : Type
}[keyof typeof undoRules]

/** Call once at the top of a test file. Each test gets a new trip; the fields are set before it. */
export function undoForFile() {
  const fields = {} as { product: Product<Name>; tripId: string; path: string }

  beforeAll(async () => {
    fields.product = await startProduct({ people: PEOPLE })
  })
  afterAll(() => fields.product.stop())
  beforeEach(async () => {
    fields.product.clock.forward(60_000)
    const plan = { ...aTrip, inviteUserIds: [idOf('ben'), idOf('cat')] }
    fields.tripId = expectSuccess(await fields.product.as('ann').post('/trips', plan)).trip.id
    fields.path = `/trips/${fields.tripId}`
  })

  const idOf = (name: Name) => fields.product.people[name].id
  const user = (name: Name) => ({ id: idOf(name), type: 'user' })
  const newest = async (): Promise<HistoryEntry> =>
    expectSuccess(await fields.product.as('ann').get(`${fields.path}/history?limit=1`)).entries[0]
  const undo = (name: Name, n: number, body: object = {}) =>
    fields.product.as(name).post(`${fields.path}/history/${n}/undo`, body)

  /** The whole trip at a change, without what every change sets. */
  async function stateAt(
    n: number,
    changing: readonly string[] = ['updatedAt', 'revision'],
  ): Promise<string> {
    const { state } = expectSuccess(await fields.product.as('ann').get(`${fields.path}/history/${n}`))
    return JSON.stringify(state, (key, value: unknown) => (changing.includes(key) ? undefined : value), 1)
  }

  const spend = async (amount = 100.01) => {
    const body = { ...anExpense, amount, sharedBy: [idOf('ann'), idOf('ben'), idOf('cat')] }
    return expectSuccess(await fields.product.as('ann').post(`${fields.path}/expenses`, body)).expense
  }
  const deposit = async () =>
    expectSuccess(await fields.product.as('ben').post(`${fields.path}/pool/contribute`, { amount: 33.33 }))
      .transaction
  const pay = async () => {
    const body = { from: user('ben'), to: user('ann'), amount: 5, note: 'Cash' }
    return expectSuccess(await fields.product.as('ben').post(`${fields.path}/payments`, body)).payment
  }
  const plan = async () =>
    expectSuccess(await fields.product.as('ben').post(`/itineraries/${fields.tripId}/items`, anActivity)).item
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
    return expectSuccess(await fields.product.as('ann').post(`${fields.path}/imports`, body)).import
  }
  const edit = async ({ id }: { id: string }, changes: object, name: Name = 'ben') =>
    expectSuccess(await fields.product.as(name).put(`/expenses/${id}`, changes))
  const remove = async (what: string, { id }: { id: string }) =>
    expectSuccess(await fields.product.as('ann').del(`${what}/${id}`))

  const addGuest = async (name = 'Gina') => {
    const body = { name, email: 'gina@example.com', phone: '+852 5555 0101', notes: 'Vegetarian' }
    return expectSuccess(await fields.product.as('ann').post(`${fields.path}/guest-participants`, body))
      .guestParticipant
  }
  const guestPath = async () => `${fields.path}/guest-participants/${(await addGuest()).id}`
  const invite = async (name: Name) =>
    expectSuccess(await fields.product.as('ann').post(`${fields.path}/invite`, { userIds: [idOf(name)] }))
  const invitationOf = async (name: Name) => {
    await invite(name)
    const { invitations } = expectSuccess(
      await fields.product
        .as(name)
        .get(`/trip-invitations?status=pending&fields.tripId=${fields.tripId}&to=me`),
    )
    return `/trip-invitations/${invitations[0].id}`
  }
  const answer = async (name: Name, response: 'accepted' | 'declined') =>
    expectSuccess(await fields.product.as(name).put(`${await invitationOf(name)}/respond`, { response }))
  const askAndAnswer = async (response: 'accepted' | 'declined') => {
    expectSuccess(await fields.product.as('ann').put(fields.path, { isPublic: true }))
    const asked = expectSuccess(
      await fields.product.as('dan').post(`${fields.path}/join-requests`, { message: 'May I?' }),
    )
    expectSuccess(
      await fields.product.as('ann').put(`/trip-invitations/${asked.invitation.id}/respond`, { response }),
    )
  }
  const changeRole = async (name: Name) =>
    expectSuccess(
      await fields.product
        .as('ann')
        .put(`${fields.path}/participants/${idOf(name)}`, { role: 'co_organizer' }),
    )

  /** Makes a change of each type that can be undone, as the newest change of the trip. */
  const making: Record<Undoable, () => Promise<unknown>> = {
    TripDetailsChanged: async () =>
      expectSuccess(
        await fields.product
          .as('ann')
          .put(fields.path, { title: 'Porto', budget: 1000, endDate: '2026-06-06' }),
      ),
    ActivityAdded: plan,
    ActivityChanged: async () => {
      const { id } = await plan()
      const changes = { title: 'Tram 12', startTime: '20:00', status: 'confirmed' }
      expectSuccess(await fields.product.as('cat').send('PATCH', `/itinerary-items/${id}`, { body: changes }))
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
    ContributionRemoved: async () => remove(`${fields.path}/pool/transactions`, await deposit()),
    ContributionRestored: async () => {
      await making.ContributionRemoved()
      expectSuccess(await undo('ann', (await newest()).n))
    },
    PaymentMade: pay,
    PaymentUndone: async () => remove(`${fields.path}/payments`, await pay()),
    PaymentRestored: async () => {
      await making.PaymentUndone()
      expectSuccess(await undo('ann', (await newest()).n))
    },
    ParticipantInvited: () => invite('dan'),
    InvitationAccepted: () => answer('dan', 'accepted'),
    InvitationDeclined: () => answer('dan', 'declined'),
    InvitationCancelled: async () =>
      expectSuccess(await fields.product.as('ann').del(await invitationOf('dan'))),
    JoinRequestAccepted: () => askAndAnswer('accepted'),
    JoinRequestDeclined: () => askAndAnswer('declined'),
    JoinedByLink: async () => {
      const made = await fields.product.as('ann').post(`${fields.path}/invite-link`, {})
      const secret = expectSuccess(made).inviteLink.url.split('#')[1]
      expectSuccess(await fields.product.as('dan').post('/invite-links/join', { secret }))
    },
    ParticipantRoleChanged: () => changeRole('cat'),
    OrganizerHandedOver: async () =>
      expectSuccess(await fields.product.as('ann').post(`${fields.path}/organizer`, { userId: idOf('ben') })),
    ParticipantLeft: async () => {
      await invite('dan')
      expectSuccess(await fields.product.as('dan').post(`${fields.path}/leave`))
    },
    ParticipantRemoved: async () => {
      await invite('dan')
      expectSuccess(await fields.product.as('ann').del(`${fields.path}/participants/${idOf('dan')}`))
    },
    GuestAdded: addGuest,
    GuestChanged: async () =>
      expectSuccess(
        await fields.product.as('ann').put(await guestPath(), { name: 'Gina Rossi', role: 'co_organizer' }),
      ),
    GuestRemoved: async () => {
      const first = await guestPath()
      fields.product.clock.forward(60_000)
      await addGuest('Hal')
      expectSuccess(await fields.product.as('ann').del(first))
    },
    GuestRestored: async () => {
      await making.GuestRemoved()
      expectSuccess(await undo('ann', (await newest()).n))
    },
    // The organizer’s own, which nobody else could answer.
    GuestClaimed: async () => {
      const guestId = (await guestPath()).split('/').at(-1)
      expectSuccess(await fields.product.as('ann').post(`${fields.path}/guest-claims`, { guestId }))
    },
    GuestClaimUndone: async () => {
      await making.GuestClaimed()
      expectSuccess(await undo('ann', (await newest()).n))
    },
    TripChatChanged: async () => {
      const { chat } = expectSuccess(
        await fields.product
          .as('cat')
          .post(`${fields.path}/chats`, { name: 'Food', description: 'Where to eat' }),
      )
      expectSuccess(await fields.product.as('ann').put(`${fields.path}/chats/${chat.id}`, { name: 'Drinks' }))
    },
    ImportApplied: importFile,
    ImportUndone: async () => remove(`${fields.path}/imports`, await importFile()),
  }

  return Object.assign(fields, {
    idOf,
    newest,
    undo,
    stateAt,
    spend,
    deposit,
    plan,
    importFile,
    edit,
    addGuest,
    invite,
    changeRole,
    making,
  })
}
