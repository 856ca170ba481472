// Checks numbers that count from 1, as text in an address or on a command line.

/** At most 15 digits, so that the number is exact. */
export const isCount = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)
