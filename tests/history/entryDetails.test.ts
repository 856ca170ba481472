// What stands below the sentence of a change.

import { expect, test } from 'vitest'
import type { HistoryEntry } from '#core/history/contract.ts'
import type { Expense } from '#core/money/events.ts'
import { by, entryAfter } from '#tests/history/events.ts'
import { cases, dinner, tram } from '#tests/history/entryTextCases.ts'
import { detailsOf, unnamedChanges } from '#web/history/entryDetails.ts'

const added = (expense: Expense) => entryAfter(by('ann', { type: 'ExpenseAdded', data: { expense } }))

test('The line below an added expense says who paid, also where the payer added it', () => {
  expect(detailsOf(added(dinner))).toEqual(['Food', 'Paid by ann', 'for ann, ben', '2\u00a0Jun\u00a02026'])
})

test('A value that also occurs in the title is not left out', () => {
  expect(detailsOf(added({ ...dinner, description: 'Food for ann, ben' }))).toContain('Food')
})

test('The line below a refund says who received it', () => {
  expect(detailsOf(added({ ...dinner, kind: 'refund' }))).toEqual([
    'Food',
    'Received by ann',
    'for ann, ben',
    '2\u00a0Jun\u00a02026',
  ])
})

test('A date that the heading of the day says is not repeated', () => {
  const entry = added(dinner)
  expect(detailsOf({ ...entry, at: '2026-06-02T12:00:00.000Z' })).toEqual([
    'Food',
    'Paid by ann',
    'for ann, ben',
  ])
})

test('Of an addition only the fields that its sentence does not name are listed', () => {
  const entry = entryAfter(by('ann', { type: 'ActivityAdded', data: { activity: tram } }))
  expect(entry.text).toBe('ann added the activity “Tram 28” on 2 Jun 2026')
  expect(unnamedChanges(entry).map(({ field }) => field)).toEqual(['Start time', 'Status'])
  expect(detailsOf(entry)).toEqual(['Start time 10:00', 'Planned'])
})

test.each(Object.entries(cases))(
  'What is not listed below %s is in its sentence',
  (_, { expected: [text, changes, subjectText] }) => {
    const [type, id] = subjectText.split(' ')
    const subject = type === 'undefined' ? null : ({ type, id } as HistoryEntry['subject'])
    const listed = unnamedChanges({ changes, subject })
    const values = changes
      .filter((change) => !listed.includes(change))
      .map(({ before, after }) => after ?? before)
    for (const value of values) expect(text).toContain(value)
  },
)

test('All changes of an edit are listed', () => {
  const entry = entryAfter(
    by('ann', { type: 'ActivityAdded', data: { activity: tram } }),
    by('ann', { type: 'ActivityChanged', data: { activity: { ...tram, title: 'Tram 15' }, was: tram } }),
  )
  expect(unnamedChanges(entry)).toEqual([{ field: 'Title', before: 'Tram 28', after: 'Tram 15' }])
})
