// Checks forms by the schemas of the contract, so that a form accepts exactly what the server accepts. Imports only
// types of react-hook-form, because the log-in works without it.

import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type * as v from 'valibot'
import { parseBody } from '#core/kernel/parseBody.ts'

/** Form field → its first error. */
export type FormFields = Record<string, string>

/** The parsed body, or the first error of each field. */
export function checkForm<Body>(
  schema: v.GenericSchema<unknown, Body>,
  body: unknown,
): { body: Body } | { fields: FormFields } {
  const result = parseBody(schema, body)
  return 'refused' in result ? { fields: result.fields ?? {} } : { body: result.value }
}

interface Reading<Values> {
  /** The body of these values; by default the values themselves. */
  read?: (values: Values) => unknown
  /** Rules between fields: field → error. The errors of the schema, `wrong`, take precedence. */
  also?: (values: Values, wrong: FormFields) => FormFields
  /** Says more precisely what is wrong with a field that the schema refuses: field → error. */
  words?: (values: Values) => Record<string, string | undefined>
}

/** For `useForm({ resolver })`: valid values result in the parsed body. */
export function resolverOf<Values extends FieldValues, Body extends object>(
  schema: v.GenericSchema<unknown, Body>,
  { read, also, words }: Reading<Values> = {},
): Resolver<Values, unknown, Body> {
  return (values) => {
    const checked = checkForm(schema, read ? read(values) : values)
    const wrong = 'fields' in checked ? checked.fields : {}
    const fields = { ...also?.(values, wrong), ...wrong }
    const better = Object.keys(fields).length > 0 ? Object.entries(words?.(values) ?? {}) : []
    for (const [field, text] of better) if (text !== undefined && field in fields) fields[field] = text
    if ('body' in checked && Object.keys(fields).length === 0) return { values: checked.body, errors: {} }
    const errors = Object.fromEntries(
      Object.entries(fields).map(([field, message]) => [field, { type: 'contract', message }]),
    )
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}

/** The fields that differ from those of `base`; without those that are undefined. */
export const changedFields = (values: object, base: object): object =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => value !== undefined && value !== base[key as keyof object],
    ),
  )
