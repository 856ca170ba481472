// I hate money from version 4 on.

import { lines, type OtherFile } from '#tests/imports/variants/otherFile.ts'

export const ihatemoney: readonly OtherFile[] = [
  {
    of: 'CSV of version 4 and 5, without currencies',
    file: lines(
      'date,what,amount,payer_name,payer_weight,owers',
      '2019-10-03,Dinner,400.0,Ada,1.0,"Ada, Ben"',
      '2019-10-04,Wifi,90.0,Ben,1.0,Ada',
    ),
    options: { currency: 'EUR' },
    label: 'I hate money',
    balances: ['EUR Ada 11000', 'EUR Ben -11000'],
    questions: ['currency'],
  },
  {
    of: 'CSV of version 6, with currencies',
    file: lines(
      'what,amount,currency,date,payer_name,payer_weight,owers',
      'Dinner,30.0,EUR,2021-10-03,Ada,1.0,"Ada, Ben"',
      'Taxi,20.0,USD,2021-10-03,Ben,1.0,"Ada, Ben"',
    ),
    label: 'I hate money',
    balances: ['EUR Ada 1500', 'EUR Ben -1500', 'USD Ada -1000', 'USD Ben 1000'],
  },
  {
    of: 'JSON of version 5',
    file: JSON.stringify([
      {
        what: 'Dinner',
        amount: 400,
        date: '2019-10-03',
        payer_name: 'Ada',
        payer_weight: 1,
        owers: ['Ada', 'Ben'],
      },
    ]),
    options: { currency: 'EUR' },
    label: 'I hate money',
    balances: ['EUR Ada 20000', 'EUR Ben -20000'],
    questions: ['currency'],
  },
]
