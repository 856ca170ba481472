// The dependencies of the routes of conversations.

import type { ChatLookups } from '#core/chat/lookups.ts'
import type { OperationDeps } from '#core/store/operation.ts'
import type { Buckets } from '#api/platform/nodes.ts'
import type { ReadDeps } from '#api/platform/membership.ts'

export interface ChatDeps extends OperationDeps, ReadDeps {
  chatLookups: ChatLookups
  /** Resolves to whether the read models include this position within `timeoutMs`. */
  waitForPosition(position: string, timeoutMs: number): Promise<boolean>
  buckets: Buckets
  head(): Promise<string>
}
