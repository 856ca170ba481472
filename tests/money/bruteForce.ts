// The fewest payments by exhaustive search: too simple to be wrong, and fast enough for up to ten accounts.

/**
 * How many payments it takes at least to bring the balances (which add up to 0) to 0: the first open one settles
 * with each of the other sign in turn, completely, and the rest is tried in the same way.
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
