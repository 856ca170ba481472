// Lists the events that are changes of a trip, with their topics. The table is exhaustive by type: a new event of a
// trip does not compile until it has a topic.

import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { TripChatEvent } from '#core/chat/events.ts'
import type { ItineraryEvent } from '#core/itinerary/events.ts'
import type { MoneyEvent } from '#core/money/events.ts'
import type { TripDeleted, TripEvent } from '#core/trips/events.ts'
import type { Topic } from '#core/history/contract.ts'

/** A deleted trip has no history. */
export type TripHistoryEvent = Exclude<TripEvent, TripDeleted>
export type HistoryDomainEvent = TripHistoryEvent | ItineraryEvent | MoneyEvent | TripChatEvent
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
  ParticipantRoleChanged: 'people',
  OrganizerHandedOver: 'people',
  ParticipantLeft: 'people',
  ParticipantRemoved: 'people',
  GuestAdded: 'people',
  GuestChanged: 'people',
  GuestRemoved: 'people',
  GuestRestored: 'people',
  ActivityAdded: 'plan',
  ActivityChanged: 'plan',
  ActivityRemoved: 'plan',
  ActivityRestored: 'plan',
  ExpenseAdded: 'money',
  ExpenseEdited: 'money',
  ExpenseRemoved: 'money',
  ExpenseRestored: 'money',
  ContributionMade: 'money',
  ContributionRemoved: 'money',
  ContributionRestored: 'money',
  PaymentMade: 'money',
  PaymentUndone: 'money',
  PaymentRestored: 'money',
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
