// The paths that a contribution or a payment changes: neither the expenses nor the trip itself.

export const moneyPaths = (tripId: string): string[] =>
  ['pool', 'payments', 'settlement', 'balances'].map((part) => `/trips/${tripId}/${part}`)
