// Passes new rows to the list in steps: the list keeps the scroll position by counting from the end for a change at the
// start, and from the start for any other, so it can handle only one of them at a time.

import { useLayoutEffect, useState } from 'react'
import type { Row } from '#web/chat/engine/timeline/timelineRows.ts'

export interface Step {
  rows: readonly Row[]
  /** The change is at the start. */
  atStart: boolean
  /** Counts the jumps to another part of the conversation, which leave no row in common. */
  jumps: number
}

export function useSteppedRows(target: readonly Row[]): Step {
  const [step, setStep] = useState<Step>({ rows: target, atStart: false, jumps: 0 })
  const [previous, setPrevious] = useState(target)
  let current = step
  if (previous !== target) {
    current = nextStep(step, target)
    setPrevious(target)
    setStep(current)
  }
  useLayoutEffect(() => {
    // The second step, before the browser paints.
    // oxlint-disable-next-line react/set-state-in-effect
    if (current.rows !== target) setStep(nextStep(current, target))
  }, [current, target])
  return current
}

/** The next step towards the target: a change at both ends takes two. */
export function nextStep({ rows, jumps }: Step, target: readonly Row[]): Step {
  const indexes = new Map(target.map(({ key }, index) => [key, index]))
  const commonIndex = rows.findIndex(({ type, key }) => type === 'message' && indexes.has(key))
  if (commonIndex < 0) return { rows: target, atStart: false, jumps: rows.length === 0 ? jumps : jumps + 1 }
  const targetIndex = indexes.get(rows[commonIndex]!.key)!
  if (targetIndex === commonIndex) return { rows: target, atStart: false, jumps }
  const half = [...target.slice(0, targetIndex), ...rows.slice(commonIndex)]
  return { rows: half.length === target.length ? target : half, atStart: true, jumps }
}
