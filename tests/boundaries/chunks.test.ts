// The lists of vite.chunks.ts: a module that was renamed would leave its chunk without a word, for a file of its own.

import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { modulePatterns } from '../../vite.chunks.ts'

test('Each name in the lists of the chunks is that of a module', () => {
  const files = globSync([
    '{core,projections,web}/**/*.{ts,tsx}',
    'node_modules/lucide-react/dist/esm/icons/*.{js,mjs}',
    'node_modules/{*,@*/*}/package.json',
  ]).map((file) => `/${file.replaceAll('\\', '/')}`)
  const unknown = modulePatterns.filter((pattern) => {
    const module = new RegExp(pattern)
    return !files.some((file) => module.test(file))
  })
  expect(unknown).toEqual([])
})
