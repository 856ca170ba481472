// Where the rows of a list stand while one of them is acted on.

export interface StayingRow<Row> {
  key: string
  row: Row
  /** As it was held, where it was acted on. */
  held: Row | undefined
  /** False for one that was acted on and has left the list that it came from. */
  isLive: boolean
}

export interface Held<Row> {
  /** The keys of all rows, in the order they had when one of them was last acted on. */
  order: readonly string[]
  rows: ReadonlyMap<string, Row>
}

/** Rows keep the places they had, those that have left among them; new ones come last, where they push none away. */
export function inPlace<Row>(
  live: readonly Row[],
  keyOf: (row: Row) => string,
  { order, rows }: Held<Row>,
): StayingRow<Row>[] {
  const now = new Map(live.map((row) => [keyOf(row), row]))
  const keys = [...new Set([...order, ...now.keys()])]
  return keys.flatMap((key) => {
    const held = rows.get(key)
    const row = now.get(key) ?? held
    return row === undefined ? [] : [{ key, row, held, isLive: now.has(key) }]
  })
}
