// Compares two figures of the same run, because a machine's speed changes within a minute: both sides are measured in
// turn, and the result is the median of the rounds' ratios.

import type { Row } from './figures.ts'

/** The measurement and its reference, taken one after the other. */
export type Turn<Measured> = readonly [Measured, Measured]

/** The median of the ratios; the note has the median of each side. */
export function ratio<Measured>(
  name: string,
  turns: readonly Turn<Measured>[],
  figure: (of: Measured) => number,
  unit: string,
  { atLeast, atMost }: { atLeast?: number; atMost?: number },
): Row {
  const value = median(turns.map(([one, other]) => figure(one) / figure(other)))
  const [one, other] = [0, 1].map((side) => median(turns.map((turn) => figure(turn[side]!))))
  return {
    name,
    value,
    unit: '',
    target: atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`,
    met: atMost === undefined ? value >= atLeast! : value <= atMost,
    note: `${plain(one!)} and ${plain(other!)} ${unit}, medians of ${turns.length} turns`,
  }
}

/** Measures both sides this many times. The second one finds a warmer machine, so they alternate. */
export async function inTurn<Measured>(
  count: number,
  one: () => Promise<Measured>,
  other: () => Promise<Measured>,
): Promise<Turn<Measured>[]> {
  const turns: Turn<Measured>[] = []
  for (let turn = 0; turn < count; turn++) {
    const ahead = turn % 2 === 0 ? await one() : null
    const besides = await other()
    turns.push([ahead ?? (await one()), besides])
  }
  return turns
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

function plain(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-HK') : value.toFixed(1)
}
