// The rows that show a timeline: messages in order, with dividers between them. Pending messages stand below, with the id
// that the server's copy will have, so the copy replaces them without a flicker.

import type { MessageResponse } from '#core/chat/contract.ts'
import type { HistoryEntry, Subject } from '#core/history/contract.ts'
import type { ChatPerson, GroupMember } from '#core/chat/events.ts'
import type { AttachedFile } from '#core/kernel/files.ts'
import { type Reaction, withReaction } from '#core/chat/reactions.ts'
import { isUnreadBy } from '#core/chat/unread.ts'
import { messageAt, messagesIn, seqOfMessage } from '#web/chat/engine/timeline/messageChunks.ts'
import type { PendingMessage } from '#web/chat/engine/timeline/pendingMessage.ts'
import { type Timeline, shownRange } from '#web/chat/engine/timeline/timeline.ts'

export interface MessageRow extends Pick<
  PendingMessage,
  'content' | 'mentions' | 'messageType' | 'files' | 'replyTo' | 'isMemoryOnly' | 'error'
> {
  type: 'message'
  /** The message's id. */
  key: string
  /** Null for a pending message. */
  seq: number | null
  sender: ChatPerson
  /** RFC 3339 */
  at: string
  isEdited: boolean
  isDeleted: boolean
  reactions: readonly Reaction[]
  isOwn: boolean
  /** Null for messages of others. */
  status: PendingMessage['state'] | 'delivered' | 'read' | null
  /** The first of a run: it shows the sender. */
  startsRun: boolean
  /** The last of a run: it shows the time, as all own messages do. */
  endsRun: boolean
}

/** An own text or caption, which others have: they do not have a message without a number. */
export const canBeEdited = ({ seq, isOwn, messageType, files, isDeleted }: MessageRow): boolean =>
  seq !== null && isOwn && (messageType === 'text' || files.length > 0) && !isDeleted

/** Says what its sender has changed in the group: a line, not a bubble. */
export const isSystemRow = (row: Row): boolean => row.type === 'message' && row.messageType === 'system'

/** A change of the trip among the messages, or several (tripCards.ts). */
export interface ChangeCard {
  /** The number of its first change. */
  n: number
  /** The time of that, ms since 1970. */
  at: number
  actor: HistoryEntry['actor']
  subject: Subject['type']
  /** The sentence of a change; null for something that was added, which `title` and `figure` name as they are now. */
  text: string | null
  /** Of an addition. */
  title: string
  figure: string
  /** 'Mia Chen paid', the date. */
  detail: string
  /** What it is about is not there any more. */
  isDeleted: boolean
  /** How many cards are folded into it; the sentence is then in `text`. */
  count: number
  isAddition: boolean
}

export type Row =
  | MessageRow
  /** `day`: YYYY-MM-DD in the reader's time zone. */
  | { type: 'date'; key: string; day: string }
  | { type: 'new'; key: 'new' }
  | { type: 'card'; key: string; card: ChangeCard }
  /** Asked at this time, RFC 3339. */
  | { type: 'poll'; key: string; at: string }

/** What stands among the messages and is none. */
export type CardRow = Extract<Row, { type: 'card' | 'poll' }>

/** What this person has changed in a message, and the server has not confirmed. */
export interface PendingChanges {
  edit?: Pick<PendingMessage, 'content' | 'mentions' | 'state' | 'isMemoryOnly' | 'error'>
  deletion?: PendingMessage['state']
  /** In the order they are sent. */
  reactions: readonly { emoji: string; isSet: boolean }[]
}

interface Options {
  me: ChatPerson
  /** The other people of the conversation; by default those whom a page has named. */
  others?: readonly ChatPerson[] | undefined
  /** By message id. */
  changes?: ReadonlyMap<string, PendingChanges>
  /** The first unread message on opening: a divider stands above it. */
  newFrom?: number | null
  /** The calendar day of a time in ms, in the reader's time zone. */
  dayOf: (ms: number) => string
}

/** Consecutive messages of one sender within this time form a run. */
const RUN_MS = 5 * 60_000

export function rowsOf(timeline: Timeline, options: Options): Row[] {
  const { me, others, changes, newFrom = null, dayOf } = options
  const shown = shownRange(timeline)
  const confirmed = shown ? messagesIn(timeline.chunks, shown) : []
  const receipts = receiptSeqs(timeline, me.id, others)
  const rows: Row[] = []
  let day = ''
  let run: { row: MessageRow; since: number } | null = null

  const add = (row: MessageRow, ms: number): void => {
    const dividers: Row[] = []
    if (dayOf(ms) !== day) {
      day = dayOf(ms)
      dividers.push({ type: 'date', key: day, day })
    }
    if (newFrom !== null && row.seq === newFrom) dividers.push({ type: 'new', key: 'new' })
    const continuesRun =
      run !== null &&
      dividers.length === 0 &&
      isSystemRow(run.row) === isSystemRow(row) &&
      run.row.sender.id === row.sender.id &&
      ms - run.since < RUN_MS
    if (run) run.row.endsRun = !continuesRun
    row.startsRun = !continuesRun
    rows.push(...dividers, row)
    run = { row, since: continuesRun ? run!.since : ms }
  }

  let latestMs = 0
  for (const message of confirmed) {
    latestMs = Math.max(latestMs, Date.parse(message.created_at))
    const row = confirmedRow(withPresentQuote(message, timeline), me.id, receipts)
    add(withChanges(row, changes?.get(row.key), me.id), Date.parse(message.created_at))
  }
  // This device's clock may be wrong: a pending message is never shown as earlier than the confirmed ones.
  if (timeline.isFollowing)
    for (const message of timeline.pending) {
      if (message.passedBy !== null && shown && message.passedBy <= shown.to) continue
      latestMs = Math.max(latestMs, Date.parse(message.at))
      add(pendingRow(message, me), latestMs)
    }
  return rows
}

/** How many shown messages of others come after this number: the count of "↓ n new". */
export function countAfter(timeline: Timeline, seq: number, myId: string): number {
  const shown = shownRange(timeline)
  if (!shown) return 0
  const after = messagesIn(timeline.chunks, { from: Math.max(shown.from, seq + 1), to: shown.to })
  return after.filter((message) => isUnreadBy(myId, message)).length
}

/**
 * The number of the first unread message.
 * @param unread how many messages of others are unread
 * @returns `older` if it lies above the loaded messages; null if none is unread
 */
export function firstUnread(timeline: Timeline, unread: number, myId: string): number | 'older' | null {
  const shown = shownRange(timeline)
  if (unread <= 0 || !shown) return null
  let remaining = unread
  for (const message of messagesIn(timeline.chunks, shown).reverse())
    if (isUnreadBy(myId, message) && --remaining === 0) return message.seq
  return shown.from > timeline.firstSeq ? 'older' : shown.from
}

/** The same at each render. */
export const emptyFiles: readonly AttachedFile[] = []

/** As a reply shows the message. */
export const quoteOf = ({ id, content, sender, deleted, message_type: type }: MessageResponse) => ({
  ...{ id, content, sender },
  ...(deleted && { deleted }),
  ...(type !== 'text' && { message_type: type }),
})

/** The messages quoted by loaded ones, with the text that they have now. */
const presentQuotes = new WeakMap<MessageResponse, NonNullable<MessageResponse['reply_to']>>()

/** An edit of the quoted message reaches its quotes where it is loaded. An unchanged quote is the same object. */
function withPresentQuote(message: MessageResponse, { chunks }: Timeline): MessageResponse {
  const { reply_to: quote } = message
  const seq = quote && seqOfMessage(chunks, quote.id)
  const quoted = seq ? messageAt(chunks, seq) : undefined
  if (!quote || !quoted || quoted.content === quote.content) return message
  const present = presentQuotes.get(quoted) ?? quoteOf(quoted)
  presentQuotes.set(quoted, present)
  return { ...message, reply_to: present }
}

/** Up to which message all others have read. */
interface ReceiptSeqs {
  read: number
  delivered: number
}

function receiptSeqs(
  { readBy, deliveredTo }: Timeline,
  myId: string,
  others?: readonly ChatPerson[],
): ReceiptSeqs {
  const ids = (others?.map(({ id }) => id) ?? [...readBy.keys()]).filter((id) => id !== myId)
  const delivered = [...deliveredTo].map(([userId, seq]) => (userId === myId ? 0 : seq))
  return {
    read: ids.length === 0 ? 0 : Math.min(...ids.map((id) => readBy.get(id) ?? 0)),
    delivered: Math.max(0, ...delivered),
  }
}

export interface Readers {
  read: ChatPerson[]
  unread: ChatPerson[]
}

/** Who of the others has read the message with this number, and who has not. */
export function readersOf({ readBy }: Timeline, seq: number, others: readonly GroupMember[]): Readers {
  const hasRead = ({ id }: ChatPerson) => (readBy.get(id) ?? 0) >= seq
  // Without those who came later.
  const people = others.filter(({ since = 1 }) => since <= seq)
  return { read: people.filter(hasRead), unread: people.filter((person) => !hasRead(person)) }
}

/** Of a row whose neighbours are unknown. */
const defaults = {
  type: 'message',
  isMemoryOnly: false,
  error: null,
  isDeleted: false,
  reactions: [] as readonly Reaction[],
  files: emptyFiles,
  startsRun: true,
  endsRun: true,
} as const

function confirmedRow(message: MessageResponse, myId: string, { read, delivered }: ReceiptSeqs): MessageRow {
  const { id, seq, sender } = message
  const isOwn = sender.id === myId
  return {
    ...defaults,
    key: id,
    seq,
    content: message.content,
    mentions: message.mentions,
    messageType: message.message_type,
    sender,
    replyTo: message.reply_to,
    at: message.created_at,
    isEdited: message.is_edited,
    isDeleted: message.deleted ?? false,
    reactions: message.reactions ?? defaults.reactions,
    files: message.files ?? emptyFiles,
    isOwn,
    status:
      !isOwn || message.message_type === 'system'
        ? null
        : seq <= read
          ? 'read'
          : seq <= delivered
            ? 'delivered'
            : 'sent',
  }
}

function withChanges(row: MessageRow, changes: PendingChanges | undefined, myId: string): MessageRow {
  // A refused edit stays to be seen, because its text is nowhere else.
  if (!changes || (row.isDeleted && changes.edit?.state !== 'refused')) return row
  const { edit, deletion, reactions } = changes
  if (deletion) {
    const status = row.isOwn ? deletion : null
    const { reactions: none, files } = defaults
    return { ...row, status, content: '', isEdited: false, isDeleted: true, reactions: none, files }
  }
  const reacted = reactions.reduce(
    (all, { emoji, isSet }) => withReaction(all, { emoji, userId: myId }, isSet),
    row.reactions,
  )
  if (!edit) return { ...row, reactions: reacted }
  const { state: status, ...changed } = edit
  return { ...row, ...changed, status, isEdited: true, reactions: reacted }
}

function pendingRow(message: PendingMessage, me: ChatPerson): MessageRow {
  const { id, content, mentions, messageType, files, replyTo, at, state, isMemoryOnly, error } = message
  return {
    ...defaults,
    key: id,
    seq: null,
    content,
    mentions,
    messageType,
    files,
    sender: me,
    replyTo,
    at,
    isEdited: false,
    isOwn: true,
    status: state,
    isMemoryOnly: isMemoryOnly && state !== 'sent',
    error,
  }
}
