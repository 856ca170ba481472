// Measures the cost of a second node: expenses posted on two nodes compared with one, and a message delivered by
// another node than the one it was posted on. Both installations run side by side on the same machine and are measured
// in turn: the tests' server with EventStoreDB's protocol, Redis, a projector, and one node or two.

import type { Row } from './figures.ts'
import { expensesOnTwo } from './nodes/expenses.ts'
import { fanOutAcrossNodes } from './nodes/fanOutDelay.ts'
import { type Installation, install } from './nodes/installation.ts'

export async function bench(): Promise<Row[]> {
  const installations: Installation[] = []
  try {
    for (const nodes of [2, 1]) installations.push(await install(nodes))
    const [two, one] = installations
    return [await expensesOnTwo(two!, one!), await fanOutAcrossNodes(two!, one!)]
  } finally {
    await Promise.all(installations.map(({ end }) => end()))
  }
}
