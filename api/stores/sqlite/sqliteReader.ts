// Reads the log on the main thread. Every read is one short statement that sees the newest commit, so it delays neither
// the writer nor the checkpoints of the write-ahead log.

import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { START, type StoredEvent } from '#core/store/eventStore.ts'
import { fromText, type StoredText } from '#core/store/eventText.ts'
import { parsePosition, formatPosition } from '#core/store/position.ts'
import { timed } from '#api/platform/yielder.ts'
import { readLog } from '#api/stores/sqlite/sqliteErrors.ts'

const EVENT = 'SELECT stream, revision, place AS eventNumber, type, data, meta FROM events'

/** All throw StoreUnavailable when the file cannot be read for now, LogDamaged when it never can. */
export interface SqliteReader {
  read(stream: string, options?: { from?: number; backward?: boolean; limit?: number }): StoredEvent[]
  /** As the method of the port. */
  readPages(stream: string, from: number): Iterable<StoredEvent[]>
  readAfter(position: string, limit: number): StoredEvent[]
  /** As `readAfter`, without the content of the events. */
  appendedAfter(position: string, limit: number): Pick<StoredEvent, 'stream' | 'position'>[]
  head(): string
  /** Changes with each commit of this or another process. */
  version(): unknown
  close(): void
}

/** A page takes about 10 ms to read and parse, or one event. */
const PAGE = { events: 500, characters: 1_000_000 }

export function openSqliteReader(file: string): SqliteReader {
  const db = readLog(() => new DatabaseSync(file, { readOnly: true, timeout: 1000 }))
  const prepare = (sql: string) => readLog(() => db.prepare(sql))
  const forward = prepare(`${EVENT} WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?`)
  const backward = prepare(`${EVENT} WHERE stream = ? AND revision <= ? ORDER BY revision DESC LIMIT ?`)
  const after = prepare(`${EVENT} WHERE place > ? AND stream IS NOT NULL ORDER BY place LIMIT ?`)
  const streamsAfter = prepare(
    'SELECT stream, place FROM events WHERE place > ? AND stream IS NOT NULL ORDER BY place LIMIT ?',
  )
  const newest = prepare('SELECT place FROM events WHERE stream IS NOT NULL ORDER BY place DESC LIMIT 1')
  const version = prepare('PRAGMA data_version')

  return {
    read: (stream, { from, backward: reverse = false, limit = -1 } = {}) =>
      reverse
        ? events(backward, `stream ${stream}`, stream, from ?? Number.MAX_SAFE_INTEGER, limit)
        : events(forward, `stream ${stream}`, stream, from ?? 0, limit),
    *readPages(stream, first) {
      for (let from = first; ;) {
        const { events, isLast } = timed(() => {
          const { page, isLast } = readLog(
            () => pageOf(forward, stream, from),
            () => lastReadable(forward, [stream, from, -1]) ?? `stream ${stream}`,
          )
          return { events: page.map(fromText), isLast }
        })
        yield events
        if (isLast) return
        from = events.at(-1)!.revision + 1
      }
    },
    readAfter(position, limit) {
      const eventNumber = parsePosition(position)
      return events(after, `the log after position ${eventNumber}`, eventNumber, limit)
    },
    appendedAfter(position, limit) {
      const rows = readLog(() => streamsAfter.all(parsePosition(position), limit))
      return rows.map(({ stream, place }) => ({
        stream: String(stream),
        position: formatPosition(Number(place)),
      }))
    },
    head() {
      const eventNumber = readLog(() => newest.get()?.['place'])
      return eventNumber === undefined ? START : formatPosition(Number(eventNumber))
    },
    version: () => readLog(() => version.get()?.['data_version']),
    close: () => db.close(),
  }
}

function pageOf(
  forward: StatementSync,
  stream: string,
  from: number,
): { page: StoredText[]; isLast: boolean } {
  const page: StoredText[] = []
  let characters = 0
  for (const row of forward.iterate(stream, from, -1) as unknown as Iterable<StoredText>) {
    // The statement has read this row only: the next page begins with it.
    if (page.length === PAGE.events || characters >= PAGE.characters) return { page, isLast: false }
    page.push(row)
    characters += row.data.length + row.meta.length
  }
  return { page, isLast: true }
}

/** @param what names the read in the error */
function events(statement: StatementSync, what: string, ...values: (string | number)[]): StoredEvent[] {
  const rows = readLog(
    () => statement.all(...values),
    () => lastReadable(statement, values) ?? what,
  )
  return (rows as unknown as StoredText[]).map(fromText)
}

function lastReadable(statement: StatementSync, values: (string | number)[]): string | undefined {
  let last: StoredText | undefined
  try {
    for (const row of statement.iterate(...values)) last = row as unknown as StoredText
  } catch {
    // The damage begins here.
  }
  return last && `the log after ${last.stream} revision ${last.revision} (position ${last.eventNumber})`
}
