// The number of a badge.

/** Specification §9. */
export const BADGE_MAX = 99

/** '99', and '99+' above. */
export const cappedCount = (count: number): string => (count > BADGE_MAX ? `${BADGE_MAX}+` : String(count))
