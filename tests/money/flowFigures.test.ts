// The figures on the ribbons of the picture of a settlement.

import { describe, expect, test } from 'vitest'
import type { PlacedRibbon } from '#web/money/settlement/picture/flowLayout.ts'
import { type Box, lettersIn, placedFigures } from '#web/money/settlement/picture/flowFigures.ts'

const sizes = { letter: 7, scale: 1, height: 200 }
const ribbon = (amount: number, y: number, toY: number, height = 20): PlacedRibbon => ({
  from: 'a',
  to: 'b',
  amount,
  isPaid: false,
  payments: [],
  x: 100,
  toX: 400,
  y,
  toY,
  height,
})
const placed = (ribbons: PlacedRibbon[], labels: Box[] = []) =>
  placedFigures(ribbons, ({ amount }) => `${amount}.00`, sizes, labels)
const textsOf = (...ribbons: PlacedRibbon[]) => placed(ribbons).map(({ text }) => text)

test('Where two ribbons cross, the figure of the narrower one stands where only its own ribbon is', () => {
  const [wide, narrow] = placed([ribbon(100, 0, 100, 20), ribbon(200, 100, 0, 30)])
  expect([wide!.text, narrow!.text]).toEqual(['200.00', '100.00'])
  expect(wide!.x).toBe(250)
  expect(Math.abs(narrow!.x - 250)).toBeGreaterThan(20)
})

test('A figure stands within a ribbon that is a little thinner than the text, between two others', () => {
  const figures = placed([ribbon(100, 0, 0, 40), ribbon(30, 40, 40, 12), ribbon(60, 52, 52, 24)])
  expect(figures.map(({ text, y }) => [text, y])).toEqual([
    ['100.00', 20],
    ['60.00', 64],
    ['30.00', 46],
  ])
})

test('A ribbon thinner than its digits has its figure only where no other ribbon is', () => {
  expect(textsOf(ribbon(100, 0, 0, 40), ribbon(10, 40, 40, 6), ribbon(60, 46, 46, 24))).toEqual([
    '100.00',
    '60.00',
  ])
  expect(textsOf(ribbon(100, 0, 0, 40), ribbon(10, 60, 60, 6))).toEqual(['100.00', '10.00'])
})

describe('a ribbon so thin that it would strike its figure out', () => {
  test('The figure stands above the ribbon, or below it at the upper edge of the picture', () => {
    const [above] = placed([ribbon(1, 100, 100, 2)])
    expect(above!.y).toBeLessThan(100 - 4.5)
    const [below] = placed([ribbon(1, 0, 0, 2)])
    expect(below!.y).toBeGreaterThan(2 + 4.5)
  })

  test('The figure touches no label', () => {
    const label = { left: 0, right: 400, top: 60, bottom: 98 }
    const [below] = placed([ribbon(1, 100, 100, 2)], [label])
    expect(below!.y).toBeGreaterThan(102)
    expect(placed([ribbon(1, 100, 100, 2)], [label, { ...label, top: 104, bottom: 140 }])).toEqual([])
  })
})

test('A ribbon that is shorter than its figure has none', () => {
  expect(textsOf({ ...ribbon(100, 0, 0), toX: 150 })).toEqual([])
})

test.each([
  ['Ana', 3],
  ['Zoë', 3],
  ['王小明', 6],
  ['田中さくら', 10],
  ['김하늘 B', 8],
  ['Kim 🎉', 6],
])('%s is as wide as %d letters', (name, letters) => {
  expect(lettersIn(name)).toBe(letters)
})
