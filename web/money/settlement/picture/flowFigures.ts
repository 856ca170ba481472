// The figures on the ribbons of the picture of a settlement: each in the middle of its ribbon, where it has room.

import type { PlacedRibbon } from '#web/money/settlement/picture/flowLayout.ts'

/** The least height of a ribbon with a figure, and so of two figures above each other. */
const FIGURE_HEIGHT = 14

interface FigureSizes {
  /** The mean width of a letter, in px. */
  letter: number
  /** How much larger than usual the text is. */
  scale: number
}

export interface PlacedFigure {
  ribbon: PlacedRibbon
  text: string
  x: number
  y: number
}

/**
 * Where ribbons cross, their middles meet: the figure of the wider one stays, because one over the other says nothing.
 * @param textOf the amount of a ribbon
 */
export function placedFigures(
  ribbons: readonly PlacedRibbon[],
  textOf: (ribbon: PlacedRibbon) => string,
  { letter, scale }: FigureSizes,
): PlacedFigure[] {
  const shown: PlacedFigure[] = []
  for (const ribbon of ribbons.toSorted((a, b) => b.height - a.height)) {
    const text = fittingText(ribbon, textOf(ribbon), letter, scale)
    const [x, y] = [(ribbon.x + ribbon.toX) / 2, (ribbon.y + ribbon.toY + ribbon.height) / 2]
    const isCovered = shown.some(
      (other) =>
        Math.abs(other.y - y) < FIGURE_HEIGHT * scale &&
        Math.abs(other.x - x) < ((other.text.length + text.length) * letter) / 2,
    )
    if (text !== '' && !isCovered) shown.push({ ribbon, text, x, y })
  }
  return shown
}

/** '' where there is no room. */
function fittingText(ribbon: PlacedRibbon, figure: string, letter: number, scale: number): string {
  const [length, texts] = [
    ribbon.toX - ribbon.x,
    ribbon.isPaid ? [`✓ ${figure} paid`, `✓ ${figure}`] : [figure],
  ]
  if (ribbon.height < FIGURE_HEIGHT * scale) return ''
  return texts.find((text) => text.length * letter + 16 < length) ?? ''
}
