// What is drawn follows what is known in steps: the list keeps the reader's place by counting from the end when
// something is added or taken away at the start, and from the start otherwise, so it can do one of them at a time.

import { useLayoutEffect, useState } from 'react'
import type { Row } from '#web/chat/timelineRows.ts'

export interface Step {
  rows: readonly Row[]
  /** They changed at the start. */
  atStart: boolean
  /** Counts how often nothing of what was shown is shown any more: another part of the conversation. */
  turn: number
}

export function useSteppedRows(target: readonly Row[]): Step {
  const [step, setStep] = useState<Step>({ rows: target, atStart: false, turn: 0 })
  const [seen, setSeen] = useState(target)
  let now = step
  if (seen !== target) {
    now = nextStep(step, target)
    setSeen(target)
    setStep(now)
  }
  useLayoutEffect(() => {
    // The second step, before anything is painted.
    // oxlint-disable-next-line react/set-state-in-effect
    if (now.rows !== target) setStep(nextStep(now, target))
  }, [now, target])
  return now
}

/** The next rows to be drawn on the way to the target: it takes two steps where both ends changed. */
export function nextStep({ rows, turn }: Step, target: readonly Row[]): Step {
  const places = new Map(target.map(({ key }, at) => [key, at]))
  const held = rows.findIndex(({ type, key }) => type === 'message' && places.has(key))
  if (held < 0) return { rows: target, atStart: false, turn: rows.length === 0 ? turn : turn + 1 }
  const goesTo = places.get(rows[held]!.key)!
  if (goesTo === held) return { rows: target, atStart: false, turn }
  const half = [...target.slice(0, goesTo), ...rows.slice(held)]
  return { rows: half.length === target.length ? target : half, atStart: true, turn }
}
