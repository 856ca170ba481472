// Which events are changes of a trip, and what each is about. A new event of a trip has no place here until somebody
// gives it one: this table, like that of the words, is exhaustive by type.

import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { ConversationEvent } from '#core/chat/events.ts'
import type { ItineraryEvent } from '#core/itinerary/events.ts'
import type { MoneyEvent } from '#core/money/events.ts'
import type { TripEvent } from '#core/trips/events.ts'
import type { Topic } from '#core/history/contract.ts'

/** The chats of a trip, without what is said in them. */
export type ChatChange = Extract<
  ConversationEvent,
  { type: 'TripChatCreated' | 'TripChatChanged' | 'TripChatDeleted' }
>
/** After a deletion there is no history. */
export type TripChange = Exclude<TripEvent, { type: 'TripDeleted' }>
export type HistoryDomainEvent = TripChange | ItineraryEvent | MoneyEvent | ChatChange
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
  TripChatCreated: 'chats',
  TripChatChanged: 'chats',
  TripChatDeleted: 'chats',
}

/** Whether an event is a change of its trip; messages are none. */
export function isChange(event: { type: string }): event is HistoryEvent {
  return Object.hasOwn(topics, event.type)
}
