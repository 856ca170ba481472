// Runs the test server as a process, which tests kill: node tests/support/eventStoreServer/main.ts --port --file
// --read-delay 5-200

import { parseArgs } from 'node:util'
import { startEventStoreServer } from '#tests/support/eventStoreServer/server.ts'

const { values } = parseArgs({
  options: { port: { type: 'string' }, file: { type: 'string' }, 'read-delay': { type: 'string' } },
})
const [least, most] = values['read-delay']?.split('-').map(Number) ?? []
const server = await startEventStoreServer({
  port: Number(values.port ?? 0),
  ...(values.file === undefined ? {} : { file: values.file }),
  ...(least === undefined ? {} : { readDelayMs: [least, most ?? least] as const }),
})
console.log(server.url)
