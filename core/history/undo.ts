// How each type of change is undone. The table is exhaustive by type: a new event of a trip does not compile
// until it has a row.

import { topics, type HistoryDomainEvent } from '#core/history/events.ts'
import type { HistoryEntry } from '#core/history/contract.ts'
import { byRecordEvent, recordKinds } from '#core/recordKinds.ts'
import type { TripRole } from '#core/trips/events.ts'
import { editorRoles, organizerOnly, participantRoles } from '#core/trips/visibility.ts'

/**
 * 'restore' adds what was removed, 'remove' removes what was added, 'edit back' sets the values before, 'invite again'
 * invites who is not on the trip any more; 'not' says why. `loses` says what the undo does not bring back.
 */
export type UndoRule =
  { how: 'restore' | 'remove' | 'edit back' | 'invite again'; loses?: string } | { how: 'not'; why: string }

const restore = { how: 'restore' } as const
const remove = { how: 'remove' } as const
const editBack = { how: 'edit back' } as const
const not = (why: string) => ({ how: 'not', why }) as const
const ofRecord = { added: remove, changed: editBack, removed: restore, restored: remove }

const inviteAgain = { how: 'invite again' } as const
const removeGuest = {
  ...remove,
  loses: 'Undo removes the guest, and e-mail, phone and notes are erased for good.',
} as const

export const undoRules = {
  TripPlanned: not('A trip that was planned can only be deleted, and that cannot be undone.'),
  TripDetailsChanged: editBack,
  ParticipantInvited: remove,
  InvitationAccepted: remove,
  InvitationDeclined: inviteAgain,
  InvitationCancelled: inviteAgain,
  JoinRequestMade: not('Answer the request instead.'),
  JoinRequestAccepted: remove,
  JoinRequestDeclined: inviteAgain,
  JoinRequestCancelled: not('The person did not want to join any more. Invite them instead.'),
  InviteLinkCreated: not('Turn the link off instead.'),
  InviteLinkEnded: not('A link that has ended stays ended. Make a new one.'),
  JoinedByLink: remove,
  ParticipantRoleChanged: editBack,
  OrganizerHandedOver: editBack,
  ParticipantLeft: inviteAgain,
  ParticipantRemoved: inviteAgain,
  GuestAdded: removeGuest,
  GuestChanged: { ...editBack, loses: 'Undo leaves e-mail, phone and notes as they are.' },
  GuestRemoved: {
    ...restore,
    loses: 'The guest’s e-mail, phone and notes were erased and do not come back.',
  },
  GuestRestored: removeGuest,
  GuestClaimAsked: not('Answer the question instead.'),
  GuestClaimed: {
    ...editBack,
    loses: 'The guest’s e-mail, phone and notes were erased and do not come back.',
  },
  GuestClaimDeclined: not('The person can ask again.'),
  GuestClaimUndone: editBack,
  PollOpened: not('Close the poll instead.'),
  PollClosed: not('A closed poll stays closed. Ask again.'),
  ...byRecordEvent((_, role) => ofRecord[role]),
  ImportApplied: remove,
  ImportUndone: restore,
  TripChatCreated: not('Delete the chat itself instead.'),
  TripChatChanged: editBack,
  TripChatDeleted: not('The messages of a deleted chat are gone.'),
} as const satisfies Record<HistoryDomainEvent['type'], UndoRule>

/** The removals of records, which can be restored from the history. */
export const RESTORABLE: readonly string[] = recordKinds.map(({ events }) => events.removed)

/** undefined for a type that this version does not know. */
export const undoRuleOf = (type: string): UndoRule | undefined =>
  (undoRules as Partial<Record<string, UndoRule>>)[type]

/**
 * Whether a person of this role may make the inverse change, as far as the entry tells: a contribution or a payment is
 * removed only by those whom it concerns.
 */
export function canUndo({ type, subject }: HistoryEntry, role: TripRole, userId: string): boolean {
  if (type === 'InvitationAccepted' && subject?.id === userId) return true
  const isAboutPeople = topics[type as HistoryDomainEvent['type']] === 'people'
  const roles = isAboutPeople ? organizerOnly : type === 'TripDetailsChanged' ? editorRoles : participantRoles
  return roles.includes(role)
}
