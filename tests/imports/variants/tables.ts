// Tables that people keep themselves.

import { lines, type OtherFile } from '#tests/imports/variants/otherFile.ts'

export const tables: readonly OtherFile[] = [
  {
    of: 'with the signs of currencies in its amounts',
    file: lines(
      'Date,What,Amount,Paid by',
      '2026-10-03,Dinner,"€1,200.50",Ada',
      '2026-10-04,Taxi,£10,Ben',
      '2026-10-05,Ferry,HK$ 33.00,Ben',
    ),
    label: 'a table',
    balances: [
      'EUR Ada 60025',
      'EUR Ben -60025',
      'GBP Ada -500',
      'GBP Ben 500',
      'HKD Ada -1650',
      'HKD Ben 1650',
    ],
    questions: ['columns'],
  },
  {
    of: 'with the sign of a dollar, which can be several currencies',
    file: lines('Date,What,Amount,Paid by', '2026-10-03,Dinner,"$1,200.50",Ada', '2026-10-04,Bus,$10,Ben'),
    options: { currency: 'USD' },
    label: 'a table',
    balances: ['USD Ada 59525', 'USD Ben -59525'],
    questions: ['columns', 'currency'],
  },
  {
    of: 'with the code of a currency behind its amounts, and a point between thousands',
    file: lines(
      'Datum;Titel;Betrag;Bezahlt von',
      '3.10.2026;Hotel;1.200,50 EUR;Ada',
      '4.10.2026;Taxi;10 €;Ben',
    ),
    label: 'a table',
    balances: ['EUR Ada 59525', 'EUR Ben -59525'],
    questions: ['columns'],
  },
  {
    of: 'with the names of months in its dates',
    file: lines(
      'Date,What,Amount,Paid by,Currency',
      '3 Oct 2026,Dinner,30,Ada,EUR',
      '"October 4, 2026",Taxi,10,Ben,EUR',
      '5-Oct-26,Bus,10,Ben,EUR',
    ),
    label: 'a table',
    balances: ['EUR Ada 500', 'EUR Ben -500'],
    questions: ['columns'],
  },
  {
    of: 'with a column of shares for each person, which their names show',
    file: lines(
      'Date,What,Total,Paid by,Currency,Ada,Ben,Chi',
      '2026-10-03,Dinner,30,Ada,EUR,10,12,8',
      '2026-10-04,Taxi,10,Ben,EUR,5,5,',
    ),
    label: 'a table',
    balances: ['EUR Ada 1500', 'EUR Ben -700', 'EUR Chi -800'],
    questions: ['columns'],
  },
  {
    of: 'with a mark under each person who shares',
    file: lines(
      'Date,What,Total,Paid by,Currency,Ada,Ben,Chi',
      '2026-10-03,Dinner,30,Ada,EUR,x,X,✓',
      '2026-10-04,Taxi,10,Ben,EUR,TRUE,TRUE,FALSE',
    ),
    label: 'a table',
    balances: ['EUR Ada 1500', 'EUR Ben -500', 'EUR Chi -1000'],
    questions: ['columns'],
  },
  {
    of: 'with a row of totals at its end',
    file: lines('Date,What,Amount,Paid by,Currency', '2026-10-03,Dinner,30,Ada,EUR', 'Total,,30,,EUR'),
    label: 'a table',
    balances: [],
    refused: ['3: It does not say who paid'],
    questions: ['columns'],
  },
]
