// A program that appends a number of events to a log, each acknowledged before the next, and is killed while they are
// in the write-ahead log only. Usage: node tests/store/appendAndDie.ts <file> <events>

import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { noted } from '#tests/contracts/logDriver.ts'

const [file, events] = process.argv.slice(2)
const store = await openSqliteEventStore({ file: file!, wipeMs: 600_000 })
for (let n = 0; n < Number(events); n++) await store.append('new', n - 1, noted(1, n))
process.kill(process.pid, 'SIGKILL')
