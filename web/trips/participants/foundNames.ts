// Names of users a search has found, by id: an invitation in the outbox has only their ids.

import { formatCount } from '#web/platform/time/format.ts'

export const foundNames = new Map<string, string>()

/** 'Ann and Ben'; '2 people' if not all names are known, as after a reload. */
export function foundNamesOf(userIds: readonly string[]): string {
  const names = userIds.flatMap((id) => foundNames.get(id) ?? [])
  if (names.length === userIds.length) return new Intl.ListFormat('en').format(names)
  return formatCount(userIds.length, 'person', 'people')
}
