// The theme: the layout changes at the widths of the specification and at no others, and lines grow with their text.

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'

const theme = readFileSync('web/app/theme.css', 'utf8')

test('The layout changes at 432, 768, 1024 and 1440 px, and begins at zero', () => {
  coversSpec('§2 Route table: Layout breakpoints', '§9 Layout breakpoints')

  const named = [...theme.matchAll(/--breakpoint-\S+: (\S+);/g)].map(([, value]) => value)
  // 'initial' removes the framework's own breakpoints.
  expect(named).toEqual(['initial', '432px', '768px', '1024px', '1440px'])
  const queries = globSync('web/**/*.css').flatMap(
    (file) => readFileSync(file, 'utf8').match(/@media[^{]+/g) ?? [],
  )
  const widths = queries.flatMap((query) =>
    [...query.matchAll(/width\W+(\d+)px/g)].map(([, px]) => Number(px)),
  )
  expect([...new Set(widths)].toSorted((a, b) => a - b)).toEqual([432, 768, 1024, 1440])
})

test('Each height of a line grows with the text, so that lines do not overlap', () => {
  const inRem = new Set(
    [...theme.matchAll(/--leading-(\w+): [\d.]+rem;/g)].map(([, name]) => name!.replace('_', '.')),
  )
  const inPx = globSync('web/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bleading-(?:([\d.]+)|\[[\d.]+px\])/g)].flatMap(
      ([found, size]) => (size !== undefined && inRem.has(size) ? [] : [`${file}: ${found}`]),
    ),
  )
  expect(inPx).toEqual([])
})
