// Parses the query of a request. A repeated key is ambiguous and refused; unknown keys are ignored.

import { validationError } from '#api/platform/http/httpError.ts'

/** @throws HttpError 400 when a key is repeated */
export function singleQuery<Key extends string>(
  search: URLSearchParams,
  keys: readonly Key[],
): Partial<Record<Key, string>> {
  const params: Partial<Record<Key, string>> = {}
  const fields: Record<string, string> = {}
  for (const key of keys) {
    const values = search.getAll(key)
    if (values.length > 1) fields[key] = `${key} was given more than once`
    else if (values[0] !== undefined) params[key] = values[0]
  }
  if (Object.keys(fields).length > 0) throw validationError(fields)
  return params
}

export interface Page {
  limit: number
  offset: number
}

/** @throws HttpError 400 for a limit outside 1–100 or an offset below 0 */
export function readPage(query: { limit?: string; offset?: string }, defaultLimit = 20): Page {
  const fields: Record<string, string> = {}
  const limit = query.limit ?? String(defaultLimit)
  const offset = query.offset ?? '0'
  if (!/^(?:[1-9]\d?|100)$/.test(limit)) fields.limit = 'limit must be a whole number from 1 to 100'
  if (!/^(?:0|[1-9]\d{0,14})$/.test(offset)) fields.offset = 'offset must be a whole number, 0 or more'
  if (Object.keys(fields).length > 0) throw validationError(fields)
  return { limit: Number(limit), offset: Number(offset) }
}
