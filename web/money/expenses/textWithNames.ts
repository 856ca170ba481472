// Replaces ids in an error of the server by names: the server does not trust names in a body.

import type { NamedRef } from '#core/money/responses.ts'

export function textWithNames(text: string, people: readonly NamedRef[]): string {
  return people.reduce((renamed, { id, name }) => renamed.replaceAll(id, name), text)
}
