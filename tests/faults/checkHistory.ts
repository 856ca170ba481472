// Checks the trace of a round against the log: whether a single copy of each stream, in the order of the log, explains
// everything that was answered and when (linearizability), and whether each command is in the log at most once.

/** A command of one client, with all its attempts under one idempotency key. Times are milliseconds of one clock. */
export interface Write {
  stream: string
  key: string
  /** Of the first attempt. */
  invokedAt: number
  answers: readonly Answer[]
}

export interface Answer {
  at: number
  /** Of the created thing. */
  id: string
  /** Up to which the response is current: of the command's event, or of a later one that was appended with it. */
  position: string
  /** Whether the server promised that later reads include it. */
  isReadable: boolean
}

export interface Read {
  stream: string
  invokedAt: number
  answeredAt: number
  /** The ids of the things shown. */
  shown: readonly string[]
  /** Shown are the newest of the stream, at most so many; default all. */
  limit?: number
}

/** The events of one command in the log, in the order of the log. */
export interface LogEntry {
  stream: string
  position: string
  key: string
  id: string
}

export interface History {
  writes: readonly Write[]
  reads: readonly Read[]
  log: readonly LogEntry[]
}

/** One sentence for each contradiction; none for a history that is right. */
export function checkHistory({ writes, reads, log }: History): string[] {
  const streams = new Set([...writes, ...reads, ...log].map(({ stream }) => stream))
  return [...streams].flatMap((stream) => {
    const own = <Of extends { stream: string }>(all: readonly Of[]) =>
      all.filter((one) => one.stream === stream)
    const history = { writes: own(writes), reads: own(reads), log: own(log) }
    return [
      ...checkOnce(history),
      ...checkAnswers(history),
      ...checkOrder(history),
      ...checkReads(history),
    ].map((text) => `${stream}: ${text}`)
  })
}

function checkOnce({ writes, log }: History): string[] {
  const wrong: string[] = []
  const times = new Map<string, number>()
  for (const { key } of log) times.set(key, (times.get(key) ?? 0) + 1)
  for (const [key, count] of times) if (count > 1) wrong.push(`command ${key} is in the log ${count} times`)
  for (const { key, answers } of writes)
    if (answers.length > 0 && !times.has(key)) wrong.push(`command ${key} was acknowledged and is lost`)
  const sent = new Set(writes.map(({ key }) => key))
  for (const { key } of log) if (!sent.has(key)) wrong.push(`nobody sent command ${key} of the log`)
  return wrong
}

function checkAnswers({ writes, log }: History): string[] {
  const entries = new Map(log.map((entry) => [entry.key, entry]))
  return writes.flatMap(({ key, answers }) => {
    const entry = entries.get(key)
    if (!entry) return []
    return answers.flatMap(({ id, position }) => [
      ...(id === entry.id ? [] : [`command ${key} was answered with ${id}, and the log has ${entry.id}`]),
      ...(position === null || position >= entry.position
        ? []
        : [`command ${key} was answered with position ${position}, and is only at ${entry.position}`]),
    ])
  })
}

/** A command that was answered before another was sent is before it in the log. */
function checkOrder({ writes, log }: History): string[] {
  const sent = new Map(writes.map((write) => [write.key, write]))
  const wrong: string[] = []
  /** Of the entries after the current one, the one answered first. */
  let first: { key: string; at: number } | undefined
  for (const { key } of log.toReversed()) {
    const write = sent.get(key)
    if (!write) continue
    if (first && first.at < write.invokedAt)
      wrong.push(`command ${first.key} was answered before ${key} was sent, and is after it in the log`)
    const at = answeredAt(write)
    if (!first || at < first.at) first = { key, at }
  }
  return wrong
}

const answeredAt = ({ answers }: Write): number => Math.min(Infinity, ...answers.map(({ at }) => at))

function checkReads({ writes, reads, log }: History): string[] {
  const places = new Map(log.map(({ id }, place) => [id, place]))
  const sent = new Map(writes.map((write) => [write.key, write]))
  const wrong: string[] = []
  /** What later reads must include, by the time from which on. */
  const promises: { from: number; count: number; why: string }[] = []
  for (const { key, answers } of writes) {
    const place = log.findIndex((entry) => entry.key === key)
    const from = Math.min(Infinity, ...answers.filter(({ isReadable }) => isReadable).map(({ at }) => at))
    if (place >= 0 && from < Infinity)
      promises.push({ from, count: place + 1, why: `command ${key}, which was acknowledged before` })
  }
  const placed: { read: Read; count: number }[] = []
  for (const read of reads) {
    const found = read.shown.map((id) => places.get(id) ?? -1).sort((a, b) => a - b)
    const count = (found.at(-1) ?? -1) + 1
    const isContiguous = found.every((place, n) => place === count - found.length + n)
    const isWhole = found.length === count || found.length >= (read.limit ?? Infinity)
    if (found[0] === -1) wrong.push(`a read at ${read.invokedAt} shows something that is not in the log`)
    else if (!isContiguous || !isWhole)
      wrong.push(`a read at ${read.invokedAt} shows no state that the log ever had`)
    else placed.push({ read, count })
  }
  for (const { read, count } of placed)
    promises.push({ from: read.answeredAt, count, why: 'something that an earlier read has shown' })
  const inTime = promises.sort((a, b) => a.from - b.from)
  let strictest: (typeof promises)[number] | undefined
  let next = 0
  for (const { read, count } of placed.toSorted((a, b) => a.read.invokedAt - b.read.invokedAt)) {
    for (; inTime[next] && inTime[next]!.from < read.invokedAt; next++)
      if (!strictest || inTime[next]!.count > strictest.count) strictest = inTime[next]!
    if (strictest && strictest.count > count)
      wrong.push(`a read at ${read.invokedAt} is stale: it lacks ${strictest.why}`)
    const newest = log[count - 1]
    const write = newest && sent.get(newest.key)
    if (write && write.invokedAt > read.answeredAt)
      wrong.push(`a read at ${read.invokedAt} shows command ${newest.key} before it was sent`)
  }
  return wrong
}
