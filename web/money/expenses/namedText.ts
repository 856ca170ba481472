// The server names who is not on the trip by id, since a name is not its to trust; people read the name.

import type { NamedRef } from '#core/money/responses.ts'

/** The text with the ids of these people replaced by their names. */
export function namedText(text: string, people: readonly NamedRef[]): string {
  return people.reduce((told, { id, name }) => told.replaceAll(id, name), text)
}
