// Cospend and I hate money: weights of people, names in one cell, and bills that are no expenses.

import { describe, expect, test } from 'vitest'
import { splitOf } from '#core/imports/splitOf.ts'
import {
  readRecognized,
  reasons,
  recordBalances,
  recordLines,
  refusalOf,
  sampleBytes,
} from '#tests/imports/importedFiles.ts'

const cospend = new TextDecoder().decode(sampleBytes('cospend.csv'))
const bills = (file: string) => recordLines(readRecognized(file))

describe('the CSV of Cospend', () => {
  test('A member’s weight counts for all bills, reimbursements are payments, and the trash is skipped', () => {
    const parsed = readRecognized(cospend)
    expect(recordLines(parsed)).toEqual([
      'expense 2026-10-03 Dinner HKD 40000 paid Ada 40000 shared Ada 10000 Ben 20000 Chi 10000',
      'expense 2026-10-04 Wifi HKD 9000 paid Ben 9000 shared Ada 3000 Ben 6000',
      'payment 2026-10-05 Chi paid Ada HKD 6000 Chi to Ada',
    ])
    expect(parsed.people.map(({ name, isFormer }) => [name, isFormer])).toEqual([
      ['Ada', false],
      ['Ben', false],
      ['Chi', true],
    ])
    expect(reasons(parsed.skipped)).toEqual(['20: In the trash of Cospend'])
    expect(parsed.records[0]).toMatchObject({ note: 'pizza & drinks', category: 'food' })
    expect(parsed.notes).toEqual([expect.stringContaining('Repeating bills')])
  })

  test('Sections in another order are read', () => {
    const sections = cospend.trim().split('\n\n').toReversed().join('\n\n')
    expect(bills(sections)).toEqual(bills(cospend))
  })

  test('Names with commas and with quotes that are not doubled are found among the members', () => {
    const named = cospend.replaceAll('"Ben"', '"Lee, Be"n"').replaceAll('Ada,Ben', 'Ada,Lee, Be"n')
    expect(bills(named)).toEqual(bills(cospend).map((line) => line.replaceAll('Ben', 'Lee, Be"n')))
  })

  test('The day of an instant is that of the time zone, and without one the file’s date counts', () => {
    const lateAtNight = cospend.replace('1791026700', '1791046700')
    const dateIn = (timeZone?: string) => readRecognized(lateAtNight, { timeZone }).records[0]!.date
    expect([dateIn('Asia/Hong_Kong'), dateIn('America/New_York'), dateIn(), dateIn('Mars/Olympus')]).toEqual([
      '2026-10-04',
      '2026-10-03',
      '2026-10-03',
      '2026-10-03',
    ])
  })

  test('An old export without a table of members has them in bills that are dropped', () => {
    const old = [
      'what,amount,date,timestamp,payer_name,payer_weight,payer_active,owers,repeat,categoryid,paymentmode',
      '"deleteMeIfYouWant",1,2020-01-01,1577836800,"Ben",2,0,"Ben",n,0,n',
      '"Dinner",300,2020-01-02,1577923200,"Ada",1,1,"Ada,Ben",n,0,n',
    ].join('\n')
    const parsed = readRecognized(old)
    expect(recordLines(parsed)).toEqual([
      'expense 2020-01-02 Dinner HKD 30000 paid Ada 30000 shared Ada 10000 Ben 20000',
    ])
    expect(parsed.people.map(({ name, isFormer }) => [name, isFormer])).toEqual([
      ['Ben', true],
      ['Ada', false],
    ])
    expect(parsed.questions).toEqual([{ kind: 'currency', assumed: 'HKD' }])
  })

  test('Somebody whom only a bill names is a former member, and one of two members with one name is refused', () => {
    const removed = readRecognized(cospend.replace('"Ada,Ben",m', '"Ada,Zed",m'))
    expect(removed.people.at(-1)).toMatchObject({ name: 'Zed', isFormer: true })
    expect(removed.refused).toEqual([])
    expect(reasons(readRecognized(cospend.replace('"Chi",1,0,"#', '"Ben",1,0,"#')).refused)).toEqual([
      '17: Several members are called Ben',
      '18: Several members are called Ben',
    ])
  })

  test('A main currency that is a sign is asked for, and one that is none is refused', () => {
    expect(readRecognized(cospend.replace('"HKD",1', '"$",1')).questions).toEqual([
      { kind: 'currency', assumed: 'HKD' },
    ])
    expect(refusalOf(cospend.replace('"HKD",1', '"MKX",1'))).toContain('“MKX” is not known')
  })

  test('Cents that equal sharers cannot all have are not always the first one’s', () => {
    const rows = Array.from(
      { length: 30 },
      (_, at) => `"Tea ${at}",1,2026-10-03,,"Ada",1,1,"Ada,Chi,Dee",n,0,n`,
    )
    const file = [
      'what,amount,date,timestamp,payer_name,payer_weight,payer_active,owers,repeat,categoryid,paymentmode',
      ...rows,
    ]
    const lines = bills(file.join('\n'))
    for (const cent of ['Ada 34', 'Chi 34', 'Dee 34'])
      expect(lines).toContainEqual(expect.stringContaining(cent))
  })
})

test('Who has twice the weight keeps two cents of three, whatever the id of the stored expense', () => {
  const file = [
    'what,amount,date,timestamp,payer_name,payer_weight,payer_active,owers,repeat,categoryid,paymentmode',
    '"Tea",0.03,2026-10-03,,"Ada",2,1,"Ada,Chi",n,0,n',
  ].join('\n')
  const [tea] = readRecognized(file).records
  if (tea?.kind !== 'expense') throw new Error('The premise: Tea is an expense')
  for (let at = 0; at < 20; at++) {
    const { of } = splitOf(tea, `expense-${at}`, (person) => person)
    expect(of.map(({ amount }) => amount)).toEqual([2, 1])
  }
})

describe('the files of I hate money', () => {
  test('CSV and JSON hold the same records with the same keys', () => {
    const csv = readRecognized(sampleBytes('ihatemoney.csv'))
    const json = readRecognized(sampleBytes('ihatemoney.json'))
    const withoutLine = ({ line: _, ...record }: (typeof csv.records)[number]) => record
    expect(csv.records.map(withoutLine)).toEqual(json.records.map(withoutLine))
    expect(recordLines(csv)).toEqual([
      'payment 2026-10-05 Chi paid Ada HKD 6000 Chi to Ada',
      'expense 2026-10-04 Wine, cheese HKD 9000 paid Ben 9000 shared Ada 3000 Ben 6000',
      'expense 2026-10-03 =Dinner HKD 40000 paid Ada 40000 shared Ada 10000 Ben 20000 Chi 10000',
    ])
  })

  const header = 'what,amount,currency,date,payer_name,payer_weight,owers'
  const unweighted = [header, 'Tea,30.0,EUR,2026-10-03,Ben,2.0,"Ada, Ben"'].join('\n')

  test('The weight of somebody who never paid is asked for, and the answer counts', () => {
    const parsed = readRecognized(unweighted)
    expect(parsed.questions).toEqual([{ kind: 'weights', people: ['p2'] }])
    expect(bills(unweighted)).toEqual([
      'expense 2026-10-03 Tea EUR 3000 paid Ben 3000 shared Ada 1000 Ben 2000',
    ])
    const answered = readRecognized(unweighted, { weights: new Map([['p2', '0.5']]) })
    expect(recordLines(answered)).toEqual([
      'expense 2026-10-03 Tea EUR 3000 paid Ben 3000 shared Ada 600 Ben 2400',
    ])
  })

  test('The latest weight is that of the latest day, in whatever order the date is written', () => {
    const rows = [
      'Dinner,30,EUR,01/10/2026,Ana,1,"Ana, Ben"',
      'Lunch,30,EUR,30/09/2026,Ana,2,"Ana, Ben"',
      'Tea,30,EUR,30/09/2026,Ben,1,"Ana, Ben"',
    ]
    const file = `what,amount,currency,date,payer_name,payer_weight,owers\n${rows.join('\n')}\n`
    expect(recordBalances(readRecognized(file))).toEqual(['EUR Ana 1500', 'EUR Ben -1500'])
  })

  test('A weight that cannot be read is asked for', () => {
    const bill =
      'what,amount,currency,date,payer_name,payer_weight,owers\nTea,30,EUR,2026-10-01,Ana,many,Ana\n'
    expect(readRecognized(bill).questions).toEqual([{ kind: 'weights', people: ['p1'] }])
    const unclear = cospend.replace('"Ben",2', '"Ben","2,5"')
    expect(readRecognized(unclear).questions).toEqual([{ kind: 'weights', people: ['p2'] }])
    const answered = readRecognized(unclear, { weights: new Map([['p2', '2']]) })
    expect(recordBalances(answered)).toEqual(recordBalances(readRecognized(cospend)))
  })

  test('Nobody is asked about weights where all are 1', () => {
    expect(readRecognized(unweighted.replace('2.0', '1.0')).questions).toEqual([])
  })

  test('A weight that changed counts as it was last, and a note says so', () => {
    const file = [
      header,
      'Tea,30.0,EUR,2026-10-03,Ben,2.0,"Ben, Ada"',
      'Tea,30.0,EUR,2026-10-01,Ben,1.0,"Ben, Ada"',
      'Bus,3.0,EUR,2026-09-01,Ada,1.0,Ada',
    ].join('\n')
    const parsed = readRecognized(file)
    expect(recordLines(parsed).slice(0, 2)).toEqual([
      'expense 2026-10-03 Tea EUR 3000 paid Ben 3000 shared Ben 2000 Ada 1000',
      'expense 2026-10-01 Tea EUR 3000 paid Ben 3000 shared Ben 2000 Ada 1000',
    ])
    expect(parsed.notes).toEqual([expect.stringContaining('weight changed')])
  })

  test.each([
    ['CSV', 'ower,receiver,amount,currency\nBen,Ada,20.0,XXX\n'],
    ['JSON', '[{"ower": "Ben", "receiver": "Ada", "amount": 20.0, "currency": "XXX"}]'],
  ])('Its plan to settle is recognized as %s and refused with words', (_, file) => {
    expect(refusalOf(file)).toContain('plan of who pays whom')
  })

  test('A negative amount is a refund, nothing is skipped, and a damaged bill is refused', () => {
    const parsed = readRecognized(
      JSON.stringify([
        {
          what: 'Back',
          amount: -9.99,
          currency: 'EUR',
          date: '2026-10-03',
          payer_name: 'Ben',
          payer_weight: 1,
          owers: ['Ada'],
        },
        {
          what: 'Free',
          amount: 0,
          currency: 'EUR',
          date: '2026-10-03',
          payer_name: 'Ben',
          payer_weight: 1,
          owers: ['Ada'],
        },
        {
          what: 'Sum',
          amount: 0.1 + 0.2,
          currency: 'EUR',
          date: '2026-10-03',
          payer_name: 'Ben',
          owers: ['Ada'],
        },
        { what: 'Broken', amount: 1 },
      ]),
    )
    expect(recordLines(parsed)).toEqual([
      'refund 2026-10-03 Back EUR 999 paid Ben 999 shared Ada 999',
      'expense 2026-10-03 Sum EUR 30 paid Ben 30 shared Ada 30',
    ])
    expect([reasons(parsed.skipped), reasons(parsed.refused)]).toEqual([
      ['2: Nothing was paid'],
      ['4: This bill is damaged'],
    ])
  })
})
