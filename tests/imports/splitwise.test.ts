// Splitwise: payers from balances, rows that are no expenses, other languages, and files that a spreadsheet saved again.

import { describe, expect, test } from 'vitest'
import { balanceDifferences } from '#core/imports/balances.ts'
import {
  readRecognized,
  reasons,
  recordBalances,
  recordLines,
  sampleBytes,
} from '#tests/imports/importedFiles.ts'

const HEADER = 'Date,Description,Category,Cost,Currency,Ada,Ben,Chi'
const splitwise = (...rows: string[]) => [HEADER, '', ...rows, ''].join('\n')
const linesOf = (...rows: string[]) => recordLines(readRecognized(splitwise(...rows)))

describe('a row of Splitwise', () => {
  test('The sample file becomes expenses, a refund and a payment, and names the expense that nobody shares', () => {
    const parsed = readRecognized(sampleBytes('splitwise-group.csv'))

    expect(recordLines(parsed)).toEqual([
      'expense 2026-10-03 Dinner, harbour side HKD 48000 paid Ada L. 48000 shared Ada L. 16000 Ben O. 16000 Chi W. 16000',
      'expense 2026-10-03 Ferry tickets HKD 10000 paid Ben O. 10000 shared Ada L. 3333 Ben O. 3333 Chi W. 3334',
      'expense 2026-10-04 Fruit (Chi said "my treat" for half) HKD 9000 paid Chi W. 9000 shared Ada L. 2000 Ben O. 2500 Chi W. 4500',
      'payment 2026-10-05 Ben O. paid Ada L. HKD 5000 Ben O. to Ada L.',
      'expense 2026-10-06 Villa deposit HKD 90000 paid Ada L. 55000 Ben O. 35000 shared Ada L. 25000 Ben O. 25000 Chi W. 40000',
      'refund 2026-10-07 Ferry refund HKD 3000 paid Ben O. 3000 shared Ada L. 1000 Ben O. 1000 Chi W. 1000',
      'expense 2026-10-08 ラーメン JPY 3000 paid Ada L. 3000 shared Ada L. 1000 Ben O. 1000 Chi W. 1000',
    ])
    expect(reasons(parsed.skipped)).toEqual(['7: Nobody owes anything for it'])
  })

  test('Payers are estimated only where several people are owed money, and a note says so', () => {
    const parsed = readRecognized(sampleBytes('splitwise-group.csv'))

    const estimated = parsed.records.filter(
      (record) => record.kind !== 'payment' && record.arePayersEstimated,
    )
    expect(estimated.map(({ description }) => description)).toEqual(['Villa deposit'])
    expect(parsed.notes).toEqual([expect.stringContaining('the payers are estimated')])
  })

  test('The odd cent of estimated payers is nobody’s loss: 100.01 with 50.00 owed', () => {
    expect(linesOf('2026-10-06,Villa,Hotel,100.01,HKD,25.00,25.00,-50.00')).toEqual([
      'expense 2026-10-06 Villa HKD 10001 paid Ada 5001 Ben 5000 shared Ada 2501 Ben 2500 Chi 5000',
    ])
  })

  test.each([
    ['whose amounts do not add up to 0', 'Taxi,Taxi,10.00,HKD,5.00,-4.99,0.00', 'do not add up to 0'],
    ['in a currency that is none', 'Taxi,Taxi,10.00,MKX,5.00,-5.00,0.00', '“MKX” is not known'],
    ['where people owe more than the cost', 'Taxi,Taxi,10.00,HKD,15.00,-15.00,0.00', 'do not fit together'],
    [
      'whose amounts of people all round to 0',
      'Bus,Bus/train,10.00,HKD,0.004,-0.004,0',
      'do not fit together',
    ],
    ['with a number that is none', 'Taxi,Taxi,10.00,HKD,5.00,-5.00,?2', 'cannot be read'],
    [
      'over every limit',
      'Villa,Hotel,100000000000,HKD,50000000000,-50000000000,0',
      'The amount is too large',
    ],
    ['of no cost that moves money', 'Taxi,Taxi,0.00,HKD,5.00,-5.00,0.00', 'do not fit together'],
    ['cut off in the middle', 'Taxi,Taxi,10.00,HKD,5.0', 'do not add up to 0'],
    [
      'of a payment that is not what was received',
      'A paid B,Payment,10.00,HKD,5.00,-5.00,0.00',
      'do not fit',
    ],
  ])('A row %s is refused with its line, and the others are imported', (_, row, reason) => {
    const parsed = readRecognized(
      splitwise('2026-10-01,Bus,Bus,4.00,HKD,2.00,-2.00,0.00', `2026-10-02,${row}`),
    )

    expect(reasons(parsed.refused)).toEqual([expect.stringMatching(/^4: /)])
    expect(parsed.refused[0]!.reason).toContain(reason)
    expect(parsed.records.length).toBe(1)
  })

  test('A refused row is counted in the balances of the file, so that its absence shows', () => {
    const parsed = readRecognized(splitwise('2026-10-01,Villa,Hotel,1000,HKD,5000,-5000,0'))

    expect(balanceDifferences(parsed)).toEqual([
      { currency: 'HKD', person: 'p1', fromRecords: 0, fromRows: 500_000, fromTotals: null },
      { currency: 'HKD', person: 'p2', fromRecords: 0, fromRows: -500_000, fromTotals: null },
    ])
  })

  test('A row that was deleted and a payment of nothing are skipped', () => {
    const parsed = readRecognized(
      splitwise(
        '2026-10-01,Expense 21," "," ",MKD,0.00,0.00,0.00',
        '2026-10-02,A paid B,Payment,0.00,HKD,0.00,0.00,0.00',
        '',
        '2026-10-02,Total balance, , ,HKD,0.00,0.00,0.00',
      ),
    )

    expect(reasons(parsed.skipped)).toEqual(['3: It has no cost', '4: Nothing was paid'])
    expect([parsed.refused, parsed.records]).toEqual([[], []])
  })

  test('Numbers with four decimals are rounded where the row still adds up to 0, and the total may differ by it', () => {
    const parsed = readRecognized(
      splitwise(
        '2026-10-01,Villa,Hotel,923.5950,HKD,461.7975,-461.7975,0.00',
        '2026-10-02,Boat,Bus/train,0.030,HKD,0.020,-0.015,-0.005',
        '2026-10-03,Bus,Bus/train,0.010,HKD,0.0080,-0.0040,-0.0040',
        '',
        '2026-10-03,Total balance, , ,HKD,461.8175,-461.8125,-0.0050',
      ),
    )

    expect(recordLines(parsed)).toEqual([
      'expense 2026-10-01 Villa HKD 92360 paid Ada 92360 shared Ada 46180 Ben 46180',
    ])
    expect(reasons(parsed.refused)).toEqual([
      '4: The amounts of the people do not add up to 0',
      '5: The amounts of the people do not add up to 0',
    ])
    expect(parsed.tolerance.get('HKD')).toBe(4)
  })
})

describe('a file of Splitwise', () => {
  test.each([
    ['German', '2026-07-02,Anna zahlte Jörg,Zahlung,100.00,EUR,-100.00,100.00'],
    ['Spanish', '2026-07-02,Anna pagó a Jörg,Pago,100.00,EUR,-100.00,100.00'],
  ])('A payment is found by its %s category', (_, row) => {
    expect(linesOf(`${row},0.00`)).toEqual([expect.stringMatching(/^payment .* EUR 10000 Ben to Ada$/)])
  })

  test('Headers in a language that nobody knew are found by their position', () => {
    const parsed = readRecognized(
      '日期,描述,類別,費用額,貨幣,美玲,家豪\n\n2026-10-03,晚餐,餐廳,100.00,HKD,50.00,-50.00\n\n2026-10-04,總結餘, , ,HKD,50.00,-50.00\n',
    )

    expect(parsed.label).toBe('Splitwise')
    expect(recordBalances(parsed)).toEqual(['HKD 美玲 5000', 'HKD 家豪 -5000'])
    expect(balanceDifferences(parsed)).toEqual([])
    expect(parsed.fileTotals).not.toBeNull()
  })

  test('A French file that a spreadsheet saved with semicolons and decimal commas is read, and its damaged totals are not', () => {
    const parsed = readRecognized(
      [
        'Date;Description;Catégorie;Coût;Devise;Ada;Ben;;',
        ';;;;;;;;',
        '03/10/2026;Pain;Courses;"7,2";EUR;"3,60";"-3,60";;',
        '31/10/2026;Vin;Courses;10;EUR;-5;5;;',
        ';;;;;;;;',
        '31/10/2026;Solde total; ; ;EUR;"-1,40";"--1,40";;',
      ].join('\r\n'),
    )

    expect(recordLines(parsed)).toEqual([
      'expense 2026-10-03 Pain EUR 720 paid Ada 720 shared Ada 360 Ben 360',
      'expense 2026-10-31 Vin EUR 1000 paid Ben 1000 shared Ada 500 Ben 500',
    ])
    expect(parsed.people.map(({ name }) => name)).toEqual(['Ada', 'Ben'])
    expect(parsed.fileTotals).toBeNull()
    expect(parsed.notes).toEqual([expect.stringContaining('Totals of the file cannot be read')])
  })

  test('People who left are former, a column without a name is a person only if it has amounts, and equal names are two', () => {
    const parsed = readRecognized(
      'Date,Description,Category,Cost,Currency,Ada,Ada,Ben (removed),,\n\n2026-10-03,Taxi,Taxi,9.00,HKD,6.00,-3.00,0.00,-3.00,0.00\n',
    )

    expect(parsed.people.map(({ name, isFormer }) => [name, isFormer])).toEqual([
      ['Ada', false],
      ['Ada', false],
      ['Ben', true],
      ['Column 9', false],
    ])
    expect(recordBalances(parsed)).toEqual(['HKD Ada 600', 'HKD Ada -300', 'HKD Column 9 -300'])
  })

  test('A person’s name that is also a word of the format is a person', () => {
    const parsed = readRecognized(
      'Date,Description,Category,Cost,Currency,Date,Total balance,__proto__,constructor\n\n2026-10-03,Total balance of the bar,Taxi,9.00,HKD,9.00,-3.00,-3.00,-3.00\n',
    )

    expect(recordBalances(parsed)).toEqual([
      'HKD Date 900',
      'HKD Total balance -300',
      'HKD __proto__ -300',
      'HKD constructor -300',
    ])
  })

  test('A text longer than our descriptions is cut, and its full text is there', () => {
    const long = `${'ab '.repeat(200)}end`
    const [record] = readRecognized(splitwise(`2026-10-03,${long},Taxi,10,HKD,5,-5,0`)).records

    expect(record!.description.length).toBe(500)
    expect(record!.description.endsWith('…')).toBe(true)
    expect(record!.fullText).toBe(long)
  })

  test('A short text is kept, and an empty one is replaced', () => {
    const { records } = readRecognized(
      splitwise('2026-10-03,茶,Groceries,10,HKD,5,-5,0', '2026-10-03, ,Groceries,10,HKD,5,-5,0'),
    )

    expect(records.map(({ description, fullText }) => [description, fullText])).toEqual([
      ['茶', null],
      ['No description', null],
    ])
  })

  test.each([
    ['Dining out', 'Pho', 'food'],
    ['Hotel', 'Villa', 'accommodation'],
    ['Bus/train', 'Way there', 'transportation'],
    ['Movies', 'Dune', 'entertainment'],
    ['Clothing', 'Hats', 'shopping'],
    ['General', 'Museum tickets', 'activities'],
    ['Rent', 'October', 'accommodation'],
    ['__proto__', 'Thing', 'other'],
    ['Cleaning', 'Hotel towels', 'other'],
    ['Taxi & Uber', 'Way to the museum', 'transportation'],
  ])('The category %s with the text %s is %s', (category, text, expected) => {
    const { records } = readRecognized(splitwise(`2026-10-03,${text},${category},10,HKD,5,-5,0`))

    expect(records).toEqual([expect.objectContaining({ category: expected })])
  })
})
