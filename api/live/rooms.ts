// Names the rooms of the socket server: one room per user, with the sockets of all their devices, and one per conversation
// that is open on a screen.

export const roomOfUser = (userId: string): string => `user:${userId}`
export const roomOfConversation = (conversationId: string): string => `conversation:${conversationId}`

/** All authenticated sockets. A socket that is in no room receives only the result of its authentication. */
export const AUTHENTICATED = 'signed-in'

/** Those of accounts without a password, who see only people that they share a trip or a conversation with. */
export const PROVISIONAL = 'provisional'

/** Always empty. A list of rooms contains at least this one, because with an empty list Socket.IO emits to all sockets. */
const EMPTY_ROOM = 'nobody'

export const roomsOfUsers = (userIds: Iterable<string>): string[] => [
  EMPTY_ROOM,
  ...Array.from(userIds, roomOfUser),
]
