// Rooms of the socket server: one for each person's devices, one for each conversation that is open on a screen.

export const devicesOf = (userId: string): string => `user:${userId}`
export const roomOf = (conversationId: string): string => `conversation:${conversationId}`
