// What a deposit or a payment moves, and so is read again after it: not the expenses, and nothing of the trip itself.

export const moneyPaths = (tripId: string): string[] =>
  ['pool', 'payments', 'settlement', 'balances'].map((part) => `/trips/${tripId}/${part}`)
