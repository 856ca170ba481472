// Runs the test server as a process, which tests kill: node tests/support/eventStoreServer/main.ts --port --file

import { parseArgs } from 'node:util'
import { startEventStoreServer } from '#tests/support/eventStoreServer/server.ts'

const { values } = parseArgs({ options: { port: { type: 'string' }, file: { type: 'string' } } })
const server = await startEventStoreServer({
  port: Number(values.port ?? 0),
  ...(values.file === undefined ? {} : { file: values.file }),
})
console.log(server.url)
