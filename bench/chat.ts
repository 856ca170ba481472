// Measures the cost of a conversation: a message to 500 devices compared with bare Socket.IO, a message posted compared
// with a bare append and in a long conversation compared with a short one, a distant page compared with the first, and
// idle devices. It takes about six minutes; IDLE_SECONDS=300 watches the idle devices for five more.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { limits } from '#core/kernel/limits.ts'
import type { Row } from './figures.ts'
import { emptyClient } from './chat/emptyClient.ts'
import { DEVICES, fanOut } from './chat/fanOut.ts'
import { idle } from './chat/idle.ts'
import { fill, longBesideShort, pageFarDown, postsBesideBare } from './chat/posts.ts'
import { type Population, mapConcurrently, createPopulation } from './chat/population.ts'
import { type Program, start } from './writePath/program.ts'

const PEOPLE = 3000
const IN_A_CHAT = 50

export async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const log = join(folder, 'events.db')
  const running = new Set<Program>()
  const run = async (script: string, args: string[], env: Record<string, string>): Promise<Program> => {
    const [preload, main] = ['chat/preload.ts', script].map((name) => join(import.meta.dirname, name))
    const program = await start(['--expose-gc', '--import', preload!, main!, ...args], env)
    running.add(program)
    return program
  }
  const end = async (program: Program) => {
    running.delete(program)
    await program.end()
  }
  const memory = (name: string) => join(folder, `${name}.json`)
  const product = (more: Record<string, string> = {}) =>
    run('../api/main.ts', [], {
      DATA_DIR: folder,
      CLIENT_DIR: emptyClient(folder),
      DEMO_DATA: 'off',
      REGISTRATION: 'open',
      PASSWORD_COST: 'low',
      MEMORY_FILE: memory('product'),
      ...more,
    })
  // Fifty people may send 250 messages a second; this clock runs a hundred times as fast.
  const quick = { CLOCK_TIMES: '100' }

  try {
    let server = await product(quick)
    const population = await createPopulation(() => server.port, PEOPLE)
    // The 500 devices belong to as many people as a trip may have: two or three each.
    const hall = population.people.slice(0, limits.peopleOnTrip.max)
    const hallId = await population.tripChat(hall)
    const chatOf = await mapConcurrently(PEOPLE / IN_A_CHAT, 5, (n) =>
      population.tripChat(population.people.slice(n * IN_A_CHAT, (n + 1) * IN_A_CHAT)),
    )
    const longId = await population.group(population.people.slice(0, IN_A_CHAT))
    const { event, message } = await sampleOf(population, hallId, log)
    await end(server)
    await fill(log, longId, population.people.slice(0, IN_A_CHAT))
    server = await product(quick)

    const rows: Row[] = []
    const bareAppend = await run('writePath/bare.ts', [folder, JSON.stringify(event)], {})
    rows.push(...(await postsBesideBare(server.port, bareAppend.port, population)))
    await end(bareAppend)
    rows.push(await longBesideShort(server.port, population, longId))
    rows.push(await pageFarDown(server.port, population, longId))

    const payload = JSON.stringify({ conversation_id: hallId, trip_id: hallId, message })
    const bareSockets = () => run('chat/bareSockets.ts', [payload], { MEMORY_FILE: memory('bare') })
    let bare = await bareSockets()
    const tokens = Array.from({ length: DEVICES }, (_, n) => hall[n % hall.length]!.token)
    const path = `/api/conversations/${hallId}/messages`
    rows.push(...(await fanOut({ port: server.port, path, tokens }, { port: bare.port, path, tokens })))
    await Promise.all([end(server), end(bare)])

    server = await product()
    bare = await bareSockets()
    const listeners = population.people.map(({ token }, n) => ({
      token,
      conversationId: chatOf[Math.floor(n / IN_A_CHAT)]!,
    }))
    const { port } = server
    rows.push(
      ...(await idle(
        listeners,
        { program: server, memoryFile: memory('product') },
        { program: bare, memoryFile: memory('bare') },
        () => product({ PORT: String(port) }),
      )),
    )
    return rows
  } finally {
    await Promise.all([...running].map((program) => program.end()))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A message as in the log and in the response, which the bare servers store and publish. */
async function sampleOf(population: Population, conversationId: string, log: string) {
  const response = await population.post(population.people[0]!, `/conversations/${conversationId}/messages`, {
    content: 'Shall we meet at the station at 9?',
    client_message_id: crypto.randomUUID(),
  })
  const db = new DatabaseSync(log, { readOnly: true })
  const event = db.prepare(`SELECT type, data, meta FROM events WHERE type = 'MessageSent' LIMIT 1`).get()
  db.close()
  return { event: { ...event, response: JSON.stringify(response) }, message: response.message! }
}
