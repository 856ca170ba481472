// The read marker of a person in a conversation: it only moves forward, and the log keeps the newest event only.

import type { Decider } from '#core/kernel/decider.ts'
import { notFound } from '#core/kernel/refusals.ts'
import type { StreamType } from '#core/store/streamType.ts'
import type { ReadMarkerEvent } from '#core/chat/events.ts'

export interface ReadMarkerState {
  seq: number
  /** How many messages up to `seq` this person has sent. */
  own: number
}

export interface ReadMarkerCommand {
  type: 'MarkConversationRead'
  conversationId: string
  userId: string
  messageId: string
  /** null when there is no such message. */
  seq: number | null
  own: number
}

/** The stream of a person and a conversation. */
export const readMarkerStreamId = (conversationId: string, userId: string): string =>
  `${conversationId}-${userId}`

export const readMarkerStreamType: StreamType<ReadMarkerState, ReadMarkerCommand, ReadMarkerEvent> &
  Decider<ReadMarkerState, ReadMarkerCommand, ReadMarkerEvent> = {
  prefix: 'read-',
  maxEvents: 1,
  initialState: () => ({ seq: 0, own: 0 }),
  evolve(state, { data: { seq, own } }) {
    state.seq = seq
    state.own = own
  },
  decide({ type: _, seq, ...mark }, state) {
    if (seq === null) return notFound()
    return seq > state.seq ? [{ type: 'ReadUpTo', data: { ...mark, seq } }] : []
  },
}
