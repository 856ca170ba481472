// Parses the JSON of a file, and validates its parts one by one, so that one damaged entry does not refuse the others.

import * as v from 'valibot'

/** Whether a text begins as JSON, and as no table. */
export const isJsonText = (text: string): boolean => /^\s*[[{]/.test(text)

/** undefined for text that is no JSON, or nested too deeply to be any app's export. */
export function parseJsonFile(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** null where the value does not have the shape. */
export function parseOrNull<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> | null {
  const result = v.safeParse(schema, value)
  return result.success ? result.output : null
}
