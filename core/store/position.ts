// Formats the number of an event in the log as a position: fixed width, so that positions compare bytewise.

import { START } from '#core/store/eventStore.ts'

/** Enough digits for every safe integer. */
const WIDTH = 16

/** @param eventNumber from 1 */
export function formatPosition(eventNumber: number): string {
  return String(eventNumber).padStart(WIDTH, '0')
}

/** 0 for `START`. @throws RangeError for a position of EventStoreDB or an invalid one */
export function parsePosition(position: string): number {
  if (position === START) return 0
  if (position.length !== WIDTH || !/^\d+$/.test(position)) throw new RangeError(`no position: ${position}`)
  return Number(position)
}
