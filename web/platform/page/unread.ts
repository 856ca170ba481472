// The numbers of unread messages, apart from the chat's code, so that the navigation and trips can show them without
// loading that.

import { proxy } from 'valtio'

interface Unread {
  total: number
  /** Trip id → unread messages of its chats. */
  byTrip: Readonly<Record<string, number>>
}

export const unread = proxy<Unread>({ total: 0, byTrip: {} })
