// The scenario of the authorization tests: a trip with one person in every relation to it, and one of everything that a
// path can name.

import { toActor } from '#api/platform/http/route.ts'
import { type Client, createClient, expectSuccess } from '#tests/support/client.ts'
import { listen } from '#tests/support/listener.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

/** The user of each actor of the table. */
export const USERNAMES = {
  stranger: 'sam',
  member: 'mel',
  co_organizer: 'cora',
  organizer: 'olga',
  former: 'fred',
  admin: 'admin',
  provisional: 'pia',
} as const

export type Caller = keyof typeof USERNAMES | 'anonymous'
export const ACTORS = ['anonymous', ...Object.keys(USERNAMES)] as Caller[]

/** Otto is a member whose records no actor owns; Nora joins and leaves; Rita asks to join. */
const { provisional: PIA, ...registered } = USERNAMES
const PEOPLE = [...Object.values(registered), 'otto', 'nora', 'rita'] as const
export type Fixture = Product<(typeof PEOPLE)[number] | typeof PIA>

/** Pia has no password: she joins each scenario's trip by its link. */
type Options = Omit<Parameters<typeof startProduct>[0], 'people'>
export async function startFixture(options: Options = {}): Promise<Fixture> {
  const product = await startProduct({ ...options, people: PEOPLE })
  const { trip } = expectSuccess(await product.as('otto').post('/trips', aTrip))
  const made = await product.as('otto').post(`/trips/${trip.id}/invite-link`, {})
  const { inviteLink } = expectSuccess(made)
  let count = 0
  /** Somebody new each time: nobody signs in again without a password. */
  async function join() {
    const name = count === 0 ? PIA : `${PIA} ${count}`
    count += 1
    const body = { secret: secretOf(inviteLink), name }
    const { token, user } = expectSuccess(await product.anonymous.post('/invite-links/join', body))
    return { client: createClient(product.port, token), user: toActor(user) }
  }
  const pia = await join()
  return {
    ...product,
    people: { ...product.people, [PIA]: pia.user },
    as: (name) => (name === PIA ? pia.client : product.as(name)),
    signIn: async (name) => (name === PIA ? (await join()).client : product.signIn(name)),
    async listen(name) {
      if (name !== PIA) return product.listen(name)
      const listener = listen(product.port, pia.client.token)
      await listener.waitFor('authenticated')
      return listener
    },
  }
}

/** @param link as the API has it */
const secretOf = ({ url }: { url: string }): string => url.split('#')[1]!

export const clientOf = (fixture: Fixture, actor: Caller): Client =>
  actor === 'anonymous' ? fixture.anonymous : fixture.as(USERNAMES[actor])

export interface Scenario {
  tripId: string
  /** Mel's, pending. */
  invitationId: string
  /** Otto's, accepted. */
  answeredId: string
  /** Rita's join request, pending. */
  requestId: string
  guestId: string
  /** Of the invite link by which Pia joined. */
  linkId: string
  linkSecret: string
  /** Recorded by Otto, as are the records below. */
  expenseId: string
  itemId: string
  /** The number of the change that edited the activity. */
  editN: number
  /** One of the pool's transactions. */
  poolExpenseId: string
  depositId: string
  paymentId: string
  /** The trip's chat. */
  claimId: string
  pollId: string
  chatId: string
  /** Between Otto and Nora, who are no actors, with one message from Otto. */
  directId: string
  messageId: string
}

/**
 * Olga organizes, Cora co-organizes, Mel, Otto and Pia participate, Fred was removed, Gina is a guest; Rita asked to join
 * while the trip was public.
 */
export async function createScenario(fixture: Fixture, isPublic: boolean): Promise<Scenario> {
  const { people, as, clock } = fixture
  // Sending messages is rate-limited.
  clock.forward(1000)
  const inviteUserIds = [people.mel.id, people.cora.id, people.fred.id, people.otto.id]
  const { trip } = expectSuccess(await as('olga').post('/trips', { ...aTrip, isPublic: true, inviteUserIds }))
  const path = `/trips/${trip.id}`
  const invitationOf = async (name: 'mel' | 'otto'): Promise<string> =>
    expectSuccess(await as(name).get(`/trip-invitations?tripId=${trip.id}`)).invitations[0].id
  expectSuccess(await as('olga').put(`${path}/participants/${people.cora.id}`, { role: 'co_organizer' }))
  expectSuccess(await as('olga').del(`${path}/participants/${people.fred.id}`))
  const [invitationId, answeredId] = [await invitationOf('mel'), await invitationOf('otto')]
  expectSuccess(await as('otto').put(`/trip-invitations/${answeredId}/respond`, { response: 'accepted' }))
  const guest = expectSuccess(await as('olga').post(`${path}/guest-participants`, { name: 'Gina' }))
  const guestId: string = guest.guestParticipant.id

  const { inviteLink } = expectSuccess(await as('olga').post(`${path}/invite-link`, {}))
  const linkSecret = secretOf(inviteLink)
  expectSuccess(await as('pia').post('/invite-links/join', { secret: linkSecret }))

  const asked = expectSuccess(await as('rita').post(`${path}/join-requests`, { message: 'May I?' }))
  if (!isPublic) expectSuccess(await as('olga').put(path, { isPublic }))

  const claim = expectSuccess(await as('otto').post(`${path}/guest-claims`, { guestId }))
  const asking = expectSuccess(await as('otto').post(`${path}/polls`, aPoll))
  const made = async (at: string, body: unknown) => expectSuccess(await as('otto').post(path + at, body))
  const expense = { ...anExpense, sharedBy: [people.otto.id] }
  const own = await made('/expenses', expense)
  const fromPool = await made('/expenses', { ...expense, paidFromPool: true })
  const deposit = await made('/pool/contribute', { amount: 10 })
  const paid = await made('/payments', aPayment(people.otto.id, guestId))
  const { item } = expectSuccess(await as('otto').post(`/itineraries/${trip.id}/items`, anActivity))
  const edit = { body: { status: 'confirmed' } }
  expectSuccess(await as('otto').send('PATCH', `/itinerary-items/${item.id}`, edit))
  const { entries } = expectSuccess(await as('otto').get(`${path}/history?limit=1`))
  const { chat } = await made('/chats', { name: 'Plans' })
  const talk = { type: 'direct', participant_ids: [people.nora.id] }
  const { conversation } = expectSuccess(await as('otto').post('/conversations', talk))
  const said = await as('otto').post(`/conversations/${conversation.id}/messages`, theOneMessage)
  return {
    tripId: trip.id,
    invitationId,
    answeredId,
    requestId: asked.invitation.id,
    guestId,
    linkId: inviteLink.id,
    linkSecret,
    claimId: claim.guestClaim.id,
    pollId: asking.poll.id,
    expenseId: own.expense.id,
    itemId: item.id,
    editN: entries[0].n,
    poolExpenseId: fromPool.expense.id,
    depositId: deposit.transaction.id,
    paymentId: paid.payment.id,
    chatId: chat.id,
    directId: conversation.id,
    messageId: expectSuccess(said).message.id,
  }
}

/** The fixed id makes it one message, however many scenarios send it. */
const theOneMessage = { content: 'Hello', client_message_id: '6f1d6d3e-3c5c-4c53-8d0e-0d6a4f1f2b11' }

export const aTrip = {
  title: 'Lisbon',
  destination: 'Portugal',
  startDate: '2026-06-01',
  endDate: '2026-06-08',
}
export const aPoll = { question: 'Dinner?', options: ['Grill', 'Sardines'] }
export const anExpense = { description: 'Dinner', amount: 12.3, category: 'food' }
export const anActivity = { date: '2026-06-02', title: 'Tram 28', startTime: '10:00' }
export const aPayment = (userId: string, guestId: string) => ({
  from: { id: userId, type: 'user' },
  to: { id: guestId, type: 'guest' },
  amount: 1,
  // Each actor records the same payment, which needs a confirmation from the second time on.
  confirm: true,
})
