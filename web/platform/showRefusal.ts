// Shows a refusal on the fields that it names, else above the form.

import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { Refused, NO_REASON } from '#web/platform/http.ts'

/**
 * @param shown the fields of the form that can show an error
 * @param fallback for the form as a whole, if the server gave no reason or the error is another one
 * @returns the text for the form as a whole; undefined if its fields show all
 */
export function showRefusal<Values extends FieldValues>(
  error: unknown,
  shown: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
  fallback = 'Server error occurred. Please try again later.',
): string | undefined {
  if (!(error instanceof Refused) || error.code === NO_REASON) return fallback
  const named = shown.filter((field) => error.fields[field] !== undefined)
  for (const field of named) setError(field, { type: 'server', message: error.fields[field]! })
  return named.length > 0 ? undefined : error.message || fallback
}
