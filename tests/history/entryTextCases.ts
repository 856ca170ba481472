// One event of every type, with the text and the changes that its history entry shows.

import { activity } from '#tests/support/activity.ts'
import type { FieldChange } from '#core/history/contract.ts'
import type { HistoryDomainEvent } from '#core/history/events.ts'
import type { Contribution, Expense, Payment } from '#core/money/events.ts'
import type { Given } from '#tests/support/given.ts'
import { ann, ben, by, cat, details } from '#tests/history/events.ts'
import { expense, varied } from '#tests/money/records.ts'

export const gina = { id: 'gina', name: 'Gina', role: 'member' as const }
const invitation = { invitationId: 'i', user: ben }
const claim = { claimId: 'c', guest: gina, user: ben }
const asked = { requestId: 'r', user: cat }
export const tram = activity({ id: 'tram' })
export const dinner: Expense = varied(
  expense('dinner', { type: 'user', id: 'ann' }, 123_450, [
    { type: 'user', id: 'ann' },
    { type: 'user', id: 'ben' },
  ]),
  { description: 'Dinner', expenseDate: '2026-06-02' },
)
const deposit: Contribution = {
  id: 'deposit',
  amount: 10_000,
  currency: 'HKD',
  description: 'Pool contribution',
  contributor: { type: 'user', id: 'ben' },
  keptBy: { type: 'user', id: 'ann' },
}
const paid: Payment = {
  id: 'paid',
  from: { type: 'user', id: 'ben' },
  to: { type: 'pool' },
  amount: 5000,
  currency: 'HKD',
  note: 'Cash',
  original: { amount: 500, currency: 'EUR', exchangeRate: 10 },
}
const imported = {
  id: 'i',
  source: 'Splitwise',
  fileHash: '0'.repeat(64),
  currency: 'HKD' as const,
  expenses: [dinner, { ...dinner, id: 'lunch' }],
  payments: [paid],
}
const who = { recordedBy: 'ann', createdAt: '2026-05-01T12:00:00.000Z' }
const chat = { conversationId: 'c', tripId: '1' }
const opened = by('ann', {
  type: 'TripChatCreated' as const,
  data: { ...chat, name: 'Food', description: 'Where to eat', createdBy: ann },
})
const last = { seq: 7, at: '2026-05-01T12:00:00.000Z' }

type Expected = [text: string, changes: FieldChange[], subject: string]
type Case = {
  [Type in HistoryDomainEvent['type']]: {
    before?: Given<HistoryDomainEvent>[]
    by: string
    data: object
    expected: Expected
  }
}

export const change = (field: string, before: string | null, after: string | null): FieldChange => ({
  field,
  before,
  after,
})
const activityFields = [
  ['Title', 'Tram 28'],
  ['Date', '2 Jun 2026'],
  ['Start time', '10:00'],
  ['Status', 'Planned'],
] as const
const expenseFields = [
  ['Description', 'Dinner'],
  ['Amount', 'HK$1,234.50'],
  ['Category', 'Food'],
  ['Payer', 'ann'],
  ['Sharers', 'ann, ben'],
  ['Date', '2 Jun 2026'],
] as const
const depositFields = [
  ['Amount', 'HK$100.00'],
  ['From', 'ben'],
  ['Description', 'Pool contribution'],
  ['Kept by', 'ann'],
] as const
const paymentFields = [
  ['Amount', 'HK$50.00'],
  ['Original amount', '€5.00'],
  ['Exchange rate', '10'],
  ['From', 'ben'],
  ['To', 'the pool'],
  ['Note', 'Cash'],
] as const
type Pairs = readonly (readonly [string, string])[]
const isNew = (pairs: Pairs) => pairs.map(([field, after]) => change(field, null, after))
const isGone = (pairs: Pairs) => pairs.map(([field, before]) => change(field, before, null))

export const cases: Case = {
  TripPlanned: {
    by: 'ann',
    data: { tripId: '1', details, organizer: ann },
    expected: [
      'ann planned the trip “Lisbon”',
      isNew([
        ['Title', 'Lisbon'],
        ['Destination', 'Portugal'],
        ['Start date', '1 Jun 2026'],
        ['End date', '8 Jun 2026'],
        ['Status', 'Planning'],
        ['Budget', 'HK$20,000.00'],
        ['Currency', 'HKD'],
        ['Visibility', 'Private'],
      ]),
      'trip 1',
    ],
  },
  TripDetailsChanged: {
    by: 'ann',
    data: { was: details, details: { ...details, endDate: '2026-06-09', budget: null, isPublic: true } },
    expected: [
      'ann changed the end date, budget and visibility of the trip',
      [
        change('End date', '8 Jun 2026', '9 Jun 2026'),
        change('Budget', 'HK$20,000.00', null),
        change('Visibility', 'Private', 'Public'),
      ],
      'trip 1',
    ],
  },
  ParticipantInvited: {
    by: 'ann',
    data: { invitationId: 'j', user: cat, invitedBy: ann },
    expected: ['ann added cat to the trip', [change('Role', null, 'Member')], 'user cat'],
  },
  InvitationAccepted: {
    by: 'ben',
    data: invitation,
    expected: ['ben accepted the invitation', [change('Invitation', 'Pending', 'Accepted')], 'user ben'],
  },
  InvitationDeclined: {
    by: 'ben',
    data: invitation,
    expected: [
      'ben declined the invitation and is no longer on the trip',
      [change('Invitation', 'Pending', 'Declined')],
      'user ben',
    ],
  },
  InvitationCancelled: {
    by: 'ann',
    data: invitation,
    expected: [
      'ann withdrew the invitation of ben, who is no longer on the trip',
      [change('Invitation', 'Pending', 'Withdrawn')],
      'user ben',
    ],
  },
  JoinRequestMade: {
    by: 'cat',
    data: { ...asked, message: 'May I?' },
    expected: ['cat asked to join the trip', [change('Message', null, 'May I?')], 'user cat'],
  },
  JoinRequestAccepted: {
    by: 'ann',
    data: asked,
    expected: ['ann let cat join the trip', [change('Role', null, 'Member')], 'user cat'],
  },
  JoinRequestDeclined: {
    by: 'ann',
    data: asked,
    expected: ['ann declined the request of cat to join', [], 'user cat'],
  },
  JoinRequestCancelled: {
    by: 'cat',
    data: asked,
    expected: ['cat took back the request to join', [], 'user cat'],
  },
  InviteLinkCreated: {
    by: 'ann',
    data: { linkId: 'link', guestId: gina.id },
    before: [by('ann', { type: 'GuestAdded', data: { guest: gina, addedBy: ann } })],
    expected: ['ann made a link for the guest Gina', [], 'trip 1'],
  },
  InviteLinkEnded: {
    by: 'ann',
    data: { linkId: 'link' },
    expected: ['ann turned off a link to join the trip', [], 'trip 1'],
  },
  JoinedByLink: {
    by: 'Mia Chen',
    data: { linkId: 'link', user: { id: 'Mia Chen', username: 'mia-chen', displayName: 'Mia Chen' } },
    expected: ['Mia Chen joined by a link', [change('Role', null, 'Member')], 'user Mia Chen'],
  },
  ParticipantRoleChanged: {
    by: 'ann',
    data: { user: ben, role: 'co_organizer', was: 'member' },
    expected: ['ann made ben a co-organizer', [change('Role', 'Member', 'Co-organizer')], 'user ben'],
  },
  OrganizerHandedOver: {
    by: 'ann',
    data: { from: ann, to: ben },
    expected: ['ann handed the trip over to ben', [change('Organizer', 'ann', 'ben')], 'user ben'],
  },
  ParticipantLeft: { by: 'ben', data: { user: ben }, expected: ['ben left the trip', [], 'user ben'] },
  ParticipantRemoved: {
    by: 'ann',
    data: { user: ben },
    expected: ['ann removed ben from the trip', [], 'user ben'],
  },
  GuestAdded: {
    by: 'ann',
    data: { guest: gina, addedBy: ann },
    expected: [
      'ann added the guest Gina',
      isNew([
        ['Name', 'Gina'],
        ['Role', 'Member'],
      ]),
      'guest gina',
    ],
  },
  GuestChanged: {
    by: 'ann',
    data: { guest: { ...gina, name: 'Gina Rossi' }, was: gina },
    expected: [
      'ann changed the name of the guest Gina Rossi',
      [change('Name', 'Gina', 'Gina Rossi')],
      'guest gina',
    ],
  },
  GuestRestored: {
    by: 'ann',
    data: { guest: gina },
    expected: [
      'ann brought back the guest Gina',
      isNew([
        ['Name', 'Gina'],
        ['Role', 'Member'],
      ]),
      'guest gina',
    ],
  },
  GuestClaimAsked: {
    by: 'ben',
    data: claim,
    expected: ['ben says: I am the guest Gina', [], 'guest gina'],
  },
  GuestClaimed: {
    by: 'ann',
    data: claim,
    expected: ['ann confirmed that ben is the guest Gina', [change('Name', 'Gina', 'ben')], 'guest gina'],
  },
  GuestClaimDeclined: {
    by: 'ann',
    data: claim,
    expected: ['ann kept ben and the guest Gina apart', [], 'guest gina'],
  },
  PollOpened: {
    by: 'ann',
    data: {
      poll: {
        ...{ id: 'dinner', question: 'Dinner?', many: false, closesAt: null, conversationId: null },
        options: [
          { id: 'a', text: 'Grill' },
          { id: 'b', text: 'Sardines' },
        ],
      },
      by: ann,
    },
    expected: [
      'ann asked “Dinner?”',
      [change('Answer 1', null, 'Grill'), change('Answer 2', null, 'Sardines')],
      'poll dinner',
    ],
  },
  PollClosed: {
    by: 'ann',
    data: { pollId: 'dinner', question: 'Dinner?', winner: { id: 'a', text: 'Grill' } },
    expected: ['ann closed the poll “Dinner?”: Grill', [], 'poll dinner'],
  },
  GuestClaimUndone: {
    by: 'ann',
    data: claim,
    expected: ['ann undid that ben is the guest Gina', [change('Name', 'ben', 'Gina')], 'guest gina'],
  },
  GuestRemoved: {
    by: 'ann',
    data: { guest: gina },
    expected: [
      'ann removed the guest Gina',
      isGone([
        ['Name', 'Gina'],
        ['Role', 'Member'],
      ]),
      'guest gina',
    ],
  },
  ActivityAdded: {
    by: 'ben',
    data: { activity: tram },
    expected: ['ben added the activity “Tram 28” on 2 Jun 2026', isNew(activityFields), 'activity tram'],
  },
  ActivityChanged: {
    by: 'ben',
    data: { activity: { ...tram, endTime: '11:30', status: 'confirmed', location: 'Graça' }, was: tram },
    expected: [
      'ben changed the end time, location and status of the activity “Tram 28”',
      [
        change('End time', null, '11:30'),
        change('Location', null, 'Graça'),
        change('Status', 'Planned', 'Confirmed'),
      ],
      'activity tram',
    ],
  },
  ActivityRemoved: {
    by: 'ann',
    data: { activity: tram },
    expected: ['ann removed the activity “Tram 28” on 2 Jun 2026', isGone(activityFields), 'activity tram'],
  },
  ActivityRestored: {
    by: 'ann',
    data: { activity: tram, addedBy: 'ben', createdAt: who.createdAt },
    expected: [
      'ann brought back the activity “Tram 28” on 2 Jun 2026',
      isNew(activityFields),
      'activity tram',
    ],
  },
  ExpenseAdded: {
    by: 'ann',
    data: { expense: dinner },
    expected: ['ann added the expense “Dinner” of HK$1,234.50', isNew(expenseFields), 'expense dinner'],
  },
  ExpenseEdited: {
    by: 'ben',
    data: {
      was: dinner,
      expense: varied(dinner, {
        amount: 72_400,
        payer: { type: 'pool' },
        original: { amount: 8000, currency: 'EUR', exchangeRate: 9.05 },
        notes: 'In cash',
      }),
    },
    expected: [
      'ben changed the amount, payer, original amount, exchange rate and notes of the expense “Dinner”',
      [
        change('Amount', 'HK$1,234.50', 'HK$724.00'),
        change('Payer', 'ann', 'the pool'),
        change('Original amount', null, '€80.00'),
        change('Exchange rate', null, '9.05'),
        change('Notes', null, 'In cash'),
      ],
      'expense dinner',
    ],
  },
  ExpenseRemoved: {
    by: 'ben',
    data: { expense: dinner },
    expected: ['ben removed the expense “Dinner” of HK$1,234.50', isGone(expenseFields), 'expense dinner'],
  },
  ExpenseRestored: {
    by: 'ben',
    data: { expense: dinner, ...who },
    expected: [
      'ben brought back the expense “Dinner” of HK$1,234.50',
      isNew(expenseFields),
      'expense dinner',
    ],
  },
  ContributionMade: {
    by: 'ann',
    data: { contribution: deposit },
    expected: [
      'ann recorded that ben put HK$100.00 into the pool',
      isNew(depositFields),
      'contribution deposit',
    ],
  },
  ContributionRemoved: {
    by: 'ann',
    data: { contribution: deposit },
    expected: ['ann removed ben’s deposit of HK$100.00', isGone(depositFields), 'contribution deposit'],
  },
  ContributionRestored: {
    by: 'ann',
    data: { contribution: deposit, ...who },
    expected: ['ann brought back ben’s deposit of HK$100.00', isNew(depositFields), 'contribution deposit'],
  },
  PaymentMade: {
    by: 'ann',
    data: { payment: paid },
    expected: ['ann recorded that ben paid the pool HK$50.00', isNew(paymentFields), 'payment paid'],
  },
  PaymentUndone: {
    by: 'ben',
    data: { payment: paid },
    expected: [
      'ben removed the payment of HK$50.00 from ben to the pool',
      isGone(paymentFields),
      'payment paid',
    ],
  },
  PaymentRestored: {
    by: 'ben',
    data: { payment: paid, ...who },
    expected: [
      'ben brought back the payment of HK$50.00 from ben to the pool',
      isNew(paymentFields),
      'payment paid',
    ],
  },
  ImportApplied: {
    by: 'ben',
    data: { import: imported },
    expected: ['ben imported 2 expenses and 1 payment from Splitwise', [], 'trip 1'],
  },
  ImportUndone: {
    by: 'ann',
    data: { import: { ...imported, expenses: [dinner], payments: [] } },
    expected: ['ann removed 1 expense imported from Splitwise', [], 'trip 1'],
  },
  TripChatCreated: {
    by: 'ann',
    data: opened.event.data,
    expected: [
      'ann opened the chat “Food”',
      isNew([
        ['Name', 'Food'],
        ['Description', 'Where to eat'],
      ]),
      'chat c',
    ],
  },
  TripChatChanged: {
    before: [opened],
    by: 'ben',
    data: { ...chat, name: 'Food and drink', description: null, last },
    expected: [
      'ben changed the name and description of the chat “Food”',
      [change('Name', 'Food', 'Food and drink'), change('Description', 'Where to eat', null)],
      'chat c',
    ],
  },
  TripChatDeleted: {
    before: [opened, by('ann', { type: 'TripChatChanged', data: { ...chat, name: 'Drinks', last } })],
    by: 'ben',
    data: { ...chat, lastSeq: 7 },
    expected: [
      'ben deleted the chat “Drinks”',
      isGone([
        ['Name', 'Drinks'],
        ['Description', 'Where to eat'],
      ]),
      'chat c',
    ],
  },
}
