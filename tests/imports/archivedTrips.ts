// Trips with everything that an archive holds, made over the API, exported and imported as the client does it.

import { filesInArchive } from '#core/imports/archiveFiles.ts'
import { readZip } from '#core/imports/text/zip.ts'
import { filesInBody } from '#web/platform/outbox/waitingFile.ts'
import fc from 'fast-check'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { fillPath } from '#core/kernel/endpoint.ts'
import type { ParsedFile } from '#core/imports/parsedFile.ts'
import type { TripReplica } from '#projections/replica/tripReplica.ts'
import { resolvedDocuments } from '#projections/replica/resolvedDocuments.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { tripArchive } from '#web/money/archive/tripArchive.ts'
import { suggestedTrip } from '#web/money/imports/newTrip.ts'
import { NEW_GUEST, peopleOfNewTrip } from '#web/money/imports/personChoices.ts'
import { plannedImport } from '#web/money/imports/sending/plannedImport.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import type { Product } from '#tests/support/product.ts'

type Trips = Product<'ann' | 'ben'>

const cents = fc.integer({ min: 20, max: 99_999 })
const who = fc.nat(9)

export const anyArchivedTrip = fc.record({
  currency: fc.constantFrom<CurrencyCode>('HKD', 'JPY', 'EUR'),
  guests: fc.integer({ min: 1, max: 4 }),
  leaves: fc.boolean(),
  status: fc.constantFrom('planning', 'confirmed', 'completed'),
  budget: fc.option(fc.integer({ min: 1, max: 9999 })),
  expenses: fc.array(
    fc.record({
      cents,
      who,
      others: fc.integer({ min: 1, max: 63 }),
      mode: fc.constantFrom('equal', 'shares', 'percent', 'exact', 'adjust', 'items'),
      payers: fc.constantFrom('one', 'two', 'pool'),
      kind: fc.constantFrom('expense', 'refund'),
      isForeign: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
  deposits: fc.array(fc.record({ cents: fc.integer({ min: 1, max: 10_000 }), who, keeper: fc.option(who) }), {
    maxLength: 3,
  }),
  payments: fc.array(fc.record({ cents, who, to: who, isForeign: fc.boolean() }), { maxLength: 3 }),
  /** Who turns out to be the last guest. */
  claims: fc.constantFrom(null, 'ann', 'ben'),
  activities: fc.array(fc.record({ day: fc.nat(3), hour: fc.nat(22), long: fc.boolean() }), { maxLength: 4 }),
})
export type AnyArchivedTrip = typeof anyArchivedTrip extends fc.Arbitrary<infer Made> ? Made : never

const FOREIGN: CurrencyCode = 'USD'
/** A day on which the archive is not made. */
const RECORDED = '2026-03-04'

/** @returns its id */
export async function makeTrip(product: Trips, of: AnyArchivedTrip): Promise<string> {
  const [ann, ben] = [product.as('ann'), product.people.ben.id]
  const { trip } = expectSuccess(
    await ann.post('/trips', {
      ...{ ...aTrip, currency: of.currency, budget: of.budget, description: 'Ferries, “noodles” & =sun' },
      inviteUserIds: [ben],
    }),
  )
  const path = `/trips/${trip.id}`
  const people = [product.people.ann.id, ben]
  for (let n = 0; n < of.guests; n += 1) {
    const guest = { name: `Guest ${n}`, role: n === 1 ? 'co_organizer' : 'member' }
    const { guestParticipant } = expectSuccess(await ann.post(`${path}/guest-participants`, guest))
    people.push(guestParticipant.id)
  }
  for (const expense of of.expenses)
    expectSuccess(await ann.post(`${path}/expenses`, expenseBody(expense, people, of.currency)))
  const amountOf = (minor: number) => majorOf(minor, of.currency)
  const personOf = (n: number) => {
    const id = people[n % people.length]!
    return { id, type: people.indexOf(id) < 2 ? 'user' : 'guest' }
  }
  for (const deposit of of.deposits) {
    const body = {
      amount: amountOf(deposit.cents),
      description: 'For the boat',
      participant: personOf(deposit.who),
      ...(deposit.keeper !== null && { keptBy: personOf(deposit.keeper) }),
      date: RECORDED,
    }
    expectSuccess(await ann.post(`${path}/pool/contribute`, body))
  }
  for (const { cents: minor, who: from, to, isForeign } of of.payments) {
    const receiver = personOf(to).id === personOf(from).id ? { id: 'pool', type: 'pool' } : personOf(to)
    const body = {
      ...(isForeign
        ? { amount: majorOf(minor, FOREIGN), currency: FOREIGN, exchangeRate: 7.8125 }
        : { amount: amountOf(minor) }),
      ...{ from: personOf(from), to: receiver, note: 'Cash', date: RECORDED, confirm: true },
    }
    expectSuccess(await ann.post(`${path}/payments`, body))
  }
  for (const { day, hour, long } of of.activities) {
    const time = (at: number) => `${String(at).padStart(2, '0')}:30`
    const body = {
      date: `${aTrip.startDate.slice(0, 8)}${String(Number(aTrip.startDate.slice(8)) + (day % 2)).padStart(2, '0')}`,
      title: `Walk ${hour}`,
      startTime: time(hour),
      ...(long && { endTime: time(hour + 1), location: 'Peak', description: 'Up, and down' }),
    }
    expectSuccess(await ann.post(`/itineraries/${trip.id}/items`, body))
  }
  if (of.leaves) expectSuccess(await ann.del(`${path}/guest-participants/${people[2]}`))
  const guestId = people[people.length - 1]
  if (of.claims !== null && of.guests > (of.leaves ? 1 : 0)) {
    const { guestClaim } = expectSuccess(
      await product.as(of.claims).post(`${path}/guest-claims`, { guestId }),
    )
    const answer = { response: 'accepted' }
    if (of.claims === 'ben') expectSuccess(await ann.put(`${path}/guest-claims/${guestClaim.id}`, answer))
  }
  if (of.status !== 'planning') expectSuccess(await ann.put(path, { status: of.status }))
  return trip.id
}

const majorOf = (minor: number, currency: CurrencyCode) => (currency === 'JPY' ? minor : minor / 100)

function expenseBody(
  { cents: minor, who: at, others, mode, payers, kind, isForeign }: AnyArchivedTrip['expenses'][number],
  people: readonly string[],
  tripCurrency: CurrencyCode,
) {
  const currency = isForeign ? FOREIGN : tripCurrency
  // Enough for two payers.
  const amount = minor + 1
  const major = (of: number) => majorOf(of, currency)
  const ids = people.filter((_, n) => others & (1 << n))
  const sharers = ids.length > 0 ? ids : [people[0]!]
  const [first, second] = [people[at % people.length]!, people[(at + 1) % people.length]!]
  const splits = {
    equal: { mode, of: sharers },
    shares: { mode, of: sharers.map((id, n) => ({ id, shares: 100 + 50 * n })) },
    percent: {
      mode,
      of: sharers.map((id, n) => ({ id, points: n === 0 ? 10_000 - 1000 * (sharers.length - 1) : 1000 })),
    },
    exact: { mode, of: sharers.map((id, n) => ({ id, amount: n === 0 ? major(amount) : 0 })) },
    adjust: { mode, of: sharers.map((id) => ({ id, by: 0 })) },
    items: {
      mode,
      items: [{ text: 'Soup', amount: major(Math.ceil(amount / 3)), of: sharers.slice(0, 2) }],
      rest: 'proportional',
    },
  }
  return {
    ...{
      kind,
      description: 'Dinner at the pier',
      category: 'food',
      expenseDate: '2026-05-03',
      notes: 'Late',
    },
    amount: major(amount),
    ...(isForeign && { currency, exchangeRate: 7.77 }),
    split: splits[mode],
    payers:
      payers === 'pool'
        ? 'pool'
        : payers === 'one'
          ? [{ id: first, amount: major(amount) }]
          : [
              { id: first, amount: major(amount - 1) },
              { id: second, amount: major(1) },
            ],
  }
}

/** The archive as the client builds it. */
export async function archiveOf(
  client: Client,
  tripId: string,
  files?: ReadonlyMap<string, Uint8Array>,
): Promise<Uint8Array> {
  const [replica, history, people] = await Promise.all(
    ['replica', 'history/export', 'all-participants'].map(async (part) =>
      expectSuccess(await client.get(`/trips/${tripId}/${part}`)),
    ),
  )
  const documents = resolvedDocuments((replica as TripReplica).documents as ExistingTrip)
  return tripArchive({ documents, history, participants: people.participants, ...(files && { files }) })
}

interface NewTripSource {
  client: Client
  myId: string
  parsed: ParsedFile
  /** The client's name in the file; default 'ann'. */
  me?: string
  /** To the trip's currency. */
  rates?: ReadonlyMap<CurrencyCode, number>
  /** The archive, where it has photos or files. */
  archive?: Uint8Array
}

/** Sends what the preview of a new trip sends. @returns the id of the new trip */
export async function importAsNewTrip(
  { client, myId, parsed, me = 'ann', rates = new Map(), archive }: NewTripSource,
  today: string,
): Promise<string> {
  const suggested = suggestedTrip(parsed, today, 'HKD')
  const values = { ...suggested, destination: suggested.destination || 'Lamma' }
  const people = peopleOfNewTrip(parsed)
  const choices = new Map(people.map(({ key, name }) => [key, name === me ? myId : NEW_GUEST]))
  const { tripId, steps } = plannedImport(
    {
      trip: {
        ...{ id: '', title: values.title, currency: values.currency, userRole: 'organizer' },
        newTrip: { values, setValues: () => {} },
      },
      roster: [{ id: myId, name: me, type: 'user', role: 'organizer', hasLeft: false }],
      parsed,
      fileHash: 'a'.repeat(64),
      plan: { people, choices, records: parsed.records, rateOf: rates },
    },
    myId,
  )
  const zip = archive && readZip(archive)
  const files = typeof zip === 'object' ? filesInArchive(zip) : new Map<string, Uint8Array>()
  for (const { endpoint, params, body, key } of steps) {
    for (const { hash } of filesInBody(body))
      expectSuccess(await client.put(`/files/${hash}`, files.get(hash)))
    const path = fillPath(endpoint.path, { ...params, tripId })
    expectSuccess(await client.send(endpoint.method, path, { key, ...(body !== undefined && { body }) }))
  }
  return tripId
}
