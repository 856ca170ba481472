// The texts for commands of a trip that fail, the same in the dialog that sends one and in the note about one that was
// refused later.

export const tripFailures = {
  plan: 'Failed to create trip',
  change: 'Failed to update trip',
  delete: 'Failed to delete trip',
  leave: 'Failed to leave trip',
  invite: 'Failed to add users to trip',
  askToJoin: 'Failed to ask to join',
  cancelRequest: 'Failed to cancel the request',
  changeRole: 'Failed to change the role',
  handOver: 'The trip was not handed over',
  changeChat: 'Failed to update trip chat',
  deleteChat: 'Failed to delete trip chat',
  undo: 'Failed to undo the change',
  restore: 'Failed to bring it back',
}
