// Who can read /metrics.

import { expect, test } from 'vitest'
import { createMetrics } from '#api/platform/metrics.ts'
import { startProduct } from '#tests/support/product.ts'

test('The metrics endpoint does not exist where no token is set', async () => {
  const product = await startProduct({ people: [], metrics: createMetrics(Date.now) })
  for (const headers of [{}, { authorization: 'Bearer undefined' }]) {
    const answer = await fetch(`${product.url}/metrics`, { headers })
    expect([answer.status, await answer.text()]).toEqual([404, ''])
  }
  await product.stop()
})
