// Cospend of old and new versions.

import { lines, type OtherFile } from '#tests/imports/variants/otherFile.ts'

const bills = 'what,amount,date,timestamp,payer_name,payer_weight,payer_active,owers'
export const cospend: readonly OtherFile[] = [
  {
    of: 'without a table of members, currencies and categories',
    file: lines(
      `${bills},repeat,categoryid,paymentmode`,
      'Dinner,400,2020-10-03,1601683200,Ada,1,1,"Ada,Ben",n,0,n',
      'Wifi,90,2020-10-04,1601769600,Ben,2,1,"Ada,Ben",n,0,n',
    ),
    options: { currency: 'EUR' },
    label: 'Cospend',
    balances: ['EUR Ada 23667', 'EUR Ben -23667'],
    questions: ['currency'],
  },
  {
    of: 'of the first versions: no timestamps, no repetition, members in bills of their own',
    file: lines(
      'what,amount,date,payer_name,payer_weight,payer_active,owers',
      'deleteMeIfYouWant,1,1970-01-01,Ada,1,1,Ada',
      'deleteMeIfYouWant,1,1970-01-01,Ben,1.5,1,Ben',
      'Dinner,100,2019-10-03,Ada,1,1,"Ada,Ben"',
    ),
    options: { currency: 'EUR' },
    label: 'Cospend',
    balances: ['EUR Ada 6000', 'EUR Ben -6000'],
    questions: ['currency'],
  },
  {
    of: 'with amounts as its database computes them',
    file: lines(
      'name,weight,active,color',
      '"Ada",1,1,"#5b5fc7"',
      '"Ben",1,1,"#5b5fc7"',
      '',
      'currencyname,exchange_rate',
      '"EUR",1',
      '',
      `${bills},repeat,categoryid,deleted`,
      '"A third",33.333333333333336,2026-10-03,1791026700,"Ada",1,1,"Ada,Ben",n,0,0',
    ),
    label: 'Cospend',
    balances: ['EUR Ada 1666', 'EUR Ben -1666'],
  },
]
