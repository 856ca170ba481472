// Stores once a minute when people and sessions were last seen, so that a restart does not forget it. A crash loses the
// last minute; these times are no events, because each request has one.

import type { PresenceTracker } from '#api/people/presence.ts'
import type { PresenceTimesStore } from '#api/platform/nodes.ts'

const SAVE_EVERY_MS = 60_000

/** @returns the function that stores the last times, and stops */
export function keepPresenceTimes(
  { times }: Pick<PresenceTracker, 'times'>,
  store: PresenceTimesStore,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let unsaved = new Map<string, number>()
  let saved = Promise.resolve()
  const saveChanged = async () => {
    for (const [id, at] of times.takeChanged()) unsaved.set(id, at)
    if (unsaved.size > 0) await store.save(unsaved).then(() => (unsaved = new Map()), onError)
  }
  const save = () => (saved = saved.then(saveChanged))
  store.load().then(times.restore, onError)
  const saving = setInterval(() => void save(), SAVE_EVERY_MS).unref()
  return () => {
    clearInterval(saving)
    return save()
  }
}
