// The layout changes at the widths of the specification and at no others.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'

test('The layout changes at 432, 768, 1024 and 1440 px, and begins at zero', () => {
  coversSpec('§2 Route table: Layout breakpoints', '§9 Layout breakpoints')

  const theme = readFileSync('web/app/theme.css', 'utf8')
  const named = [...theme.matchAll(/--breakpoint-\S+: (\S+);/g)].map(([, value]) => value)
  // 'initial' removes the framework's own breakpoints.
  expect(named).toEqual(['initial', '432px', '768px', '1024px', '1440px'])
})
