// Keeps the rows of a list in place while the person acts on one.

import { type MouseEvent, useEffect, useState } from 'react'

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

/** Longer than a double press. */
const INERT_MS = 600

export interface RetainedRows<Row> {
  rows: RetainedRow<Row>[]
  /** Retains a row; called when the person acts on it. */
  retain: (row: Row) => void
  /** Changes with each action and each row that leaves; for `usePressGuard`. */
  changeKey: string
}

/**
 * Keeps rows in place after the person acts on them, until the list closes, and ignores presses for a moment, so that
 * the second of two presses never hits a row that has just moved there.
 */
export function useRetainedRows<Row>(live: readonly Row[], keyOf: (row: Row) => string): RetainedRows<Row> {
  const [{ acts, ...retained }, setRetained] = useState<Retained<Row> & { acts: number }>(nothingRetained)
  const rows = mergeRetainedRows(live, keyOf, retained)
  const retain = (row: Row) =>
    setRetained((before) => ({
      order: rows.map(({ key }) => key),
      rows: new Map(before.rows).set(keyOf(row), row),
      acts: before.acts + 1,
    }))
  const changeKey = `${acts} ${rows.flatMap(({ key, isLive }) => (isLive ? [] : [key])).join(' ')}`
  return { rows, retain, changeKey }
}

/** Ignores presses for a moment whenever `changeKey` changes. Returns the props of the element around the rows. */
export function usePressGuard(changeKey: string) {
  const [settledKey, setSettledKey] = useState(changeKey)
  const isInert = settledKey !== changeKey
  useEffect(() => {
    const timer = setTimeout(setSettledKey, INERT_MS, changeKey)
    return () => clearTimeout(timer)
  }, [changeKey])
  return { 'data-inert': isInert || undefined, onClickCapture: isInert ? swallow : undefined }
}

function swallow(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

const nothingRetained = { order: [], rows: new Map<string, never>(), acts: 0 }
