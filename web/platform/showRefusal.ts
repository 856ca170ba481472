// A refusal stands where it can be mended: on the field it is about, else over the form.

import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { Refused, NO_REASON_GIVEN } from '#web/platform/http.ts'

/**
 * Puts what the server refused on the fields it names.
 * @param shown the fields of the form that can show a text
 * @param fallback for the form as a whole, where the server said nothing or something else went wrong
 * @returns the text for the form as a whole; undefined when its fields say all
 */
export function showRefusal<Values extends FieldValues>(
  error: unknown,
  shown: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
  fallback = 'Server error occurred. Please try again later.',
): string | undefined {
  if (!(error instanceof Refused) || error.code === NO_REASON_GIVEN) return fallback
  const named = shown.filter((field) => error.fields[field] !== undefined)
  for (const field of named) setError(field, { type: 'server', message: error.fields[field]! })
  return named.length > 0 ? undefined : error.message || fallback
}
