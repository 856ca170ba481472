// Spliit’s JSON of old and new versions.

import type { OtherFile } from '#tests/imports/variants/otherFile.ts'

export const spliitGroup = (more: object, expense: object) =>
  JSON.stringify({
    id: 'g',
    name: 'Lamma',
    currency: '€',
    ...more,
    expenses: [
      {
        expenseDate: '2024-03-01T00:00:00.000Z',
        title: 'Dinner',
        amount: 10_000,
        paidById: 'a',
        paidFor: ['a', 'b', 'c'].map((participantId, at) => ({ participantId, shares: [100, 100, 200][at] })),
        isReimbursement: false,
        splitMode: 'EVENLY',
        ...expense,
      },
    ],
    participants: [
      { id: 'a', name: 'Ada' },
      { id: 'b', name: 'Ben' },
      { id: 'c', name: 'Chi' },
    ],
  })

export const spliit: readonly OtherFile[] = [
  {
    of: 'JSON of 2024, with the sign of a currency only',
    file: spliitGroup({}, { category: { grouping: 'Food and Drink', name: 'Dining Out' } }),
    options: { currency: 'EUR' },
    label: 'Spliit',
    balances: ['EUR Ada 6666', 'EUR Ben -3333', 'EUR Chi -3333'],
    questions: ['currency'],
  },
  {
    of: 'JSON by shares',
    file: spliitGroup({ currencyCode: 'EUR' }, { splitMode: 'BY_SHARES' }),
    label: 'Spliit',
    balances: ['EUR Ada 7500', 'EUR Ben -2500', 'EUR Chi -5000'],
  },
  {
    of: 'JSON of the first versions by shares, which are whole numbers there',
    file: spliitGroup(
      { currencyCode: 'EUR' },
      {
        splitMode: 'BY_SHARES',
        paidFor: ['a', 'b'].map((participantId, at) => ({ participantId, shares: at + 1 })),
      },
    ),
    label: 'Spliit',
    balances: ['EUR Ada 6667', 'EUR Ben -6667'],
  },
  {
    of: 'JSON by percentage',
    file: spliitGroup(
      { currencyCode: 'EUR' },
      {
        splitMode: 'BY_PERCENTAGE',
        paidFor: ['b', 'c'].map((participantId, at) => ({ participantId, shares: [3333, 6667][at] })),
      },
    ),
    label: 'Spliit',
    balances: ['EUR Ada 10000', 'EUR Ben -3333', 'EUR Chi -6667'],
  },
  {
    of: 'JSON by amount, in yen',
    file: spliitGroup(
      { currencyCode: 'JPY', currency: '¥' },
      {
        splitMode: 'BY_AMOUNT',
        paidFor: ['a', 'b'].map((participantId, at) => ({ participantId, shares: [4001, 5999][at] })),
      },
    ),
    label: 'Spliit',
    balances: ['JPY Ada 5999', 'JPY Ben -5999'],
  },
  {
    of: 'JSON whose amounts and original amounts are texts, as databases write large integers',
    file: spliitGroup(
      { currencyCode: 'EUR' },
      { amount: '10000', originalAmount: '10800', originalCurrency: 'USD', conversionRate: '0.9259' },
    ),
    label: 'Spliit',
    balances: ['EUR Ada 6666', 'EUR Ben -3333', 'EUR Chi -3333'],
  },
  {
    of: 'JSON with a byte order mark and fields that nobody knew',
    file: `\ufeff${spliitGroup({ currencyCode: 'EUR', simplifyDebts: true }, { documents: [{ url: 'x' }], tags: ['a'] })}`,
    label: 'Spliit',
    balances: ['EUR Ada 6666', 'EUR Ben -3333', 'EUR Chi -3333'],
  },
  {
    of: 'JSON with a way of splitting that nobody knew',
    file: spliitGroup({ currencyCode: 'EUR' }, { splitMode: 'BY_MOON' }),
    label: 'Spliit',
    balances: [],
    refused: ['1: This expense is damaged'],
  },
]
