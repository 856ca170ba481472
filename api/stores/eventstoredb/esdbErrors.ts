// Classifies errors of the EventStoreDB client: a negative reply, or a server that cannot be reached. Unknown errors
// count as `unavailable`, because then it is not certain whether the events were written.

import { ErrorType, type WrongExpectedVersionError } from '@eventstore/db-client'
import { NO_STREAM } from '#core/store/eventStore.ts'

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
  [ErrorType.STREAM_DELETED]: 'refused',
  [ErrorType.INVALID_ARGUMENT]: 'refused',
  [ErrorType.INVALID_TRANSACTION]: 'refused',
  [ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED]: 'refused',
  [ErrorType.MISSING_REQUIRED_METADATA_PROPERTY]: 'refused',
  [ErrorType.NOT_LEADER]: 'not leader',
}

export function meaningOf(error: unknown): EsdbErrorMeaning {
  if (error instanceof TypeError || error instanceof RangeError || !(error instanceof Error)) return 'bug'
  if (isDenied(error)) return 'refused'
  const { type } = error as { type?: ErrorType }
  return (type !== undefined && MEANINGS[type]) || 'unavailable'
}

/** The revision of the stream for which the server refused an append; null for another error. */
export function actualRevision(error: unknown): number | null {
  if (meaningOf(error) !== 'wrong revision') return null
  const { actualVersion } = error as WrongExpectedVersionError
  return typeof actualVersion === 'bigint' ? Number(actualVersion) : NO_STREAM
}

/**
 * Names the missing right of a denied call, because the server's error is "7 PERMISSION_DENIED" for every one.
 * @param right as in "may not {right}"
 */
export async function nameMissingRight<T>(right: string, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw isDenied(error) ? new MissingRight(right, error) : error
  }
}

/** An error that `meaningOf` counts as `refused`. */
class MissingRight extends Error {
  readonly type = ErrorType.ACCESS_DENIED
  constructor(right: string, cause: Error & { code?: number }) {
    const guide = 'see "A user for the product" in docs/operations.md'
    super(
      cause.code === UNAUTHENTICATED
        ? 'it does not know the user in EVENTSTOREDB_URL, or the password is another one'
        : `the user in EVENTSTOREDB_URL may not ${right}: ${guide}`,
      { cause },
    )
    this.name = 'MissingRight'
  }
}

/** Codes of gRPC. The client gives an error of its own only where the server names the exception. */
const PERMISSION_DENIED = 7
const UNAUTHENTICATED = 16

function isDenied(error: unknown): error is Error & { code?: number } {
  const { type, code } = error as { type?: ErrorType; code?: number }
  return error instanceof Error && (type === ErrorType.ACCESS_DENIED || code === PERMISSION_DENIED)
}

/** The server has sent nothing for this time. */
export class EsdbTimeout extends Error {
  constructor(ms: number) {
    super(`no reply within ${Math.round(ms)} ms`)
    this.name = 'EsdbTimeout'
  }
}
