// What a second node costs: expenses posted on two nodes beside one, and a message that is heard on another node than
// the one it was posted on. Both installations run side by side on the same machine and take turns: EventStoreDB's
// protocol by the small server of the tests, Redis, a projector, and one node or two.

import type { Row } from './figures.ts'
import { expensesOnTwo } from './nodes/expenses.ts'
import { heardElsewhere } from './nodes/heard.ts'
import { type Installation, install } from './nodes/installation.ts'

export async function bench(): Promise<Row[]> {
  const installations: Installation[] = []
  try {
    for (const nodes of [2, 1]) installations.push(await install(nodes))
    const [two, one] = installations
    return [await expensesOnTwo(two!, one!), await heardElsewhere(two!, one!)]
  } finally {
    await Promise.all(installations.map(({ end }) => end()))
  }
}
