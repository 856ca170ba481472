// Each sample file of another app gives the balances that the app itself shows.

import { describe, expect, test } from 'vitest'
import { balanceDifferences } from '#core/imports/balances.ts'
import { namedBalances, readRecognized, recordBalances, sampleBytes } from '#tests/imports/importedFiles.ts'

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
    expect(namedBalances(parsed, parsed.fileBalances)).toEqual(recordBalances(parsed))
    expect(parsed.fileTotals !== null && namedBalances(parsed, parsed.fileTotals)).toEqual(
      totals && recordBalances(parsed),
    )
  })

  test.each(samples)('The result of reading $file can be posted by a worker', ({ file }) => {
    const parsed = readRecognized(sampleBytes(file))

    expect(structuredClone(parsed)).toEqual(parsed)
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
