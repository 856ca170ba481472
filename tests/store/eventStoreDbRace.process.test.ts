// Two nodes that get one command at the same moment, over EventStoreDB: its writer refuses an append because of an event
// that reads do not show yet. RACE_ROUNDS=1000 for the long run, EVENTSTOREDB_URL or EVENTSTOREDB_PROGRAM for a real
// server.

import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { HandleCommand } from '#core/store/command.ts'
import { StoreUnavailable, type EventStore } from '#core/store/eventStore.ts'
import { expectChains } from '#tests/store/chain.ts'
import { noteStreamType, startHandler } from '#tests/store/notes.ts'
import { openPatiently } from '#tests/support/eventStoreServer/openPatiently.ts'
import { openRealServer, type RealServer } from '#tests/support/eventStoreServer/realServer.ts'
import { startEventStoreServer, type EventStoreServer } from '#tests/support/eventStoreServer/server.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 40)
const STREAMS = 8

let server: EventStoreServer | RealServer
let stores: EventStore[]
beforeEach(async () => {
  server = (await openRealServer()) ?? (await startEventStoreServer({ readDelayMs: [5, 200] }))
  const prefix = `race-${randomUUID()}-`
  stores = await Promise.all([0, 1].map(() => openPatiently(server.url, { prefix })))
})
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()))
  await server.close()
})

test(
  'A command that two nodes get at once is done once, and no node decides without the newest event',
  { timeout: TIMEOUT_MS + ROUNDS * 1000 },
  async () => {
    const nodes = stores.map((store) => startHandler(store))
    const streams = Array.from({ length: STREAMS }, (_, n) => String(n))
    await Promise.all(
      streams.map(async (id) => {
        for (let round = 0; round < ROUNDS / STREAMS; round++) {
          const shared = randomUUID()
          const answers = await Promise.all(
            nodes.flatMap((node) => [note(node, id, shared), note(node, id, randomUUID())]),
          )
          expect(answers[0], 'both nodes answer with the same notes').toEqual(answers[2])
        }
      }),
    )
    for (const id of streams) {
      const log = await stores[0]!.read(noteStreamType.prefix + id)
      const keys = log.map(({ meta }) => meta.key)
      expect(keys).toHaveLength(3 * Math.ceil(ROUNDS / STREAMS))
      expect(new Set(keys).size, 'no command is done twice').toBe(keys.length)
      expectChains(log)
    }
  },
)

const MAX_SENDS = 100

/** Sends it as a device does, under one key until there is an answer, which is the number of notes. */
async function note(node: HandleCommand, id: string, key: string): Promise<number> {
  for (let sends = 0; sends < MAX_SENDS; sends++) {
    try {
      const outcome = await node(noteStreamType, id, {
        command: 'Add',
        actor: 'ann',
        at: new Date().toISOString(),
        key,
        digest: key,
        requestId: randomUUID(),
        decide: async () => [{ type: 'NoteAdded', data: { text: key } }],
        toResponse: ({ texts }) => texts.length,
      })
      if (!outcome.refusal) return outcome.response
      expect(outcome.refusal.refused).toBe('Busy')
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
    }
    await after(20)
  }
  throw new Error(`No answer to ${MAX_SENDS} sends`)
}
