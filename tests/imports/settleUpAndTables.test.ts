// Settle Up's lists in cells, and tables that no known app wrote.

import { describe, expect, test } from 'vitest'
import {
  readRecognized,
  reasons,
  recordBalances,
  recordLines,
  sampleBytes,
} from '#tests/imports/importedFiles.ts'

const settleUp = new TextDecoder().decode(sampleBytes('settleup.csv'))

describe('the CSV of Settle Up', () => {
  test('Several payers are exact, a transfer is a payment, and the missing cent goes to one sharer', () => {
    expect(recordLines(readRecognized(settleUp))).toEqual([
      'expense 2026-10-03 Dim sum HKD 35500 paid Ada 35500 shared Ada 11833 Ben 11834 Chi 11833',
      'expense 2026-10-03 Villa HKD 90000 paid Ada 50000 Ben 40000 shared Ada 30000 Ben 30000 Chi 30000',
      'expense 2026-10-04 Ramen JPY 3000 paid Chi 3000 shared Ada 1500 Chi 1500',
      'payment 2026-10-05 Chi → Ada HKD 20000 Chi to Ada',
    ])
  })

  test('The file’s own rate of a currency is there to be suggested', () => {
    expect([...readRecognized(settleUp).rates]).toEqual([['JPY', 0.052]])
  })

  test('A file whose delimiter is the one of its lists is read', () => {
    const quoted = settleUp.replaceAll('","', '";"')
    expect(recordLines(readRecognized(`"sep=;"\n${quoted}`))).toEqual(recordLines(readRecognized(settleUp)))
  })

  test.each([
    ['that miss the amount by more than a cent each', '118.33;118.33;118.30', 'do not add up'],
    ['of fewer people', '118.33;236.67', 'do not fit together'],
    ['that are no numbers', 'a;b;c', 'do not fit together'],
  ])('A row with split amounts %s is refused', (_, amounts, reason) => {
    const { refused } = readRecognized(settleUp.replace('118.33;118.33;118.33', amounts))
    expect(reasons(refused)).toEqual([expect.stringMatching(/^2: /)])
    expect(refused[0]!.reason).toContain(reason)
  })
})

describe('a table of no known app', () => {
  const downloaded = [
    'Who Paid;Total;Currency;Description;When;Involved;File Names;Attachment URLs;Category',
    'Ada;30.00;EUR;Dinner;2026-10-03;Ada, Ben, Chi;;;Food & Drink',
    'Ben;10.00;EUR;=Taxi;2026-10-04;Ada, Ben;;;Transport',
  ].join('\n')

  test('Its columns are asked for, with its first rows and what its headers suggest', () => {
    const parsed = readRecognized(downloaded)
    expect(parsed.questions).toEqual([
      {
        kind: 'columns',
        headers: [
          'Who Paid',
          'Total',
          'Currency',
          'Description',
          'When',
          'Involved',
          'File Names',
          'Attachment URLs',
          'Category',
        ],
        rows: [
          ['Ada', '30.00', 'EUR', 'Dinner', '2026-10-03', 'Ada, Ben, Chi', '', '', 'Food & Drink'],
          ['Ben', '10.00', 'EUR', '=Taxi', '2026-10-04', 'Ada, Ben', '', '', 'Transport'],
        ],
        assumed: {
          date: 4,
          description: 3,
          amount: 1,
          payer: 0,
          sharers: { column: 5 },
          category: 8,
          currency: 2,
          kinds: [],
        },
      },
    ])
    expect(recordLines(parsed)).toEqual([
      'expense 2026-10-03 Dinner EUR 3000 paid Ada 3000 shared Ada 1000 Ben 1000 Chi 1000',
      'expense 2026-10-04 =Taxi EUR 1000 paid Ben 1000 shared Ada 500 Ben 500',
    ])
  })

  test('Columns that nothing suggests are asked for, and nothing is imported before', () => {
    const parsed = readRecognized('x,y,z\nAda,9,2026-10-03\n')
    expect(parsed.questions).toEqual([expect.objectContaining({ kind: 'columns', assumed: null })])
    expect(parsed.records).toEqual([])
  })

  test('A row that is not shared equally is refused where nothing says how, and where two cells disagree', () => {
    const parsed = readRecognized(
      'Date,What,Amount,Paid by,Currency,Split,For,Details\n' +
        '2026-10-03,Dinner,30,Ana,EUR,exact,"Ana, Ben",\n' +
        '2026-10-04,Lunch,30,Ana,EUR,unequal,"Ana, Ben","Ana 10, Cy 20"\n' +
        '2026-10-05,Tea,30,Ben,EUR,equal,"Ana, Ben, Cy",\n',
    )
    expect(reasons(parsed.refused)).toEqual([
      '2: It is not shared equally, and the table does not say how',
      '3: Its cells say differently who shares it',
    ])
    expect(recordBalances(parsed)).toEqual(['EUR Ana -1000', 'EUR Ben 2000', 'EUR Cy -1000'])
  })

  test('The rows of another table below are refused, and its words are nobody', () => {
    const parsed = readRecognized(
      'Date,What,Amount,Paid by,Currency\n2026-10-03,Dinner,30,Ana,EUR\n2026-10-04,Tea,6,Ben,EUR\n\n' +
        'Date,From,To,Sum\n2026-10-05,Ben,Ana,12\n',
    )
    expect(parsed.people.map(({ name }) => name)).toEqual(['Ana', 'Ben'])
    expect(reasons(parsed.refused).length).toBe(2)
  })

  test('With the columns a person chose, everybody shares', () => {
    const columns = {
      date: 2,
      description: null,
      amount: 1,
      payer: 0,
      sharers: null,
      category: null,
      currency: null,
      kinds: [],
    }
    const parsed = readRecognized('x,y,z\nAda,9,2026-10-03\nBen,-4,2026-10-04\n', {
      columns,
      currency: 'GBP',
    })
    expect(recordLines(parsed)).toEqual([
      'expense 2026-10-03 No description GBP 900 paid Ada 900 shared Ada 450 Ben 450',
      'refund 2026-10-04 No description GBP 400 paid Ben 400 shared Ada 200 Ben 200',
    ])
  })

  test('Columns of shares make people of their headers, and a blank share is none', () => {
    const file = [
      'date,description,category,paid_by,total,Ada,Ben,Chi',
      '2026-10-03,Dinner,Food,Ada,30.00,10.00,20.00,',
      '2026-10-04,Taxi,Transport,Ben,10.00,1,2,3',
    ].join('\n')
    const columns = {
      date: 0,
      description: 1,
      amount: 4,
      payer: 3,
      sharers: { shareOf: [5, 6, 7] },
      category: 2,
      currency: null,
      kinds: [],
    }
    const parsed = readRecognized(file, { columns })
    expect(recordLines(parsed)).toEqual([
      'expense 2026-10-03 Dinner HKD 3000 paid Ada 3000 shared Ada 1000 Ben 2000',
    ])
    expect(reasons(parsed.refused)).toEqual(['3: What people shared adds up to HK$6.00, not to HK$10.00'])
  })

  test.each([
    'Date,Description,Category,Amount,Currency,Paid by\n2026-10-03,Bus,Bus,9,HKD,Ada\n',
    'Date,Description,Category,Cost,Currency,Paid by\n2026-10-03,Bus,Bus,9,HKD,Ada\n',
  ])('A table that begins like Splitwise’s and names people below is no file of Splitwise: %j', (file) => {
    expect(recordLines(readRecognized(file))).toEqual([
      'expense 2026-10-03 Bus HKD 900 paid Ada 900 shared Ada 900',
    ])
  })

  test('A title above the headers is no header', () => {
    const parsed = readRecognized('Our trip\n\nDate,Text,Amount,Paid by\n2026-10-03,Bus,9,Ada\n')
    expect(recordLines(parsed)).toEqual(['expense 2026-10-03 Bus HKD 900 paid Ada 900 shared Ada 900'])
  })

  test('A row below the headers that is wider is no header', () => {
    const parsed = readRecognized('Date,Text,Amount,Paid by\n2026-10-03,Bus,9,Ada,a,b,c\n')
    expect(recordLines(parsed)).toEqual(['expense 2026-10-03 Bus HKD 900 paid Ada 900 shared Ada 900'])
  })

  test('An amount with more digits than its currency is refused and never rounded', () => {
    const { refused } = readRecognized(
      'Date,Text,Amount,Paid by,Currency\n2026-10-03,Bus,9.005,Ada,HKD\n2026-10-03,Bus,9.5,Ada,JPY\n',
    )
    expect(reasons(refused)).toEqual([
      '2: The amount has more digits than HKD',
      '3: The amount has more digits than JPY',
    ])
  })

  test('Columns that are not there refuse the rows and nothing breaks', () => {
    const columns = {
      date: 90,
      description: 91,
      amount: 92,
      payer: 93,
      sharers: { column: 94 },
      category: -1,
      currency: null,
      kinds: [],
    }
    const parsed = readRecognized(downloaded, { columns })
    expect(reasons(parsed.refused)).toEqual(['2: The amount cannot be read', '3: The amount cannot be read'])
  })
})
