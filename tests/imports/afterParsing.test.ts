// What is done with a parsed file: people suggested, splits stored, balances alone imported, a file made safe to send.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anonymizeFile } from '#core/imports/anonymizeFile.ts'
import { balanceDifferences, balancesOfRecords, balancesOnly } from '#core/imports/balances.ts'
import { withBalancesOnly, hasBalancesOnly } from '#core/imports/withBalancesOnly.ts'
import { splitOf } from '#core/imports/splitOf.ts'
import { suggestPerson } from '#core/imports/suggestPerson.ts'
import { shareParts } from '#core/money/split/shares.ts'
import {
  bytesOf,
  namedBalances,
  readRecognized,
  reasons,
  recordBalances,
  recordLines,
  sampleBytes,
} from '#tests/imports/importedFiles.ts'
import { runs } from '#tests/money/randomTrip.ts'

describe('the suggestion of a person', () => {
  const roster = (...names: string[]) => names.map((name) => ({ id: name, name }))

  test.each([
    ['Ada Lam', ['Ada Lam', 'Ada Lee'], { id: 'Ada Lam', by: 'same' }],
    ['ＡＤＡ  lam', ['Ada Lam'], { id: 'Ada Lam', by: 'same' }],
    ['STRASSE', ['Straße'], { id: 'Straße', by: 'same' }],
    ['Ada L.', ['Ada Lam', 'Ben Lam'], { id: 'Ada Lam', by: 'initial' }],
    ['Ada Lam', ['Ada L'], { id: 'Ada L', by: 'initial' }],
    ['Ada', ['Ada Lam', 'Ben'], { id: 'Ada Lam', by: 'firstName' }],
    ['Ada', ['Ada', 'Ada Lam'], { id: 'Ada', by: 'same' }],
    ['Ada L.', ['Ada Lam', 'Ada Lee'], null],
    ['Ada Lam', ['Ada Lee'], null],
    ['Ada Lam', ['Ada Lambert'], null],
    ['Ada', ['Adam'], null],
    ['', ['Ada'], null],
    ['constructor', [], null],
  ])('The name %j among %j suggests %j', (name, names, suggestion) =>
    expect(suggestPerson(name, roster(...names))).toEqual(suggestion),
  )
})

describe('the split that is stored', () => {
  const participantOf = (person: string) => `id-${person}`
  const people = ['a', 'b', 'c']
  const parts = (...amounts: number[]) => amounts.map((amount, at) => ({ person: people[at]!, amount }))
  const ids = people.map(participantOf)

  test('Shares that our own rule gives are an equal split, and the same cents on another person are exact', () => {
    const ours = shareParts('expense-1', 100, ids)
    const turned = [ours[1]!, ours[2]!, ours[0]!]
    const stored = (amounts: number[]) =>
      splitOf(
        { amount: 100, shares: parts(...amounts), areSharesRoundedHere: false },
        'expense-1',
        participantOf,
      )
    expect(turned).not.toEqual(ours)
    expect(stored(ours).mode).toBe('equal')
    expect(stored(turned).mode).toBe('exact')
    expect(stored(turned).of.map(({ amount }) => amount)).toEqual(turned)
  })

  test('Where the file has no cents of its own, equal shares are rounded by our rule, and weighted ones stay', () => {
    const stored = (...amounts: number[]) =>
      splitOf(
        { amount: 100, shares: parts(...amounts), areSharesRoundedHere: true },
        'expense-1',
        participantOf,
      )
    for (const amounts of [
      [34, 33, 33],
      [33, 34, 33],
      [33, 33, 34],
    ]) {
      const { mode, of } = stored(...amounts)
      expect([mode, of.map(({ amount }) => amount)]).toEqual(['equal', shareParts('expense-1', 100, ids)])
    }
    expect(stored(50, 25, 25).mode).toBe('exact')
  })

  test('Whatever the mode, what is stored adds up to the amount', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(amounts, fc.boolean(), fc.uuid(), (amounts, areSharesRoundedHere, id) => {
        const amount = amounts.reduce((sum, each) => sum + each, 0)
        const { of } = splitOf({ amount, shares: parts(...amounts), areSharesRoundedHere }, id, participantOf)
        expect(of.reduce((sum, each) => sum + each.amount, 0)).toBe(amount)
      }),
      runs,
    )
  })
})

describe('the balances alone', () => {
  test('One expense for each currency gives everybody the balance of the file', () => {
    const parsed = readRecognized(sampleBytes('splitwise-group.csv'))
    const { expenses, unbalanced } = balancesOnly(balancesOfRecords(parsed.records))
    expect(expenses).toEqual([
      {
        currency: 'HKD',
        amount: 53_834,
        payers: [
          { person: 'p1', amount: 52_667 },
          { person: 'p2', amount: 1167 },
        ],
        shares: [{ person: 'p3', amount: 53_834 }],
      },
      {
        currency: 'JPY',
        amount: 2000,
        payers: [{ person: 'p1', amount: 2000 }],
        shares: [
          { person: 'p2', amount: 1000 },
          { person: 'p3', amount: 1000 },
        ],
      },
    ])
    expect(unbalanced).toEqual([])
  })

  test('Balances that do not add up to 0 make no expense, and settled ones need none', () => {
    const balances = new Map([
      [
        'HKD',
        new Map([
          ['p1', 10],
          ['p2', -9],
        ]),
      ],
      ['EUR', new Map([['p1', 0]])],
    ] as const)
    expect(balancesOnly(balances)).toEqual({ expenses: [], unbalanced: ['HKD'] })
  })
})

describe('a file as its balances alone', () => {
  const header = 'Date,Description,Category,Cost,Currency,Ada,Ben\n'
  const taxi = '2026-10-03,Taxi,Taxi,9.00,HKD,4.50,-4.50\n'
  const bus = '2026-10-04,Bus,Bus,10.00,HKD,5.00,-5.00\n'
  const total = (ada: string, ben: string) => `2026-10-05,Total balance, , ,HKD,${ada},${ben}\n`

  test('Each currency becomes one expense of the newest day, and the balances are those of the file', () => {
    const parsed = withBalancesOnly(readRecognized(sampleBytes('splitwise-group.csv')))
    expect(recordLines(parsed)).toEqual([
      'expense 2026-10-08 Balances from Splitwise HKD 53834 paid Ada L. 52667 Ben O. 1167 shared Chi W. 53834',
      'expense 2026-10-08 Balances from Splitwise JPY 2000 paid Ada L. 2000 shared Ben O. 1000 Chi W. 1000',
    ])
    expect(balanceDifferences(parsed)).toEqual([])
    expect([parsed.refused, parsed.skipped]).toEqual([[], []])
  })

  test.each(['spliit.json', 'cospend.csv', 'ihatemoney.csv', 'settleup.csv', 'tricount-api.json'])(
    'The balances of %s are those of all its rows',
    (file) => {
      const parsed = readRecognized(sampleBytes(file))
      expect(hasBalancesOnly(parsed)).toBe(true)
      expect(recordBalances(withBalancesOnly(parsed))).toEqual(recordBalances(parsed))
    },
  )

  test('The totals of the file count, also what its refused rows did to them', () => {
    const refused = '2026-10-04,Villa,Hotel,2000000.00,HKD,1000000.00,-1000000.00\n'
    const parsed = readRecognized(`${header}${taxi}${bus}${refused}${total('900.50', '-900.50')}`)
    expect(recordLines(withBalancesOnly(parsed))).toEqual([
      'expense 2026-10-04 Balances from Splitwise HKD 90050 paid Ada 90050 shared Ben 90050',
    ])
  })

  test('A row whose numbers cannot be read is missed, unless a total has it', () => {
    const unread = '2026-10-04,Boat,Bus,?,HKD,?,-0.50\n'
    const missed = (file: string) => reasons(withBalancesOnly(readRecognized(file)).refused)
    expect(missed(`${header}${taxi}${bus}${unread}`)).toEqual(['4: A number in this row cannot be read'])
    expect(missed(`${header}${taxi}${bus}${unread}${total('1.00', '-1.00')}`)).toEqual([])
  })

  test('Totals that do not add up to 0 are not used, and rows that do not are left out of the balances', () => {
    const parsed = readRecognized(
      `${header}${taxi}${bus}2026-10-04,Boat,Bus,1.00,HKD,1.00,-0.50\n${total('1.00', '0.00')}`,
    )
    expect(parsed.refused.length).toBe(1)
    expect(recordLines(withBalancesOnly(parsed))).toEqual([
      'expense 2026-10-04 Balances from Splitwise HKD 950 paid Ada 950 shared Ben 950',
    ])
  })

  test('A balance over every limit is refused by its currency', () => {
    const parsed = readRecognized(`${header}${taxi}${taxi}${total('100000000000.00', '-100000000000.00')}`)
    const { records, refused } = withBalancesOnly(parsed)
    expect(records).toEqual([])
    expect(refused).toEqual([{ line: 0, text: 'Balances in HKD', reason: 'The amount is too large' }])
  })

  test('The same file has the same expense again, and the file of another month another one', () => {
    const keysOf = (file: string) =>
      withBalancesOnly(readRecognized(file)).records.map(({ rowKey }) => rowKey)
    expect(keysOf(`${header}${taxi}${taxi}`)).toEqual(keysOf(`${header}${taxi}${taxi}`))
    expect(keysOf(`${header}${taxi}${taxi}`)).not.toEqual(keysOf(`${header}${taxi}${taxi}${taxi}`))
  })
})

describe('a file made safe to send', () => {
  const withoutNames = (balances: readonly string[]) => balances.map((line) => line.replace(/ .* /, ' '))
  const anonymized = (file: string) => anonymizeFile(sampleBytes(file))!

  test.each([
    'splitwise-group.csv',
    'splitwise-friend.csv',
    'splitwise-de.csv',
    'spliit.csv',
    'tricount-old.csv',
    'tricount-api.json',
    'cospend.csv',
    'ihatemoney.csv',
    'ihatemoney.json',
    'settleup.csv',
  ])('The file %s is read as before, with other people', (file) => {
    const before = readRecognized(sampleBytes(file))
    const after = readRecognized(anonymized(file))
    expect(after.people.map(({ name }) => name)).toEqual(
      // Placeholders follow the names: two people of one name stay so.
      before.people.map(
        ({ name }) => `Person ${before.people.findLastIndex((person) => person.name === name) + 1}`,
      ),
    )
    expect(withoutNames(namedBalances(after, after.fileBalances))).toEqual(
      withoutNames(namedBalances(before, before.fileBalances)),
    )
    expect([after.source, after.records.length]).toEqual([before.source, before.records.length])
  })

  test.each([
    [
      'splitwise-group.csv',
      ['Ada', 'harbour', 'treat', 'Ferry', 'ラーメン'],
      ['Dining out', '480.00', 'Total balance', '2026-10-03'],
    ],
    [
      'spliit.json',
      ['Ada', 'Lamma', 'Museum', 'grp-', 'p-ada', 'left over'],
      ['EVENLY', '35050', '0.045', '2026-10-03T00'],
    ],
    [
      'tricount-api.json',
      ['Ada', 'Typed twice', 'tAAAA', 'm-a'],
      ['NORMAL', '-85.00', 'RegistryEntry', 'TRAVEL'],
    ],
    ['cospend.csv', ['Ada', 'Dinner', 'pizza'], ['payer_weight', '1791026700', 'name,weight,active']],
  ])('In %s nothing of %j is left, and all of %j', (file, gone, left) => {
    const text = anonymized(file)
    expect(gone.filter((word) => text.includes(word))).toEqual([])
    expect(left.filter((word) => !text.includes(word))).toEqual([])
  })

  test('Texts keep their length, quotes and line ends, and digits in them are hidden', () => {
    const text =
      'Date,Description,Category,Cost,Currency,Ada,Ben\r\n\r\n2026-10-03,"Call ""Ada"", +852 6123 4567 é",Taxi,9.00,HKD,4.50,-4.50\r\n'
    expect(anonymizeFile(bytesOf(text))).toBe(
      text
        .replace('Ada,Ben', 'Person 1,Person 2')
        .replace('Call ""Ada"", +852 6123 4567 é', 'xxxx ""Person 1"", +000 0000 0000 x'),
    )
  })

  test('A file that nothing reads is masked as well, and bytes that are no text are not', () => {
    expect(anonymizeFile(bytesOf('Secret word'))).toBe('xxxxxx xxxx')
    expect(anonymizeFile(bytesOf('{"title": "Secret'))).toBeNull()
    expect(anonymizeFile(Uint8Array.from([0, 1, 2]))).toBeNull()
  })
})
