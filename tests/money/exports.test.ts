// The files of a trip's money: the one for other apps reads back to the same balances.

import fc from 'fast-check'
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { balancesOfRecords } from '#core/imports/balances.ts'
import { largestAmount } from '#core/money/amounts.ts'
import { netBalance } from '#core/money/balances/figures.ts'
import { figuresOf } from '#core/money/balances/ledger.ts'
import { expensesCsv } from '#web/money/exports/expensesCsv.ts'
import type { NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import type { ContributionRecord, MoneyEvent } from '#core/money/events.ts'
import type { TripEvent, TripUser } from '#core/trips/events.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import { resolvedDocuments } from '#projections/replica/resolvedDocuments.ts'
import { emptyTripDocuments, foldTripDocuments } from '#projections/replica/tripDocuments.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { toContributionResponse } from '#core/money/toResponse.ts'
import { recordedPayments } from '#web/money/settlement/payments/paymentList.ts'
import { type ExportedMoney, moneyRecordsOf } from '#web/money/exports/moneyRecords.ts'
import { spliitJson } from '#web/money/exports/spliitJson.ts'
import { splitwiseCsv } from '#web/money/exports/splitwiseCsv.ts'
import { calendarDateOf } from '#web/platform/time/format.ts'
import { settlementCsv } from '#web/money/settlement/settlementCsv.ts'
import { details } from '#tests/history/events.ts'
import { type Given, recorded } from '#tests/support/given.ts'
import { trip } from '#tests/money/deciderFixture.ts'
import { readRecognized } from '#tests/imports/importedFiles.ts'
import { type RandomTrip, randomTrip, runs } from '#tests/money/randomTrip.ts'
import {
  added,
  contributed,
  contribution,
  expense,
  ledgerOf,
  paid,
  payment,
  unequal,
  user,
} from '#tests/money/records.ts'
import { referenceFiguresOf } from '#tests/money/referenceFigures.ts'

const ofRecord = { recordedBy: 'p00', createdAt: '2026-05-03T10:00:00.000Z' }

const named = (id: string) => ({ ...user(id), name: id, isPresent: true })

function recordsOf(trip: RandomTrip): ExportedMoney {
  const { expenses, contributions, payments } = referenceFiguresOf(trip)
  return {
    currency: trip.currency,
    people: trip.people.map((person) => ({ ...person, name: person.id })),
    expenses: expenses.map((each) => ({ ...each, ...ofRecord, updatedAt: ofRecord.createdAt, revision: 0 })),
    contributions: contributions.map((each) => ({ ...each, ...ofRecord })),
    payments: payments.map((each) => ({ ...each, ...ofRecord, revision: 0 })),
  }
}

describe('the file for Splitwise and Tricount', () => {
  test('The file for Splitwise and Tricount reads back to the balances of the trip, the pool included, to the cent', () => {
    // Nobody can record more than the reader takes.
    const trips = randomTrip({ most: 6, payments: true }).filter(
      (trip) =>
        trip.currency !== 'JPY' &&
        referenceFiguresOf(trip).payments.every(({ amount }) => amount <= 99_999_999),
    )
    fc.assert(
      fc.property(trips, (trip) => {
        const parsed = readRecognized(splitwiseCsv(recordsOf(trip), '2026-05-09'))
        expect([parsed.source, parsed.refused]).toEqual(['splitwise', []])
        const read = balancesOfRecords(parsed.records).get(trip.currency)
        const ledger = ledgerOf(trip.events)
        const ours = new Map(trip.people.map(({ id }) => [id, netBalance(figuresOf(ledger, id))]))
        for (const { key, name } of parsed.people)
          expect(read?.get(key) ?? 0).toBe(ours.get(name) ?? 0 - ledger.poolBalance)
      }),
      runs,
    )
  })

  test('The file for Splitwise has no byte order mark, ends lines with LF, and has the three empty lines that Tricount wants', () => {
    const records: ExportedMoney = {
      currency: 'HKD',
      people: [named('ann'), named('ben, junior')],
      expenses: [
        {
          ...expense('e', user('ann'), 10_000, [user('ann'), user('ben, junior')]),
          ...{ ...ofRecord, description: 'Fish "grilled"', updatedAt: ofRecord.createdAt, revision: 0 },
        },
      ],
      contributions: [{ ...contribution('c', user('ann'), 500), ...ofRecord }],
      payments: [{ ...payment('p', user('ben, junior'), user('ann'), 2500), ...ofRecord, revision: 0 }],
    }
    expect(splitwiseCsv(records, '2026-05-09').split('\n')).toEqual([
      'Date,Description,Category,Cost,Currency,ann,"ben, junior",Shared Pool',
      '',
      '2026-05-02,"Fish ""grilled""",Food,100.00,HKD,50.00,-50.00,0.00',
      '2026-05-03,ann paid Shared Pool,Payment,5.00,HKD,5.00,0.00,-5.00',
      '2026-05-03,"ben, junior paid ann",Payment,25.00,HKD,-25.00,25.00,0.00',
      '',
      '2026-05-09,Total balance, , ,HKD,30.00,-25.00,-5.00',
      '',
      '',
    ])
  })
})

describe('the file for Spliit', () => {
  test('The file for Spliit reads back to the balances of the trip, the pool included, to the cent', () => {
    // Nobody can record more than the reader takes.
    const trips = randomTrip({ most: 6, payments: true }).filter((trip) => {
      const { expenses, contributions, payments } = referenceFiguresOf(trip)
      const most = largestAmount(trip.currency)
      return [...expenses, ...contributions, ...payments].every(({ amount }) => amount <= most)
    })
    fc.assert(
      fc.property(trips, (trip) => {
        const parsed = readRecognized(spliitJson(recordsOf(trip), 'Lamma'))
        expect([parsed.source, parsed.refused, parsed.questions]).toEqual(['spliit', [], []])
        const read = balancesOfRecords(parsed.records).get(trip.currency)
        const ledger = ledgerOf(trip.events)
        const ours = new Map(trip.people.map(({ id }) => [id, netBalance(figuresOf(ledger, id))]))
        for (const { key, name } of parsed.people)
          expect(read?.get(key) ?? 0).toBe(ours.get(name) ?? 0 - ledger.poolBalance)
      }),
      runs,
    )
  })

  test('The file for Spliit leaves out somebody who paid less than a cent of the trip’s currency, so that it can be read', () => {
    const [ann, ben] = [user('ann'), user('ben')]
    const tea = {
      ...expense('tea', ann, 5, [ann, ben]),
      original: { amount: 1000, currency: 'JPY' as const, exchangeRate: 0.00005 },
      payers: [
        { ...ann, amount: 5, originalAmount: 999 },
        { ...ben, amount: 0, originalAmount: 1 },
      ],
      ...{ ...ofRecord, updatedAt: ofRecord.createdAt, revision: 0 },
    }
    const people = [named('ann'), named('ben')]
    const none = { contributions: [], payments: [] }
    const file = spliitJson({ currency: 'HKD', people, expenses: [tea], ...none }, 'Lamma')
    const { records, refused } = readRecognized(file)
    expect([records.length, refused]).toEqual([1, []])
  })

  test('In the file for Spliit an expense that two people paid is an expense of each, a deposit a reimbursement of the pool, and a refund negative', () => {
    const [ann, ben] = [user('ann'), user('ben')]
    const foreign = { amount: 20_000, currency: 'JPY' as const, exchangeRate: 0.05 }
    const dinner = {
      ...unequal(
        { ...expense('dinner', ann, 100_000, [ann, ben]), original: foreign },
        [200, 100],
        [
          { ...ann, amount: 75_000, originalAmount: 15_000 },
          { ...ben, amount: 25_000, originalAmount: 5000 },
        ],
      ),
    }
    const back = { ...expense('back', ben, 3000, [ann, ben]), kind: 'refund' as const }
    const file = spliitJson(
      {
        currency: 'HKD',
        people: [named('ann'), named('ben')],
        expenses: [dinner, back].map((each) => ({
          ...each,
          ...ofRecord,
          updatedAt: ofRecord.createdAt,
          revision: 0,
        })),
        contributions: [{ ...contribution('c', ann, 500), ...ofRecord }],
        payments: [
          {
            ...payment('p', ben, ann, 10_000),
            original: { ...foreign, amount: 2000 },
            ...ofRecord,
            revision: 0,
          },
        ],
      },
      'Lamma',
    )
    const { name, currencyCode, participants, expenses } = JSON.parse(file)
    expect([name, currencyCode, participants.at(-1)]).toEqual([
      'Lamma',
      'HKD',
      { id: 'pool', name: 'Shared Pool' },
    ])
    expect(
      expenses.map((each: Record<string, unknown>) => [
        each['id'],
        each['amount'],
        each['originalAmount'],
        each['paidById'],
        each['splitMode'],
        (each['paidFor'] as { shares: number }[]).map(({ shares }) => shares),
        each['isReimbursement'],
      ]),
    ).toEqual([
      ['dinner-1', 75_000, 15_000, 'ann', 'BY_AMOUNT', [50_000, 25_000], false],
      ['dinner-2', 25_000, 5000, 'ben', 'BY_AMOUNT', [16_667, 8333], false],
      ['back', -3000, null, 'ben', 'EVENLY', [100, 100], false],
      ['c', 500, null, 'ann', 'EVENLY', [100], true],
      ['p', 10_000, 2000, 'ben', 'EVENLY', [100], true],
    ])
    const [dinnerOfAnn, dinnerOfBen] = readRecognized(file).records
    expect([dinnerOfAnn!.original, dinnerOfBen!.original]).toEqual([
      { amount: 15_000, currency: 'JPY', rate: 0.05 },
      { amount: 5000, currency: 'JPY', rate: 0.05 },
    ])
  })

  test('The categories in the file for Spliit are read as those of the trip, as far as Spliit has them', () => {
    for (const category of [
      'food',
      'accommodation',
      'transportation',
      'entertainment',
      'shopping',
      'other',
    ]) {
      const file = spliitJson(
        {
          ...{ currency: 'HKD', people: [named('ann')], contributions: [], payments: [] },
          expenses: [
            {
              ...expense('e', user('ann'), 100, [user('ann')]),
              ...{ ...ofRecord, category, description: 'Xyz', updatedAt: ofRecord.createdAt, revision: 0 },
            },
          ],
        },
        'Lamma',
      )
      expect(readRecognized(file).records).toMatchObject([{ category }])
    }
  })
})

describe('the file for a spreadsheet', () => {
  test('The file for a spreadsheet reads back to what everybody paid and shares, the pool included, to the cent', () => {
    fc.assert(
      fc.property(randomTrip({ most: 6, payments: true }), (trip) => {
        const records = recordsOf(trip)
        fc.pre(records.expenses.length > 0)
        const parsed = readRecognized(expensesCsv(records))
        expect([parsed.source, parsed.refused, parsed.records.length]).toEqual([
          'generic',
          [],
          records.expenses.length,
        ])
        const read = balancesOfRecords(parsed.records).get(trip.currency)
        const isOf = (payer: { id: string }, name: string) => payer.id === name
        for (const { key, name } of parsed.people) {
          const moved = records.expenses.map(({ kind, amount, payers, sharedBy }) => {
            const paid = payers === 'pool' ? [{ id: 'Shared Pool', amount }] : payers
            const own = paid.filter((payer) => isOf(payer, name)).map((payer) => payer.amount)
            const shares = sharedBy.filter((sharer) => isOf(sharer, name)).map(({ share }) => -share)
            return (kind === 'refund' ? -1 : 1) * [...own, ...shares].reduce((sum, part) => sum + part, 0)
          })
          expect([name, read?.get(key) ?? 0]).toEqual([name, moved.reduce((sum, part) => sum + part, 0) + 0])
        }
      }),
      runs,
    )
  })

  test('A line of the file for a spreadsheet has what everybody paid and shares, a refund below zero, and no text that starts a formula', () => {
    const shared = expense('e', user('ann'), 300, [user('ann'), user('ben')])
    const refund = unequal({ ...shared, description: '=1+1' }, [100, 200], shared.payers, 'refund')
    const records: ExportedMoney = {
      currency: 'HKD',
      people: [named('ann'), named('ben')],
      expenses: [{ ...refund, ...ofRecord, updatedAt: ofRecord.createdAt, revision: 0 }],
      contributions: [],
      payments: [],
    }
    const [header, line] = expensesCsv(records).split('\r\n')
    expect(header).toBe(
      '\uFEFFDate,Description,Category,Currency,Amount,Rate,Amount in HKD,Kind,Split,ann paid,ann share,ben paid,ben share,Shared Pool paid,Notes',
    )
    expect(line).toBe("2026-05-02,'=1+1,Food,HKD,-3.00,,-3.00,Refund,Shares,-3.00,-1.00,0.00,-2.00,0.00,")
  })
})

describe('the day of a payment and of a deposit', () => {
  // In Hong Kong it is the morning of 3 May.
  const early = { recordedBy: 'ann', createdAt: '2026-05-02T18:30:00.000Z' }
  const recordsWith = (date: object): ExportedMoney => ({
    currency: 'HKD',
    people: [named('ann'), named('ben')],
    expenses: [],
    contributions: [{ ...contribution('c', user('ann'), 500), ...early, ...date }],
    payments: [{ ...payment('p', user('ben'), user('ann'), 2500), ...early, ...date, revision: 0 }],
  })
  const emptySettlement: NamedSettlement = {
    ...{ participants: [], payments: [], totalExpenses: 0, poolBalance: 0 },
    ...{ poolBalanceHandling: 'distributed', isSettled: true, isFewest: true },
    summary: { totalOwed: 0, totalOwes: 0, transactionCount: 0 },
  }
  const daysIn = (records: ExportedMoney) => {
    const [made] = recordedPayments({ trip, payments: [records.payments] }, 'ann')
    const settled = settlementCsv(emptySettlement, [made!], 'HKD')
    const spliit = JSON.parse(spliitJson(records, 'Lamma')) as { expenses: { expenseDate: string }[] }
    return [
      ...splitwiseCsv(records, '2026-05-09').split('\n').slice(2, 4),
      ...spliit.expenses.map(({ expenseDate }) => expenseDate.slice(0, 10)),
      settled.split('\r\n').find((line) => line.startsWith('Payment made')) ?? settled,
    ].map((text) => /\d{4}-\d\d-\d\d/.exec(text)?.[0])
  }

  test('Every export has the day where it was recorded, not the one in UTC', () => {
    expect(new Set(daysIn(recordsWith({ date: '2026-05-03' })))).toEqual(new Set(['2026-05-03']))
  })

  test('Of an older one without that, it is the day in the time zone of the device', () => {
    const local = calendarDateOf(new Date(early.createdAt))
    expect(new Set(daysIn(recordsWith({})))).toEqual(new Set([local]))
    const script = `import { recordedDay } from '#web/platform/time/format.ts'
      console.log(recordedDay(${JSON.stringify(early)}))`
    const inHongKong = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      env: { ...process.env, TZ: 'Asia/Hong_Kong' },
    })
    expect(inHongKong.trim()).toBe('2026-05-03')
  })

  test('The pool has the same day, and that in UTC for an older deposit', () => {
    const dayOf = (record: ContributionRecord) => toContributionResponse(record, trip, 'ann').date
    expect(dayOf(recordsWith({ date: '2026-05-03' }).contributions[0]!)).toBe('2026-05-03')
    expect(dayOf(recordsWith({}).contributions[0]!)).toBe('2026-05-02')
  })
})

describe('a trip with a claimed guest', () => {
  const TRIP = 't'
  const people = ['ann', 'ben'].map((id) => ({ id, username: id }))
  const mia = { id: 'mia', name: 'Mia Chen', role: 'member' as const }
  const guest = { type: 'guest', id: 'mia' } as const
  const [ann, ben] = people as [TripUser, TripUser]
  const log: [string, (TripEvent | MoneyEvent)[]][] = [
    [
      `trip-${TRIP}`,
      [
        { type: 'TripPlanned', data: { tripId: TRIP, details, organizer: ann } },
        { type: 'ParticipantInvited', data: { invitationId: 'i', user: ben, invitedBy: ann } },
        { type: 'GuestAdded', data: { guest: mia, addedBy: ann } },
      ],
    ],
    [
      `money-${TRIP}`,
      [
        added(expense('e', guest, 9001, [user('ann'), user('ben'), guest])),
        contributed(contribution('c', guest, 500)),
        paid(payment('p', guest, user('ben'), 700)),
        paid(payment('q', user('ann'), guest, 100)),
      ],
    ],
    [`trip-${TRIP}`, [{ type: 'GuestClaimed', data: { claimId: 'c', guest: mia, user: ben } }]],
  ]
  let documents = emptyTripDocuments(TRIP)
  for (const [stream, events] of log)
    for (const [revision, event] of events.entries()) {
      const given: object = recorded({ by: 'ann', event } as Given<never>, revision)
      documents = foldTripDocuments(documents, { ...given, stream } as never, TRIP)
    }
  const records = moneyRecordsOf(resolvedDocuments(documents as ExistingTrip))

  test.each([
    ['Splitwise', () => splitwiseCsv(records, '2026-05-09')],
    ['Spliit', () => spliitJson(records, 'Trip')],
    ['a spreadsheet', () => expensesCsv(records)],
  ])('The file for %s names the user alone, with the money of both', (name, write) => {
    const text = write()
    expect(text).not.toContain('Mia')
    const parsed = readRecognized(text)
    expect(parsed.refused).toEqual([])
    expect(parsed.people.map((person) => person.name).sort()).toEqual(['Shared Pool', 'ann', 'ben'])
    const balances = balancesOfRecords(parsed.records).get('HKD')!
    const key = parsed.people.find((person) => person.name === 'ann')!.key
    const share = flattenChunks(documents.expenses)[0]!.sharedBy.find(({ id }) => id === 'ann')!.share
    // Only the spreadsheet leaves out what ann paid to the guest.
    expect(balances.get(key)).toBe(name === 'a spreadsheet' ? -share : 100 - share)
  })
})
