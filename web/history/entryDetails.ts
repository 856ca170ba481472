// What an entry of the history says below its sentence.

import { formatDate } from '#core/kernel/format.ts'
import type { FieldChange, HistoryEntry, Subject } from '#core/history/contract.ts'
import { calendarDateOf } from '#web/platform/format.ts'

/** Whether a value was replaced by another; else something was added, removed or filled in. */
export const isEdit = ({ changes }: Pick<HistoryEntry, 'changes'>): boolean =>
  changes.some(({ before, after }) => before !== null && after !== null)

/** The fields whose values are in the sentence about something added or removed (core/history/*ChangeTexts.ts). */
const namedFields: Record<Subject['type'], readonly string[]> = {
  trip: ['Title'],
  user: [],
  guest: ['Name'],
  activity: ['Title', 'Date'],
  expense: ['Description', 'Kind', 'Amount'],
  contribution: ['Amount', 'From'],
  payment: ['Amount', 'From', 'To'],
  chat: ['Name'],
}

/** The changes whose values the sentence does not name. */
export function unnamedChanges(entry: Pick<HistoryEntry, 'changes' | 'subject'>): FieldChange[] {
  const { changes, subject } = entry
  if (!subject || isEdit(entry)) return changes
  return changes.filter(({ field }) => !namedFields[subject.type].includes(field))
}

/** What precedes a value, where that is not the name of its field; nothing where the value says what it is. */
const prefixes: Partial<Record<string, string>> = {
  Payer: 'Paid by ',
  Sharers: 'for ',
  Category: '',
  Split: '',
  Date: '',
  Location: '',
  Destination: '',
  Status: '',
  Visibility: '',
  Role: '',
  Description: '',
  Message: '',
}

/** The values below a sentence about something added or removed: 'Food', 'Paid by alice', 'for bob, carol'. */
export function detailsOf(entry: Pick<HistoryEntry, 'changes' | 'subject' | 'at'>): string[] {
  const today = formatDate(calendarDateOf(new Date(entry.at)))
  // The kind of an expense is a field only of a refund.
  const isRefund = entry.changes.some(({ field }) => field === 'Kind')
  return unnamedChanges(entry).flatMap(({ field, before, after }) => {
    const value = after ?? before ?? ''
    // The heading of the day says it.
    if (field === 'Date' && value === today) return []
    if (field === 'Payer' && isRefund) return `Received by ${value}`
    return (prefixes[field] ?? `${field} `) + (/date$/i.test(field) ? value.replaceAll(' ', '\u00a0') : value)
  })
}
