// A timeline as it is drawn: its messages in their order with the lines between them. Own messages on their way stand
// below, under the id they will keep, so the server's copy takes their place without a flicker.

import type { MessageResponse } from '#core/chat/contract.ts'
import type { ChatPerson } from '#core/chat/events.ts'
import { messagesIn } from '#web/chat/messageChunks.ts'
import type { PendingMessage, Timeline } from '#web/chat/timeline.ts'
import { shownRange } from '#web/chat/timeline.ts'
import { calendarDateOf } from '#web/platform/format.ts'

export interface MessageRow {
  type: 'message'
  /** The message's id, from the first moment on. */
  key: string
  /** Null while the server's copy is not shown. */
  seq: number | null
  content: string
  messageType: MessageResponse['message_type']
  sender: ChatPerson
  replyTo: MessageResponse['reply_to']
  /** RFC 3339 */
  at: string
  isEdited: boolean
  isOwn: boolean
  /** What became of an own message; null for others'. */
  status: PendingMessage['state'] | 'delivered' | 'read' | null
  /** Is on its way, and this device could not keep it. */
  memoryOnly: boolean
  /** Why it was refused, or what the server said where it waits; null where nobody said. */
  error: string | null
  /** Says who it is from. */
  startsRun: boolean
  /** Says when. */
  endsRun: boolean
}

export type Row =
  | MessageRow
  /** `day`: YYYY-MM-DD where the reader is. */
  | { type: 'date'; key: string; day: string }
  | { type: 'new'; key: 'new' }

/** An own message as it is to read, on its way to the server or refused by it. */
export interface PendingEdit {
  content: string
  state: 'sending' | 'waiting' | 'refused'
  memoryOnly: boolean
  error: string | null
}

interface Options {
  me: ChatPerson
  /** By the message's id. */
  edits?: ReadonlyMap<string, PendingEdit>
  /** The first message that is new to the reader: the line stands above it. */
  newFrom?: number | null
  /** The day of a time in ms, where the reader is. */
  dayOf?: (ms: number) => string
}

const localDay = (ms: number): string => calendarDateOf(new Date(ms))

/** Messages of one person within this time read as one. */
const RUN_MS = 5 * 60_000

export function rowsOf(timeline: Timeline, options: Options): Row[] {
  const { me, edits, newFrom = null, dayOf = localDay } = options
  const shown = shownRange(timeline)
  const confirmed = shown ? messagesIn(timeline.chunks, shown) : []
  const marks = marksOf(timeline, me.id)
  const rows: Row[] = []
  let day = ''
  let run: { row: MessageRow; since: number } | null = null

  const add = (row: MessageRow, ms: number): void => {
    const lines: Row[] = []
    if (dayOf(ms) !== day) {
      day = dayOf(ms)
      lines.push({ type: 'date', key: day, day })
    }
    if (newFrom !== null && row.seq === newFrom) lines.push({ type: 'new', key: 'new' })
    const goesOn =
      run !== null && lines.length === 0 && run.row.sender.id === row.sender.id && ms - run.since < RUN_MS
    if (run) run.row.endsRun = !goesOn
    row.startsRun = !goesOn
    rows.push(...lines, row)
    run = { row, since: goesOn ? run!.since : ms }
  }

  let latest = 0
  for (const message of confirmed) {
    latest = Math.max(latest, Date.parse(message.created_at))
    add(withEdit(confirmedRow(message, me.id, marks), edits), Date.parse(message.created_at))
  }
  // This device's clock may be an hour off: what was said last is never shown as earlier than what was said before.
  if (timeline.follows)
    for (const message of timeline.pending) {
      if (message.passedBy !== null && shown && message.passedBy <= shown.to) continue
      latest = Math.max(latest, Date.parse(message.at))
      add(pendingRow(message, me), latest)
    }
  return rows
}

/** How many messages of others there are after this number, as far as shown: what "↓ n new" counts. */
export function countAfter(timeline: Timeline, seq: number, myId: string): number {
  const shown = shownRange(timeline)
  if (!shown) return 0
  const after = messagesIn(timeline.chunks, { from: Math.max(shown.from, seq + 1), to: shown.to })
  return after.filter(({ sender }) => sender.id !== myId).length
}

/**
 * The number of the first message that is unread.
 * @param unread how many of others' messages are
 * @returns `older` when it lies above what is loaded; null when nothing is unread
 */
export function firstUnread(timeline: Timeline, unread: number, myId: string): number | 'older' | null {
  const shown = shownRange(timeline)
  if (unread <= 0 || !shown) return null
  let left = unread
  for (const { seq, sender } of messagesIn(timeline.chunks, shown).reverse())
    if (sender.id !== myId && --left === 0) return seq
  return shown.from > 1 ? 'older' : shown.from
}

interface Marks {
  read: number
  delivered: number
}

function marksOf({ readBy, deliveredTo }: Timeline, myId: string): Marks {
  const newest = (by: ReadonlyMap<string, number>) =>
    Math.max(0, ...[...by].map(([userId, seq]) => (userId === myId ? 0 : seq)))
  return { read: newest(readBy), delivered: newest(deliveredTo) }
}

function confirmedRow(message: MessageResponse, myId: string, { read, delivered }: Marks): MessageRow {
  const { id, seq, sender } = message
  const isOwn = sender.id === myId
  return {
    type: 'message',
    key: id,
    seq,
    content: message.content,
    messageType: message.message_type,
    sender,
    replyTo: message.reply_to,
    at: message.created_at,
    isEdited: message.is_edited,
    isOwn,
    status: !isOwn ? null : seq <= read ? 'read' : seq <= delivered ? 'delivered' : 'sent',
    memoryOnly: false,
    error: null,
    startsRun: true,
    endsRun: true,
  }
}

function withEdit(row: MessageRow, edits: Options['edits']): MessageRow {
  const edit = edits?.get(row.key)
  if (!edit) return row
  const { content, state, memoryOnly, error } = edit
  return { ...row, content, error, status: state, memoryOnly, isEdited: true }
}

function pendingRow(
  { id, content, replyTo, at, state, ...rest }: PendingMessage,
  me: ChatPerson,
): MessageRow {
  const { memoryOnly, error } = rest
  return {
    type: 'message',
    key: id,
    seq: null,
    content,
    messageType: 'text',
    sender: me,
    replyTo,
    at,
    isEdited: false,
    isOwn: true,
    status: state,
    memoryOnly: memoryOnly && state !== 'sent',
    error,
    startsRun: true,
    endsRun: true,
  }
}
