// Parses a request body by its schema, on the server and in the client's forms.

import * as v from 'valibot'
import type { Refusal } from '#core/kernel/decider.ts'
import { invalid } from '#core/kernel/refusals.ts'

/** A body that does not fit is refused with 400 and one text for each field. */
export function parseBody<Body>(
  schema: v.GenericSchema<unknown, Body>,
  body: unknown,
): { value: Body } | Refusal {
  if (typeof body !== 'object' || body === null) return invalid({ body: 'The request needs a JSON body' })
  const result = v.safeParse(schema, withAbsent(schema, body))
  return result.success ? { value: result.output } : invalid(fieldsOf(result.issues))
}

// An absent key becomes undefined, so that its own schema says "… is required" instead of the object's "invalid key".
function withAbsent(schema: v.GenericSchema, body: object): object {
  const entries = (schema as { entries?: object }).entries
  if (!entries || Array.isArray(body)) return body
  const complete: Record<string, unknown> = { ...body }
  for (const key of Object.keys(entries)) if (!Object.hasOwn(complete, key)) complete[key] = undefined
  return complete
}

/** The first text for each field; an unknown key is a field, too. */
function fieldsOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? 'body'
    const unknown = issue.type === 'strict_object' && issue.expected === 'never'
    fields[path] ??= unknown ? `Unknown field ${path}` : issue.message
  }
  return { ...fields }
}
