// What happened on a trip, as cards between the messages of its chat: which there are, how they fold, and where they stand.

import { expect, test } from 'vitest'
import type { HistoryEntry } from '#core/history/contract.ts'
import type { MessageRow, Row } from '#web/chat/engine/timeline/timelineRows.ts'
import { cardsOf, foldRun, withCards } from '#web/chat/engine/timeline/tripCards.ts'

const START = Date.parse('2026-11-20T10:00:00Z')
const minutes = (count: number) => new Date(START + count * 60_000).toISOString()
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

let n = 0
/** A change of an expense, so many minutes after the start. */
function change(
  at: number,
  by: string,
  type: string,
  id: string,
  fields: Record<string, string> = {},
): HistoryEntry {
  const subject = { type: type.startsWith('Activity') ? ('activity' as const) : ('expense' as const), id }
  return {
    n: ++n,
    at: minutes(at),
    actor: { id: by, username: by },
    type,
    text: `${by} ${type} ${id}`,
    changes: Object.entries(fields).map(([field, after]) => ({ field, before: null, after })),
    subject,
  }
}
const added = (at: number, by: string, id: string) =>
  change(at, by, 'ExpenseAdded', id, { Description: id, Amount: 'HK$10.00', Payer: by })
const edited = (at: number, by: string, id: string, amount: string) =>
  change(at, by, 'ExpenseChanged', id, { Amount: amount })

function message(at: number, key: string, more: Partial<MessageRow> = {}): MessageRow {
  return {
    ...({ type: 'message', key, seq: at + 1, at: minutes(at), startsRun: true, endsRun: true } as MessageRow),
    ...more,
  }
}

/** Messages by their keys, cards by their sentence or title, dividers by their kind. */
const shown = (rows: readonly Row[]) =>
  rows.map((row) =>
    row.type === 'message' ? row.key : row.type === 'card' ? (row.card.text ?? row.card.title) : row.type,
  )
const all = { hasOlder: false, hasNewer: false, dayOf }

test('Edits of one thing by one person within 5 minutes are one card, and later ones or those of others are their own', () => {
  const cards = cardsOf(
    [
      added(0, 'ann', 'Dinner'),
      edited(4, 'ann', 'Dinner', 'HK$20.00'),
      edited(4.5, 'ben', 'Dinner', 'HK$30.00'),
      edited(20, 'ben', 'Dinner', 'HK$40.00'),
    ],
    'all',
  )
  expect(cards.map(({ actor, text }) => [actor.id, text])).toEqual([
    ['ann', null],
    ['ben', 'ben ExpenseChanged Dinner'],
    ['ben', 'ben ExpenseChanged Dinner'],
  ])
})

test('A card of something that was added shows it as it is now, and says when it was deleted and that it is back', () => {
  const entries = [added(0, 'ann', 'Dinner'), edited(60, 'ben', 'Dinner', 'HK$20.00')]
  const card = () => cardsOf(entries, 'all')[0]!
  expect(card()).toMatchObject({ title: 'Dinner', figure: 'HK$20.00', detail: 'ann paid', isDeleted: false })
  entries.push(change(90, 'ann', 'ExpenseRemoved', 'Dinner'))
  expect(card().isDeleted).toBe(true)
  entries.push(change(95, 'ann', 'ExpenseRestored', 'Dinner', { Amount: 'HK$20.00' }))
  expect(card().isDeleted).toBe(false)
})

test('Only what was chosen has cards: all, money, the plan, or nothing', () => {
  const entries = [
    added(0, 'ann', 'Dinner'),
    change(30, 'ann', 'ActivityAdded', 'Museum', { Title: 'Museum' }),
  ]
  const titles = (choice: Parameters<typeof cardsOf>[1]) => cardsOf(entries, choice).map(({ title }) => title)
  expect(titles('all')).toEqual(['Dinner', 'Museum'])
  expect(titles('money')).toEqual(['Dinner'])
  expect(titles('plan')).toEqual(['Museum'])
  expect(titles('off')).toEqual([])
})

test('Additions of one kind by one person within 10 minutes fold into their count, and a run of more than three into one card', () => {
  const texts = (entries: HistoryEntry[]) =>
    foldRun(cardsOf(entries, 'all')).map(({ text, title }) => text ?? title)
  expect(texts([added(0, 'dave', 'Bus'), added(3, 'dave', 'Tram'), added(9, 'dave', 'Boat')])).toEqual([
    'dave added 3 expenses',
  ])
  expect(texts([added(0, 'dave', 'Bus'), added(11, 'dave', 'Tram'), added(12, 'ann', 'Boat')])).toEqual([
    'Bus',
    'Tram',
    'Boat',
  ])
  const many = [0, 20, 40, 60].map((at) => added(at, 'dave', `Bus ${at}`))
  expect(texts(many)).toEqual(['4 changes'])
})

test('Cards stand at their time between the messages, below the divider of their day, and divide a run of one sender', () => {
  const rows = withCards(
    [
      { type: 'date', key: '2026-11-20', day: '2026-11-20' },
      message(0, 'first', { endsRun: false }),
      { type: 'new', key: 'new' },
      message(2, 'second', { startsRun: false }),
    ],
    cardsOf([added(1, 'ann', 'Bus'), added(24 * 60, 'ann', 'Tram')], 'all'),
    all,
  )
  expect(shown(rows)).toEqual(['date', 'first', 'Bus', 'new', 'second', 'date', 'Tram'])
  const [first, second] = rows.filter((row) => row.type === 'message')
  expect([first!.endsRun, second!.startsRun]).toEqual([true, true])
})

test('What is beyond the loaded messages has no cards yet', () => {
  const cards = cardsOf(
    [added(-5, 'ann', 'Before'), added(1, 'ann', 'Between'), added(9, 'ann', 'After')],
    'all',
  )
  const rows = [message(0, 'first'), message(2, 'second')]
  expect(shown(withCards(rows, cards, { ...all, hasOlder: true, hasNewer: true }))).toEqual([
    'date',
    'first',
    'Between',
    'second',
  ])
  expect(shown(withCards(rows, cards, all))).toEqual([
    'date',
    'Before',
    'first',
    'Between',
    'second',
    'After',
  ])
})
