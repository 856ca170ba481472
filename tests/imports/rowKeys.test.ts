// A row of a file is the same row in a later export of the same group.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from '#core/kernel/ids.ts'
import type { ImportedExpense } from '#core/imports/parsedFile.ts'
import { readRecognized, sampleBytes } from '#tests/imports/importedFiles.ts'
import { runs } from '#tests/money/randomTrip.ts'

const header = ['Date', 'Description', 'Category', 'Cost', 'Currency']
const csv = (people: readonly string[], rows: readonly (readonly string[])[]) =>
  [[...header, ...people], [], ...rows].map((row) => row.join(',')).join('\n')

/** Rows that A pays and B owes in full, many of them equal. */
const rows = fc.array(
  fc
    .record({
      day: fc.integer({ min: 1, max: 28 }),
      text: fc.constantFrom('Taxi', 'Tea'),
      cost: fc.integer({ min: 1, max: 3 }),
      isByA: fc.boolean(),
    })
    .map(({ day, text, cost, isByA }) => {
      const date = `2026-10-${String(day).padStart(2, '0')}`
      return [date, text, 'Food', String(cost), 'HKD', ...(isByA ? [cost, -cost] : [-cost, cost]).map(String)]
    }),
  { minLength: 1, maxLength: 12 },
)

const keysOf = (text: string) => readRecognized(text).records.map(({ rowKey }) => rowKey)
const sortedKeys = (text: string) => keysOf(text).sort((a, b) => (a < b ? -1 : 1))

describe('the keys of rows', () => {
  test('The order of the rows changes no key', () => {
    const shuffled = rows.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
    )
    fc.assert(
      fc.property(shuffled, ([rows, shuffled]) => {
        expect(sortedKeys(csv(['Ann', 'Bob'], shuffled))).toEqual(sortedKeys(csv(['Ann', 'Bob'], rows)))
      }),
      runs,
    )
  })

  test('A member who joins, another order of columns, or a member who leaves changes no key', () => {
    fc.assert(
      fc.property(rows, (rows) => {
        const turned = rows.map(([date, text, category, cost, code, a, b]) => [
          date!,
          text!,
          category!,
          cost!,
          code!,
          b!,
          '0.00',
          a!,
        ])
        expect(keysOf(csv(['Bob', 'Cleo', 'Ann (removed)'], turned))).toEqual(
          keysOf(csv(['Ann', 'Bob'], rows)),
        )
      }),
      runs,
    )
  })

  test('Rows added to a longer export have new keys, and the others keep theirs', () => {
    fc.assert(
      fc.property(rows, rows, (before, added) => {
        const keys = keysOf(csv(['Ann', 'Bob'], [...before, ...added]))
        expect(keys.slice(0, before.length)).toEqual(keysOf(csv(['Ann', 'Bob'], before)))
        expect(new Set(keys).size).toBe(before.length + added.length)
      }),
      runs,
    )
  })

  test('Another date, text, category, cost, currency, amount of a person or name is another key', () => {
    const row = ['2026-10-01', 'Taxi', 'Food', '2', 'HKD', '1', '-1']
    const others = ['2026-10-02', 'Tea', 'Bus', '3', 'EUR', '-1', '1'].map((cell, at) => {
      const changed = row.with(at, cell)
      return at < 5 ? changed : [...row.slice(0, 5), '-1', '1']
    })
    const keys = [
      ...[row, ...others.slice(0, 6)].map((row) => keysOf(csv(['Ann', 'Bob'], [row]))[0]),
      keysOf(csv(['Ann', 'Rob'], [row]))[0],
    ]
    expect(new Set(keys).size).toBe(8)
    expect(keys).toEqual(keys.map(() => expect.stringMatching(/^[0-9a-f]{64}$/)))
  })

  test('Numbers written in another way are the same row', () => {
    const [plain, saved] = [
      ['8', '4', '-4'],
      ['8.00', '4.0', '-4.00'],
    ].map(
      ([cost, a, b]) => keysOf(csv(['Ann', 'Bob'], [['2026-10-01', 'Tea', 'Food', cost!, 'HKD', a!, b!]]))[0],
    )
    expect(saved).toBe(plain)
  })

  test('The key of an instant does not depend on the time zone of the device', () => {
    const keys = ['Asia/Hong_Kong', 'America/New_York', undefined].map((timeZone) =>
      readRecognized(sampleBytes('cospend.csv'), { timeZone }).records.map(({ rowKey }) => rowKey),
    )
    expect(keys[1]).toEqual(keys[0])
    expect(keys[2]).toEqual(keys[0])
  })

  test('An expense of Spliit has the same key in an export without ids, which gives its odd cents to others', () => {
    const file = new TextDecoder().decode(sampleBytes('spliit.json'))
    const [before, after] = [file, file.replaceAll(/"id": "exp-[a-z]+", /g, '')].map(
      (text) => readRecognized(text).records,
    )
    expect(before!.map(({ rowKey }) => rowKey)).toEqual(after!.map(({ rowKey }) => rowKey))
    expect(before![0]).not.toMatchObject({ shares: (after![0] as ImportedExpense).shares })
  })

  // A key that changes would import every row of later exports again.
  test.each([
    ['cospend.csv', '358c684618f3a578'],
    ['ihatemoney.csv', '037e0d707f10d2cf'],
    ['ihatemoney.json', '037e0d707f10d2cf'],
    ['settleup.csv', '70fdb792fc8d9449'],
    ['spliit.csv', '962b8bea01fbb721'],
    ['spliit.json', '37483605f7618b79'],
    ['splitwise-de.csv', 'a316871329c12f78'],
    ['splitwise-friend.csv', 'e75f0d6df4277fc2'],
    ['splitwise-group.csv', 'abec9f070f6db18c'],
    ['tricount-api.json', 'cd51b5b8777b5a46'],
    ['tricount-old.csv', 'a414b6e3a471973d'],
  ])('The keys of the rows of %s are for ever those of the first release', (file, digest) => {
    const keys = readRecognized(sampleBytes(file)).records.map(({ rowKey }) => rowKey)
    expect(sha256Hex(keys.join()).slice(0, 16)).toBe(digest)
  })

  test.each([
    'spliit.json',
    'spliit.csv',
    'tricount-old.csv',
    'tricount-api.json',
    'cospend.csv',
    'settleup.csv',
  ])('All rows of %s have keys of their own', (file) => {
    const keys = readRecognized(sampleBytes(file)).records.map(({ rowKey }) => rowKey)
    expect(keys.length).toBeGreaterThan(2)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

test('The key of a payment in a table stays when somebody comes before its people in a later file', () => {
  const header = 'Date,What,Amount,Paid by,Currency,For,Type'
  const payment = '2026-10-05,Settled,10,Ben,EUR,Ana,Transfer'
  const keysOf = (...rows: string[]) =>
    readRecognized([header, ...rows, ''].join('\n')).records.map(({ rowKey }) => rowKey)
  const [alone] = keysOf(payment)
  expect(keysOf('2026-10-03,Dinner,30,Zoe,EUR,Zoe,Expense', payment)).toContain(alone)
})
