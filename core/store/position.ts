// Places in the log as strings: fixed width, so that comparing bytes compares places.

import { START } from '#core/store/eventStore.ts'

/** Sixteen digits hold every integer that a number holds exactly. */
const WIDTH = 16

/** @param place from 1 */
export function formatPosition(place: number): string {
  return String(place).padStart(WIDTH, '0')
}

/**
 * 0 for `START`.
 * @throws RangeError for what no store of this kind has given out, such as a checkpoint of another one.
 */
export function parsePosition(position: string): number {
  if (position === START) return 0
  if (position.length !== WIDTH || !/^\d+$/.test(position)) throw new RangeError(`no position: ${position}`)
  return Number(position)
}
