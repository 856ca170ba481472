// The figures on the ribbons of the picture of a settlement.

import { expect, test } from 'vitest'
import type { PlacedRibbon } from '#web/money/settlement/picture/flowLayout.ts'
import { placedFigures } from '#web/money/settlement/picture/flowFigures.ts'

const sizes = { letter: 7, scale: 1 }
const ribbon = (amount: number, y: number, toY: number, height = 20): PlacedRibbon => ({
  from: 'a',
  to: 'b',
  amount,
  isPaid: false,
  payments: [],
  x: 100,
  toX: 300,
  y,
  toY,
  height,
})
const textsOf = (...ribbons: PlacedRibbon[]) =>
  placedFigures(ribbons, ({ amount }) => `${amount}.00`, sizes).map(({ text }) => text)

test('Where two ribbons cross, only the wider one has its figure', () => {
  expect(textsOf(ribbon(100, 0, 100, 20), ribbon(200, 100, 0, 30))).toEqual(['200.00'])
  expect(textsOf(ribbon(100, 0, 0), ribbon(200, 40, 40))).toEqual(['100.00', '200.00'])
})

test('A ribbon that is lower or shorter than its figure has none', () => {
  expect(textsOf(ribbon(100, 0, 0, 13))).toEqual([])
  expect(textsOf({ ...ribbon(100, 0, 0), toX: 150 })).toEqual([])
})
