// The lines of a landscape as SVG path data. A scene is 400 × 200, its ground at the foot; what lies left and right of it
// continues the same land, so that a wide cover shows more of it and a card the middle.

/** From 0 to 1, the same for the same place. */
type RandomAt = (x: number, which?: number) => number

type Range = readonly [from: number, to: number]

/** Numbers that depend on the place and not on the order of drawing. @param layer each layer has its own */
export function randomAt(seed: number, layer: number): RandomAt {
  return (x, which = 0) => {
    let hash =
      (seed ^
        Math.imul(layer + 1, 0x9e3779b1) ^
        Math.imul(x + 4096, 0x85ebca6b) ^
        Math.imul(which + 1, 0xc2b2ae35)) >>>
      0
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
    return ((hash ^ (hash >>> 15)) >>> 8) / 2 ** 24
  }
}

export const round = (x: number): number => Number(x.toFixed(1))

type DrawLine = (random: RandomAt, y: number, range: Range) => string

export const hills: DrawLine = (random, y, [from, to]) => {
  const height = (x: number) => Math.round(y - random(x) * 30)
  return `${curves(height, 100, [from, to], (rise) => `c50 0 50 ${rise} 100 ${rise}`)}V240H${from}z`
}

export function ground(random: RandomAt, [from, to]: Range): string {
  // Under the boat and the pin it is always as high.
  const height = (x: number) => (x === 200 ? 169 : x === 400 ? 155 : Math.round(172 - random(x) * 12))
  return `${curves(height, 200, [from, to], (rise) => `c90 0 110 ${rise} 200 ${rise}`)}V260H${from}z`
}

const dunes: DrawLine = (random, y, [from, to]) => {
  let path = `M${from} ${y}`
  for (let x = from; x < to; x += 200) {
    const height = 22 + random(x) * 24
    path += `c60-4 90-${round(height)} 108-${round(height)}c17 0 50 ${round(height - 4)} 92 ${round(height)}`
  }
  return `${path}V240H${from}z`
}

const peaks: DrawLine = (random, y, [from, to]) => {
  let path = `M${from} ${y}`
  for (let x = from; x < to; x += 100) {
    const height = round(42 + random(x) * 46)
    path += `l41-${height}c5-7 13-7 18 0l41 ${height}`
  }
  return `${path}V240H${from}z`
}

/** Steep rocks in the water. */
const karst: DrawLine = (random, y, [from, to]) => {
  let path = `M${from} ${y}`
  for (let x = from; x < to; x += 100) {
    const width = 46 + random(x) * 40
    const height = 34 + random(x, 1) * 46
    const gap = round((100 - width) / 2)
    path +=
      `h${gap}c4-${round(height * 0.9)} ${round(width * 0.22)}-${round(height)} ${round(width / 2)}-${round(height)}` +
      `s${round(width * 0.44)} ${round(height * 0.3)} ${round(width / 2)} ${round(height)}h${gap}`
  }
  return `${path}V240H${from}z`
}

export const farLines = { hills, peaks, dunes, karst }

export function trees(random: RandomAt, [from, to]: Range): string {
  let path = ''
  for (let x = from; x < to; x += 20) {
    const height = Math.round(20 + random(x) * 20)
    const half = Math.round(7 + random(x, 1) * 3)
    const foot = Math.round(147 + random(x, 2) * 6)
    path += `M${Math.round(x + random(x, 3) * 10)} ${foot - height}l${half} ${height}h-${2 * half}z`
  }
  return path
}

export function islands(random: RandomAt, [from, to]: Range): string {
  let path = ''
  for (let x = from; x < to; x += 150) {
    const width = 60 + random(x) * 50
    const height = 14 + random(x, 1) * 18
    path +=
      `M${Math.round(x + random(x, 2) * 40)} 138c${round(width * 0.15)}-${round(height)} ${round(width * 0.3)}-${round(height)} ` +
      `${round(width * 0.5)}-${round(height)}s${round(width * 0.38)} ${round(height * 0.5)} ${round(width * 0.5)} ${round(height)}z`
  }
  return path
}

/** About ten houses on the left of the scene. */
export function houses(random: RandomAt): { walls: string; roofs: string; windows: string } {
  let walls = ''
  let roofs = ''
  let windows = ''
  for (let x = 44, house = 0; x < 232; house += 1) {
    const width = 14 + Math.round(random(house) * 8)
    const fromMiddle = Math.abs(x + width / 2 - 140) / 96
    // At 138 the water begins: of each house a part of its wall is seen.
    const top = Math.min(130, Math.round(96 + fromMiddle * fromMiddle * 34 + random(house, 1) * 8))
    walls += `M${x} ${top}h${width}v${150 - top}h-${width}z`
    const isPitched = random(house, 2) > 0.25
    roofs += isPitched
      ? `M${x - 1.5} ${top + 0.5}l${width / 2 + 1.5}-7 ${width / 2 + 1.5} 7z`
      : `M${x - 1} ${top - 2}h${width + 2}v3h-${width + 2}z`
    let which = 3
    for (let y = top + 6; y < 135; y += 9)
      for (let at = x + 3.5; at < x + width - 4; at += 6)
        if (random(house, which++) > 0.3) windows += `M${at} ${y}h2v4h-2z`
    x += width + (random(house, 50) > 0.7 ? 3 : 0)
  }
  return { walls, roofs, windows }
}

function curves(
  height: (x: number) => number,
  step: number,
  [from, to]: Range,
  draw: (rise: number) => string,
): string {
  let path = ''
  let last = 0
  for (let x = from; x <= to; x += step) {
    const y = height(x)
    path += path ? draw(y - last) : `M${from} ${y}`
    last = y
  }
  return path
}
