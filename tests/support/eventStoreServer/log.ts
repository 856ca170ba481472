// The log of the test server: EventStoreDB's rules for appending, numbering, hiding and finding events. An event hidden
// by $maxCount or $tb is gone from reads of its stream and stays in $all until a scavenge, which does not exist here.
// Code that expects $all to hide it fails here as it would on EventStoreDB.

export interface Proposed {
  id: string
  type: string
  contentType: string
  data: Uint8Array
  metadata: Uint8Array
}

export interface Recorded extends Proposed {
  stream: string
  revision: number
  /** The commit and the prepare position, which are equal for everything written over gRPC. */
  position: number
  /** Milliseconds since 1970. */
  created: number
}

export type Expected = number | 'noStream' | 'exists' | 'any'

/** `position` is the last event's; undefined when the events of a repeat are hidden by now. */
export type Appended = { revision: number; position: number | undefined } | { current: number }

export interface Log {
  /** Applies an append and returns its events; the caller must make them durable before it responds. */
  take(stream: string, expected: Expected, events: readonly Proposed[]): Appended & { records?: Recorded[] }
  /** Restores the events that a file contains. */
  restore(records: readonly Recorded[]): void
  /** null when the stream does not exist. */
  readStream(stream: string, read: StreamRead): Recorded[] | null
  readonly all: readonly Recorded[]
  /** Index in `all` of the first event after this position. */
  after(position: number): number
}

export interface StreamRead {
  /** 'start' and 'end' as in the protocol. */
  from: number | 'start' | 'end'
  backwards: boolean
  limit: number
}

interface Stream {
  events: Recorded[]
  /** Stream metadata with the keys of its JSON. */
  meta: { $tb?: number; $maxCount?: number }
}

export function createLog(now: () => number): Log {
  const all: Recorded[] = []
  const streams = new Map<string, Stream>()
  let end = 0

  function add(record: Recorded): void {
    const stream = streams.get(record.stream) ?? { events: [], meta: metaOf(record.stream) }
    stream.events.push(record)
    streams.set(record.stream, stream)
    all.push(record)
    end = record.position + sizeOf(record)
    if (record.stream.startsWith('$$')) describe(record.stream.slice(2), record)
  }

  function describe(name: string, { data }: Recorded): void {
    const stream = streams.get(name) ?? { events: [], meta: {} }
    stream.meta = JSON.parse(Buffer.from(data).toString('utf8')) as Stream['meta']
    streams.set(name, stream)
  }

  function firstKept({ events, meta }: Stream): number {
    const next = events.length
    return Math.max(meta.$tb ?? 0, meta.$maxCount === undefined ? 0 : next - meta.$maxCount, 0)
  }

  return {
    all,
    take(name, expected, events) {
      const stream = streams.get(name)
      const current = (stream?.events.length ?? 0) - 1
      const wanted = expected === 'noStream' ? -1 : expected
      if (typeof wanted === 'number' && wanted !== current) {
        const there = stream?.events.slice(wanted + 1, wanted + 1 + events.length) ?? []
        const isRepeat =
          wanted < current &&
          there.length === events.length &&
          there.every(({ id }, n) => id === events[n]!.id)
        if (!isRepeat) return { current }
        const last = there.at(-1)!
        const isHidden = last.revision < firstKept(stream!)
        return { revision: last.revision, position: isHidden ? undefined : last.position }
      }
      if (wanted === 'exists' && current < 0) return { current }
      const records = events.map((event, n) => {
        const record = { ...event, stream: name, revision: current + 1 + n, position: end, created: now() }
        add(record)
        return record
      })
      const last = records.at(-1)
      return last ? { revision: last.revision, position: last.position, records } : { current }
    },
    restore: (records) => records.forEach(add),
    readStream(name, { from, backwards, limit }) {
      const stream = streams.get(name)
      if (!stream || stream.events.length === 0) return null
      const { events } = stream
      const first = firstKept(stream)
      const asked =
        from === 'start' ? 0 : from === 'end' ? (backwards ? events.length - 1 : events.length) : from
      if (!backwards) {
        const begin = Math.max(first, asked)
        return events.slice(begin, begin + limit)
      }
      const last = Math.min(asked, events.length - 1)
      return events.slice(Math.max(first, last + 1 - limit), last + 1).reverse()
    },
    after(position) {
      let low = 0
      let high = all.length
      while (low < high) {
        const middle = (low + high) >> 1
        if (all[middle]!.position <= position) low = middle + 1
        else high = middle
      }
      return low
    },
  }
}

/** Only the newest event of a metadata stream counts. */
function metaOf(name: string): Stream['meta'] {
  return name.startsWith('$$') ? { $maxCount: 1 } : {}
}

/** Positions are byte offsets in EventStoreDB, so they grow by the size of the events and have gaps. */
function sizeOf({ stream, type, data, metadata }: Recorded): number {
  return 110 + stream.length + type.length + data.length + metadata.length
}
