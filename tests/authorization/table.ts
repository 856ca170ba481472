// Reads the authorization table, and builds the request of each of its rows.

import { randomUUID } from 'node:crypto'
import { jpeg, sha256OfBytes } from '#tests/support/pictures.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  aPoll,
  type Caller,
  type Scenario,
  type Fixture,
  anActivity,
  aPayment,
  aTrip,
  anExpense,
  USERNAMES,
} from '#tests/authorization/scenario.ts'
import { PASSWORD } from '#tests/support/product.ts'

type Cell = number | string
export type Row = { call: string; note?: string } & Readonly<Record<Caller, Cell>>

export const rows = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'authorization.json'), 'utf8')) as { rest: Row[] }
).rest

/** The rows whose endpoints do not exist yet. Building one removes its line here, which makes its row a test. */
export const later = ['GET /metrics']

/** Endpoints without a row, by the test that says who may use them; the last two are for everybody. */
export const elsewhere: Readonly<Record<string, string>> = {
  'POST /expenses/{}/restore': 'tests/history/restore.test.ts',
  'POST /itinerary-items/{}/restore': 'tests/history/restore.test.ts',
  'POST /trips/{}/history/{}/restore': 'tests/history/endpoints.test.ts',
  'GET /trips/{}/history/export': 'tests/history/endpoints.test.ts',
  'DELETE /trips/{}/imports/{}': 'tests/money/imports.test.ts',
  'GET /openapi.json': '',
  'GET /readyz': '',
}

/** These responses do not end: tests/trips/changeFeed.test.ts tests them. */
export const endless = ['GET /trips/{id}/changes (SSE)']

export const methodOf = ({ call }: Row): string => call.split(' ')[0]!
export const pathOf = ({ call }: Row): string => call.split(' ')[1]!.replace(',', '')

/** Whether a row's result depends on the trip being public. */
export const isOfTrip = (row: Row): boolean =>
  /^\/(trips\/\{|trip-invitations\/|expenses\/|itineraries\/|itinerary-items\/)/.test(pathOf(row))

export interface RowRequest {
  path: string
  body?: unknown
  headers?: Record<string, string>
}

/** Well formed, and of no authenticator. */
const noPasskey = {
  id: 'AAAA',
  response: {
    clientDataJSON: 'AAAA',
    attestationObject: 'AAAA',
    authenticatorData: 'AAAA',
    signature: 'AAAA',
    userHandle: 'AAAA',
  },
}

/** Browsers have passkeys only on a host with a name. */
const onLocalhost = { Host: 'localhost', Origin: 'http://localhost' }

const aPhoto = jpeg()

/** The valid request of a row, as an allowed actor sends it. */
export function requestOf(row: Row, fixture: Fixture, scenario: Scenario, actor: Caller): RowRequest {
  const { people } = fixture
  const ids: Record<string, string> = {
    ...idsOf(row, scenario, people.otto.id),
    '{userId}': people.otto.id,
    '{claimId}': scenario.claimId,
    '{pollId}': scenario.pollId,
    '{p}': scenario.paymentId,
    '{n}': String(scenario.editN),
    '{t}': scenario.depositId,
    '{c}': scenario.chatId,
    '{m}': scenario.messageId,
    '{emoji}': encodeURIComponent('👍'),
    '{l}': scenario.linkId,
    '{hash}': sha256OfBytes(aPhoto),
    '{unknown}': '0'.repeat(64),
    '{k}': randomUUID(),
    // A former member of the conversation was on the trip of its chat.
    ...(row.call.endsWith('(not in it)')
      ? { '{id}': actor === 'former' ? scenario.chatId : scenario.directId }
      : {}),
  }
  const path = pathOf(row).replace(/\{\w+\}/g, (name) => ids[name]!)
  const expense = { ...anExpense, sharedBy: [people.otto.id] }
  const { confirm: _, ...unconfirmed } = aPayment(people.otto.id, scenario.guestId)
  const bodies: Record<string, unknown> = {
    'POST /auth/login': {
      username: USERNAMES[actor === 'anonymous' ? 'stranger' : actor],
      password: PASSWORD,
    },
    'POST /auth/change-password': { currentPassword: PASSWORD, newPassword: PASSWORD },
    'POST /auth/register': { username: 'newcomer', password: PASSWORD },
    'POST /auth/keep': { username: 'pia.kept', password: 'quiet river stone' },
    'POST /auth/passkeys/options': { currentPassword: PASSWORD },
    'POST /auth/passkeys': { passkey: noPasskey },
    'POST /auth/passkey-login': { passkey: noPasskey },
    'POST /trips/{id}/invite-link': {},
    'POST /invite-links/preview': { secret: scenario.linkSecret },
    'POST /invite-links/join': {
      secret: scenario.linkSecret,
      ...(actor === 'anonymous' && { name: 'Noor' }),
    },
    'PUT /files/{hash}': aPhoto,
    'POST /trips': aTrip,
    'PUT /trips/{id}': { title: 'Porto' },
    'POST /trips/{public}/join-requests': { message: 'Is there room for one more?' },
    'POST /trips/{id}/invite': { userIds: [people.nora.id] },
    'PUT /trips/{id}/participants/{userId}': { role: 'co_organizer' },
    'POST /trips/{id}/organizer': { userId: people.otto.id },
    'POST /trips/{id}/guest-participants': { name: 'Greta' },
    'PUT /trips/{id}/guest-participants/{guestId}': { name: 'Greta' },
    'POST /trips/{id}/guest-claims': { guestId: scenario.guestId },
    'PUT /trips/{id}/guest-claims/{claimId}': { response: 'declined' },
    'POST /trips/{id}/polls': aPoll,
    'PUT /polls/{pollId}/vote': { optionIds: [] },
    'POST /polls/{pollId}/close': { winner: null },
    'PUT /trip-invitations/{id}/respond': { response: 'accepted' },
    'POST /trips/{id}/expenses': expense,
    'POST /trips/{id}/expenses-enhanced': { ...anExpense, sharedBy: [{ id: people.otto.id, type: 'user' }] },
    'PUT /expenses/{id}': { description: 'Supper' },
    'POST /itineraries/{id}/items': anActivity,
    'PATCH /itinerary-items/{id}': { title: 'Tram 12' },
    'POST /trips/{id}/payments': aPayment(people.otto.id, scenario.guestId),
    'POST /trips/{id}/imports': {
      importId: randomUUID(),
      source: 'Splitwise',
      fileHash: 'f'.repeat(64),
      records: [{ kind: 'payment', rowKey: 'a'.repeat(64), ...unconfirmed }],
    },
    'POST /trips/{id}/pool/contribute': { amount: 5 },
    // Undone already from the second actor on, which is no conflict.
    'POST /trips/{id}/history/{n}/undo': { anyway: true },
    // The admin shares no trip with anybody.
    'POST /conversations': {
      type: 'direct',
      participant_ids: [actor === 'provisional' ? people.admin.id : people.nora.id],
    },
    'POST /conversations/{id}/messages (not in it)': { content: 'Let me in' },
    'PATCH /conversations/{id}/messages/{m} (not in it)': { content: 'I said something else' },
    'POST /conversations/{id}/read (not in it)': { message_id: scenario.messageId },
    'PUT /conversations/{id} (not in it)': { name: 'Ours' },
    'PUT /conversations/{id}/notifications (not in it)': { level: 'none' },
    'POST /conversations/{id}/participants (not in it)': { participant_ids: [people.nora.id] },
    'POST /trips/{id}/chats': { name: 'More plans' },
    'PUT /trips/{id}/chats/{c}': { name: 'Other plans' },
  }
  const search: Record<string, string> = {
    'GET /users/search': '?q=an',
    'GET /messages/search': '?q=word',
    'GET /trips': '?limit=100',
    'GET /conversations': '?limit=100',
    'GET /trip-invitations': '?limit=100',
  }
  return {
    path: path + (search[row.call] ?? ''),
    ...(row.call in bodies ? { body: bodies[row.call] } : {}),
    ...(path.includes('passkey') ? { headers: onLocalhost } : {}),
  }
}

function idsOf(row: Row, scenario: Scenario, userId: string): Record<string, string> {
  const { tripId, invitationId, guestId, expenseId, itemId } = scenario
  const named = {
    trips: tripId,
    itineraries: tripId,
    'itinerary-items': itemId,
    expenses: expenseId,
    'trip-invitations': invitationId,
    users: userId,
  }
  const noun = pathOf(row).split('/')[1] as keyof typeof named
  return { '{id}': named[noun], '{private}': tripId, '{public}': tripId, '{guestId}': guestId }
}

/**
 * A request that an allowed actor gets the status `allowed` for, because something else is wrong with it. Permission is
 * checked before validity, so the status shows the permission without a change. null where no such request exists.
 */
export function probeOf(
  row: Row,
  fixture: Fixture,
  scenario: Scenario,
): (RowRequest & { allowed: number }) | null {
  const ask = requestOf(row, fixture, scenario, 'member')
  const unknown = ask.path.replace(/[^/]+$/, '11111111-1111-4111-8111-111111111111')
  const stale = { headers: { 'If-Match': '"999999"' }, allowed: 409 }
  switch (row.call) {
    case 'POST /trips/{id}/leave':
    case 'PUT /trips/{id}/chats/{c}':
    case 'DELETE /trips/{id}/chats/{c}':
      return null
    case 'DELETE /trips/{id}':
    case 'DELETE /trips/{id}/guest-participants/{guestId}':
    case 'DELETE /expenses/{id}':
    case 'DELETE /itinerary-items/{id}':
      return { ...ask, ...stale }
    case 'DELETE /trips/{id}/participants/{userId}':
    case 'DELETE /trips/{id}/payments/{p}':
      return { path: unknown, allowed: 404 }
    case 'DELETE /trips/{id}/pool/transactions/{t}':
      return { path: `/trips/${scenario.tripId}/pool/transactions/${scenario.poolExpenseId}`, allowed: 409 }
    case 'DELETE /trip-invitations/{id}':
      return { path: `/trip-invitations/${scenario.answeredId}`, allowed: 409 }
    case 'PUT /trip-invitations/{id}/respond':
      return { path: `/trip-invitations/${scenario.answeredId}/respond`, body: {}, allowed: 400 }
    default:
      return methodOf(row) === 'GET'
        ? { ...ask, allowed: 200 }
        : { ...ask, body: { unknownKey: true }, allowed: 400 }
  }
}

export interface Expected {
  status: number
  /** Only what the actor recorded, paid or received. */
  own?: true
  /** A join request, where the row is about invitations. */
  request?: true
  /** Refused because the account has no password. */
  password?: true
  /** The outline of a public trip, which everybody may read. */
  reduced?: true
}

/** @param isPublic a stranger then gets 403 instead of 404 */
export function expectedOf(row: Row, actor: Caller, isPublic: boolean): Expected {
  const cell = row[actor]
  if (cell === 'reduced') return { status: 200, reduced: true }
  if (cell === 'own') return { status: 200, own: true }
  const own = /^own (\d+)$/.exec(String(cell))
  if (own) return { status: Number(own[1]), own: true }
  if (cell === 'request 200') return { status: 200, request: true }
  if (cell === 'password 403') return { status: 403, password: true }
  const status = Number(/\d+$/.exec(String(cell))?.[0])
  if (isPublic && isOfTrip(row) && status === 404 && (actor === 'stranger' || actor === 'admin'))
    return { status: 403 }
  return { status }
}
