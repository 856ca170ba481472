// Sets of sequence numbers, as sorted ranges that neither overlap nor touch.

/** Both ends included; `to` is never below `from`. */
export interface SeqRange {
  readonly from: number
  readonly to: number
}

export type SeqRanges = readonly SeqRange[]

/** With all of `added`; the same array if it held them already. */
export function withRange(ranges: SeqRanges, added: SeqRange): SeqRanges {
  if (added.to < added.from) return ranges
  if (ranges.some(({ from, to }) => from <= added.from && added.to <= to)) return ranges
  const touches = ({ from, to }: SeqRange) => from <= added.to + 1 && added.from <= to + 1
  const touched = [...ranges.filter(touches), added]
  const merged = {
    from: Math.min(...touched.map(({ from }) => from)),
    to: Math.max(...touched.map(({ to }) => to)),
  }
  return [...ranges.filter((range) => !touches(range)), merged].sort((a, b) => a.from - b.from)
}

/** Without any of `removed`; the same array if it held none of them. */
export function withoutRange(ranges: SeqRanges, removed: SeqRange): SeqRanges {
  if (!ranges.some(({ from, to }) => from <= removed.to && removed.from <= to)) return ranges
  return ranges.flatMap(({ from, to }) =>
    [
      { from, to: Math.min(to, removed.from - 1) },
      { from: Math.max(from, removed.to + 1), to },
    ].filter((rest) => rest.from <= rest.to),
  )
}

/** The range that holds this number. */
export function rangeAt(ranges: SeqRanges, seq: number): SeqRange | undefined {
  return ranges.find(({ from, to }) => from <= seq && seq <= to)
}

export function rangesWithin(ranges: SeqRanges, bounds: SeqRange): SeqRanges {
  return ranges
    .map(({ from, to }) => ({ from: Math.max(from, bounds.from), to: Math.min(to, bounds.to) }))
    .filter(({ from, to }) => from <= to)
}

export function seqCount(ranges: SeqRanges): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0)
}
