// Which numbered messages are here: sorted ranges that neither overlap nor touch.

/** Both ends included; `to` is never below `from`. */
export interface SeqRange {
  readonly from: number
  readonly to: number
}

export type SeqRanges = readonly SeqRange[]

/** The same and all of `added`; the same array where it held them already. */
export function withRange(ranges: SeqRanges, added: SeqRange): SeqRanges {
  if (added.to < added.from) return ranges
  const whole = ranges.find(({ from, to }) => from <= added.from && added.to <= to)
  if (whole) return ranges
  const touches = ({ from, to }: SeqRange) => from <= added.to + 1 && added.from <= to + 1
  const met = [...ranges.filter(touches), added]
  const merged = {
    from: Math.min(...met.map(({ from }) => from)),
    to: Math.max(...met.map(({ to }) => to)),
  }
  return [...ranges.filter((range) => !touches(range)), merged].sort((a, b) => a.from - b.from)
}

/** The same without any of `removed`; the same array where it held none of them. */
export function withoutRange(ranges: SeqRanges, removed: SeqRange): SeqRanges {
  if (!ranges.some(({ from, to }) => from <= removed.to && removed.from <= to)) return ranges
  return ranges.flatMap(({ from, to }) =>
    [
      { from, to: Math.min(to, removed.from - 1) },
      { from: Math.max(from, removed.to + 1), to },
    ].filter((rest) => rest.from <= rest.to),
  )
}

/** The one that holds this number. */
export function rangeAt(ranges: SeqRanges, seq: number): SeqRange | undefined {
  return ranges.find(({ from, to }) => from <= seq && seq <= to)
}

/** What of them lies within `part`. */
export function within(ranges: SeqRanges, part: SeqRange): SeqRanges {
  return ranges
    .map(({ from, to }) => ({ from: Math.max(from, part.from), to: Math.min(to, part.to) }))
    .filter(({ from, to }) => from <= to)
}

/** How many numbers they hold. */
export function countOf(ranges: SeqRanges): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0)
}
