// The records of a trip's money that its files contain, by date.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { currencyOf } from '#core/money/currency.ts'
import type { PaymentRecord, Original, ContributionRecord, Party, ExpenseRecord } from '#core/money/events.ts'
import { POOL } from '#core/money/balances/ledger.ts'
import { POOL_NAME, type RosterEntry, rosterOf } from '#core/money/roster.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { recordedDay } from '#web/platform/time/format.ts'

export interface ExportedMoney {
  currency: CurrencyCode
  /** Everybody who is or was on the trip; former people only where a record names them. */
  people: RosterEntry[]
  expenses: ExpenseRecord[]
  contributions: ContributionRecord[]
  payments: PaymentRecord[]
}

/** Amounts in minor units. */
export function moneyRecordsOf(documents: ExistingTrip): ExportedMoney {
  const { trip, balances } = documents
  const named = balances.ledger.people
  return {
    currency: currencyOf(trip, balances),
    people: rosterOf(trip).filter(({ id, isPresent }) => isPresent || Object.hasOwn(named, id)),
    expenses: flattenChunks(documents.expenses).sort((a, b) => (a.expenseDate < b.expenseDate ? -1 : 1)),
    contributions: flattenChunks(documents.contributions),
    payments: flattenChunks(documents.payments),
  }
}

/** A payment or a contribution, as other apps know it. */
export interface ExportedTransfer {
  id: string
  createdAt: string
  /** YYYY-MM-DD, where it was recorded. */
  date: string
  /** Ids of people, or `POOL`. */
  from: string
  to: string
  /** Minor units. */
  amount: number
  /** Of a payment in another currency. */
  original: Original | null
  /** 'Ann paid Shared Pool' */
  description: string
  note: string | null
}

/** The contributions, then the payments. */
export function transfersIn({ people, contributions, payments }: ExportedMoney): ExportedTransfer[] {
  const nameOf = new Map([...people.map(({ id, name }) => [id, name] as const), [POOL, POOL_NAME]])
  const name = (id: string) => nameOf.get(id) ?? 'Someone'
  const transfer = ({ from, to, ...rest }: Omit<ExportedTransfer, 'description'>) => ({
    ...{ from, to, ...rest },
    description: `${name(from)} paid ${name(to)}`,
  })
  return [
    ...contributions.map(({ contributor, ...record }) =>
      transfer({ ...commonOf(record), from: contributor.id, to: POOL, note: null, original: null }),
    ),
    ...payments.map(({ from, to, note, original = null, ...record }) =>
      transfer({ ...commonOf(record), from: accountOf(from), to: accountOf(to), note, original }),
    ),
  ]
}

const commonOf = (record: Pick<ContributionRecord, 'id' | 'createdAt' | 'date' | 'amount'>) => {
  const { id, createdAt, amount } = record
  return { id, createdAt, date: recordedDay(record), amount }
}

const accountOf = (party: Party): string => (party.type === 'pool' ? POOL : party.id)
