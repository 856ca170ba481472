// What an entry of the history says below its sentence, and what its change did to the lists of the trip.

import { formatDate } from '#core/kernel/format.ts'
import type { FieldChange, HistoryEntry, Subject } from '#core/history/contract.ts'
import { calendarDateOf } from '#web/platform/time/format.ts'

/** Whether a value was replaced by another; else something was added, removed or filled in. */
export const isEdit = ({ changes }: Pick<HistoryEntry, 'changes'>): boolean =>
  changes.some(({ before, after }) => before !== null && after !== null)

/** The fields whose values are in the sentence about an addition or a removal (core/history/*ChangeTexts.ts). */
const namedFields: Record<Subject['type'], readonly string[]> = {
  trip: ['Title'],
  user: [],
  guest: ['Name'],
  activity: ['Title', 'Date'],
  expense: ['Description', 'Kind', 'Amount'],
  contribution: ['Amount', 'From'],
  payment: ['Amount', 'From', 'To'],
  chat: ['Name'],
  poll: [],
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

export type ChangeMark = 'new' | 'changed' | 'removed'

export interface Marked<Item> {
  item: Item
  mark: ChangeMark | null
}

/**
 * What a change did to a list: new, changed and removed items. Removed items stay in the list. In the order after the
 * change, removed items at the end.
 * @param before null marks nothing
 */
export function markChanges<Item extends { id: string }>(
  before: readonly Item[] | null,
  after: readonly Item[],
): Marked<Item>[] {
  if (before === null) return after.map((item) => ({ item, mark: null }))
  const itemsBefore = new Map(before.map((item) => [item.id, item]))
  const idsAfter = new Set(after.map(({ id }) => id))
  return [
    ...after.map((item) => {
      const old = itemsBefore.get(item.id)
      const mark = !old ? ('new' as const) : isSame(old, item) ? null : ('changed' as const)
      return { item, mark }
    }),
    ...before.filter(({ id }) => !idsAfter.has(id)).map((item) => ({ item, mark: 'removed' as const })),
  ]
}

/** Compares objects of one read model: their keys have the same order. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The first `most` items, and every marked one. */
export function shortened<Item>(list: readonly Marked<Item>[], most: number): Marked<Item>[] {
  return list.filter(({ mark }, index) => index < most || mark !== null)
}
