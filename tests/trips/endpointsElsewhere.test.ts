// The endpoints that a trip names without the contracts of their features.

import { expect, test } from 'vitest'
import * as chat from '#core/chat/contract.ts'
import * as history from '#core/history/contract.ts'
import { endpointsElsewhere } from '#web/trips/endpointsElsewhere.ts'

test('The endpoints of chats and of the history are those of their contracts', () => {
  const contracts: Record<string, unknown> = { ...chat, ...history }
  for (const [name, endpoint] of Object.entries(endpointsElsewhere))
    expect(contracts[name], name).toMatchObject(endpoint)
})
