// Classifies errors of the EventStoreDB client: a negative reply, or a server that cannot be reached. Unknown errors
// count as `unavailable`, because then it is not certain whether the events were written.

import { ErrorType } from '@eventstore/db-client'

export type EsdbErrorMeaning =
  | 'stream not found'
  | 'wrong revision'
  /** The server replied; a retry would fail, too. */
  | 'refused'
  /** Another node is the leader; the client's next call goes to it. */
  | 'not leader'
  | 'unavailable'
  /** An error of this program. */
  | 'bug'

const MEANINGS: Readonly<Partial<Record<ErrorType, EsdbErrorMeaning>>> = {
  [ErrorType.STREAM_NOT_FOUND]: 'stream not found',
  [ErrorType.WRONG_EXPECTED_VERSION]: 'wrong revision',
  [ErrorType.ACCESS_DENIED]: 'refused',
  [ErrorType.STREAM_DELETED]: 'refused',
  [ErrorType.INVALID_ARGUMENT]: 'refused',
  [ErrorType.INVALID_TRANSACTION]: 'refused',
  [ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED]: 'refused',
  [ErrorType.MISSING_REQUIRED_METADATA_PROPERTY]: 'refused',
  [ErrorType.NOT_LEADER]: 'not leader',
}

export function meaningOf(error: unknown): EsdbErrorMeaning {
  if (error instanceof TypeError || error instanceof RangeError || !(error instanceof Error)) return 'bug'
  const { type } = error as { type?: ErrorType }
  return (type !== undefined && MEANINGS[type]) || 'unavailable'
}

/** The server has sent nothing for this time. */
export class EsdbTimeout extends Error {
  constructor(ms: number) {
    super(`no reply within ${Math.round(ms)} ms`)
    this.name = 'EsdbTimeout'
  }
}
