// What an error of the client means: an answer that was no, or a server that cannot be reached. Whatever is not known
// to be an answer counts as away: then nobody can say whether something was written, and that is what is told.

import { ErrorType } from '@eventstore/db-client'

export type EsdbErrorMeaning =
  /** The stream is not there. */
  | 'nothing'
  | 'wrong revision'
  /** The server answered; asking again changes nothing. */
  | 'refused'
  /** Another node leads; the client goes there by itself with the next call. */
  | 'elsewhere'
  | 'away'
  /** Not the server's doing. */
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

/** The server did not say anything for so long. */
export class EsdbTimeout extends Error {
  constructor(ms: number) {
    super(`no answer within ${Math.round(ms)} ms`)
    this.name = 'Silence'
  }
}
