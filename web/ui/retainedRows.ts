// Keeps the rows of a list in place while the person acts on one.

export interface RetainedRow<Row> {
  key: string
  row: Row
  /** As it was when the person acted on it; undefined for other rows. */
  retained: Row | undefined
  /** False for a row that has left its list since. */
  isLive: boolean
}

export interface Retained<Row> {
  /** The keys of all rows, in their order at the last action. */
  order: readonly string[]
  rows: ReadonlyMap<string, Row>
}

/** Rows keep their positions, also those that have left; new rows come last, where they move none. */
export function mergeRetainedRows<Row>(
  live: readonly Row[],
  keyOf: (row: Row) => string,
  { order, rows }: Retained<Row>,
): RetainedRow<Row>[] {
  const liveRows = new Map(live.map((row) => [keyOf(row), row]))
  const keys = [...new Set([...order, ...liveRows.keys()])]
  return keys.flatMap((key) => {
    const retained = rows.get(key)
    const row = liveRows.get(key) ?? retained
    return row === undefined ? [] : [{ key, row, retained, isLive: liveRows.has(key) }]
  })
}
