// The text of every change: its author, and the values before and after.

import { describe, expect, it } from 'vitest'
import { type HistoryDomainEvent, topics } from '#core/history/events.ts'
import type { Expense } from '#core/money/events.ts'
import { ann, ben, details, initialEvents, by, entryAfter, historyOf } from '#tests/history/events.ts'
import { toHistoryEntry } from '#core/history/entry.ts'
import { cases, change, dinner, gina, tram } from '#tests/history/entryTextCases.ts'
import { contributed, contribution, varied } from '#tests/money/records.ts'
import type { Given } from '#tests/support/given.ts'

describe('texts of changes', () => {
  it('Every possible change has a text', () => {
    expect(Object.keys(cases).toSorted()).toEqual(Object.keys(topics).toSorted())
  })

  it.each(Object.entries(cases))(
    'The text of %s is right',
    (type, { before = [], by: actor, data, expected }) => {
      const event = { type, data } as HistoryDomainEvent
      const entry =
        type === 'TripPlanned'
          ? toHistoryEntry(historyOf(...initialEvents).change(1)!)
          : entryAfter(...before, by(actor, event))
      const { subject } = entry
      expect([entry.text, entry.changes, `${subject?.type} ${subject?.id}`]).toEqual(expected)
      expect([entry.type, entry.actor]).toEqual([type, { id: actor, username: actor }])
    },
  )

  it('An activity that only changed its place is called moved', () => {
    const entry = entryAfter(
      by('ann', { type: 'ActivityAdded', data: { activity: tram } }),
      by('ann', { type: 'ActivityChanged', data: { activity: { ...tram, sortOrder: 2 }, was: tram } }),
    )
    expect(entry.text).toBe('ann moved the activity “Tram 28” within its day')
    expect(entry.changes).toEqual([change('Place in the day', '1', '3')])
  })

  it('The text about a guest’s contact details says only that they changed', () => {
    const entry = entryAfter(
      by('ann', { type: 'GuestAdded', data: { guest: gina, addedBy: ann } }),
      by('ann', { type: 'GuestChanged', data: { guest: gina, was: gina } }),
    )
    expect([entry.text, entry.changes]).toEqual(['ann changed the contact details of the guest Gina', []])
  })

  it('Lines about a guest keep that name, and say once who it is now, until the claim is undone', () => {
    const expense = varied(dinner, { payer: { type: 'guest', id: 'gina' } })
    const claim = { claimId: 'c', guest: gina, user: ben }
    const past: Given<HistoryDomainEvent>[] = [
      ...initialEvents,
      by('ann', { type: 'GuestAdded', data: { guest: gina, addedBy: ann } }),
      by('ann', { type: 'ExpenseAdded', data: { expense } }),
      by('ann', { type: 'GuestClaimed', data: claim }),
      by('ann', { type: 'ExpenseRemoved', data: { expense } }),
    ]
    const lines = (...events: typeof past) => {
      const history = historyOf(...past, ...events)
      return [4, 3, 2, 1].map((back) => {
        const { text, changes } = toHistoryEntry(history.change(past.length - back + 1)!)
        const payer = changes.find(({ field }) => field === 'Payer')
        return payer ? (payer.after ?? payer.before) : text
      })
    }
    expect(lines()).toEqual([
      'ann added the guest Gina (now ben)',
      'Gina (now ben)',
      'ann confirmed that ben is the guest Gina',
      'ben',
    ])
    const undone = lines(by('ann', { type: 'GuestClaimUndone', data: claim }))
    expect(undone.slice(0, 2)).toEqual(['ann added the guest Gina', 'Gina'])
  })

  it('An amount in yen has no decimals', () => {
    const yen = { ...dinner, currency: 'JPY' as const, amount: 4500 }
    expect(entryAfter(by('ann', { type: 'ExpenseAdded', data: { expense: yen } })).text).toBe(
      'ann added the expense “Dinner” of JP¥4,500',
    )
  })

  it('A name in right-to-left script does not reorder the text around it', () => {
    const expense = varied(dinner, { description: '\u202eDinner', payer: { type: 'guest', id: 'gina' } })
    const eve = { ...gina, name: '\u202eeve' }
    const past = historyOf(
      ...initialEvents,
      by('ann', { type: 'GuestAdded', data: { guest: eve, addedBy: ann } }),
      by('ann', { type: 'ExpenseAdded', data: { expense } }),
    )
    expect([3, 4].map((n) => toHistoryEntry(past.change(n)!).text)).toEqual([
      'ann added the guest eve',
      'ann added the expense “Dinner” of HK$1,234.50',
    ])
  })

  it('People have their names of that time', () => {
    const ofGina = varied(dinner, { payer: { type: 'guest', id: 'gina' } })
    const past = historyOf(
      ...initialEvents,
      by('ann', { type: 'GuestAdded', data: { guest: gina, addedBy: ann } }),
      by('ann', { type: 'ExpenseAdded', data: { expense: ofGina } }),
      by('ann', { type: 'GuestChanged', data: { guest: { ...gina, name: 'Gigi' }, was: gina } }),
      by('ann', { type: 'GuestRemoved', data: { guest: { ...gina, name: 'Gigi' } } }),
      by('ann', { type: 'ExpenseRemoved', data: { expense: ofGina } }),
    )
    const payers = [4, 7].map((n) =>
      toHistoryEntry(past.change(n)!).changes.find(({ field }) => field === 'Payer')!,
    )
    expect(payers).toEqual([change('Payer', null, 'Gina'), change('Payer', 'Gigi', null)])
  })

  it('A deposit of a guest with the name of who records it is not called their own', () => {
    const namesake = { ...gina, name: 'ann' }
    const deposit = contribution('deposit', { type: 'guest', id: 'gina' }, 10_000)
    const entry = entryAfter(
      by('ann', { type: 'GuestAdded', data: { guest: namesake, addedBy: ann } }),
      by('ann', contributed(deposit)),
    )
    expect(entry.text).toBe('ann recorded that ann put HK$100.00 into the pool')
  })

  it('The shares of two people of one name are two values, and a change of either is shown', () => {
    const namesake = { ...gina, name: 'ann' }
    const people = [
      { type: 'user', id: 'ann' },
      { type: 'guest', id: 'gina' },
    ] as const
    const shared = (...shares: number[]): Expense => ({
      ...varied(dinner, { amount: 1000, sharedBy: [...people] }),
      split: { mode: 'exact', of: people.map(({ id }, at) => ({ id, amount: shares[at]! })) },
    })
    const added = by('ann', { type: 'GuestAdded' as const, data: { guest: namesake, addedBy: ann } })
    const made = entryAfter(added, by('ann', { type: 'ExpenseAdded', data: { expense: shared(400, 600) } }))
    expect(made.changes.filter(({ field }) => field === 'ann’s share')).toEqual([
      change('ann’s share', null, 'HK$4.00'),
      change('ann’s share', null, 'HK$6.00'),
    ])
    const edit = { was: shared(400, 600), expense: shared(500, 600) }
    expect(entryAfter(added, by('ann', { type: 'ExpenseEdited', data: edit })).changes).toEqual([
      change('ann’s share', 'HK$4.00', 'HK$5.00'),
    ])
  })

  it('Usernames in right-to-left script are isolated in a sentence, as the names of guests are', () => {
    const [sara, dina] = ['שרה', 'דינה'].map((username, at) => ({ id: `user-${at}`, username }))
    const past = historyOf(
      by('user-0', { type: 'TripPlanned', data: { tripId: '1', details, organizer: sara! } }),
      by('user-0', {
        type: 'ParticipantInvited',
        data: { invitationId: 'i', user: dina!, invitedBy: sara! },
      }),
      by('user-1', { type: 'ParticipantLeft', data: { user: dina! } }),
    )
    expect([1, 2, 3].map((n) => toHistoryEntry(past.change(n)!).text)).toEqual([
      '\u2068שרה\u2069 planned the trip “Lisbon”',
      '\u2068שרה\u2069 added \u2068דינה\u2069 to the trip',
      '\u2068דינה\u2069 left the trip',
    ])
    expect(toHistoryEntry(past.change(1)!).actor.username, 'the name by itself has no marks').toBe('שרה')
  })
})
