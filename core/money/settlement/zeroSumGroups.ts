// Finds groups of accounts that cancel out. A plan with the fewest payments divides the accounts into as many groups of
// sum 0 as possible; finding them is NP-hard, so this searches all subsets, fast enough for 21 accounts because it
// combines two halves.

/**
 * Of the divisions of `amounts` (which add up to 0, none of them 0) into the most groups of sum 0: the first
 * account of the other sign that shares account 0's group in one of them. An index into `amounts`.
 */
export function firstPartner(amounts: readonly number[]): number {
  const [first = 0, ...others] = amounts
  // Account 0 is left out of the search: the groups without it are subsets of the others, and the rest is its group.
  // That halves the work.
  const zeroSums = zeroSumSubsets(others)
  const counts = groupsWithin(zeroSums, others.length)
  const most = counts.reduce((a, b) => Math.max(a, b), 0)
  let leftWithFirst = most === 0 ? -1 : 0
  zeroSums.forEach((subset, i) => {
    if (counts[i] === most) leftWithFirst |= ~subset
  })
  return 1 + others.findIndex((amount, i) => amount * first < 0 && (leftWithFirst & (1 << i)) !== 0)
}

/** Disjoint groups of sum 0, as indices: always the smallest that remains. */
export function disjointZeroSums(amounts: readonly number[]): number[][] {
  const groups: number[][] = []
  let left = zeroSumSubsets(amounts)
  while (left.length > 0) {
    const smallest = left.reduce((a, b) => (sizeOf(b) < sizeOf(a) ? b : a))
    groups.push([...amounts.keys()].filter((index) => smallest & (1 << index)))
    left = left.filter((subset) => (subset & smallest) === 0)
  }
  return groups
}

function sizeOf(subset: number): number {
  let size = 0
  for (let bits = subset; bits !== 0; bits &= bits - 1) size++
  return size
}

/**
 * Every non-empty subset of sum 0, as a bit mask, ascending. Each is a subset of the one half whose sum is the
 * opposite of that of a subset of the other, so 20 amounts take two lists of 1,024 instead of one of 1,048,576
 * (Horowitz and Sahni, "Computing Partitions with Applications to the Knapsack Problem", JACM 21, 1974).
 */
function zeroSumSubsets(amounts: readonly number[]): number[] {
  const half = amounts.length >> 1
  const lowBySum = new Map<number, number[]>()
  subsetSums(amounts.slice(0, half)).forEach((sum, low) => {
    const same = lowBySum.get(sum)
    if (same) same.push(low)
    else lowBySum.set(sum, [low])
  })
  const found: number[] = []
  subsetSums(amounts.slice(half)).forEach((sum, high) => {
    for (const low of lowBySum.get(-sum) ?? []) found.push((high << half) | low)
  })
  return found.slice(1)
}

/** The sum of each subset, by bit mask. Doubles, because sums pass 2^31; they are exact up to 2^53. */
function subsetSums(amounts: readonly number[]): Float64Array {
  const sums = new Float64Array(1 << amounts.length)
  amounts.forEach((amount, i) => {
    const size = 1 << i
    for (let subset = 0; subset < size; subset++) sums[size + subset] = sums[subset]! + amount
  })
  return sums
}

/**
 * For each subset of sum 0 (given are all, ascending): into how many groups of sum 0 it can be divided. That is the
 * length of the longest chain of such subsets that ends in it, each inside the next. Usually there are few and all
 * pairs are compared; with many equal amounts there can be a quarter of a million, and then the chains are counted over
 * all subsets instead.
 */
function groupsWithin(zeroSums: readonly number[], size: number): Uint8Array {
  return zeroSums.length ** 2 <= size * 2 ** size ? chainsByPairs(zeroSums) : chainsBySubsets(zeroSums, size)
}

function chainsByPairs(zeroSums: readonly number[]): Uint8Array {
  const chain = new Uint8Array(zeroSums.length)
  zeroSums.forEach((outer, i) => {
    let longest = 0
    for (let j = 0; j < i; j++) {
      if ((zeroSums[j]! & ~outer) === 0 && chain[j]! > longest) longest = chain[j]!
    }
    chain[i] = longest + 1
  })
  return chain
}

function chainsBySubsets(zeroSums: readonly number[], size: number): Uint8Array {
  const chain = new Uint8Array(1 << size)
  for (const subset of zeroSums) chain[subset] = 1
  for (let outer = 1; outer < chain.length; outer++) {
    let longest = 0
    for (let bits = outer; bits !== 0; bits &= bits - 1) {
      const inner = chain[outer ^ (bits & -bits)]!
      if (inner > longest) longest = inner
    }
    chain[outer]! += longest
  }
  return Uint8Array.from(zeroSums, (subset) => chain[subset]!)
}
