// What must be appended to a stream whose events were written without regard to each other, as two nodes over EventStoreDB
// once could (docs/operations.md, "When a hash chain is broken"): a record that was added or removed twice counts twice in
// the balances and stands once among the records of the decider, and of two messages with one number devices show one.

import { canonicalJson } from '#core/kernel/canonicalJson.ts'
import type { DomainEvent, RecordedEvent, RecordedEventOf } from '#core/kernel/decider.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { idFrom, type Sha256 } from '#core/kernel/ids.ts'
import type { ChatMessageEvent, Message, TripChatDeleted } from '#core/chat/events.ts'
import type { Import } from '#core/money/events.ts'
import { type RecordContent as Content, recordKinds, type RecordKindName } from '#core/recordKinds.ts'

export interface Corrections {
  events: DomainEvent[]
  /** What was doubled or hidden, a sentence each. */
  findings: string[]
}

/** @param events all events of one stream, decoded @param at the time of the correction, RFC 3339 UTC */
export function correctionsOf(
  events: readonly RecordedEvent[],
  { at, sha256 }: { at: string; sha256: Sha256 },
): Corrections {
  const records = recordCorrections(events)
  const messages = messageCorrections(events, at, sha256)
  return {
    events: [...records.events, ...messages.events],
    findings: [...doubledCommands(events), ...records.findings, ...messages.findings],
  }
}

/** The commands whose events are in the stream more than once. */
function doubledCommands(events: readonly RecordedEvent[]): string[] {
  const runs = new Map<string, RecordedEvent[]>()
  let before: RecordedEvent | undefined
  for (const event of events) {
    const { actor, key, at, requestId } = event.meta
    const isSameRun = before?.meta.key === key && before.meta.at === at && before.meta.requestId === requestId
    before = event
    if (isSameRun) continue
    const command = `${actor} ${key}`
    runs.set(command, [...(runs.get(command) ?? []), event])
  }
  return [...runs.values()]
    .filter(({ length }) => length > 1)
    .map((firsts) => {
      const [{ type, meta }] = firsts as [RecordedEvent]
      const revisions = firsts.map(({ revision }) => revision).join(' and ')
      return `${type} of ${meta.actor} at ${meta.at} was done ${firsts.length} times, by events ${revisions}`
    })
}

type Kind = RecordKindName

/** Who added a record first, and when. */
interface Added {
  by: string
  at: string
}

/** How one event changes the records: what it takes away from the sums, and what it adds to them. */
interface Effect {
  kind: Kind
  id: string
  minus?: Content
  plus?: Content
  /** Only where the event adds the record. */
  added?: Added
}

/** One record, as the events of its stream leave it. */
interface Tally {
  kind: Kind
  present: Content | null
  /** How often it stands in the list of records. */
  rows: number
  added: Added
  /** How often the sums count each of its contents, by that content as JSON; rightly once the present one. */
  counts: Map<string, { content: Content; times: number }>
}

const nothing = { present: null, rows: 0, added: { by: '', at: '' } }

function recordCorrections(events: readonly RecordedEvent[]): Corrections {
  const tallies = new Map<string, Tally>()
  for (const event of events)
    for (const { kind, id, minus, plus, added } of effectsOf(event)) {
      const name = `${kind} ${id}`
      const tally = tallies.get(name) ?? { ...nothing, kind, counts: new Map<string, never>() }
      tallies.set(name, tally)
      if (minus) count(tally, minus, -1)
      if (plus) count(tally, plus, 1)
      // A change of a record that is not there changes the sums alone.
      if (added || tally.present) tally.present = plus ?? null
      tally.rows = added ? tally.rows + 1 : plus ? tally.rows : 0
      if (added) tally.added = added
    }
  const wrong = [...tallies.values()].filter((tally) => {
    if (tally.present) count(tally, tally.present, -1)
    return tally.rows > 1 || [...tally.counts.values()].some(({ times }) => times !== 0)
  })
  return {
    events: wrong.flatMap(correct),
    findings: wrong.map(
      ({ kind, present, counts }) =>
        `${kind} ${titleOf(present ?? [...counts.values()][0]!.content)}: ${present ? 'counted once from now on' : 'counted no more'}`,
    ),
  }
}

function count({ counts }: Tally, content: Content, times: number): void {
  const name = canonicalJson(content)
  counts.set(name, { content, times: (counts.get(name)?.times ?? 0) + times })
}

/**
 * Takes the record away, brings each content's count to zero and the record back. The removal of a record that is not
 * there changes the sums alone, and restoring it twice and removing it once adds to them.
 */
function correct({ kind, present, added, counts }: Tally): DomainEvent[] {
  const events: DomainEvent[] = []
  if (present) events.push(removed(kind, present))
  for (const { content, times } of counts.values()) {
    for (let extra = 0; extra < times; extra++) events.push(removed(kind, content))
    if (times >= 0) continue
    for (let missing = times; missing <= 0; missing++) events.push(restored(kind, content, added))
    events.push(removed(kind, content))
  }
  if (present) events.push(restored(kind, present, added))
  return events
}

const kindOf = (name: Kind) => recordKinds.find((kind) => kind.name === name)!

const removed = (kind: Kind, content: Content): DomainEvent => ({
  type: kindOf(kind).events.removed,
  data: { [kind]: content },
})

const restored = (kind: Kind, content: Content, { by, at }: Added): DomainEvent => ({
  type: kindOf(kind).events.restored,
  data: { [kind]: content, [kindOf(kind).by]: by, createdAt: at },
})

/** The fields of the events of records; each event has some of them. */
interface RecordData extends Partial<Record<Kind, Content>> {
  /** The content before a change. */
  was?: Content
  import?: Import
  /** Of a restored record. */
  recordedBy?: string
  addedBy?: string
  createdAt?: string
}

function effectsOf({ type, data, meta }: RecordedEvent): Effect[] {
  const { was, import: imported, recordedBy, addedBy, createdAt, ...records } = data as RecordData
  const added = { by: recordedBy ?? addedBy ?? meta.actor, at: createdAt ?? meta.at }
  const effect = (kind: Kind, content: Content): Effect => {
    const { id } = content
    if (type === kindOf(kind).events.removed || type === 'ImportUndone') return { kind, id, minus: content }
    return was ? { kind, id, minus: was, plus: content } : { kind, id, plus: content, added }
  }
  if (imported) {
    const { expenses, payments, contributions = [] } = imported
    return [
      ...expenses.map((each) => effect('expense', each)),
      ...payments.map((each) => effect('payment', each)),
      ...contributions.map((each) => effect('contribution', each)),
    ]
  }
  return recordKinds.flatMap(({ name }) => (records[name] ? [effect(name, records[name])] : []))
}

function titleOf(content: Content): string {
  if ('title' in content) return `“${content.title}”${'date' in content ? ` on ${content.date}` : ''}`
  const title = 'description' in content ? `“${content.description}”, ` : ''
  return `${title}${formatMinor(content.amount, content.currency)}`
}

/**
 * Sends again, at the end, each message that no device shows: of several with one number a device keeps the newest version
 * (web/chat/engine/timeline/messageChunks.ts), and of equally new ones the first.
 */
function messageCorrections(events: readonly RecordedEvent[], at: string, sha256: Sha256): Corrections {
  const versions = new Map<string, { message: Message; updatedAt: string; conversationId: string }>()
  const bySeq = new Map<number, string[]>()
  for (const event of events) {
    const of = event as RecordedEventOf<ChatMessageEvent | TripChatDeleted>
    if (of.type === 'TripChatDeleted') return { events: [], findings: [] }
    if (of.type === 'MessageSent') {
      const { message, conversationId } = of.data
      const { id, seq, createdAt } = message
      if (!versions.has(id)) versions.set(id, { message, updatedAt: createdAt, conversationId })
      bySeq.set(seq, [...(bySeq.get(seq) ?? []), id])
    } else if (of.type === 'MessageDeleted') versions.delete(of.data.messageId)
    else if (of.type === 'MessageEdited') {
      const { messageId, content, editedAt } = of.data
      const before = versions.get(messageId)
      if (before)
        versions.set(messageId, { ...before, message: { ...before.message, content }, updatedAt: editedAt })
    }
  }
  const isNewer = (id: string, than: string) => versions.get(id)!.updatedAt > versions.get(than)!.updatedAt
  const shown = new Set(
    [...bySeq.values()].map((ids) => ids.reduce((newest, id) => (isNewer(id, newest) ? id : newest))),
  )
  const idAgain = (id: string, conversationId: string) => idFrom(conversationId, id, sha256)
  const hidden = [...versions.values()].filter(
    ({ message: { id }, conversationId }) => !shown.has(id) && !versions.has(idAgain(id, conversationId)),
  )
  const lastSeq = [...bySeq.keys()].reduce((a, b) => Math.max(a, b), 0)
  const createdAt = [...versions.values()].reduce(
    (latest, { message }) => later(latest, message.createdAt),
    at,
  )
  return {
    events: hidden.map(({ conversationId, message }, n) => {
      const id = idAgain(message.id, conversationId)
      const again = { ...message, id, clientMessageId: null, seq: lastSeq + 1 + n, createdAt }
      return { type: 'MessageSent', data: { conversationId, message: again } }
    }),
    findings: hidden.map(
      ({ message: { seq, sender, createdAt: sentAt } }) =>
        `message ${seq} of ${sender.username} at ${sentAt} is hidden by another with its number: sent again at the end`,
    ),
  }
}

const later = (a: string, b: string): string => (a > b ? a : b)
