// Limits of names, passwords, passkeys and user searches.

export const peopleLimits = {
  /** UTF-16 units, inclusive. */
  username: { min: 3, max: 20 },
  password: { min: 6, minNew: 8, maxBytes: 1024 },
  passkeys: { max: 10 },
  search: { min: 2, maxResults: 20 },
} as const
