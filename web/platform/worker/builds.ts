// The cached builds that a service worker may delete: only those before its own, because the files of a newer build may be
// going into their cache at this moment, and would not be fetched again.

/**
 * @param cached the names of all cached builds, oldest first, as the Cache API lists them
 * @param shown the build that stays, with all after it; if it is not cached, all stay
 */
export const buildsBefore = (cached: readonly string[], shown: string): string[] =>
  cached.slice(0, Math.max(0, cached.indexOf(shown)))
