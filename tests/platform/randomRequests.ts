// Random requests of four friends about their trips, in any order, permitted or not.

import fc from 'fast-check'
import type { HttpResponse, Client } from '#tests/support/client.ts'
import { anActivity, anExpense, aTrip } from '#tests/authorization/scenario.ts'

export const FRIENDS = ['ann', 'ben', 'cat', 'dan'] as const
export type Friend = (typeof FRIENDS)[number]

const acts = [
  'plan',
  'change',
  'invite',
  'askToJoin',
  'respond',
  'cancel',
  'role',
  'handOver',
  'remove',
  'leave',
  'addGuest',
  'changeGuest',
  'removeGuest',
  'claimGuest',
  'answerClaim',
  'undoClaim',
  'spend',
  'spend',
  'spend',
  'spendFromPool',
  'editExpense',
  'removeExpense',
  'deposit',
  'removeDeposit',
  'addActivity',
  'changeActivity',
  'removeActivity',
  'pay',
  'undo',
  'deleteTrip',
] as const

export interface Step {
  act: (typeof acts)[number]
  who: Friend
  whom: Friend
  n: number
}

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    act: fc.constantFrom(...acts),
    who: fc.constantFrom(...FRIENDS),
    whom: fc.constantFrom(...FRIENDS),
    n: fc.nat(999),
  }),
  { minLength: 25, maxLength: 60 },
)

interface World {
  as(name: Friend): Client
  people: Record<Friend, { id: string }>
}

/** Sends the requests of random steps, and stores the ids they created, which later steps use. */
export class RandomRequests {
  readonly trips: string[] = []
  private readonly planners = new Map<string, Friend>()
  private readonly created: Record<
    'guests' | 'claims' | 'expenses' | 'activities' | 'deposits' | 'payments',
    { trip: string; id: string }[]
  > = {
    guests: [],
    claims: [],
    expenses: [],
    activities: [],
    deposits: [],
    payments: [],
  }
  private readonly world: World
  private everybody: Client | null = null

  constructor(world: World) {
    this.world = world
  }

  /** From now on all requests come from this client; null for those of the steps. */
  sendAs(client: Client | null): void {
    this.everybody = client
  }

  async send({ act, who, whom, n }: Step): Promise<HttpResponse | null> {
    const whomId = this.world.people[whom].id
    if (act === 'plan' || this.trips.length === 0) return this.plan(who, whomId)
    const tripId = this.trips[n % this.trips.length]!
    // Three of four requests come from somebody who is allowed, or few would succeed.
    const client = this.everybody ?? this.world.as(n % 4 === 3 ? who : this.planners.get(tripId)!)
    const path = `/trips/${tripId}`
    const person = { id: whomId, type: 'user' }
    const guest = pick(
      this.created.guests.filter(({ trip }) => trip === tripId),
      n,
    )
    const sharedBy = [whomId, ...(guest && n % 2 ? [{ id: guest.id, type: 'guest' }] : [])]
    const expense = { ...anExpense, amount: (1 + n) / 100, sharedBy }
    switch (act) {
      case 'change':
        return client.put(path, { title: `Trip ${n}`, isPublic: n % 3 === 0, budget: n % 2 ? n : null })
      case 'invite':
        return client.post(`${path}/invite`, { userIds: [whomId] })
      case 'askToJoin':
        return this.world.as(whom).post(`${path}/join-requests`, { message: `Request ${n}` })
      case 'respond':
      case 'cancel':
        return this.answerInvitation(client, act, n)
      case 'role':
        return client.put(`${path}/participants/${whomId}`, { role: n % 2 ? 'member' : 'co_organizer' })
      case 'handOver':
        return client.post(`${path}/organizer`, { userId: whomId })
      case 'remove':
        return client.del(`${path}/participants/${whomId}`)
      case 'leave':
        return client.post(`${path}/leave`)
      case 'addGuest':
        return this.recordCreated(
          'guests',
          tripId,
          await client.post(`${path}/guest-participants`, { name: `Guest ${n}`, notes: `${n}` }),
        )
      case 'changeGuest':
        return guest
          ? client.put(`${path}/guest-participants/${guest.id}`, {
              name: `Guest ${n}`,
              email: n % 2 ? `g${n}@example.org` : null,
            })
          : null
      case 'removeGuest':
        return guest ? client.del(`${path}/guest-participants/${guest.id}`) : null
      case 'claimGuest':
        return guest
          ? this.recordCreated(
              'claims',
              tripId,
              await (n % 2 ? client : this.world.as(whom)).post(`${path}/guest-claims`, {
                guestId: guest.id,
              }),
            )
          : null
      case 'answerClaim':
        return this.withCreated('claims', n, ({ trip, id }) =>
          this.world
            .as(this.planners.get(trip)!)
            .put(`/trips/${trip}/guest-claims/${id}`, { response: n % 4 ? 'accepted' : 'declined' }),
        )
      case 'undoClaim': {
        const { body } = await client.get(`${path}/history?about=people`)
        const entries = ((body.entries ?? []) as { n: number; type: string }[]).filter(
          ({ type }) => type === 'GuestClaimed' || type === 'GuestClaimUndone',
        )
        const entry = pick(entries, n)
        return entry ? client.post(`${path}/history/${entry.n}/undo`, {}) : null
      }
      case 'spend':
        return this.recordCreated('expenses', tripId, await client.post(`${path}/expenses`, expense))
      case 'spendFromPool':
        return this.recordCreated(
          'expenses',
          tripId,
          await client.post(`${path}/expenses`, { ...expense, paidFromPool: true }),
        )
      case 'editExpense':
        return this.withCreated('expenses', n, ({ id }) =>
          client.put(`/expenses/${id}`, { amount: n + 1, paidBy: whomId, notes: n % 2 ? `Note ${n}` : '' }),
        )
      case 'removeExpense':
        return this.withCreated('expenses', n, ({ id }) => client.del(`/expenses/${id}`))
      case 'addActivity':
        return this.recordCreated(
          'activities',
          tripId,
          await client.post(`/itineraries/${tripId}/items`, {
            ...anActivity,
            date: `2026-06-0${1 + (n % 9)}`,
            title: `Activity ${n}`,
          }),
        )
      case 'changeActivity':
        return this.withCreated('activities', n, ({ id }) =>
          client.send('PATCH', `/itinerary-items/${id}`, {
            body: { startTime: `1${n % 10}:00`, sortOrder: n },
          }),
        )
      case 'removeActivity':
        return this.withCreated('activities', n, ({ id }) => client.del(`/itinerary-items/${id}`))
      case 'deposit':
        return this.recordCreated(
          'deposits',
          tripId,
          await client.post(`${path}/pool/contribute`, {
            amount: n + 1,
            participant: guest && n % 2 ? { id: guest.id, type: 'guest' } : person,
          }),
        )
      case 'removeDeposit':
        return this.withCreated('deposits', n, ({ trip, id }) =>
          client.del(`/trips/${trip}/pool/transactions/${id}`),
        )
      case 'pay':
        return this.recordCreated(
          'payments',
          tripId,
          await client.post(`${path}/payments`, {
            from: person,
            to: { id: 'pool', type: 'pool' },
            amount: n + 1,
          }),
        )
      case 'undo':
        return this.withCreated('payments', n, ({ trip, id }) => client.del(`/trips/${trip}/payments/${id}`))
      case 'deleteTrip':
        return n % 8 === 0 ? client.del(path) : null
    }
  }

  private async plan(who: Friend, invitee: string): Promise<HttpResponse> {
    const response = await this.world.as(who).post('/trips', { ...aTrip, inviteUserIds: [invitee] })
    if (response.status === 201) {
      this.trips.push(response.body.trip.id)
      this.planners.set(response.body.trip.id, who)
    }
    return response
  }

  private async answerInvitation(
    client: Client,
    act: 'respond' | 'cancel',
    n: number,
  ): Promise<HttpResponse | null> {
    const { body } = await client.get('/trip-invitations')
    const invitation = pick(body.invitations as { id: string }[], n)
    if (!invitation) return null
    const path = `/trip-invitations/${invitation.id}`
    if (act === 'cancel') return client.del(path)
    return client.put(`${path}/respond`, { response: n % 2 ? 'accepted' : 'declined' })
  }

  private recordCreated(
    noun: keyof RandomRequests['created'],
    trip: string,
    response: HttpResponse,
  ): HttpResponse {
    if (response.status === 201) this.created[noun].push({ trip, id: idIn(response) })
    return response
  }

  private async withCreated(
    noun: keyof RandomRequests['created'],
    n: number,
    request: (entity: { trip: string; id: string }) => Promise<HttpResponse>,
  ): Promise<HttpResponse | null> {
    const entity = pick(this.created[noun], n)
    return entity ? request(entity) : null
  }
}

/** The id of the one entity in a response body. */
function idIn({ body }: HttpResponse): string {
  const [entity] = Object.values(body as Record<string, { id: string }>)
  return entity!.id
}

function pick<T>(list: readonly T[], n: number): T | undefined {
  return list[n % list.length]
}
