// The fewest payments by exhaustive search: too simple to be wrong, and fast enough for up to ten accounts.

/**
 * The fewest payments that bring the balances (their sum is 0) to 0: settles the first open balance completely with
 * each
 * balance of the opposite sign in turn, and tries the rest in the same way.
 */
export function bruteForce(balances: readonly number[]): number {
  const [first, ...others] = balances.filter((balance) => balance !== 0)
  if (first === undefined) return 0
  let fewest = Infinity
  others.forEach((other, i) => {
    if (first * other > 0) return
    fewest = Math.min(fewest, 1 + bruteForce(others.with(i, other + first)))
  })
  return fewest
}
