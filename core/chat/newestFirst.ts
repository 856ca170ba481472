// The order of a list of conversations.

import type { ConversationResponse } from '#core/chat/contract.ts'

type Ordered = Pick<ConversationResponse, 'id' | 'updated_at'>

export function compareNewestFirst(a: Ordered, b: Ordered): number {
  if (a.updated_at !== b.updated_at) return a.updated_at < b.updated_at ? 1 : -1
  return a.id < b.id ? -1 : Number(a.id > b.id)
}
