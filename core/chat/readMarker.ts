// The read marker of a person in a conversation: it only moves forward, and the log keeps the newest event only.

import type { Decider, RecordedEventOf } from '#core/kernel/decider.ts'
import { notFound } from '#core/kernel/refusals.ts'
import type { StreamType } from '#core/store/streamType.ts'
import { MAX_MARKS } from '#core/chat/unread.ts'
import type { ReadMark, ReadMarkerEvent } from '#core/chat/events.ts'

export interface ReadMarkerState {
  seq: number
  /** How many messages up to `seq` this person has sent. */
  own: number
  marks: readonly ReadMark[]
}

export interface ReadMarkerCommand {
  type: 'MarkConversationRead'
  conversationId: string
  userId: string
  messageId: string
  /** null when there is no such message. */
  seq: number | null
  own: number
  /** RFC 3339 UTC */
  now: string
}

/** The stream of a person and a conversation. */
export const readMarkerStreamId = (conversationId: string, userId: string): string =>
  `${conversationId}-${userId}`

export const readMarkerStreamType: StreamType<ReadMarkerState, ReadMarkerCommand, ReadMarkerEvent> &
  Decider<ReadMarkerState, ReadMarkerCommand, ReadMarkerEvent> = {
  prefix: 'read-',
  maxEvents: 1,
  initialState: () => ({ seq: 0, own: 0, marks: [] }),
  evolve(state, event) {
    const { seq, own } = event.data
    state.marks = marksIn(event)
    state.seq = seq
    state.own = own
  },
  decide({ type: _, seq, now, ...mark }, state) {
    if (seq === null) return notFound()
    if (seq <= state.seq) return []
    const marks = [...state.marks, { seq, at: now }].slice(-MAX_MARKS)
    return [{ type: 'ReadUpTo', data: { ...mark, seq, marks } }]
  },
}

/** The times of an event, oldest first. */
export const marksIn = ({ data, meta }: RecordedEventOf<ReadMarkerEvent>): readonly ReadMark[] =>
  data.marks ?? [{ seq: data.seq, at: meta.at }]
