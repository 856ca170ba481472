// What answers each call of the demo: every command of a trip's money by its operation, every reading by its view. The
// lists are the server's own; a call that is not here is none that the demo's screens make.

import type { Call, Params } from '#core/kernel/call.ts'
import type { Refusal } from '#core/kernel/decider.ts'
import type { RefusalTable } from '#core/kernel/refusals.ts'
import { tell } from '#core/kernel/refusals.ts'
import { categories } from '#core/money/categories.ts'
import * as money from '#core/money/contract.ts'
import { moneyOperations } from '#core/money/operations.ts'
import { POOL_MODES } from '#core/money/plan.ts'
import type { AnyOperation, Person } from '#core/store/operate.ts'
import { mayOnTrip } from '#core/trips/access.ts'
import * as trips from '#core/trips/contract.ts'
import { tripKind } from '#core/trips/decider.ts'
import { presentTrip } from '#core/trips/present.ts'
import type { Trip } from '#core/trips/trip.ts'
import {
  balancesOn,
  expensesOn,
  paymentsOn,
  poolOn,
  settlementOn,
  summaryOn,
} from '#projections/money/moneyReads.ts'
import { everybodyOn } from '#projections/trips/everybodyOn.ts'
import type { DemoProduct } from '#web/demo/product.ts'

/** A request, read. */
export interface Asked {
  params: Params
  query: URLSearchParams
  body: unknown
  key: string
  ifMatch: number | undefined
}

/** The response to be made of it. */
export interface Told {
  status: number
  /** undefined for none. */
  body: unknown
}

export interface Answer {
  call: Call<unknown, unknown>
  answer(asked: Asked): Promise<Told>
}

/** @param me who asks, whoever it is that the request says */
export function demoAnswers({ run, reader, docs, world }: DemoProduct, me: Person): Answer[] {
  const command = (of: AnyOperation): Answer => ({
    call: of.call,
    async answer({ params, body, key, ifMatch }) {
      const outcome = await run(of, { params, body, by: me, key, requestId: key, ifMatch })
      if (outcome.refusal) return refused(outcome.refusal, of.refusals)
      return { status: of.call.status, body: outcome.answer }
    },
  })

  /** @param read what is told of the trip to one of its participants */
  const reading = (
    call: Call<unknown, unknown>,
    read: (trip: Trip, asked: Asked) => Promise<object>,
  ): Answer => ({
    call,
    async answer(asked) {
      const state = await reader.state(tripKind, asked.params['tripId'] ?? '')
      const refusal = mayOnTrip(state, me.id)
      // The reader goes on folding into its state.
      return refusal
        ? refused(refusal, trips.tripRefusals)
        : { status: call.status, body: await read({ ...state.trip! }, asked) }
    },
  })

  return [
    ...moneyOperations.map(command),
    { call: money.listCategories, answer: async () => ({ status: 200, body: { categories } }) },
    reading(money.listExpenses, async (trip) => ({ expenses: await expensesOn(docs, trip) })),
    reading(money.getExpenseSummary, async (trip) => ({ summary: await summaryOn(docs, trip, me.id) })),
    reading(money.getBalances, async (trip) => ({ balances: await balancesOn(docs, trip) })),
    reading(money.getPool, (trip) => poolOn(docs, trip, me.id)),
    reading(money.getSettlement, async (trip, { query }) => {
      const mode = POOL_MODES.find((one) => one === query.get('poolBalanceHandling')) ?? 'distributed'
      return { settlement: await settlementOn(docs, trip, mode) }
    }),
    reading(money.listPayments, async (trip) => ({ payments: await paymentsOn(docs, trip) })),
    reading(trips.getTrip, async (trip) => ({
      trip: presentTrip(trip, me.id, await world.currencyInUse(trip.id)),
    })),
    reading(trips.allParticipants, async (trip) => {
      const accounts = await world.users(trip.participants.map(({ id }) => id))
      return { participants: await everybodyOn(docs, trip, accounts) }
    }),
  ]
}

function refused(refusal: Refusal, table: RefusalTable): Told {
  const { status, code, message, fields, revision } = tell(refusal, table)
  const error = { code, message, requestId: 'demo', ...(fields && { fields }), ...(revision && { revision }) }
  return { status, body: { message, error } }
}
