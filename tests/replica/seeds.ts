// Random stories, by seed. A hundred of them share a server: a person may be on a thousand trips, and have two hundred open
// invitations, so a server would refuse what later stories do. `PROPERTY_RUNS=10000` plays more, `PROPERTY_SEED=42` others.

import { FRIENDS, type Friend } from '#tests/platform/randomRequests.ts'
import { startProduct, type Product } from '#tests/support/product.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

export const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 100)
const FIRST_SEED = Number(process.env['PROPERTY_SEED'] ?? Date.now() % 1e9)
const STORIES_OF_SERVER = 100

/** For a test that calls `forEachSeed`. A story takes a tenth of a second on an idle machine. */
export const seedsTimeoutMs = 4 * TIMEOUT_MS + RUNS * 5000

/** @param play one story, on a server with the four friends */
export async function forEachSeed(
  play: (seed: number, product: Product<Friend>) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < RUNS; first += STORIES_OF_SERVER) {
    const product = await startProduct({ people: FRIENDS })
    try {
      for (let run = first; run < Math.min(first + STORIES_OF_SERVER, RUNS); run++)
        await play(FIRST_SEED + run, product)
    } finally {
      await product.stop()
    }
  }
}
