// Counts the results of a run: a file that does not load, a throwing hook and an uncaught error are failures too,
// though no test has their name. Writes JSON to the file that TALLY names.

import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

export interface Tally {
  passed: number
  failed: number
  skipped: number
}

// Vitest instantiates the default export of a reporter's file.
// oxlint-disable-next-line import/no-default-export
export default class TallyReporter implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, unhandled) => {
    const count: Tally = { passed: 0, failed: unhandled.length, skipped: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        // Pending means here that the run ended before the test.
        count[state === 'pending' ? 'skipped' : state] += 1
      }
      const around = [module, ...module.children.allSuites()]
      count.failed += around.filter((one) => one.errors().length > 0).length
    }
    const file = process.env['TALLY']
    if (file) writeFileSync(file, JSON.stringify(count))
  }
}
