// An operation that runs in parts, which must end.

import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { UndoImportOperation } from '#core/money/operations.ts'
import type { OperationDeps } from '#core/store/operation.ts'
import { runInParts } from '#api/platform/operationRoute.ts'
import type { AuthenticatedRequest } from '#api/platform/http/route.ts'

it('An operation that always leaves something to do fails after a thousand parts', async () => {
  const keys = new Set<string>()
  const handleCommand = async (_type: unknown, _id: string, { key }: { key: string }) => {
    if (keys.size > 5000) throw new Error('It does not end')
    keys.add(key)
    return { response: undefined, position: '1', revision: 1, replayed: false, changed: true }
  }
  const deps = { handleCommand, clock: () => 0 } as unknown as OperationDeps
  const incoming = {
    params: { tripId: randomUUID(), importId: randomUUID() },
    body: undefined,
    by: { id: 'ann', username: 'ann' },
    key: randomUUID(),
    requestId: 'r',
  } as unknown as AuthenticatedRequest
  await expect(runInParts(UndoImportOperation, deps, incoming)).rejects.toThrow(
    'has not ended after 1000 parts',
  )
  expect(keys.size, 'each part has a key of its own').toBe(1000)
})
