// The scenario of the authorization tests: a trip with one person in every relation to it, and one of everything that a
// path can name.

import type { Client } from '#tests/support/client.ts'
import { done } from '#tests/support/client.ts'
import type { Product } from '#tests/support/product.ts'
import { startProduct } from '#tests/support/product.ts'

/** Who plays which actor of the table. */
export const USERNAMES = {
  stranger: 'sam',
  member: 'mel',
  co_organizer: 'cora',
  organizer: 'olga',
  former: 'fred',
  admin: 'admin',
} as const

export type Caller = keyof typeof USERNAMES | 'anonymous'
export const ACTORS = ['anonymous', ...Object.keys(USERNAMES)] as Caller[]

/** Otto is a member whose things are somebody else's to all actors; Nora comes and goes; Rita asks to join. */
const PEOPLE = [...Object.values(USERNAMES), 'otto', 'nora', 'rita'] as const
export type Fixture = Product<(typeof PEOPLE)[number]>

type Options = Omit<Parameters<typeof startProduct>[0], 'people'>
export const startFixture = (options: Options = {}): Promise<Fixture> =>
  startProduct({ ...options, people: PEOPLE })

export const clientOf = (fixture: Fixture, actor: Caller): Client =>
  actor === 'anonymous' ? fixture.anonymous : fixture.as(USERNAMES[actor])

export interface Scenario {
  tripId: string
  /** Mel's, still to be answered. */
  invitationId: string
  /** Otto's, accepted. */
  answeredId: string
  /** Rita's request to join, still to be answered. */
  requestId: string
  guestId: string
  /** Recorded by Otto, as are those below. */
  expenseId: string
  itemId: string
  /** Stands among the pool's transactions. */
  poolExpenseId: string
  depositId: string
  paymentId: string
  /** Of the trip. */
  chatId: string
  /** Between Otto and Nora, who are no actors, with a message of Otto's. */
  directId: string
  messageId: string
}

/** Olga plans it, Cora helps, Mel and Otto are on it, Fred was removed, Gina is a guest; Rita asked while it was public. */
export async function createScenario(fixture: Fixture, isPublic: boolean): Promise<Scenario> {
  const { people, as, clock } = fixture
  // Messages come at a pace.
  clock.forward(1000)
  const inviteUserIds = [people.mel.id, people.cora.id, people.fred.id, people.otto.id]
  const { trip } = done(await as('olga').post('/trips', { ...aTrip, isPublic: true, inviteUserIds }))
  const path = `/trips/${trip.id}`
  const invitationOf = async (name: 'mel' | 'otto'): Promise<string> =>
    done(await as(name).get(`/trip-invitations?tripId=${trip.id}`)).invitations[0].id
  done(await as('olga').put(`${path}/participants/${people.cora.id}`, { role: 'co_organizer' }))
  done(await as('olga').del(`${path}/participants/${people.fred.id}`))
  const [invitationId, answeredId] = [await invitationOf('mel'), await invitationOf('otto')]
  done(await as('otto').put(`/trip-invitations/${answeredId}/respond`, { response: 'accepted' }))
  const guest = done(await as('olga').post(`${path}/guest-participants`, { name: 'Gina' }))
  const guestId: string = guest.guestParticipant.id

  const asked = done(await as('rita').post(`${path}/join-requests`, { message: 'May I?' }))
  if (!isPublic) done(await as('olga').put(path, { isPublic }))

  const made = async (at: string, body: unknown) => done(await as('otto').post(path + at, body))
  const expense = { ...anExpense, sharedBy: [people.otto.id] }
  const own = await made('/expenses', expense)
  const fromPool = await made('/expenses', { ...expense, paidFromPool: true })
  const deposit = await made('/pool/contribute', { amount: 10 })
  const paid = await made('/payments', aPayment(people.otto.id, guestId))
  const { item } = done(await as('otto').post(`/itineraries/${trip.id}/items`, anActivity))
  const { chat } = await made('/chats', { name: 'Plans' })
  const talk = { type: 'direct', participant_ids: [people.nora.id] }
  const { conversation } = done(await as('otto').post('/conversations', talk))
  const said = await as('otto').post(`/conversations/${conversation.id}/messages`, theOneMessage)
  return {
    tripId: trip.id,
    invitationId,
    answeredId,
    requestId: asked.invitation.id,
    guestId,
    expenseId: own.expense.id,
    itemId: item.id,
    poolExpenseId: fromPool.expense.id,
    depositId: deposit.transaction.id,
    paymentId: paid.payment.id,
    chatId: chat.id,
    directId: conversation.id,
    messageId: done(said).message.id,
  }
}

/** With an id of its sender's making, so it is said once however many scenes there are. */
const theOneMessage = { content: 'Hello', client_message_id: '6f1d6d3e-3c5c-4c53-8d0e-0d6a4f1f2b11' }

export const aTrip = {
  title: 'Lisbon',
  destination: 'Portugal',
  startDate: '2026-06-01',
  endDate: '2026-06-08',
}
export const anExpense = { description: 'Dinner', amount: 12.3, category: 'food' }
export const anActivity = { date: '2026-06-02', title: 'Tram 28', startTime: '10:00' }
export const aPayment = (userId: string, guestId: string) => ({
  from: { id: userId, type: 'user' },
  to: { id: guestId, type: 'guest' },
  amount: 1,
  // Everybody in turn records the same one.
  confirm: true,
})
