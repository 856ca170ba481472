// Three kinds of tests, one after the other: rules and views in threads, real server processes, browsers. Two files at
// a time where much of the time is waiting for processes; browsers keep two cores busy by one file alone.

import { defineConfig } from 'vitest/config'

const processes = ['tests/**/*.process.test.ts', 'tests/store/sqliteKill.test.ts']
const browsers = ['tests/e2e/**/*.test.ts']
/** A state that is waited for comes late on a busy machine; one second, the default, told of the machine alone. */
const patient = { poll: { timeout: 20_000 } }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: [...processes, ...browsers],
          pool: 'threads',
          maxWorkers: 2,
          // Each thread loads the product once: loading it anew for each file took longer than the tests. Whoever puts
          // something in the place of a global or of a module takes it away again.
          isolate: false,
          testTimeout: 30_000,
          expect: patient,
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
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: patient,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: browsers,
          globalSetup: ['tests/support/clientBuild.ts'],
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: patient,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
