// The path to open after a log-in.

import { firstPath, paths } from '#web/platform/paths.ts'

/** @param state the history's, in which the app leaves from where it sent somebody here; nothing leads anywhere else */
export function pathAfterLogIn(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from
  if (typeof from !== 'string') return firstPath
  return [paths.trip(''), paths.conversation('')].some((prefix) => from.startsWith(prefix)) ? from : firstPath
}
