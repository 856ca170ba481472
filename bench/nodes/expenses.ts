// Measures expenses that fifty clients post on two trips: each trip on a node of its own, compared with both on a
// single node.

import type { Row } from '#bench/figures.ts'
import type { Installation } from '#bench/nodes/installation.ts'
import { inTurn, ratio } from '#bench/ratio.ts'
import { signIn } from '#bench/writePath/client.ts'
import { type Load, load } from '#bench/writePath/load.ts'

const CONNECTIONS = 50
const ROUND_MS = 1500
const ROUNDS = 9

export async function expensesOnTwo(two: Installation, one: Installation): Promise<Row> {
  const [onTwo, onOne] = [await loadsOn(two), await loadsOn(one)]
  // A first run warms up.
  await perSecond(onTwo)
  await perSecond(onOne)
  const turns = await inTurn<number>(
    ROUNDS,
    () => perSecond(onTwo),
    () => perSecond(onOne),
  )
  const name = `POST expense, ${CONNECTIONS} connections: requests a second on two nodes ÷ on one`
  const row = ratio(name, turns, (figure) => figure, 'a second', { atLeast: 0.9 })
  return { ...row, note: `${row.note}; all processes share two cores` }
}

type Trip = Pick<Load, 'port' | 'path' | 'headers' | 'bodyOf'>

/** Two trips; the second is used through the last node. */
async function loadsOn({ ports }: Installation): Promise<Trip[]> {
  const client = await signIn(ports[0]!)
  const trips = [client.expenses(await client.plan()), client.expenses(await client.plan())]
  return trips.map((trip, n) => ({ ...trip, port: ports[n] ?? ports[0]! }))
}

async function perSecond(trips: readonly Trip[]): Promise<number> {
  const connections = CONNECTIONS / trips.length
  const measured = await Promise.all(
    trips.map((trip) => load({ ...trip, connections, requests: Infinity, forMs: ROUND_MS })),
  )
  return measured.reduce((sum, one) => sum + one.perSecond, 0)
}
