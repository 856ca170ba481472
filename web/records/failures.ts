// The texts for commands that fail, by what they are about: the same in the dialog that sends one, on the row that shows
// it, and in the sheet of what was refused.

import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import {
  type CommandSubject,
  type RecordChange,
  type SubjectEndpoints,
  type SubjectKind,
  subjectAmong,
  subjectOf,
} from '#web/records/subjectOf.ts'

export const failures = {
  expense: {
    add: 'Failed to create expense',
    change: 'Failed to update expense',
    remove: 'Failed to delete expense',
    restore: 'Failed to restore expense',
  },
  contribution: { add: 'Failed to contribute to pool', remove: 'Failed to remove transaction' },
  payment: { add: 'Failed to record the payment', remove: 'Failed to undo the payment' },
  activity: {
    add: 'Failed to add activity',
    change: 'Failed to update activity',
    remove: 'Failed to delete activity',
    restore: 'Failed to restore activity',
  },
  import: { add: 'A part of your import was not accepted' },
  guest: {
    add: 'Failed to add guest participant',
    change: 'Failed to update guest participant',
    remove: 'Failed to remove guest participant',
  },
  poll: { add: 'Failed to ask', change: 'Failed to change the poll' },
  guestClaim: { add: 'Failed to say who you are', answer: 'Failed to answer who the guest is' },
  participant: {
    change: 'Failed to change the role',
    remove: 'Failed to remove user from trip',
    handOver: 'The trip was not handed over',
  },
  trip: {
    add: 'Failed to create trip',
    change: 'Failed to update trip',
    remove: 'Failed to delete trip',
    leave: 'Failed to leave trip',
    pin: 'Failed to pin the trip',
    unpin: 'Failed to unpin the trip',
  },
  invitation: { add: 'Failed to add users to trip', answer: 'Failed to answer the invitation or request' },
  joinRequest: { add: 'Failed to ask to join', remove: 'Failed to cancel the request' },
  historyEntry: { restore: 'Failed to bring it back', undo: 'Failed to undo the change' },
  tripChat: {
    add: 'Failed to create trip chat',
    change: 'Failed to update trip chat',
    remove: 'Failed to delete trip chat',
  },
  conversation: {
    add: 'Failed to create chat',
    change: 'Failed to update the group',
    invite: 'Failed to add people to the group',
    remove: 'Failed to remove the person from the group',
    leave: 'Failed to leave the group',
    mute: 'Failed to set the notifications',
  },
  message: {
    add: 'Failed to send message',
    change: 'Failed to edit message',
    remove: 'Failed to delete message',
  },
  reaction: { add: 'Failed to react to the message', remove: 'Failed to take the reaction back' },
} satisfies Record<SubjectKind, Partial<Record<RecordChange, string>>>

/** Of commands that wait and are refused without a row, so that no other screen needs them. */
const otherEndpoints: SubjectEndpoints = {
  trip: {
    add: ['POST /trips'],
    remove: ['DELETE /trips/:tripId'],
    leave: ['POST /trips/:tripId/leave'],
    pin: ['PUT /trips/:tripId/pin'],
    unpin: ['DELETE /trips/:tripId/pin'],
  },
  invitation: {
    add: ['POST /trips/:tripId/invite'],
    answer: ['PUT /trip-invitations/:invitationId/respond'],
  },
  guestClaim: { answer: ['PUT /trips/:tripId/guest-claims/:claimId'] },
  joinRequest: {
    add: ['POST /trips/:tripId/join-requests'],
    remove: ['DELETE /trip-invitations/:invitationId'],
  },
  historyEntry: {
    restore: ['POST /trips/:tripId/history/:n/restore'],
    undo: ['POST /trips/:tripId/history/:n/undo'],
  },
  tripChat: {
    add: ['POST /trips/:tripId/chats'],
    change: ['PUT /trips/:tripId/chats/:chatId'],
    remove: ['DELETE /trips/:tripId/chats/:chatId'],
  },
  conversation: {
    add: ['POST /conversations'],
    change: ['PUT /conversations/:conversationId'],
    invite: ['POST /conversations/:conversationId/participants'],
    remove: ['DELETE /conversations/:conversationId/participants/:userId'],
    leave: ['POST /conversations/:conversationId/leave'],
    mute: ['PUT /conversations/:conversationId/notifications'],
  },
  message: {
    add: ['POST /conversations/:conversationId/messages'],
    change: ['PATCH /conversations/:conversationId/messages/:messageId'],
    remove: ['DELETE /conversations/:conversationId/messages/:messageId'],
  },
  reaction: {
    add: ['PUT /conversations/:conversationId/messages/:messageId/reactions/:emoji'],
    remove: ['DELETE /conversations/:conversationId/messages/:messageId/reactions/:emoji'],
  },
}

/** Also of a command that is about no record. */
export const anySubjectOf = (command: PendingCommand): CommandSubject | null =>
  subjectOf(command) ?? subjectAmong(otherEndpoints, command)

/** What has no words of its own: 'A change was not accepted'. */
export function failureOf(command: PendingCommand): string {
  const subject = anySubjectOf(command)
  const ofKind: Partial<Record<RecordChange, string>> = subject ? failures[subject.kind] : {}
  return (subject && ofKind[subject.change]) ?? 'A change was not accepted'
}
