// Tricount: the columns of each person decide in its CSV, the type of an entry in its JSON.

import { describe, expect, test } from 'vitest'
import {
  readRecognized,
  reasons,
  recordBalances,
  recordLines,
  refusalOf,
  sampleBytes,
} from '#tests/imports/importedFiles.ts'

const sample = new TextDecoder().decode(sampleBytes('tricount-old.csv'))
const api = new TextDecoder().decode(sampleBytes('tricount-api.json'))

describe('the old CSV of Tricount', () => {
  test('Several payers are exact, entities are decoded, and a transfer is a payment', () => {
    expect(recordLines(readRecognized(sample))).toEqual([
      'expense 2018-10-16 Groceries EUR 6000 paid Ada 6000 shared Ada 2000 Ben 2000 Chi 2000',
      'expense 2018-10-16 Café & cake EUR 1000 paid Ben 1000 shared Ada 334 Ben 333 Chi 333',
      'expense 2018-10-17 Boat EUR 9000 paid Ada 6000 Ben 3000 shared Ada 3000 Ben 3000 Chi 3000',
      'expense 2018-10-18 Taxi EUR 620 paid Ben 620 shared Ada 310 Ben 310',
      'payment 2018-10-19 Transfer EUR 1500 Chi to Ada',
    ])
  })

  test('A row in another currency has its amount and rate', () => {
    const originals = readRecognized(sample).records.map(({ original }) => original)
    expect(originals).toEqual([null, null, null, { amount: 1000, currency: 'JPY', rate: 0.0062 }, null])
  })

  test('A French file is read', () => {
    const parsed = readRecognized(
      [
        'Titre,Montant,Devise,Taux de change,Montant dans la devise par défaut (EUR),Type de transaction,Catégorie,URL,Payé par,Payé par Zoé,Payé par Paul,Impacté à Zoé,Impacté à Paul,Date & heure',
        'Pain,"7,20",EUR,1,"7,20",Dépense,Courses,,Zoé,"7,20",0,"-3,60","-3,60",16/10/2018 17:46',
        'Rendu,3,EUR,1,3,Transfert d’argent,,,Paul,0,3,-3,0,17/10/2018 09:00',
        'tricount Été - Exporté le 01/02/2019',
      ].join('\n'),
    )
    expect(parsed.groupTitle).toBe('Été')
    expect(recordLines(parsed)).toEqual([
      'expense 2018-10-16 Pain EUR 720 paid Zoé 720 shared Zoé 360 Paul 360',
      'payment 2018-10-17 Rendu EUR 300 Paul to Zoé',
    ])
  })

  test('Two people of one name are two, each with both of their columns', () => {
    const parsed = readRecognized(sample.replaceAll('Chi', 'Ben'))
    expect(recordBalances(parsed)).toEqual(['EUR Ada 4856', 'EUR Ben -1023', 'EUR Ben -3833'])
  })

  test('A row whose paid and impacted amounts differ is refused', () => {
    const { refused } = readRecognized(sample.replace('60,0,0,-20,-20,-20', '60,0,0,-20,-20,-19'))
    expect(reasons(refused)).toEqual(['2: What people shared adds up to €59.00, not to €60.00'])
  })

  test('A file in a currency that is none is refused by its name', () => {
    expect(refusalOf(sample.replace('(EUR)', '(CHX)'))).toContain('“CHX” is not known')
  })
})

describe('a saved answer of Tricount', () => {
  test('Types decide what an entry is, amounts are final, and deleted entries are skipped', () => {
    const parsed = readRecognized(api)
    expect(recordLines(parsed)).toEqual([
      'expense 2018-10-16 Hotel EUR 8500 paid Ada 8500 shared Ada 3000 Ben 3000 Ben 2500',
      'refund 2018-10-18 Deposit back EUR 3000 paid Ben 3000 shared Ada 1000 Ben 1000 Ben 1000',
      'payment 2018-10-19 Paid back EUR 2000 Ben to Ada',
    ])
    expect(reasons(parsed.skipped)).toEqual(['4: Deleted in Tricount'])
  })

  test('The signs of amounts do not matter', () => {
    expect(recordBalances(readRecognized(api.replaceAll('"-', '"')))).toEqual(
      recordBalances(readRecognized(api)),
    )
  })

  test.each([
    ['whose parts miss its amount', ['"-25.00"', '"-24.00"'], 'do not add up'],
    ['with more digits than its currency', ['"-85.00"', '"-85.001"'], 'cannot be read'],
    [
      'without a date',
      ['"date": "2018-10-16 17:46:56.000000", "category": "TRAVEL"', '"category": "TRAVEL"'],
      'damaged',
    ],
  ])('An entry %s is refused', (_, [from, to], reason) => {
    const { refused } = readRecognized(api.replace(from!, to!).replace(from!, to!))
    expect(refused[0]!.reason).toContain(reason)
  })

  test('An entry in another currency has its amount and rate', () => {
    const foreign = api.replace(
      '"amount_local": { "currency": "EUR", "value": "-85.00" }, "exchange_rate": "1"',
      '"amount_local": { "currency": "GBP", "value": "-74.50" }, "exchange_rate": "1.14"',
    )
    expect(readRecognized(foreign).records[0]!.original).toEqual({
      amount: 7450,
      currency: 'GBP',
      rate: 1.14,
    })
  })
})
