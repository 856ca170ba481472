// Parses a query value that must be one of a list.

import { validationError } from '#api/platform/httpError.ts'

/** undefined when absent. @throws HttpError 400 for any other value */
export function parseChoice<Choice extends string>(
  name: string,
  given: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (given === undefined || choices.includes(given as Choice)) return given as Choice | undefined
  throw validationError({ [name]: `${name} must be one of ${choices.join(', ')}` })
}
