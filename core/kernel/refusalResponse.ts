// The conversion of a refusal's name into status, code and text, and the refusals that all features share. Apart from
// `refusals.ts`, because the first screens need none of these texts.

import type { Refusal } from '#core/kernel/decider.ts'

export interface RefusalEntry {
  status: number
  /** Default: the refusal's own name. */
  code?: string
  text: string
  /** The form field the text belongs to. */
  field?: string
}

export type RefusalTable = Readonly<Record<string, RefusalEntry>>

const commonRefusals = {
  NotFound: { status: 404, code: 'NOT_FOUND', text: 'Not found' },
  AccessDenied: {
    status: 403,
    code: 'ACCESS_DENIED',
    text: 'You are not authorized to perform this action.',
  },
  AddAPasswordFirst: { status: 403, text: 'Add a password first' },
  Invalid: { status: 400, code: 'VALIDATION_ERROR', text: 'Invalid request data' },
  KeyReused: {
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
    text: 'This idempotency key was used for another request',
  },
  Stale: {
    status: 409,
    code: 'CONFLICT',
    text: 'Someone else changed this in the meantime. Please look again.',
  },
  IsThereAlready: { status: 409, text: 'This is there already' },
  RemovedAgainSince: {
    status: 409,
    text: 'This was brought back, changed and removed again since. Restore it from its last removal.',
  },
  SomebodyHasLeft: {
    status: 409,
    text: 'Someone in it is no longer on the trip, so this cannot be brought back',
  },
  /** The messages name the thing and the person (undo.ts). */
  ChangedSince: { status: 409, text: 'This was changed since' },
  ChangedSinceAdded: { status: 409, text: 'This was changed since it was added' },
  RemovedSince: { status: 409, text: 'This was removed since' },
  /** The message names the limit (limits.ts). */
  LimitReached: { status: 409, text: 'There is no room for one more' },
  FileIsGone: {
    status: 409,
    text: 'A photo or file is no longer there. Please add it again.',
  },
  NotAThumbnail: {
    status: 400,
    code: 'VALIDATION_ERROR',
    text: 'A thumbnail is a JPEG or WebP of at most 3 KB',
  },
  NoRoomForFiles: {
    status: 409,
    text: 'The photos and files of a trip or conversation can have at most 200 MB',
  },
  TooLarge: {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    text: 'This is too much at once. Please make it smaller.',
  },
  Busy: { status: 503, code: 'UNAVAILABLE', text: 'Too much is happening here right now. Please try again.' },
} as const satisfies RefusalTable

export interface RefusalResponse {
  status: number
  code: string
  message: string
  fields?: Record<string, string>
  revision?: number
}

/** @throws Error for a name that is in neither table */
export function toRefusalResponse(refusal: Refusal, table: RefusalTable): RefusalResponse {
  const entry: RefusalEntry | undefined =
    table[refusal.refused] ?? commonRefusals[refusal.refused as keyof typeof commonRefusals]
  if (!entry) throw new Error(`No text for the refusal ${refusal.refused}`)
  const message = refusal.message ?? entry.text
  const fields = refusal.fields ?? (entry.field ? { [entry.field]: message } : undefined)
  return {
    status: entry.status,
    code: entry.code ?? refusal.refused,
    message,
    ...(fields ? { fields } : {}),
    ...(refusal.revision === undefined ? {} : { revision: refusal.revision }),
  }
}
