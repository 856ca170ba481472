// A file of each other app as a new trip: the balances at the server are those of the app, and its plan settles them.

import { beforeAll, expect, test } from 'vitest'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { importAsNewTrip } from '#tests/imports/archivedTrips.ts'
import { readRecognized, sampleText } from '#tests/imports/importedFiles.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const TODAY = '2026-11-10'
let product: Product<'alice'>

beforeAll(async () => {
  product = await startProduct({ people: ['alice'] })
})

interface ImportedFile {
  file: string
  /** Of the text of the sample. */
  edit?: (text: string) => string
  me: string
  /** Of the app itself, in the trip's currency and major units; alice is `me`. */
  balances: Record<string, number>
  rates?: ReadonlyMap<CurrencyCode, number>
  /** By line: the name of who paid. */
  payers?: ReadonlyMap<number, string>
}

const roommates = { alice: 210, Ben: -170, Chi: -40 }
const lamma = { alice: 276.66, Ben: 171.16, Chi: -447.82 }

const files: ImportedFile[] = [
  {
    file: 'splitwise-group.csv',
    me: 'Ada L.',
    // JPY 2,000, -1,000 and -1,000 at 0.05.
    balances: { alice: 626.67, 'Ben O.': -38.33, 'Chi W.': -588.34 },
    rates: new Map([['JPY', 0.05]]),
  },
  { file: 'splitwise-friend.csv', me: 'Ben O.', balances: { alice: 40.75, 'Ada L.': -40.75 } },
  { file: 'splitwise-de.csv', me: 'Anna', balances: { alice: -20, Jörg: 20 } },
  { file: 'spliit.json', me: 'Ada', balances: lamma },
  {
    file: 'spliit.csv',
    me: 'Ada',
    balances: lamma,
    payers: new Map([[7, 'Chi']]),
  },
  { file: 'tricount-old.csv', me: 'Ada', balances: { alice: 48.56, Ben: -10.23, Chi: -38.33 } },
  { file: 'cospend.csv', me: 'Ada', balances: roommates },
  { file: 'ihatemoney.csv', me: 'Ada', balances: roommates },
  { file: 'ihatemoney.json', me: 'Ada', balances: roommates },
  {
    file: 'settleup.csv',
    // Who gets the cent that the file misses depends on the new trip, so here it misses none.
    edit: (text) => text.replace('118.33;118.33;118.33', '118.33;118.34;118.33'),
    me: 'Ada',
    // JPY -1,500 and 1,500.
    rates: new Map([['JPY', 0.052]]),
    balances: { alice: 158.67, Ben: -18.34, Chi: -140.33 },
  },
  {
    file: 'tricount-api.json',
    edit: (text) =>
      text.replace(
        '"display_name": "Ben", "pointer": { "type": "UUID", "value": "z"',
        '"display_name": "Bea", "pointer": { "type": "UUID", "value": "z"',
      ),
    me: 'Ada',
    balances: { alice: 45, Ben: -50, Bea: 5 },
  },
]

test.each(files)(
  '$file becomes a trip with the balances of its app, and is settled',
  async ({ file, edit = (text) => text, me, balances, rates, payers = new Map() }) => {
    const client = product.as('alice')
    const text = edit(sampleText(file))
    const keys = new Map(readRecognized(text).people.map(({ key, name }) => [name, key]))
    const parsed = readRecognized(text, {
      payers: new Map([...payers].map(([line, name]) => [line, keys.get(name)!])),
    })
    const source = { client, myId: product.people.alice.id, parsed, me, ...(rates && { rates }) }
    const trip = `/trips/${await importAsNewTrip(source, TODAY)}`
    expect(await balancesOf(trip)).toEqual(balances)

    const { settlement } = expectSuccess(await client.get(`${trip}/settlement`))
    for (const { from, to, amount } of settlement.payments)
      expectSuccess(await client.post(`${trip}/payments`, { from: refOf(from), to: refOf(to), amount }))
    expect(expectSuccess(await client.get(`${trip}/settlement`)).settlement.isSettled).toBe(true)
  },
)

const refOf = ({ id, type }: { id: string; type: string }) => ({ id, type })

/** Major units, by name. */
async function balancesOf(trip: string): Promise<Record<string, number>> {
  const { balances } = expectSuccess(await product.as('alice').get(`${trip}/balances`))
  return Object.fromEntries(
    balances.map(({ name, netBalance }: { name: string; netBalance: number }) => [name, netBalance]),
  )
}
