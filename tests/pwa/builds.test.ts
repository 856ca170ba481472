// What a service worker lets go of: nothing that anybody may still need.

import { describe, expect, it } from 'vitest'
import { buildsBefore } from '#web/platform/worker/builds.ts'

describe('of the builds that are kept, there goes', () => {
  it.each([
    ['what came before the one that is shown', ['a', 'b', 'c'], 'c', ['a', 'b']],
    ['nothing where it is the only one', ['c'], 'c', []],
    ['no newer one, which may be half there', ['a', 'b', 'c'], 'b', ['a']],
    ['nothing where the one that is shown is not kept', ['a', 'b'], 'c', []],
  ])('%s', (_, kept, shown, gone) => {
    expect(buildsBefore(kept, shown)).toEqual(gone)
  })
})
