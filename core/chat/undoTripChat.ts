// Undoes a change of a trip chat: sets the name or the description as it was.

import type { Endpoint } from '#core/kernel/endpoint.ts'
import { changedSince, undoBody, type UndoBody } from '#core/kernel/undo.ts'
import type { Operation } from '#core/store/operation.ts'
import { type ConversationState, conversationStreamType } from '#core/chat/decider.ts'
import type { ConversationEvent } from '#core/chat/events.ts'
import { forTripChat, type TripChatContext } from '#core/chat/tripChats.ts'

export interface ChangeOfTripChat {
  chatId: string
  /** The chat's name as it is now. */
  title: string
  /** What the change changed, as it was before. */
  before: { name?: string; description?: string | null }
}

interface UndoTripChat {
  type: 'UndoTripChat'
  change: ChangeOfTripChat
  anyway: boolean
  laterBy: string | null
}

/** @param endpoint names the change @param laterBy who changed the chat since; null where nobody did */
export const undoTripChatOperation = (
  endpoint: Endpoint,
  change: ChangeOfTripChat,
  laterBy: string | null,
): Operation<ConversationState, UndoTripChat, ConversationEvent, TripChatContext, UndoBody, undefined> => ({
  ...forTripChat,
  streamType: { ...conversationStreamType, decide: undoTripChat },
  type: 'UndoTripChat',
  endpoint,
  streamId: () => change.chatId,
  schema: () => undoBody,
  toCommand: ({ body: { anyway } }) => ({ change, anyway, laterBy }),
  toResponse: () => undefined,
})

function undoTripChat({ change, anyway, laterBy }: UndoTripChat, state: ConversationState) {
  if (laterBy !== null && !anyway) return changedSince(change.title, laterBy)
  return conversationStreamType.decide({ type: 'ChangeTripChat', ...change.before }, state)
}
