// Orders texts by their UTF-16 units, the same on every device: ids, positions, dates and RFC 3339 times.

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
