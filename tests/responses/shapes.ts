// The format of every response: exactly these keys, null where a value is missing. It is written by hand, because a
// test with the server's own types would agree with their mistakes.

import * as v from 'valibot'
import { fileTypes } from '#core/kernel/files.ts'
import { expect } from 'vitest'

const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,36}$/))
const time = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))
const date = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/))
const text = v.pipe(v.string(), v.minLength(1))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const storedEntries = {
  hash,
  type: v.picklist(fileTypes),
  width: v.nullable(count),
  height: v.nullable(count),
  bytes: count,
}
const attachedFile = v.strictObject({ ...storedEntries, thumb: v.nullable(text) })
export const oneFile = v.strictObject({ file: v.strictObject(storedEntries) })
/** In a currency with cents; -0 would be shown as -HK$0.00. */
const balance = v.pipe(
  v.number(),
  v.check((amount) => Number(amount.toFixed(2)) === amount && !Object.is(amount, -0), 'no amount'),
)
const sum = v.pipe(balance, v.minValue(0))
const amount = v.pipe(balance, v.minValue(0.01))
const currency = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))
const role = v.picklist(['organizer', 'co_organizer', 'member'])
const guestRole = v.picklist(['co_organizer', 'member'])
const tripStatus = v.picklist(['planning', 'confirmed', 'in_progress', 'completed', 'cancelled'])
const mode = v.picklist(['distributed', 'equal', 'reserved'])

const named = v.strictObject({ id, username: text })
const personType = v.picklist(['user', 'guest'])
const person = v.strictObject({ id, type: personType, name: text })
const pool = v.strictObject({
  id: v.literal('pool'),
  type: v.literal('pool'),
  name: v.literal('Shared Pool'),
})
const party = v.union([person, pool])
export const pagination = v.strictObject({ limit: count, offset: count, total: count })

const revision = v.pipe(v.number(), v.integer(), v.minValue(-1))
/** The documents themselves are the projections' own: tests/replica compares what a device makes of them. */
export const replica = v.strictObject({
  position: text,
  revisions: v.record(v.pipe(v.string(), v.regex(/^(trip|itinerary|money)-/)), revision),
  version: text,
  documents: v.strictObject({
    trip: v.looseObject({ id }),
    balances: v.looseObject({}),
    activities: v.array(v.array(v.looseObject({ id }))),
    expenses: v.array(v.array(v.looseObject({ id }))),
    contributions: v.array(v.array(v.looseObject({ id }))),
    payments: v.array(v.array(v.looseObject({ id }))),
  }),
})

const authUser = v.strictObject({ id, username: text, email: v.nullable(text), isAdmin: v.boolean() })
export const login = v.strictObject({ token: text, user: authUser })
export const me = v.strictObject({ user: authUser })
const keptUser = v.strictObject({ ...authUser.entries, displayName: text })
const provisionalUser = v.strictObject({ ...keptUser.entries, isProvisional: v.literal(true) })
export const kept = v.strictObject({ token: text, user: keptUser })
export const joined = v.strictObject({
  token: text,
  user: provisionalUser,
  tripId: id,
  claim: v.nullable(v.picklist(['done', 'asked'])),
})
const inviteLink = v.strictObject({
  id,
  guestId: v.nullable(id),
  url: v.pipe(v.string(), v.regex(/^\/join#[\w-]{22}\.[\w-]{22}$/)),
  createdAt: time,
  expiresAt: time,
})
export const madeLink = v.strictObject({ inviteLink })
export const links = v.strictObject({
  inviteLink: v.nullable(inviteLink),
  guestLinks: v.array(inviteLink),
  joined: v.array(v.strictObject({ userId: id, name: text, at: time })),
})
export const linkPreview = v.strictObject({
  trip: v.strictObject({
    id,
    title: text,
    destination: text,
    startDate: date,
    endDate: date,
    participantCount: count,
  }),
  organizer: text,
  guests: v.array(v.strictObject({ id, name: text })),
  guestId: v.null(),
  isOnTrip: v.boolean(),
})

const descriptor = v.strictObject({ type: v.literal('public-key'), id: text, transports: v.array(text) })
export const passkeyOptions = v.strictObject({
  rp: v.strictObject({ id: text, name: text }),
  user: v.strictObject({ id: text, name: text, displayName: text }),
  challenge: text,
  pubKeyCredParams: v.array(v.strictObject({ type: v.literal('public-key'), alg: v.number() })),
  timeout: v.number(),
  attestation: v.literal('none'),
  excludeCredentials: v.array(descriptor),
  authenticatorSelection: v.strictObject({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('preferred'),
  }),
})
export const passkeyLoginOptions = v.strictObject({
  rpId: text,
  challenge: text,
  timeout: v.number(),
  userVerification: v.literal('preferred'),
})
const passkey = v.strictObject({ id, name: text, createdAt: time, lastUsedAt: v.nullable(time) })
export const addedPasskey = v.strictObject({ passkey })
export const passkeys = v.strictObject({ passkeys: v.array(passkey), hasPassword: v.boolean() })
const session = { id, createdAt: time, lastSeenAt: time, device: text, current: v.boolean() }
export const sessions = v.strictObject({ sessions: v.array(v.strictObject(session)) })

const user = v.strictObject({
  ...authUser.entries,
  displayName: v.optional(text),
  status: v.picklist(['online', 'away', 'offline']),
  lastSeen: v.nullable(time),
})
export const users = v.strictObject({ data: v.array(user) })
export const oneUser = v.strictObject({ data: user })
const hit = v.strictObject({ id, username: text, displayName: v.optional(text), email: v.nullable(text) })
export const hits = v.strictObject({ users: v.pipe(v.array(hit), v.maxLength(20)) })

const details = {
  id,
  title: text,
  description: v.nullable(text),
  destination: text,
  startDate: date,
  endDate: date,
  status: tripStatus,
  isPublic: v.boolean(),
}
const trip = v.strictObject({
  ...details,
  budget: v.nullable(amount),
  currency,
  userRole: role,
  participants: v.array(v.strictObject({ id, role, user: named })),
  guestCount: count,
  guests: v.array(v.strictObject({ id, name: text })),
  itineraries: v.array(v.strictObject({ id })),
  createdAt: time,
  updatedAt: time,
  revision: count,
})
const item = v.strictObject({
  id,
  date,
  title: text,
  description: v.nullable(text),
  startTime: text,
  endTime: v.nullable(text),
  location: v.nullable(text),
  status: v.picklist(['planned', 'confirmed', 'completed', 'cancelled']),
  sortOrder: count,
  attachments: v.array(attachedFile),
  createdBy: named,
  createdAt: time,
  updatedAt: time,
  revision: count,
})
export const oneItem = v.strictObject({ item })
export const itinerary = v.strictObject({ itinerary: v.strictObject({ id, items: v.array(item) }) })
const failed = v.array(v.strictObject({ userId: text, message: text }))
export const planned = v.strictObject({ trip, added: v.array(id), failed })
export const oneTrip = v.strictObject({ trip })
const listedTrip = v.strictObject({
  ...trip.entries,
  netBalance: v.nullable(amount),
  changesByOthers: v.array(text),
  isInvited: v.boolean(),
  pinned: v.boolean(),
})
export const trips = v.strictObject({ trips: v.array(listedTrip), pagination })
export const reducedTrip = v.strictObject({
  trip: v.strictObject({
    ...details,
    userRole: v.null(),
    organizer: v.strictObject({ username: text }),
    participantCount: count,
    joinRequest: v.nullable(v.literal('pending')),
  }),
})
export const discovered = v.strictObject({ trips: v.array(reducedTrip.entries.trip), pagination })
export const invited = v.strictObject({ added: v.array(id), failed })

const participant = v.strictObject({ id, name: text, role, email: v.nullable(text) })
export const oneParticipant = v.strictObject({ participant })
const contact = { id, name: text, email: v.nullable(text), phone: v.nullable(text), role: guestRole }
export const allParticipants = v.strictObject({
  participants: v.strictObject({ users: v.array(participant), guests: v.array(v.strictObject(contact)) }),
})
const guestForMembers = v.strictObject({ ...contact, addedByUser: named, createdAt: time, revision: count })
const guest = v.strictObject({ ...guestForMembers.entries, notes: v.nullable(text) })
export const oneGuest = v.strictObject({ guestParticipant: guest })
export const guests = v.strictObject({ guestParticipants: v.array(guest) })
export const guestsForMembers = v.strictObject({ guestParticipants: v.array(guestForMembers) })

const poll = v.strictObject({
  id,
  question: text,
  many: v.boolean(),
  closesAt: v.nullable(time),
  closedAt: v.nullable(time),
  winner: v.nullable(id),
  options: v.array(v.strictObject({ id, text, voters: v.array(id) })),
  conversationId: v.nullable(id),
  askedBy: named,
  createdAt: time,
})
export const onePoll = v.strictObject({ poll })
export const polls = v.strictObject({ polls: v.array(poll) })

export const oneGuestClaim = v.strictObject({
  guestClaim: v.strictObject({
    id,
    guest: v.strictObject({ id, name: text }),
    user: named,
    status: v.picklist(['pending', 'accepted', 'declined']),
  }),
})

const invitation = v.strictObject({
  id,
  direction: v.picklist(['invite', 'request']),
  status: v.picklist(['pending', 'accepted', 'declined']),
  response: v.nullable(v.picklist(['accepted', 'declined'])),
  trip: v.strictObject({ id, title: text, destination: text, startDate: date, endDate: date }),
  user: named,
  invitedBy: v.nullable(named),
  message: v.nullable(text),
  createdAt: time,
  respondedAt: v.nullable(time),
})
export const oneInvitation = v.strictObject({ invitation })
export const invitations = v.strictObject({ invitations: v.array(invitation), pagination })

/** Of an expense. The role of somebody who has left is null. @param guestContact of guests */
const expensePeople = <Contact extends v.ObjectEntries, Of extends v.ObjectEntries>(
  guestContact: Contact,
  of: Of,
) => {
  const entries = { id, name: text, ...of }
  return v.union([
    v.strictObject({ ...entries, type: v.literal('user'), role: v.nullable(role) }),
    v.strictObject({ ...entries, ...guestContact, type: v.literal('guest'), role: v.nullable(guestRole) }),
  ])
}
/** @param guestContact e-mail and phone, which are no part of the history */
const expenseWith = (guestContact: v.ObjectEntries) =>
  v.strictObject({
    id,
    tripId: id,
    description: text,
    amount,
    currency,
    category: text,
    receiptUrl: v.nullable(text),
    receipts: v.array(attachedFile),
    notes: v.nullable(text),
    expenseDate: date,
    kind: v.picklist(['expense', 'refund']),
    paidBy: v.nullable(expensePeople(guestContact, {})),
    paidFromPool: v.boolean(),
    payers: v.union([
      v.literal('pool'),
      v.array(expensePeople(guestContact, { amount, originalAmount: v.nullable(amount) })),
    ]),
    split: v.union([v.strictObject({ mode: v.literal('equal') }), v.looseObject({ mode: text })]),
    sharedBy: v.array(expensePeople(guestContact, { share: sum })),
    originalAmount: v.nullable(amount),
    originalCurrency: v.nullable(currency),
    exchangeRate: v.nullable(v.number()),
    createdBy: named,
    createdAt: time,
    updatedAt: time,
    revision: count,
  })
const expense = expenseWith({ email: contact.email, phone: contact.phone })
export const oneExpense = v.strictObject({ expense })
export const expenses = v.strictObject({ expenses: v.array(expense) })
const category = v.strictObject({ id: text, name: text, icon: text, color: text, isDefault: v.boolean() })
export const categories = v.strictObject({ categories: v.array(category) })
export const summary = v.strictObject({
  summary: v.strictObject({
    totalAmount: sum,
    expenseCount: count,
    averageAmount: sum,
    fromPool: sum,
    youPaid: sum,
    topCategories: v.pipe(v.array(v.strictObject({ category: text, amount, count })), v.maxLength(3)),
  }),
})

const transaction = v.strictObject({
  id,
  type: v.picklist(['contribution', 'expense']),
  amount,
  description: text,
  userId: v.nullable(id),
  user: v.nullable(v.strictObject({ username: text })),
  participant: v.nullable(person),
  keptBy: v.nullable(person),
  recordedBy: named,
  createdAt: time,
  date,
  canRemove: v.boolean(),
})
export const oneTransaction = v.strictObject({ transaction })
export const wholePool = v.strictObject({
  balance,
  transactions: v.array(transaction),
  stats: v.strictObject({ contributorCount: count, lastActivity: v.nullable(time) }),
})

const figures = {
  id,
  type: personType,
  name: text,
  left: v.boolean(),
  personalPayments: sum,
  poolContributions: sum,
  fairShare: sum,
  netBalance: balance,
  poolSettlement: balance,
}
export const balances = v.strictObject({ balances: v.array(v.strictObject(figures)) })
export const settlement = v.strictObject({
  settlement: v.strictObject({
    participants: v.array(
      v.strictObject({
        ...figures,
        status: v.picklist(['owed', 'owes', 'settled']),
        poolRefund: sum,
        shortfall: sum,
        heldInPool: sum,
      }),
    ),
    payments: v.array(v.strictObject({ from: party, to: party, amount, description: text })),
    totalExpenses: sum,
    poolBalance: balance,
    poolBalanceHandling: mode,
    isSettled: v.boolean(),
    isFewest: v.boolean(),
    summary: v.strictObject({ totalOwed: sum, totalOwes: sum, transactionCount: count }),
  }),
})
const payment = v.strictObject({
  id,
  from: party,
  to: party,
  amount,
  originalAmount: v.nullable(amount),
  originalCurrency: v.nullable(currency),
  exchangeRate: v.nullable(v.number()),
  note: v.nullable(text),
  recordedBy: named,
  date: v.nullable(v.string()),
  createdAt: time,
})
export const imported = v.strictObject({
  import: v.strictObject({ id, added: count, skipped: count, differing: v.array(count) }),
})
export const onePayment = v.strictObject({ payment })
export const payments = v.strictObject({ payments: v.array(payment) })

const messageType = v.picklist(['text', 'image', 'file', 'system'])
const lastMessage = v.strictObject({
  id,
  /** '' of a deleted message. */
  content: v.string(),
  message_type: messageType,
  sender: named,
  created_at: time,
  deleted: v.optional(v.literal(true)),
})
const conversationEntries = {
  id,
  name: text,
  description: v.nullable(text),
  avatar_url: v.nullable(text),
  unread_count: count,
  mention_count: count,
  message_count: count,
  updated_at: time,
  last_message: v.nullable(lastMessage),
  last_seq: count,
  notifications: v.optional(
    v.strictObject({ level: v.picklist(['mentions', 'none']), until: v.nullable(time) }),
  ),
}
const tripOfChat = v.strictObject({ title: text, destination: text })
const conversation = v.strictObject({
  ...conversationEntries,
  type: v.picklist(['direct', 'group', 'trip_chat']),
  trip_id: v.nullable(id),
  trip: v.nullable(tripOfChat),
  participants: v.array(
    v.strictObject({ id, username: text, role: v.optional(role), since: v.optional(count) }),
  ),
})
export const oneConversation = v.strictObject({ conversation })
export const conversations = v.strictObject({
  conversations: v.array(conversation),
  unread_elsewhere: v.array(
    v.strictObject({
      id,
      trip_id: v.nullable(id),
      unread_count: count,
      mention_count: count,
      notifications: conversationEntries.notifications,
    }),
  ),
  pagination,
})
const chat = v.strictObject({
  ...conversationEntries,
  type: v.literal('trip_chat'),
  participants: v.array(v.strictObject({ id, username: text, role })),
  trip_id: id,
  trip: tripOfChat,
  created_at: time,
  created_by: named,
})
export const oneChat = v.strictObject({ chat })
export const chats = v.strictObject({ chats: v.array(chat) })
const message = v.strictObject({
  id,
  seq: count,
  conversation_id: id,
  client_message_id: v.nullable(id),
  content: v.string(),
  message_type: messageType,
  sender: named,
  reply_to: v.nullable(
    v.strictObject({
      ...{ id, content: v.string(), sender: named },
      ...{ deleted: v.optional(v.literal(true)), message_type: v.optional(messageType) },
    }),
  ),
  created_at: time,
  updated_at: time,
  is_edited: v.boolean(),
  deleted: v.boolean(),
  mentions: v.array(v.strictObject({ start: count, length: count, userId: text })),
  reactions: v.array(v.strictObject({ emoji: text, users: v.pipe(v.array(id), v.minLength(1)) })),
  files: v.array(attachedFile),
})
export const readers = v.strictObject({
  readers: v.array(v.strictObject({ ...named.entries, at: v.nullable(time) })),
})
export const oneMessage = v.strictObject({ message })
export const messages = v.strictObject({
  messages: v.array(message),
  has_more: v.boolean(),
  first_seq: v.optional(count),
  read_seq: v.number(),
  read_by: v.record(v.string(), v.number()),
})
export const foundMessages = v.strictObject({ messages: v.array(message), has_more: v.boolean() })
export const unread = v.strictObject({ unread_count: count })

const subjectType = v.picklist([
  'trip',
  'user',
  'guest',
  'activity',
  'expense',
  'contribution',
  'payment',
  'chat',
  'poll',
])
const historyEntry = v.strictObject({
  n: v.pipe(count, v.minValue(1)),
  at: time,
  actor: named,
  type: v.pipe(v.string(), v.regex(/^[A-Z]\w+$/)),
  text,
  changes: v.array(v.strictObject({ field: text, before: v.nullable(text), after: v.nullable(text) })),
  subject: v.nullable(v.strictObject({ type: subjectType, id })),
})
export const history = v.strictObject({ entries: v.array(historyEntry), has_more: v.boolean() })
export const historyState = v.strictObject({
  entry: historyEntry,
  state: v.strictObject({
    trip: v.strictObject({ ...trip.entries, userRole: v.nullable(role) }),
    participants: allParticipants.entries.participants,
    itinerary: itinerary.entries.itinerary,
    expenses: v.array(expenseWith({})),
    balances: balances.entries.balances,
    pool: wholePool,
    settlement: settlement.entries.settlement,
  }),
})
export const totals = v.strictObject({
  totals: v.array(v.strictObject({ n: count, at: time, totalAmount: balance })),
})
export const proof = v.strictObject({
  streams: v.array(v.strictObject({ stream: text, revision: count, hash })),
})

export function expectShape(schema: v.GenericSchema, body: unknown): void {
  const result = v.safeParse(schema, body)
  const wrong = result.issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
  expect(wrong, JSON.stringify(body)).toBeUndefined()
}
