// What happened on a trip, between the messages of its chat: the changes of its history as cards at their time. What one
// person does to one thing within a few minutes is one card, and a run of cards is folded where nobody writes between them.

import type { HistoryEntry, Subject } from '#core/history/contract.ts'
import type { ChangeCard, MessageRow, Row } from '#web/chat/engine/timeline/timelineRows.ts'

/** What the cards of a conversation are about. */
export const CARD_CHOICES = ['all', 'money', 'plan', 'off'] as const
export type CardChoice = (typeof CARD_CHOICES)[number]

/** Changes of one thing by one person within this time are one card. */
const EDIT_MS = 5 * 60_000
/** Additions of one kind by one person within this time are folded. */
const ADDITIONS_MS = 10 * 60_000
/** More in a row are folded. */
const MAX_IN_A_ROW = 3

/** How an addition looks, by the newest values of its fields. */
const looks: Partial<Record<Subject['type'], (field: (name: string) => string) => Look>> = {
  activity: (field) => ({ title: field('Title'), figure: '', detail: field('Date') }),
  expense: (field) => ({
    title: field('Description'),
    figure: field('Amount'),
    detail: `${field('Payer')} paid`,
  }),
}
type Look = Pick<ChangeCard, 'title' | 'figure' | 'detail'>

const choices: Partial<Record<Subject['type'], CardChoice>> = {
  trip: 'plan',
  activity: 'plan',
  expense: 'money',
  contribution: 'money',
  payment: 'money',
}

/** @param entries of the history, in any order @returns oldest first */
export function cardsOf(entries: readonly HistoryEntry[], choice: CardChoice): ChangeCard[] {
  if (choice === 'off') return []
  const cards: (ChangeCard & { key: string })[] = []
  const newest = new Map<string, Map<string, string>>()
  const removed = new Set<string>()
  for (const entry of entries.toSorted((a, b) => a.n - b.n)) {
    const { n, actor, type, subject, text, changes } = entry
    const about = subject?.type ?? 'expense'
    if (about === 'chat' || about === 'poll' || (choice !== 'all' && choices[about] !== choice)) continue
    const id = subject?.id ?? `${n}`
    const fields = newest.get(id) ?? new Map<string, string>()
    for (const { field, after } of changes) if (after !== null) fields.set(field, after)
    newest.set(id, fields)
    if (type.endsWith('Removed')) removed.add(id)
    else removed.delete(id)
    const at = Date.parse(entry.at)
    const open = cards.findLast(({ key }) => key === id)
    if (open?.actor.id === actor.id && at - open.at < EDIT_MS) {
      if (!open.isAddition) open.text = text
      continue
    }
    const isAddition = type.endsWith('Added') && looks[about] !== undefined
    const look = { title: '', figure: '', detail: '', isDeleted: false, count: 1 }
    cards.push({ n, at, actor, subject: about, text: isAddition ? null : text, isAddition, ...look, key: id })
  }
  return cards.map(({ key, ...card }) => {
    if (!card.isAddition) return card
    const look = looks[card.subject]!((field) => newest.get(key)!.get(field) ?? '')
    return { ...card, ...look, isDeleted: removed.has(key) }
  })
}

/** Folds cards that follow one another. @param cards oldest first, without a message between them */
export function foldRun(cards: readonly ChangeCard[]): ChangeCard[] {
  const folded: ChangeCard[] = []
  let members: ChangeCard[] = []
  const end = () => {
    const [first] = members
    if (!first) return
    if (members.length === 1) folded.push(first)
    else
      folded.push(
        together(members, `${first.actor.username} added ${members.length} ${plurals[first.subject]}`),
      )
  }
  for (const card of cards) {
    const first = members[0]
    const isMore =
      first?.isAddition === true &&
      card.isAddition &&
      !first.isDeleted &&
      !card.isDeleted &&
      card.actor.id === first.actor.id &&
      card.subject === first.subject &&
      card.at - first.at < ADDITIONS_MS
    if (isMore) members.push(card)
    else {
      end()
      members = [card]
    }
  }
  end()
  return folded.length > MAX_IN_A_ROW ? [together(cards, `${cards.length} changes`)] : folded
}

const plurals: Partial<Record<Subject['type'], string>> = { activity: 'activities', expense: 'expenses' }

function together(cards: readonly ChangeCard[], text: string): ChangeCard {
  const last = cards.at(-1)!
  const isOneKind = cards.every(({ subject }) => subject === last.subject)
  return { ...last, text, subject: isOneKind ? last.subject : 'trip', count: cards.length, isAddition: false }
}

export interface Placing {
  /** Those asked in this chat, oldest first. */
  polls?: readonly { id: string; at: string }[]
  /** What is before the first message is not loaded. */
  hasOlder: boolean
  hasNewer: boolean
  dayOf: (ms: number) => string
}

/** The rows with the cards at their time. The messages keep their order, whatever their clocks say. */
export function withCards(
  rows: readonly Row[],
  cards: readonly ChangeCard[],
  { hasOlder, hasNewer, dayOf, polls = [] }: Placing,
): readonly Row[] {
  if (cards.length === 0 && polls.length === 0) return rows
  const items = [...cards, ...polls.map(({ id, at }) => ({ id, at: Date.parse(at) }))].sort(
    (a, b) => a.at - b.at,
  )
  const placed: Row[] = []
  let day = ''
  let next = 0
  let isNew = false
  let before: MessageRow | null = null
  let beforeAt = 0
  const divide = (ms: number) => {
    const isOther = dayOf(ms) !== day
    day = dayOf(ms)
    if (isOther) placed.push({ type: 'date', key: day, day })
  }
  let run: ChangeCard[] = []
  const endRun = () => {
    for (const card of foldRun(run)) {
      divide(card.at)
      placed.push({ type: 'card', key: `change ${card.n}`, card })
    }
    run = []
  }
  /** @returns whether there are any */
  const placeUntil = (ms: number): boolean => {
    const from = next
    for (; next < items.length && items[next]!.at < ms; next++) {
      const item = items[next]!
      if ('id' in item || (run[0] && dayOf(run[0].at) !== dayOf(item.at))) endRun()
      if (!('id' in item)) run.push(item)
      else {
        divide(item.at)
        placed.push({ type: 'poll', key: item.id, at: new Date(item.at).toISOString() })
      }
    }
    endRun()
    return next > from
  }
  for (const row of rows) {
    if (row.type === 'new') isNew = true
    if (row.type !== 'message') continue
    const ms = Date.parse(row.at)
    if (before === null && hasOlder) while (next < items.length && items[next]!.at < ms) next++
    const isApart = placeUntil(ms)
    if (isApart && before) placed[beforeAt] = { ...before, endsRun: true }
    divide(ms)
    if (isNew) placed.push({ type: 'new', key: 'new' })
    isNew = false
    before = isApart && !row.startsRun ? { ...row, startsRun: true } : row
    beforeAt = placed.push(before) - 1
  }
  if (!hasNewer) placeUntil(Infinity)
  return placed
}
