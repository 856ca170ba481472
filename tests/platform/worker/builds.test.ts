// The cached builds that the service worker removes: none that an open page may still need.

import { describe, expect, it } from 'vitest'
import { buildsBefore } from '#web/platform/worker/builds.ts'

describe('removed builds', () => {
  it.each([
    ['the builds before the shown one', ['a', 'b', 'c'], 'c', ['a', 'b']],
    ['no build when only one is kept', ['c'], 'c', []],
    ['no newer build, which may be incomplete', ['a', 'b', 'c'], 'b', ['a']],
    ['no build when the shown one is not kept', ['a', 'b'], 'c', []],
  ])('The worker removes %s', (_, kept, shown, gone) => {
    expect(buildsBefore(kept, shown)).toEqual(gone)
  })
})
