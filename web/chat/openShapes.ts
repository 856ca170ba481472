// An open conversation from outside: what of it is shown (in chatState.ts), what its screen may ask of it, and what the
// chat tells it.

import type { MessageResponse } from '#core/chat/contract.ts'
import type { SeqRange } from '#web/chat/seqRanges.ts'
import type { StatusTold, Timeline } from '#web/chat/timeline.ts'
import type { TripChatFailure } from '#web/chat/trip/tripChatFailure.ts'
import type { PendingEdit } from '#web/chat/timelineRows.ts'

export interface OpenState {
  timeline: Timeline
  /** Own messages as they are to read, by their ids. */
  edits: ReadonlyMap<string, PendingEdit>
  /** `gone`: there is no such conversation for this person, or not any more. */
  status: 'loading' | 'ready' | 'gone'
  /** Why it could not be read; what was read stays. */
  error: string | null
  /** What came back instead; null where it could be read, or is gone. */
  failure: TripChatFailure | null
  /** Where to begin reading is known: it can be shown. */
  hasOpened: boolean
  /** The first message that was unread on opening: the line stands above it. */
  newFrom: number | null
}

/** What of it can be seen. */
export interface VisibleRange extends SeqRange {
  /** The last message that is there to its end; smaller than `from` where none is. */
  readTo: number
  /** The newest message is among it. */
  isAtEnd: boolean
}

export interface OpenConversation {
  loadOlder(): void
  loadNewer(): void
  /** Reads again what could not be read. */
  retry(): void
  toEnd(): void
  /** Shows the message with this id, wherever it is; false where it is not to be had. */
  toMessage(messageId: string): Promise<boolean>
  look(seen: VisibleRange): void
}

/** What happens to it from outside. */
export interface OpenControl extends OpenConversation {
  pushed(message: MessageResponse): void
  /** An own message's, or edit's, answer. */
  answered(message: MessageResponse): void
  statusTold(told: StatusTold): void
  /** This person has read up to here, on whatever device. */
  readElsewhere(seq: number): void
  /** It was asked to be joined. */
  joining(): void
  joined(lastSeq: number): void
  /** Something could be missed: the connection is new, or the device was asleep. */
  missedSomething(isNewConnection: boolean): void
  /** The network may be back. */
  wake(): void
  outboxChanged(): void
  /** What is known of the conversation in the list has changed. */
  listChanged(): void
  gone(error: string): void
  close(): void
}

/** What the list says of a conversation. */
export interface Known {
  unread: number
  /** The number of the newest message. */
  lastSeq: number
}
