// Numbers that count from 1 as text in an address or on a command line.

/** Of at most 15 digits, so that it is exact. */
export const isCount = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)
