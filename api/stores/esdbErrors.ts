// Classifies errors of the client: a negative reply, or a server that cannot be reached. Unknown errors count as
// `away`: then it is unknown whether something was written, and the caller learns that.

import { ErrorType } from '@eventstore/db-client'

export type EsdbErrorMeaning =
  | 'nothing'
  | 'wrong revision'
  /** The server replied; a retry changes nothing. */
  | 'refused'
  /** Another node leads; the client switches to it with the next call. */
  | 'elsewhere'
  | 'away'
  | 'bug'

const ANSWERS: Readonly<Partial<Record<ErrorType, EsdbErrorMeaning>>> = {
  [ErrorType.STREAM_NOT_FOUND]: 'nothing',
  [ErrorType.WRONG_EXPECTED_VERSION]: 'wrong revision',
  [ErrorType.ACCESS_DENIED]: 'refused',
  [ErrorType.STREAM_DELETED]: 'refused',
  [ErrorType.INVALID_ARGUMENT]: 'refused',
  [ErrorType.INVALID_TRANSACTION]: 'refused',
  [ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED]: 'refused',
  [ErrorType.MISSING_REQUIRED_METADATA_PROPERTY]: 'refused',
  [ErrorType.NOT_LEADER]: 'elsewhere',
}

export function meaningOf(error: unknown): EsdbErrorMeaning {
  if (error instanceof TypeError || error instanceof RangeError || !(error instanceof Error)) return 'bug'
  const { type } = error as { type?: ErrorType }
  return (type !== undefined && ANSWERS[type]) || 'away'
}

/** The server sent nothing for so long. */
export class EsdbTimeout extends Error {
  constructor(ms: number) {
    super(`no answer within ${Math.round(ms)} ms`)
    this.name = 'EsdbTimeout'
  }
}
