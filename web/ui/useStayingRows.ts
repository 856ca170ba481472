/**
 * Rows that were acted on stay where they are, as what came of it, until what shows them closes; and for a moment the
 * list takes no press. So the second of two taps never meets another row that slid under the finger.
 */
import { type MouseEvent, useEffect, useState } from 'react'

import { type Held, inPlace, type StayingRow } from '#web/ui/stayingRows.ts'

/** Longer than two taps of one gesture are apart. */
const INERT_MS = 600

export interface StayingRows<Row> {
  rows: StayingRow<Row>[]
  /** Keeps a row's place; called when it is acted on. */
  hold: (row: Row) => void
  /** Another text after each press and each row that left: see `useGuard`. */
  turn: string
}

/** For whatever holds the rows. */
interface Guard {
  'data-inert': true | undefined
  onClickCapture: ((event: MouseEvent) => void) | undefined
}

export function useStayingRows<Row>(live: readonly Row[], keyOf: (row: Row) => string): StayingRows<Row> {
  const [{ acts, ...held }, setHeld] = useState<Held<Row> & { acts: number }>(nothingHeld)
  const rows = inPlace(live, keyOf, held)
  const hold = (row: Row) =>
    setHeld((before) => ({
      order: rows.map(({ key }) => key),
      rows: new Map(before.rows).set(keyOf(row), row),
      acts: before.acts + 1,
    }))
  const turn = `${acts} ${rows.flatMap(({ key, isLive }) => (isLive ? [] : [key])).join(' ')}`
  return { rows, hold, turn }
}

/** Takes no press for a moment, which begins anew whenever `turn` is another text. */
export function useGuard(turn: string): Guard {
  const [rested, setRested] = useState(turn)
  const isInert = rested !== turn
  useEffect(() => {
    const timer = setTimeout(setRested, INERT_MS, turn)
    return () => clearTimeout(timer)
  }, [turn])
  return { 'data-inert': isInert || undefined, onClickCapture: isInert ? swallow : undefined }
}

function swallow(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

const nothingHeld = { order: [], rows: new Map<string, never>(), acts: 0 }
