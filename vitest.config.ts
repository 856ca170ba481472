// Rules and views in threads first, then real server processes and browsers; three files at a time, because one of them
// usually waits for a timer, a process or a page.

import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longestFirst.ts'
import { PATIENCE_MS, patiently } from './tests/support/patience.ts'

const processes = ['tests/**/*.process.test.ts', 'tests/store/sqliteKill.test.ts']
const browsers = ['tests/e2e/**/*.test.ts']
/** A state that is waited for comes late on a busy machine; one second, the default, told of the machine alone. */
const patient = { poll: patiently }
/** As many waits as a test has; a test that hangs is found all the same. */
const limits = { testTimeout: 4 * PATIENCE_MS, hookTimeout: 4 * PATIENCE_MS, expect: patient }

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
          // Each thread loads the product once: loading it anew for each file took longer than the tests. Whoever puts
          // something in the place of a global or of a module takes it away again.
          isolate: false,
          ...limits,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'process',
          include: processes,
          exclude: browsers,
          globalSetup: ['tests/support/clientBuild.ts'],
          pool: 'forks',
          maxWorkers: 3,
          ...limits,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: browsers,
          globalSetup: ['tests/support/clientBuild.ts'],
          pool: 'forks',
          maxWorkers: 3,
          ...limits,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
