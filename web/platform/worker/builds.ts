// Which builds a service worker may let go of. Those before its own, and no others: a newer one may be on its way into
// its cache at this very moment, and what is taken from it now it would never ask for again.

/**
 * @param kept the names of all that are kept, the oldest first, as the Cache API tells them
 * @param shown the one that stays, with all after it; where it is not among them, all stay
 */
export const buildsBefore = (kept: readonly string[], shown: string): string[] =>
  kept.slice(0, Math.max(0, kept.indexOf(shown)))
