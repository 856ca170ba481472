// The baseline of the write path: a bare Koa route that reads the body, appends one event of the same bytes to SQLite,
// as durable and group-committed, and sends a response of the same size. It validates nothing.
// Usage: node bare.ts <folder> <event and response as JSON>

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Koa from 'koa'

const [folder, sample] = process.argv.slice(2)
const { type, data, meta, response } = JSON.parse(sample!) as Record<
  'type' | 'data' | 'meta' | 'response',
  string
>

const db = new DatabaseSync(join(folder!, 'bare.db'))
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
db.exec('CREATE TABLE events (place INTEGER PRIMARY KEY, type TEXT, data TEXT, meta TEXT) STRICT')
const insert = db.prepare('INSERT INTO events (type, data, meta) VALUES (?, ?, ?)')
let waiting: (() => void)[] = []

const app = new Koa()
app.use(async (context) => {
  let body = ''
  context.req.setEncoding('utf8').on('data', (text: string) => (body += text))
  await new Promise((resolve) => context.req.once('end', resolve))
  await append()
  context.status = 201
  context.type = 'json'
  context.body = response
})
const http = createServer(app.callback())
http.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(http.address() as AddressInfo).port}`))
process.once('SIGTERM', () => process.exit(0))

/** Everything that arrives in one turn of the event loop is one transaction with one sync to disk. */
function append(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(commit)
  })
}

function commit() {
  const together = waiting
  waiting = []
  db.exec('BEGIN')
  for (let i = 0; i < together.length; i++) insert.run(type, data, meta)
  db.exec('COMMIT')
  for (const resolve of together) resolve()
}
