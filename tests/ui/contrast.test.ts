// Every pair of colours that the product lays on each other has enough contrast, measured from the CSS variables by
// WCAG 2.2 (relative luminance, 1.4.3 and 1.4.11).

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Theme = 'light' | 'dark'

const tokens = new Map(
  [
    ...readFileSync('web/ui/tokens.css', 'utf8').matchAll(
      /--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g,
    ),
  ].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]),
)

const grounds = ['background', 'surface', 'surface-2', 'lifted']
const tones = ['primary', 'accent', 'success', 'warning', 'danger', 'info']
const categories = [...tokens.keys()].filter((name) => name.startsWith('cat-'))
const senders = Array.from({ length: 8 }, (_, i) => `sender-${i}`)

/** [ink, ground] of all texts. */
const texts: [string, string][] = [
  ...['text', 'muted', 'primary', 'danger', 'success'].flatMap((ink) =>
    grounds.map((ground) => pair(ink, ground)),
  ),
  ...['background', 'surface', 'lifted'].flatMap((ground) => tones.map((ink) => pair(ink, ground))),
  ...tones.flatMap((tone) => [pair(tone, `${tone}-soft`), pair('text', `${tone}-soft`)]),
  pair('primary-strong', 'primary-soft'),
  pair('on-primary', 'primary'),
  pair('on-primary', 'primary-strong'),
  pair('on-accent', 'accent'),
  pair('on-danger', 'danger'),
  pair('on-danger', 'danger-strong'),
  ...['own-bubble', 'other-bubble'].flatMap((bubble) => [
    pair('text', bubble),
    pair('muted', bubble),
    pair('primary', bubble),
  ]),
  ...senders.flatMap((sender) => [pair(sender, 'other-bubble'), pair('on-sender', sender)]),
]

/** [edge or icon, ground] of everything that is recognized by its shape. */
const shapes: [string, string][] = [
  // The borders of fields and boxes, and the focus ring.
  ...['line-strong', 'primary', 'danger'].flatMap((edge) => grounds.map((ground) => pair(edge, ground))),
  // The knob of a switch, on and off, and the tick in a checkbox.
  pair('on-primary', 'primary'),
  pair('on-primary', 'line-strong'),
  ...categories.flatMap((category) => ['surface', 'background'].map((ground) => pair(category, ground))),
  ...['online', 'away'].flatMap((mark) => ['surface', 'background'].map((ground) => pair(mark, ground))),
]

describe.each<Theme>(['light', 'dark'])('%s theme', (theme) => {
  test.each(texts)('The text colour %s is readable on %s', (ink, ground) => {
    expect(contrast(ink, ground, theme)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(shapes)('The shape colour %s is visible on %s', (edge, ground) => {
    expect(contrast(edge, ground, theme)).toBeGreaterThanOrEqual(3)
  })
})

const covers = readFileSync('web/ui/cover/cover.css', 'utf8')
const colourPair = (name: string, rules: string) =>
  new RegExp(`--${name}: light-dark\\((#[\\da-f]{6}), (#[\\da-f]{6})\\)`).exec(rules)?.slice(1) ?? []

test.each(
  [...covers.matchAll(/\.cover-(\w+) \{([^}]*)\}/g)].map(([, palette = '', rules = '']) => [palette, rules]),
)('A name is readable on the cover %s by day and by night', (_, rules) => {
  const inks = colourPair('c-on-ground', covers)
  const grounds = colourPair('c-ground', rules)
  expect(inks).toHaveLength(2)
  for (const [at, ink] of inks.entries()) expect(ratio(ink, grounds[at]!)).toBeGreaterThanOrEqual(4.5)
})

test('The contrast of black on white is 21, and of a colour on itself 1', () => {
  expect(ratio('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(ratio('#0a6a6a', '#0a6a6a')).toBe(1)
})

test('The landing page and the app show no other background before their styles are loaded', () => {
  const { light, dark } = colours('background')
  expect(readFileSync('web/app.html', 'utf8')).toContain(`light-dark(${light}, ${dark})`)
})

function pair(ink: string, ground: string): [string, string] {
  return [ink, ground]
}

function contrast(ink: string, ground: string, theme: Theme): number {
  return ratio(colours(ink)[theme], colours(ground)[theme])
}

function colours(role: string): Record<Theme, string> {
  const both = tokens.get(role)
  if (!both) throw new Error(`tokens.css has no colour --${role}`)
  return both
}

function ratio(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
