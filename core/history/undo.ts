// Says of every type of change how it is undone. The table is exhaustive by type: a new event of a trip does not compile
// until it has a row.

import type { HistoryDomainEvent } from '#core/history/events.ts'

/**
 * 'restore' adds what was removed, 'remove' removes what was added, 'edit back' sets the values before; 'not' says why.
 */
export type Undoing = { how: 'restore' | 'remove' | 'edit back' } | { how: 'not'; why: string }

const restore = { how: 'restore' } as const
const remove = { how: 'remove' } as const
const editBack = { how: 'edit back' } as const
const not = (why: string) => ({ how: 'not', why }) as const

const onceAnswered = not('An answer cannot be taken back. Invite or remove the person instead.')
const ownDecision = not('Only the person can decide this. Invite them again instead.')
const inTheChat = not('Change the chat itself instead.')

export const undoings = {
  TripPlanned: not('A trip that was planned can only be deleted, and that cannot be undone.'),
  TripDetailsChanged: editBack,
  ParticipantInvited: not('Cancel the invitation or remove the person instead.'),
  InvitationAccepted: onceAnswered,
  InvitationDeclined: ownDecision,
  InvitationCancelled: not('Invite the person again instead.'),
  JoinRequestMade: not('Answer the request instead.'),
  JoinRequestAccepted: onceAnswered,
  JoinRequestDeclined: not('Invite the person instead.'),
  JoinRequestCancelled: ownDecision,
  ParticipantRoleChanged: not('Change the role among the participants instead.'),
  OrganizerHandedOver: not('Only the new organizer can hand the trip over again.'),
  ParticipantLeft: ownDecision,
  ParticipantRemoved: not('Invite the person again instead.'),
  GuestAdded: not('Remove the guest among the participants instead.'),
  GuestChanged: not('Change the guest among the participants instead.'),
  GuestRemoved: not('A guest’s contact details are erased with the guest. Add the guest again instead.'),
  ActivityAdded: remove,
  ActivityChanged: editBack,
  ActivityRemoved: restore,
  ActivityRestored: remove,
  ExpenseAdded: remove,
  ExpenseEdited: editBack,
  ExpenseRemoved: restore,
  ExpenseRestored: remove,
  ContributionMade: remove,
  ContributionRemoved: restore,
  ContributionRestored: remove,
  PaymentMade: remove,
  PaymentUndone: restore,
  PaymentRestored: remove,
  ImportApplied: remove,
  ImportUndone: restore,
  TripChatCreated: not('Delete the chat itself instead.'),
  TripChatChanged: inTheChat,
  TripChatDeleted: not('The messages of a deleted chat are gone.'),
} as const satisfies Record<HistoryDomainEvent['type'], Undoing>

/** undefined for a type that this version does not know. */
export const undoingOf = (type: string): Undoing | undefined =>
  (undoings as Partial<Record<string, Undoing>>)[type]
