// A configuration of its own, so that `npm test` does not run these tests.

import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { TIMEOUT_MS, longTimeout } from '#tests/support/timeout.ts'

export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['tests/engines/*.engine.ts'],
    globalSetup: ['tests/support/clientBuild.ts'],
    setupFiles: ['tests/support/endServers.ts'],
    pool: 'forks',
    fileParallelism: false,
    // Long enough for several waits in one test, and finite, so that a hanging test fails.
    testTimeout: 4 * TIMEOUT_MS,
    hookTimeout: 4 * TIMEOUT_MS,
    expect: { poll: longTimeout },
  },
})
