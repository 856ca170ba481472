// What the preview of an import works out on the device: who is who, what is here already, balances, and the requests.

import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import type { AttachedFile } from '#core/kernel/files.ts'
import type { ImportedExpense, ImportedRecord, StoredExpense } from '#core/imports/parsedFile.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { EventMetadata } from '#core/kernel/decider.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import type { Trip } from '#core/trips/trip.ts'
import { emptyTripDocuments, foldTripDocuments } from '#projections/replica/tripDocuments.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { importBody } from '#core/money/importBodies.ts'
import type { Split } from '#core/money/split/split.ts'
import { POOL } from '#core/money/balances/ledger.ts'
import { importedId } from '#core/money/importRules.ts'
import { balanceTables, comparisonText, countedRecords, spentText } from '#web/money/imports/balanceTables.ts'
import { importBatches } from '#web/money/imports/sending/importSteps.ts'
import { type ImportTarget, importedBody, refusalOfAmount } from '#web/money/imports/sending/importedBody.ts'
import {
  NEW_GUEST,
  peopleOfRecords,
  refusalOfChoices,
  suggestChoices,
} from '#web/money/imports/personChoices.ts'
import { differsFromTrip, idsOnTrip, sortByPresence } from '#web/money/imports/recordsOnTrip.ts'
import { readRecognized, sampleBytes } from '#tests/imports/importedFiles.ts'

const TRIP = 'trip-0000000000000001'
const roster = [
  { id: 'user-ada', name: 'Ada Lam' },
  { id: 'user-ben', name: 'Ben O.' },
]
const parsed = readRecognized(sampleBytes('splitwise-group.csv'))
const [ada, ben, chi] = parsed.people
const recordOf = (description: string) => parsed.records.find((record) => record.description === description)!

const target: ImportTarget = {
  tripId: TRIP,
  currency: 'HKD',
  people: new Map([
    [ada!.key, { id: 'user-ada', type: 'user' }],
    [ben!.key, { id: 'user-ben', type: 'user' }],
    [chi!.key, { id: 'guest-chi', type: 'guest' }],
  ]),
  rates: new Map<CurrencyCode, number>([['JPY', 0.05]]),
}

describe('who is who', () => {
  test('A name that fits a participant is suggested with the reason, and every other name becomes a guest', () => {
    const { choices, reasons } = suggestChoices(parsed.people, roster, true)
    expect(Object.fromEntries(choices)).toEqual({
      [ada!.key]: 'user-ada',
      [ben!.key]: 'user-ben',
      [chi!.key]: NEW_GUEST,
    })
    expect([...reasons.values()]).toEqual(['same name', 'same first name and initial'])
  })

  test('Somebody who cannot add guests has to choose a participant for each name', () => {
    const { choices } = suggestChoices(parsed.people, roster, false)
    expect(choices.get(chi!.key)).toBe('')
    expect(refusalOfChoices(parsed.people, choices, roster)).toBe('Choose who Chi W. is.')
  })

  test('One participant is suggested for the name that fits best only', () => {
    const people = [
      { key: 'p1', name: 'Ada', isFormer: false },
      { key: 'p2', name: 'Ada Lam', isFormer: false },
    ]
    expect([...suggestChoices(people, roster, true).choices]).toEqual([
      ['p2', 'user-ada'],
      ['p1', NEW_GUEST],
    ])
  })

  test('Whoever only keeps the money of a deposit is one of the people to choose, too', () => {
    const transfer = parsed.records.find((record) => record.kind === 'payment')!
    const stored = { id: 'deposit', isContribution: true, keptBy: chi!.key }
    const deposit = { ...transfer, from: ada!.key, to: POOL, stored }
    expect(peopleOfRecords({ people: parsed.people, records: [deposit] })).toEqual([ada, chi])
    expect(importedBody(deposit, target)).toMatchObject({ keptBy: { id: 'guest-chi', type: 'guest' } })
  })

  test('Two names that are the same participant are refused by name', () => {
    const choices = new Map(parsed.people.map(({ key }) => [key, 'user-ada']))
    expect(refusalOfChoices([ada!, chi!], choices, roster)).toBe(
      'Ada L. and Chi W. cannot both be Ada Lam. Choose somebody else for one of them.',
    )
  })

  test('Several names can become new guests', () => {
    const choices = new Map(parsed.people.map(({ key }) => [key, NEW_GUEST]))
    expect(refusalOfChoices(parsed.people, choices, roster)).toBeNull()
  })
})

describe('what is sent', () => {
  test('The server’s schema takes every record of the sample', () => {
    const records = parsed.records.map((record) => importedBody(record, target))
    const body = {
      importId: '5f0c2b1e-7d1c-4c55-9a51-0b8f4d3f2a10',
      source: 'Splitwise',
      fileHash: 'a'.repeat(64),
      records,
    }
    expect(v.safeParse(importBody, body).issues).toBeUndefined()
  })

  test('Amounts are major units, and an amount in another currency has its rate', () => {
    expect(importedBody(recordOf('ラーメン'), target)).toMatchObject({
      amount: 3000,
      currency: 'JPY',
      exchangeRate: 0.05,
      payers: [{ id: 'user-ada', type: 'user', amount: 3000 }],
    })
    const dinner = importedBody(recordOf('Dinner, harbour side'), target)
    expect(dinner).toMatchObject({
      ...{ amount: 480, currency: 'HKD' },
      payers: [{ id: 'user-ada', amount: 480 }],
    })
    expect(dinner).not.toHaveProperty('exchangeRate')
  })

  test('Cents that our rule would give to others are sent as exact amounts', () => {
    expect(importedBody(recordOf('Villa deposit'), target)).toMatchObject({
      split: {
        mode: 'exact',
        of: [
          { id: 'user-ada', type: 'user', amount: 250 },
          { id: 'user-ben', type: 'user', amount: 250 },
          { id: 'guest-chi', type: 'guest', amount: 400 },
        ],
      },
    })
    expect(importedBody(recordOf('Dinner, harbour side'), target)).toMatchObject({ split: { mode: 'equal' } })
  })

  test('An expense of an archive keeps its receipt and its split on a trip in another currency', () => {
    const [one, two] = [ada!.key, ben!.key]
    const sent = (split: Split, original: StoredExpense['original'] = null) => {
      const dinner = recordOf('Dinner, harbour side') as ImportedExpense
      const stored: StoredExpense = {
        ...{ id: 'e1', category: 'food', receiptUrl: 'https://example.com/r', original, split },
        payers: [{ person: one, amount: 48_000, entered: 48_000 }],
      }
      const shares = [
        { person: one, amount: 36_000 },
        { person: two, amount: 12_000 },
      ]
      const inEuro: ImportTarget = { ...target, currency: 'EUR', rates: new Map([['HKD', 0.1]]) }
      return importedBody({ ...dinner, stored, shares }, inEuro)
    }
    const byShares: Split = {
      mode: 'shares',
      of: [
        { id: one, shares: 300 },
        { id: two, shares: 100 },
      ],
    }
    const items: Split = {
      mode: 'items',
      items: [{ text: 'Soup', amount: 12_000, of: [two] }],
      rest: 'equal',
    }
    expect(sent(byShares)).toMatchObject({
      ...{ amount: 480, currency: 'HKD', exchangeRate: 0.1, receiptUrl: 'https://example.com/r' },
      split: { mode: 'shares', of: [{ id: 'user-ada', shares: 300 }, { id: 'user-ben' }] },
    })
    expect(sent(items)).toMatchObject({
      split: { mode: 'items', items: [{ amount: 120, of: [{ id: 'user-ben' }] }] },
    })
    // Its items are in yen, and the amount that is sent is not.
    const inYen = { amount: 9600, currency: 'JPY', exchangeRate: 0.05 } as const
    expect(sent(items, inYen)).toMatchObject({
      split: { mode: 'exact', of: [{ amount: 360 }, { amount: 120 }] },
    })
    expect(sent(byShares, inYen)).toMatchObject({ split: { mode: 'shares' } })
  })

  test('The note of a payment says its text and date', () => {
    expect(importedBody(recordOf('Ben O. paid Ada L.'), target)).toMatchObject({
      from: { id: 'user-ben', type: 'user' },
      to: { id: 'user-ada', type: 'user' },
      note: 'Ben O. paid Ada L. (5 Oct 2026)',
    })
  })

  test('A description that was cut is whole in the notes, if it fits', () => {
    const cut = (fullText: string) =>
      importedBody({ ...recordOf('Ferry tickets'), fullText, note: 'Window seats' }, target)
    expect(cut('x'.repeat(400))).toMatchObject({ notes: `${'x'.repeat(400)}\nWindow seats` })
    expect(cut('x'.repeat(500))).toMatchObject({ notes: 'x'.repeat(500) })
    expect(cut('x'.repeat(501))).toMatchObject({ notes: `${'x'.repeat(499)}…` })
    // Half a character would refuse the whole file.
    expect(cut(`${'x'.repeat(498)}🍜🍜`)).toMatchObject({ notes: `${'x'.repeat(498)}…` })
  })

  test('An amount that is too small or too large in the currency of the trip is refused', () => {
    expect(refusalOfAmount({ kind: 'expense', amount: 1, currency: 'JPY' }, 'HKD', 0.001)).toContain(
      'greater than 0',
    )
    expect(refusalOfAmount({ kind: 'expense', amount: 99_999_999, currency: 'EUR' }, 'HKD', 9)).toContain(
      'too large',
    )
    expect(refusalOfAmount({ kind: 'expense', amount: 3000, currency: 'JPY' }, 'HKD', 0.05)).toBeNull()
    expect(
      refusalOfAmount({ kind: 'expense', amount: 100_000_000, currency: 'HKD' }, 'HKD', undefined),
    ).toContain('too large')
    expect(
      refusalOfAmount({ kind: 'payment', amount: 100_000_000, currency: 'HKD' }, 'HKD', undefined),
    ).toBeNull()
    expect(refusalOfAmount({ kind: 'expense', amount: 5_000_000, currency: 'IDR' }, 'HKD', 0.0005)).toBeNull()
  })
})

describe('batches', () => {
  const records = parsed.records.map((record) => importedBody(record, target))

  test('A batch ends at the number of records or at the bytes, and no record is lost', () => {
    expect(importBatches(records, { records: 3, bytes: 100_000 }).map(({ length }) => length)).toEqual([
      3, 3, 1,
    ])
    const byBytes = importBatches(records, { records: 500, bytes: 900 })
    expect(byBytes.length).toBeGreaterThan(1)
    for (const batch of byBytes.filter(({ length }) => length > 1))
      expect(new TextEncoder().encode(JSON.stringify(batch)).length).toBeLessThanOrEqual(901)
    expect(byBytes.flat()).toEqual(records)
  })

  test('A batch has as many files as are uploaded in a minute', () => {
    const [first] = records
    const receipts = Array.from({ length: 10 }, (_, n) => ({ hash: `${n}` }) as AttachedFile)
    const batches = importBatches(Array.from({ length: 7 }, () => ({ ...first!, receipts })))
    expect(batches.map(({ length }) => length)).toEqual([3, 3, 1])
  })

  test('A record that is larger than a batch is a batch of its own', () => {
    expect(importBatches(records, { records: 500, bytes: 10 })).toHaveLength(records.length)
  })
})

describe('what is here already', () => {
  const ferry = recordOf('Ferry tickets')
  const entered = {
    id: 'entered-by-hand-0001',
    description: '  ferry TICKETS',
    expenseDate: ferry.date,
    amount: 10_000,
    currency: 'HKD',
    original: null,
  }
  const sort = (expenses: (typeof entered)[], paymentIds: string[] = []) => {
    const trip = { idOf: idsOnTrip(TRIP), expenses, otherIds: paymentIds }
    const { present, similar, fresh } = sortByPresence(parsed.records, trip)
    return { present: present.length, similar: similar.map((each) => each.description), fresh: fresh.length }
  }

  test('Rows whose ids are on the trip are counted as present', () => {
    const paid = importedId(TRIP, recordOf('Ben O. paid Ada L.').rowKey)
    const imported = { ...entered, id: importedId(TRIP, ferry.rowKey) }
    expect(sort([imported], [paid])).toEqual({ present: 2, similar: [], fresh: 5 })
  })

  test('A row looks like an expense with the same date, text and amount', () => {
    expect(sort([entered])).toEqual({ present: 0, similar: ['Ferry tickets'], fresh: 6 })
    for (const other of [{ expenseDate: '2026-10-04' }, { amount: 10_001 }, { description: 'Ferry' }])
      expect(sort([{ ...entered, ...other } as typeof entered]).similar).toEqual([])
  })

  test('Of an expense in another currency the entered amount is compared', () => {
    const ramen = { ...entered, description: 'ラーメン', expenseDate: '2026-10-08', amount: 15_000 }
    const inYen = {
      ...ramen,
      original: { amount: 3000, currency: 'JPY', exchangeRate: 0.05 },
    } as unknown as typeof entered
    expect(sort([inYen]).similar).toEqual(['ラーメン'])
    expect(sort([ramen as typeof entered]).similar).toEqual([])
  })
})

describe('what is here with another content', () => {
  const actor = { id: 'user-ada', username: 'Ada Lam' }
  const trip = {
    id: TRIP,
    details: { currency: 'HKD' },
    participants: roster.map(({ id, name }) => ({ id, username: name, role: 'member' })),
    guests: [{ id: 'guest-chi', name: 'Chi W.' }],
    formerUsers: [],
    formerGuests: [],
    claimedGuests: [],
  } as unknown as Trip

  /** The documents of the trip after an import of these records. */
  function imported(records: readonly ImportedRecord[]): ExistingTrip {
    const body = { importId: crypto.randomUUID(), source: 'Splitwise', fileHash: 'a'.repeat(64) }
    const entry = v.parse(importBody, { ...body, records: records.map((each) => importedBody(each, target)) })
    const command = { type: 'ImportRecords' as const, entry, by: actor.id, trip }
    const decided = moneyStreamType.decide(command, moneyStreamType.initialState())
    if ('refused' in decided) throw new Error(decided.refused)
    const meta = { actor: actor.id, at: '2026-11-01T00:00:00.000Z' } as EventMetadata
    const recorded = decided.map((event) => ({
      ...event,
      stream: `money-${TRIP}`,
      revision: 0,
      position: '1',
      meta,
    }))
    return {
      ...recorded.reduce((docs, event) => foldTripDocuments(docs, event, TRIP), emptyTripDocuments(TRIP)),
      trip,
    }
  }
  const namesOf = (records: readonly ImportedRecord[]) => records.map(({ description }) => description)

  test('A row that is on the trip as the file says is not named', () => {
    expect(parsed.records.length).toBeGreaterThan(5)
    expect(parsed.records.filter(differsFromTrip(target, imported(parsed.records)))).toEqual([])
  })

  test('Rows under whose keys the trip has something else are named', () => {
    const [ferry, paid] = [recordOf('Ferry tickets'), recordOf('Ben O. paid Ada L.')]
    const others = parsed.records.map((record) =>
      record === ferry
        ? { ...ferry, description: 'Bus' }
        : record === paid
          ? { ...paid, amount: paid.amount + 1 }
          : record,
    )
    expect(namesOf(parsed.records.filter(differsFromTrip(target, imported(others))))).toEqual(
      namesOf(parsed.records.filter((record) => record === ferry || record === paid)),
    )
  })

  test('A row is compared for the people who are chosen, and not while one of them is open or has no rate', () => {
    const documents = imported(parsed.records)
    const { people } = target
    const swapped = new Map([
      ...people,
      [ada!.key, people.get(ben!.key)!],
      [ben!.key, people.get(ada!.key)!],
    ] as const)
    expect(parsed.records.filter(differsFromTrip({ ...target, people: swapped }, documents))).not.toEqual([])
    const open = { ...target, people: new Map(), rates: new Map() }
    expect(parsed.records.filter(differsFromTrip(open, documents))).toEqual([])
  })
})

describe('balances', () => {
  test('The file and the records agree for each person and currency, the largest balance first', () => {
    const tables = balanceTables(parsed)
    expect(tables.map(({ currency }) => currency)).toEqual(['HKD', 'JPY'])
    expect(tables[0]!.rows.map(({ person, inFile, here }) => [person, inFile, here])).toEqual([
      [ada!.key, 52_667, 52_667],
      [ben!.key, 1167, 1167],
      [chi!.key, -53_834, -53_834],
    ])
    expect(tables.flatMap(({ rows }) => rows).every(({ isSame }) => isSame)).toBe(true)
  })

  test('Without one of the rows the difference is shown at the people of that row', () => {
    const records = parsed.records.filter(({ description }) => description !== 'Ben O. paid Ada L.')
    const [hkd] = balanceTables({ ...parsed, records })
    expect(hkd!.rows.map(({ person, here, isSame }) => [person, here, isSame])).toEqual([
      [ada!.key, 57_667, false],
      [ben!.key, -3833, false],
      [chi!.key, -53_834, true],
    ])
  })
})

test('The comparison names the currencies that differ, and never calls a file the same whose rows are missing', () => {
  const tables = balanceTables(parsed)
  const shorter = balanceTables({
    ...parsed,
    records: parsed.records.filter(({ currency }) => currency !== 'JPY'),
  })
  expect(comparisonText(tables, 0)).toBe('The same to the cent')
  expect(comparisonText(tables, 2)).toBe('Without 2 rows')
  expect(comparisonText(shorter, 1)).toBe('The same for HKD, not for JPY')
  expect(comparisonText(shorter.slice(1), 0)).toBe('Not the same')
})

test('Records are counted in words, and a refund is no expense', () => {
  expect(countedRecords(parsed.records)).toBe('5 expenses, 1 refund and 1 payment')
  expect(spentText(parsed.records)).toBe('HK$1,540.00 and JP¥3,000')
  expect(countedRecords([{ kind: 'expense' }])).toBe('1 expense')
  expect(countedRecords([{ kind: 'payment' }, { kind: 'payment' }])).toBe('2 payments')
  expect(countedRecords([])).toBe('0 expenses')
})
