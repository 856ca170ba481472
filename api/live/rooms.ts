// Rooms of the socket server: one for each person's devices, one for each conversation that is open on a screen.

export const devicesOf = (userId: string): string => `user:${userId}`
export const roomOf = (conversationId: string): string => `conversation:${conversationId}`

/** Whoever has said who they are. Before that a socket hears nothing but the answer to it. */
export const SIGNED_IN = 'signed-in'

/** A room that is always empty: told to no room at all, the socket server tells everybody. */
const NOBODY = 'nobody'

/** The rooms of these people; of none, where there are none. */
export const devicesOfAll = (userIds: Iterable<string>): string[] => [
  NOBODY,
  ...Array.from(userIds, devicesOf),
]
