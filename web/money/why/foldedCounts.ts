// Folds long groups of rows, so that all groups are on the first screen of a phone.

/** Together with the rows that stand for the folded ones. */
const ROWS_AT_MOST = 10

/**
 * How many rows of each group are shown. Where it is not all of them, one more row stands for at least two others. The
 * longest group folds first, each to two rows at least.
 * @param sizes of the groups
 */
export function foldedCounts(sizes: readonly number[], most = ROWS_AT_MOST): number[] {
  const rows = [...sizes]
  let total = rows.reduce((sum, size) => sum + size, 0)
  for (; total > most; total -= 1) {
    const longest = Math.max(...rows)
    if (longest <= 2) break
    rows[rows.indexOf(longest)] = longest - 1
  }
  return sizes.map((size, index) => (rows[index] === size ? size : rows[index]! - 1))
}
