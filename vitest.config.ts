// Unit tests run in threads first, then tests with real server processes and browsers. Three files run at a time, because
// one of them usually waits for a timer, a process or a page.

import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longestFirst.ts'
import { TIMEOUT_MS, longTimeout } from './tests/support/timeout.ts'

const processes = ['tests/**/*.process.test.ts', 'tests/store/sqliteKill.test.ts']
const browsers = ['tests/e2e/**/*.test.ts']
/** A busy machine reaches a state late; the default of one second would fail because of the machine's load alone. */
const expectOptions = { poll: longTimeout }
/** Long enough for several waits in one test, and still finite, so that a hanging test fails. */
const limits = { testTimeout: 6 * TIMEOUT_MS, hookTimeout: 4 * TIMEOUT_MS, expect: expectOptions }

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: [...processes, ...browsers],
          pool: 'threads',
          maxWorkers: 3,
          // Each thread loads the product once, because loading it for each file takes longer than the tests. A test that
          // replaces a global or a module restores it.
          isolate: false,
          // Every response that a quick test sees is compared with the description of the API.
          setupFiles: ['tests/openapi/setup.ts'],
          ...limits,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'process',
          include: [...processes, ...browsers],
          globalSetup: ['tests/support/clientBuild.ts'],
          setupFiles: ['tests/support/endServers.ts'],
          pool: 'forks',
          // A process runs many files with one Chromium. It would end before each file of another project, so tests with
          // processes and tests with browsers, which wait at different moments, are one project.
          isolate: false,
          maxWorkers: 3,
          ...limits,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
