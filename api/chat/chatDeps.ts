// What the routes of conversations work with.

import type { ChatLookups } from '#core/chat/lookups.ts'
import type { OperateDeps } from '#core/store/operate.ts'
import type { Reader } from '#core/store/reader.ts'
import type { Buckets } from '#api/platform/nodes.ts'
import type { Reads } from '#api/platform/reads.ts'

export interface ChatDeps extends OperateDeps {
  reader: Reader
  reads: Reads
  lookups: ChatLookups
  /** Whether the read side shows this position within so many ms. */
  reached(position: string, timeoutMs: number): Promise<boolean>
  /** How much each person may say, over all nodes. */
  buckets: Buckets
  /** The newest position of the log. */
  head(): Promise<string>
}
