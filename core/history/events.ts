// Lists the events that are changes of a trip, with their topics. The table is exhaustive by type: a new event of a
// trip does not compile until it has a topic; those of records have the topic of their kind.

import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { TripChatEvent } from '#core/chat/events.ts'
import type { ImportEvent } from '#core/money/events.ts'
import { type RecordEvent, byRecordEvent } from '#core/recordKinds.ts'
import type { TripDeleted, TripEvent } from '#core/trips/events.ts'
import type { Topic } from '#core/history/contract.ts'

/** A deleted trip has no history, and votes would flood that of the others (docs/decisions/0265). */
export type TripHistoryEvent = Exclude<TripEvent, TripDeleted | { type: 'VoteCast' }>
export type HistoryDomainEvent = TripHistoryEvent | RecordEvent | ImportEvent | TripChatEvent
export type HistoryEvent = RecordedEventOf<HistoryDomainEvent>

export const topics: Readonly<Record<HistoryDomainEvent['type'], Topic>> = {
  TripPlanned: 'plan',
  TripDetailsChanged: 'plan',
  ParticipantInvited: 'people',
  InvitationAccepted: 'people',
  InvitationDeclined: 'people',
  InvitationCancelled: 'people',
  JoinRequestMade: 'people',
  JoinRequestAccepted: 'people',
  JoinRequestDeclined: 'people',
  JoinRequestCancelled: 'people',
  InviteLinkCreated: 'people',
  InviteLinkEnded: 'people',
  JoinedByLink: 'people',
  ParticipantRoleChanged: 'people',
  OrganizerHandedOver: 'people',
  ParticipantLeft: 'people',
  ParticipantRemoved: 'people',
  GuestAdded: 'people',
  GuestChanged: 'people',
  GuestRemoved: 'people',
  GuestRestored: 'people',
  GuestClaimAsked: 'people',
  GuestClaimed: 'people',
  GuestClaimDeclined: 'people',
  GuestClaimUndone: 'people',
  PollOpened: 'plan',
  PollClosed: 'plan',
  ...byRecordEvent(({ topic }) => topic),
  ImportApplied: 'money',
  ImportUndone: 'money',
  TripChatCreated: 'chats',
  TripChatChanged: 'chats',
  TripChatDeleted: 'chats',
}

/** Messages are not changes of a trip. */
export function isChange(event: { type: string }): event is HistoryEvent {
  return Object.hasOwn(topics, event.type)
}
