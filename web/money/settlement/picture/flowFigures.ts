// The figures on the ribbons of the picture of a settlement: each on its ribbon, where it can be read.

import { type PlacedRibbon, ribbonTopAt } from '#web/money/settlement/picture/flowLayout.ts'

/** The height of the text, and so the least distance of two figures above each other. */
const FIGURE_HEIGHT = 14
/** Of that, what the digits cover. */
const DIGITS_HEIGHT = 9
/** Where along a ribbon a figure may stand, by preference. */
const ALONG = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]
/** The least room between a figure and each end of its ribbon, in px. */
const MARGIN = 8

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u

/** How many mean letters a text is wide: those of East Asia and emoji are twice as wide. */
export const lettersIn = (text: string): number =>
  Array.from(text, (letter) => (WIDE.test(letter) ? 2 : 1)).reduce((sum: number, width) => sum + width, 0)

interface FigureSizes {
  /** The mean width of a letter, in px. */
  letter: number
  /** How much larger than usual the text is. */
  scale: number
  /** Of the picture, in px. */
  height: number
}

/** Px from the picture's top left corner. */
export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

export interface PlacedFigure {
  ribbon: PlacedRibbon
  text: string
  x: number
  y: number
}

/**
 * In the middle of a ribbon that is as high as the text; else at the first place where the digits touch no other ribbon, so
 * that nobody reads them as its figure: on the ribbon, or beside one so thin that it would strike them out. The wider
 * ribbon chooses first, and no figure touches another or a label.
 * @param textOf the amount of a ribbon
 * @param labels the boxes that figures must not touch
 */
export function placedFigures(
  ribbons: readonly PlacedRibbon[],
  textOf: (ribbon: PlacedRibbon) => string,
  { letter, scale, height }: FigureSizes,
  labels: readonly Box[] = [],
): PlacedFigure[] {
  const taken = [...labels]
  const [text, digits] = [FIGURE_HEIGHT * scale, DIGITS_HEIGHT * scale]
  const figures: PlacedFigure[] = []
  for (const ribbon of ribbons.toSorted((a, b) => b.height - a.height)) {
    const figure = fittingText(ribbon, textOf(ribbon), letter)
    const isFree = ({ x, y }: Place): boolean => {
      const [across, box] = [figure.length * letter, boxAround(x, y, figure.length * letter, text)]
      if (x - across / 2 < ribbon.x + MARGIN || x + across / 2 > ribbon.toX - MARGIN) return false
      if (box.top < 0 || box.bottom > height || taken.some((other) => touch(other, box))) return false
      if (ribbon.height >= text && x === (ribbon.x + ribbon.toX) / 2) return true
      return !ribbons.some(
        (other) =>
          (other !== ribbon || ribbon.height < digits / 2) && isUnder(other, boxAround(x, y, across, digits)),
      )
    }
    const place = figure === '' ? undefined : placesOn(ribbon, digits).find(isFree)
    if (!place) continue
    taken.push(boxAround(place.x, place.y, figure.length * letter, text))
    figures.push({ ribbon, text: figure, ...place })
  }
  return figures
}

/** '' where there is no room. */
function fittingText(ribbon: PlacedRibbon, figure: string, letter: number): string {
  const texts = ribbon.isPaid ? [`✓ ${figure} paid`, `✓ ${figure}`] : [figure]
  return texts.find((text) => text.length * letter + 2 * MARGIN < ribbon.toX - ribbon.x) ?? ''
}

type Place = Pick<PlacedFigure, 'x' | 'y'>

/** From the middle outwards; above or below a ribbon much thinner than the digits. */
function placesOn(ribbon: PlacedRibbon, digits: number): Place[] {
  const beside = ribbon.height / 2 + digits / 2 + 2
  return ALONG.flatMap((share) => {
    const x = ribbon.x + (ribbon.toX - ribbon.x) * share
    const y = ribbonTopAt(ribbon, x) + ribbon.height / 2
    return ribbon.height < digits / 2
      ? [
          { x, y: y - beside },
          { x, y: y + beside },
        ]
      : [{ x, y }]
  })
}

const boxAround = (x: number, y: number, width: number, height: number): Box => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
})

const touch = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Whether a ribbon runs under a box. Its edges only rise or only fall, so those at the box's two ends bound them. */
function isUnder(ribbon: PlacedRibbon, { left, right, top, bottom }: Box): boolean {
  const [from, to] = [Math.max(left, ribbon.x), Math.min(right, ribbon.toX)]
  if (from >= to) return false
  const tops = [ribbonTopAt(ribbon, from), ribbonTopAt(ribbon, to)]
  return Math.min(...tops) < bottom && Math.max(...tops) + ribbon.height > top
}
