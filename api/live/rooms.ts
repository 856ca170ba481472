// Names the rooms of the socket server: one for each person's devices, one for each open conversation.

export const devicesOf = (userId: string): string => `user:${userId}`
export const roomOf = (conversationId: string): string => `conversation:${conversationId}`

/** Authenticated sockets. Before that a socket receives nothing but the result of its authentication. */
export const SIGNED_IN = 'signed-in'

/** An always empty room: without any room the socket server emits to everybody. */
const NOBODY = 'nobody'

export const devicesOfAll = (userIds: Iterable<string>): string[] => [
  NOBODY,
  ...Array.from(userIds, devicesOf),
]
