// Parses a query value that must be one of a list.

import { validationError } from '#api/platform/http/httpError.ts'

/** undefined when absent. @throws HttpError 400 for any other value */
export function parseChoice<Choice extends string>(
  name: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (value === undefined || choices.includes(value as Choice)) return value as Choice | undefined
  throw validationError({ [name]: `${name} must be one of ${choices.join(', ')}` })
}
