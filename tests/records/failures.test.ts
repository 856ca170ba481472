// Every command has words for its refusal.

import { expect, test } from 'vitest'
import * as chat from '#core/chat/contract.ts'
import * as tripChats from '#core/chat/tripChatContract.ts'
import * as history from '#core/history/contract.ts'
import * as itinerary from '#core/itinerary/contract.ts'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import * as money from '#core/money/contract.ts'
import * as trips from '#core/trips/contract.ts'
import { pendingCommand } from '#tests/support/pendingCommands.ts'
import { failureOf } from '#web/records/failures.ts'

const isCommand = (value: unknown): value is Endpoint =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  'method' in value &&
  value.method !== 'GET'

test('Each command of a trip or a conversation has words for its refusal', () => {
  const contracts = [chat, tripChats, history, itinerary, money, trips]
  const commands = contracts.flatMap((contract) => Object.values(contract)).filter(isCommand)
  const wordless = commands.filter(
    (endpoint) => failureOf(pendingCommand(endpoint, { body: {} })) === 'A change was not accepted',
  )
  // A read marker is not kept when it is refused, the undo of an import says so in its dialog, and nobody makes or uses a
  // link without the network.
  const ofLinks = [trips.createInviteLink, trips.endInviteLink, trips.previewInviteLink, trips.joinByLink]
  expect(wordless).toEqual([chat.markRead, money.undoImport, ...ofLinks])
})
