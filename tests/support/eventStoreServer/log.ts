// The log of the test server: EventStoreDB's rules for appending, numbering, hiding and finding events. An event hidden
// by $maxCount or $tb is gone from reads of its stream and stays in $all until a scavenge, and the last event of a
// stream stays for ever. Code that expects anything else fails here as it would on EventStoreDB.

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

export type ExpectedRevision = number | 'noStream' | 'exists' | 'any'

/**
 * `revision` and `position` are those of the last event; the position is undefined when the events of a repeat are
 * hidden by now. `current` is the stream's revision when another was expected, -1 without events.
 */
export type AppendResult = { revision: number; position: number | undefined } | { current: number }

export interface Log {
  /** Adds the events and returns them as `records`; the caller must write them to disk before it responds. */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly Proposed[],
  ): AppendResult & { records?: Recorded[] }
  /** Restores the events that a file contains. */
  restore(records: readonly Recorded[]): void
  /** Removes the hidden events, except the last of each stream. */
  scavenge(): void
  /** null when the stream does not exist. @param upTo the newest position that the reader is shown */
  readStream(stream: string, read: StreamRead, upTo?: number): Recorded[] | null
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
  /** Without a gap; a scavenge removes only the oldest. */
  events: Recorded[]
  /** Stream metadata with the keys of its JSON. */
  meta: { $tb?: number; $maxCount?: number }
}

export function createLog(now: () => number): Log {
  let all: Recorded[] = []
  const streams = new Map<string, Stream>()
  let nextPosition = 0

  function add(record: Recorded): void {
    const stream = streams.get(record.stream) ?? { events: [], meta: metaOf(record.stream) }
    stream.events.push(record)
    streams.set(record.stream, stream)
    all.push(record)
    nextPosition = record.position + sizeOf(record)
    if (record.stream.startsWith('$$')) setMetadata(record.stream.slice(2), record)
  }

  function setMetadata(name: string, record: Recorded): void {
    const stream = streams.get(name) ?? { events: [], meta: {} }
    stream.meta = metadataOf(record)
    streams.set(name, stream)
  }

  function shownTo(name: string, upTo: number): Stream | undefined {
    const stream = streams.get(name)
    const newest = stream?.events.at(-1)
    const metadata = streams.get(`$$${name}`)?.events
    const isAllShown = (newest?.position ?? 0) <= upTo && (metadata?.at(-1)?.position ?? 0) <= upTo
    if (!stream || isAllShown) return stream
    const shownMetadata = metadata?.findLast(({ position }) => position <= upTo)
    return {
      events: stream.events.filter(({ position }) => position <= upTo),
      meta: metadata ? metadataOf(shownMetadata) : stream.meta,
    }
  }

  function firstVisible({ events, meta }: Stream): number {
    const next = lastRevision(events) + 1
    return Math.max(meta.$tb ?? 0, meta.$maxCount === undefined ? 0 : next - meta.$maxCount, 0)
  }

  return {
    get all() {
      return all
    },
    append(name, expected, events) {
      const stream = streams.get(name)
      const current = lastRevision(stream?.events)
      const wanted = expected === 'noStream' ? -1 : expected
      if (typeof wanted === 'number' && wanted !== current) {
        const following = between(stream?.events ?? [], wanted + 1, wanted + events.length)
        const isRepeat =
          wanted < current &&
          following.length === events.length &&
          following.every(({ id }, n) => id === events[n]!.id)
        if (!isRepeat) return { current }
        const last = following.at(-1)!
        const isHidden = last.revision < firstVisible(stream!)
        return { revision: last.revision, position: isHidden ? undefined : last.position }
      }
      if (wanted === 'exists' && current < 0) return { current }
      const records = events.map((event, n) => {
        const record = {
          ...event,
          stream: name,
          revision: current + 1 + n,
          position: nextPosition,
          created: now(),
        }
        add(record)
        return record
      })
      const last = records.at(-1)
      return last ? { revision: last.revision, position: last.position, records } : { current }
    },
    restore: (records) => records.forEach(add),
    scavenge() {
      const freed = new Set<Recorded>()
      for (const stream of streams.values()) {
        const first = Math.min(firstVisible(stream), lastRevision(stream.events))
        for (const event of stream.events) if (event.revision < first) freed.add(event)
        stream.events = stream.events.filter((event) => !freed.has(event))
      }
      all = all.filter((event) => !freed.has(event))
    },
    readStream(name, { from, backwards, limit }, upTo = Infinity) {
      const stream = shownTo(name, upTo)
      if (!stream || stream.events.length === 0) return null
      const { events } = stream
      const first = firstVisible(stream)
      const last = lastRevision(events)
      const requested = from === 'start' ? 0 : from === 'end' ? (backwards ? last : last + 1) : from
      if (!backwards) return between(events, Math.max(first, requested), last).slice(0, limit)
      return between(events, first, Math.min(requested, last)).reverse().slice(0, limit)
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

/** -1 without events. */
const lastRevision = (events: readonly Recorded[] = []): number => events.at(-1)?.revision ?? -1

/** The events that are still there from one revision to another, both included. */
function between(events: readonly Recorded[], from: number, to: number): Recorded[] {
  const oldest = events[0]?.revision ?? 0
  return events.slice(Math.max(from - oldest, 0), Math.max(to + 1 - oldest, 0))
}

/** The content of an event of a metadata stream. */
function metadataOf(record: Recorded | undefined): Stream['meta'] {
  return record ? (JSON.parse(Buffer.from(record.data).toString('utf8')) as Stream['meta']) : {}
}

/** Only the newest event of a metadata stream counts. */
function metaOf(name: string): Stream['meta'] {
  return name.startsWith('$$') ? { $maxCount: 1 } : {}
}

/** Positions are byte offsets in EventStoreDB, so they grow by the size of the events and have gaps. */
function sizeOf({ stream, type, data, metadata }: Recorded): number {
  return 110 + stream.length + type.length + data.length + metadata.length
}
