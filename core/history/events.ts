// Lists the events that are changes of a trip, with their topics. The table is exhaustive by type: a new event of a
// trip does not compile until it has a topic.

import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { TripChatEvent } from '#core/chat/events.ts'
import { activityKind, type ItineraryEvent } from '#core/itinerary/activity.ts'
import { contributionKind, expenseKind, type MoneyEvent, paymentKind } from '#core/money/events.ts'
import { type KindTypes, type RecordKind, byEventType } from '#core/records/recordKind.ts'
import type { TripDeleted, TripEvent } from '#core/trips/events.ts'
import type { Topic } from '#core/history/contract.ts'

/** A deleted trip has no history. */
export type TripHistoryEvent = Exclude<TripEvent, TripDeleted>
export type HistoryDomainEvent = TripHistoryEvent | ItineraryEvent | MoneyEvent | TripChatEvent
export type HistoryEvent = RecordedEventOf<HistoryDomainEvent>

const topicOf = <Of extends KindTypes>(kind: RecordKind<Of>) => {
  const { topic } = kind
  return byEventType(kind, { added: topic, changed: topic, removed: topic, restored: topic })
}

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
  ParticipantRoleChanged: 'people',
  OrganizerHandedOver: 'people',
  ParticipantLeft: 'people',
  ParticipantRemoved: 'people',
  GuestAdded: 'people',
  GuestChanged: 'people',
  GuestRemoved: 'people',
  GuestRestored: 'people',
  ...topicOf(activityKind),
  ...topicOf(expenseKind),
  ...topicOf(contributionKind),
  ...topicOf(paymentKind),
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
