// Each sample file of another app gives the balances that the app itself shows.

import { describe, expect, test } from 'vitest'
import { balanceDifferences } from '#core/imports/balances.ts'
import type { CalendarDate } from '#core/kernel/calendar.ts'
import {
  namedBalances,
  readRecognized,
  reasons,
  recordBalances,
  recordLines,
  refusalOf,
  sampleBytes,
} from '#tests/imports/importedFiles.ts'

interface Sample {
  file: string
  label: string
  group: string | null
  balances: string[]
  totals?: boolean
}

const roommates = ['HKD Ada 21000', 'HKD Ben -17000', 'HKD Chi -4000']

const samples: Sample[] = [
  {
    file: 'splitwise-group.csv',
    label: 'Splitwise',
    group: null,
    balances: [
      'HKD Ada L. 52667',
      'HKD Ben O. 1167',
      'HKD Chi W. -53834',
      'JPY Ada L. 2000',
      'JPY Ben O. -1000',
      'JPY Chi W. -1000',
    ],
    totals: true,
  },
  {
    file: 'splitwise-friend.csv',
    label: 'Splitwise',
    group: null,
    balances: ['HKD Ada L. -4075', 'HKD Ben O. 4075'],
    totals: true,
  },
  {
    file: 'splitwise-de.csv',
    label: 'Splitwise',
    group: null,
    balances: ['EUR Jörg 2000', 'EUR Anna -2000'],
    totals: true,
  },
  {
    file: 'spliit.json',
    label: 'Spliit',
    group: 'Lamma weekend',
    balances: ['HKD Ada 27666', 'HKD Ben 17116', 'HKD Chi -44782'],
  },
  {
    file: 'tricount-old.csv',
    label: 'Tricount',
    group: 'Lisbon',
    balances: ['EUR Ada 4856', 'EUR Ben -1023', 'EUR Chi -3833'],
  },
  {
    file: 'tricount-api.json',
    label: 'Tricount',
    group: 'Lisbon',
    balances: ['EUR Ada 4500', 'EUR Ben -5000', 'EUR Ben 500'],
  },
  { file: 'cospend.csv', label: 'Cospend', group: null, balances: roommates },
  { file: 'ihatemoney.csv', label: 'I hate money', group: null, balances: roommates },
  { file: 'ihatemoney.json', label: 'I hate money', group: null, balances: roommates },
  {
    file: 'splitwise-brl.csv',
    label: 'Splitwise',
    group: null,
    balances: [
      ...['BRL P1 -3586', 'BRL P4 -4785', 'BRL P5 16742', 'BRL P6 -3586', 'BRL P7 -3586', 'BRL P9 -1199'],
    ],
    totals: true,
  },
  {
    file: 'splitwise-thb-aud.csv',
    label: 'Splitwise',
    group: null,
    balances: ['AUD A 2000', 'AUD B -2000', 'THB A 7000', 'THB B -7000'],
    totals: true,
  },
  {
    file: 'splitwise-total-zero-cost.csv',
    label: 'Splitwise',
    group: null,
    balances: ['EUR Alice 40000', 'EUR Bob -10000', 'EUR Carol -30000'],
    totals: true,
  },
  {
    file: 'splitwise-api.json',
    label: 'Splitwise',
    group: null,
    balances: ['EUR Ana 1250', 'EUR Bea -1250'],
  },
  { file: 'spliit-cloud.json', label: 'Spliit', group: 'Cabin', balances: ['EUR Ana 500', 'EUR Ben -500'] },
  {
    file: 'tricount-removed-member.json',
    label: 'Tricount',
    group: 'Taiwan',
    balances: ['JPY Ana 600', 'JPY Bob -300', 'JPY Carl -300'],
  },
  {
    file: 'cospend-unknown-ower.csv',
    label: 'Cospend',
    group: null,
    balances: ['HKD Ada 1500', 'HKD Ben -500', 'HKD Gone -1000'],
  },
  {
    file: 'names-slash.csv',
    label: 'a table',
    group: null,
    balances: ['HKD Ana 2670', 'HKD Ben 2615', 'HKD Cy -3910', 'HKD Di -1375'],
  },
  {
    file: 'percent-cell.csv',
    label: 'a table',
    group: null,
    balances: ['EUR Ana -3000', 'EUR Ben -4500', 'EUR Cy 7500'],
  },
  {
    file: 'spending-negative.csv',
    label: 'a table',
    group: null,
    balances: ['EUR Ana -296', 'EUR Bea 296'],
  },
]

describe('the sample files', () => {
  test.each(samples)('The balances of $file are those of its app', ({ file, label, group, balances }) => {
    const parsed = readRecognized(sampleBytes(file))

    expect([parsed.label, parsed.groupTitle]).toEqual([label, group])
    expect(recordBalances(parsed).sort(compare)).toEqual(balances.toSorted(compare))
    expect(parsed.refused).toEqual([])
  })

  test.each(samples)('The records of $file, its rows and its totals agree', ({ file, totals = false }) => {
    const parsed = readRecognized(sampleBytes(file))

    expect(balanceDifferences(parsed)).toEqual([])
    expect(namedBalances(parsed, parsed.fileBalances).sort(compare)).toEqual(
      recordBalances(parsed).sort(compare),
    )
    expect(parsed.fileTotals !== null && namedBalances(parsed, parsed.fileTotals).sort(compare)).toEqual(
      totals && recordBalances(parsed).sort(compare),
    )
  })

  test.each(samples)('The result of reading $file can be posted by a worker', ({ file }) => {
    const parsed = readRecognized(sampleBytes(file))

    expect(structuredClone(parsed)).toEqual(parsed)
  })

  test('Dates that cannot be are refused, and those of spreadsheets and browsers are read', () => {
    const parsed = readRecognized(sampleBytes('odd-dates.csv'))

    expect(parsed.records.map(({ description, date }) => `${description} ${date}`)).toEqual([
      'Taxi 2025-04-03',
      'Serial 2024-04-01',
      'Future 2099-01-01',
      'pt 2025-03-03',
      'js 2025-03-01',
      'iso 2025-03-01',
      'short 2025-03-01',
    ])
    expect(reasons(parsed.refused)).toEqual(['3: The date cannot be read', '5: The date cannot be read'])
  })

  test('A table without dates asks for one date, which does not identify its rows', () => {
    const asked = readRecognized(sampleBytes('no-dates.csv'))
    const [first, other] = (['2026-05-01', '2026-06-01'] as CalendarDate[]).map((date) =>
      readRecognized(sampleBytes('no-dates.csv'), { date }),
    )

    expect(asked.questions).toContainEqual({ kind: 'date', assumed: null })
    expect(asked.records).toEqual([])
    expect(recordLines(first!)).toEqual([
      'expense 2026-05-01 beer HKD 9000 paid alice 9000 shared alice 2250 bob 2250 carol 2250 dan 2250',
      'expense 2026-05-01 food HKD 12000 paid bob 12000 shared alice 4000 bob 4000 carol 4000',
    ])
    expect(first!.records.map(({ rowKey }) => rowKey)).toEqual(other!.records.map(({ rowKey }) => rowKey))
  })

  test('Balances of Splitwise become one expense, and what the others owe is the owner’s', () => {
    const date = '2026-05-01' as CalendarDate
    const parsed = readRecognized(sampleBytes('splitwise-balances.json'), { date })

    expect(recordBalances(parsed)).toEqual(['EUR Bea -1250', 'EUR The owner of the account 1250'])
    expect(balanceDifferences(parsed)).toEqual([])
  })

  test.each([
    'member,paid,spent,balance\nAna,100,60,40\nBen,20,60,-40\n',
    '[{"member":{"name":"Ana"},"paid":100,"spent":60,"balance":40}]',
  ])('A file of statistics says that it has no expenses: %j', (file) => {
    expect(refusalOf(file)).toContain('holds statistics about people, without their expenses')
  })

  test('The balances of the Spliit CSV are those of its JSON once its missing payer is chosen', () => {
    const { people } = readRecognized(sampleBytes('spliit.csv'))
    const chi = people.find(({ name }) => name === 'Chi')!.key
    const csv = readRecognized(sampleBytes('spliit.csv'), { payers: new Map([[7, chi]]) })

    expect(recordBalances(csv)).toEqual(recordBalances(readRecognized(sampleBytes('spliit.json'))))
    expect(csv.refused).toEqual([])
    expect(balanceDifferences(csv)).toEqual([])
  })

  test('The balances of the Settle Up CSV miss a cent before its missing cent is given to somebody, and none after', () => {
    const parsed = readRecognized(sampleBytes('settleup.csv'))

    expect(namedBalances(parsed, parsed.fileBalances)).toEqual([
      'HKD Ada 23667',
      'HKD Ben -1833',
      'HKD Chi -21833',
      'JPY Ada -1500',
      'JPY Chi 1500',
    ])
    expect(recordBalances(parsed)).toEqual([
      'HKD Ada 23667',
      'HKD Ben -1834',
      'HKD Chi -21833',
      'JPY Ada -1500',
      'JPY Chi 1500',
    ])
    expect(balanceDifferences(parsed)).toEqual([])
  })
})

const compare = (a: string, b: string): number => (a < b ? -1 : 1)
