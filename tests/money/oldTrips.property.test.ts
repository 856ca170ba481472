// Trips whose events were written before expenses had splits and several payers: every figure is what it was then, by the
// rules of then, which are written here a second time.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Expense, type MoneyEvent, type PersonRef } from '#core/money/events.ts'
import { recordUpcasts } from '#core/recordKinds.ts'
import { figuresOf } from '#core/money/balances/ledger.ts'
import { createCodec } from '#core/store/codec.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'
import { sampleFiles, sampleIn } from '#tests/history/samples.ts'
import { ledgerOf } from '#tests/money/records.ts'

/** An expense of version 1 or 2: what its figures depend on. The rest is that of a sample. */
interface OldExpense {
  id: string
  amount: number
  original: null
  payer: PersonRef | { type: 'pool' }
  sharedBy: PersonRef[]
}
interface OldEvent {
  type: 'ExpenseAdded' | 'ExpenseEdited' | 'ExpenseRemoved'
  v: 1 | 2
  data: { expense: OldExpense; was?: OldExpense }
}

const textsOf = (v: 1 | 2) => (sampleIn(`ExpenseAdded.v${v}.json`).data as OldEvent['data']).expense
const textsThen = { 1: textsOf(1), 2: textsOf(2) }
const codec = createCodec(recordUpcasts)
const people: PersonRef[] = ['ada', 'ben', 'chi', 'dee', 'eva', 'fay'].map((id, at) => ({
  type: at % 2 === 0 ? 'user' : 'guest',
  id,
}))

/** In minor units: what each paid, and their share, as version 2 divided: whole units first, then one each by hash. */
function figuresThen(events: readonly OldEvent[]): Map<string, { paid: number; share: number }> {
  const standing = new Map<string, OldExpense>()
  for (const { type, data } of events)
    if (type === 'ExpenseRemoved') standing.delete(data.expense.id)
    else standing.set(data.expense.id, data.expense)
  const figures = new Map(people.map(({ id }) => [id, { paid: 0, share: 0 }]))
  for (const { payer, amount, ...expense } of standing.values()) {
    if (payer.type !== 'pool') figures.get(payer.id)!.paid += amount
    for (const [id, share] of sharesThen({ amount, ...expense })) figures.get(id)!.share += share
  }
  return figures
}

function sharesThen({ id, amount, sharedBy }: Pick<OldExpense, 'id' | 'amount' | 'sharedBy'>) {
  const inOrder = sharedBy
    .map((person) => ({ id: person.id, hash: hashOf(`${id}:${person.id}`) }))
    .toSorted((a, b) => a.hash - b.hash || (a.id < b.id ? -1 : 1))
  const each = Math.floor(amount / sharedBy.length)
  const leftover = amount % sharedBy.length
  return inOrder.map(({ id: of }, at) => [of, each + (at < leftover ? 1 : 0)] as const)
}

/** FNV-1a of 32 bits over the UTF-8 bytes. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5n
  for (const byte of new TextEncoder().encode(text))
    hash = ((hash ^ BigInt(byte)) * 0x01000193n) & 0xffffffffn
  return Number(hash)
}

const anyExpense = fc.record({
  amount: fc.oneof(fc.integer({ min: 1, max: 99_999_999 }), fc.integer({ min: 1, max: 500 })),
  payer: fc.nat(people.length),
  sharers: fc.subarray(people, { minLength: 1 }),
})
/** Each step adds an expense, or edits or removes one of those before. */
const anyTrip = fc.array(
  fc.record({
    kind: fc.constantFrom('add', 'add', 'add', 'edit', 'remove'),
    of: fc.nat(),
    expense: anyExpense,
    v: fc.constantFrom(1 as const, 2 as const),
  }),
  { minLength: 1, maxLength: 15 },
)
type Steps = typeof anyTrip extends fc.Arbitrary<infer Of> ? Of : never

function eventsOf(steps: Steps): OldEvent[] {
  const standing: OldExpense[] = []
  return steps.flatMap(({ kind, of, expense: { amount, payer, sharers }, v }, at): OldEvent[] => {
    const expense = (id: string): OldExpense => ({
      ...textsThen[v],
      ...{ id, amount, original: null },
      payer: people[payer] ?? { type: 'pool' },
      sharedBy: sharers,
    })
    const index = standing.length === 0 ? -1 : of % standing.length
    const was = standing[index]
    if (kind === 'add' || !was) {
      standing.push(expense(`expense-${at}`))
      return [{ type: 'ExpenseAdded', v, data: { expense: standing.at(-1)! } }]
    }
    if (kind === 'remove') {
      standing.splice(index, 1)
      return [{ type: 'ExpenseRemoved', v, data: { expense: was } }]
    }
    standing[index] = expense(was.id)
    return [{ type: 'ExpenseEdited', v, data: { expense: standing[index], was } }]
  })
}

const stored = ({ type, data, v }: OldEvent): StoredEvent =>
  ({ type, data, meta: { v } }) as unknown as StoredEvent
const decoded = (event: StoredEvent) => codec.decode<MoneyEvent>(event) as MoneyEvent

describe('a trip from before there were splits', () => {
  it('In a thousand random trips nobody’s payments or share moved by a cent', () => {
    fc.assert(
      fc.property(anyTrip, (steps) => {
        const events = eventsOf(steps)
        const ledger = ledgerOf(events.map((event) => decoded(stored(event))))
        for (const [id, then] of figuresThen(events)) {
          const { paid, share } = figuresOf(ledger, id)
          expect({ id, paid, share }).toEqual({ id, ...then })
        }
      }),
      { numRuns: 1000, seed: 20260502 },
    )
  })

  const old = sampleFiles().filter((file) => /^Expense.*\.v[12]\.json$/.test(file))
  it.each(old)('The expense of %s is an equal split with one payer, and has the cents of then', (file) => {
    const sample = sampleIn(file)
    const { expense } = sample.data as OldEvent['data']
    const now = (decoded(sample).data as { expense: Expense }).expense
    expect(now.split).toEqual({ mode: 'equal' })
    expect(now.kind).toBe('expense')
    const { payer, amount } = expense
    const paid = payer.type === 'pool' ? 'pool' : [expect.objectContaining({ ...payer, amount })]
    expect(now.payers).toEqual(paid)
    expect(new Map(now.sharedBy.map(({ id, share }) => [id, share]))).toEqual(new Map(sharesThen(expense)))
  })
})
