// A program that prints `ready`, waits for input, and then appends until it is killed, or a number of times, to its own
// streams and to a shared one: once to each, and again when its input has ended. It prints `stream revision position` of
// each acknowledged append.
// Usage: node tests/store/appendLoop.ts <file> <name> [<appends in each stream>]

import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { NO_STREAM, WrongRevision } from '#core/store/eventStore.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { meta } from '#tests/contracts/logDriver.ts'

const [file, name, appends] = process.argv.slice(2)
const store = await openSqliteEventStore({ file: file! })
say('ready')
const inputEnded = once(process.stdin, 'end')
await once(process.stdin, 'data')
const streams = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `${name}-${letter}`)
await Promise.all([...streams, 'shared'].map(keepAppending))
await store.close()

/** Writes synchronously, because the process may be killed next; retries while the pipe is full. */
function say(line: string): void {
  for (;;)
    try {
      writeSync(1, `${line}\n`)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    }
}

async function keepAppending(stream: string) {
  const [newest] = await store.read(stream, { backward: true, limit: 1 })
  let revision = newest?.revision ?? NO_STREAM
  for (let n = 0; n < Number(appends ?? Infinity); n++) {
    const of = 1 + (n % 3)
    const events = Array.from({ length: of }, (_, part) => ({
      type: 'Noted',
      data: { by: name, n, part, of },
      meta,
    }))
    const position = await append(events)
    say(`${stream} ${revision} ${position}`)
    await inputEnded
  }

  async function append(events: Parameters<typeof store.append>[2]): Promise<string> {
    for (;;) {
      try {
        const appended = await store.append(stream, revision, events)
        revision = appended.revision
        return appended.position
      } catch (error) {
        if (!(error instanceof WrongRevision)) throw error
        revision = error.actual
      }
    }
  }
}
