// Starts the slowest files first, so that none of them runs alone at the end.

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The quick tests that take more than 3 s, and the other files that take more than 20 s, on two cores. */
const longest = [
  'trips/erasure.test.ts',
  'imports/archive.test.ts',
  'contracts/readStore.test.ts',
  'platform/tokenCheck.test.ts',
  'authorization/changes.test.ts',
  'imports/hostileFiles.test.ts',
  'authorization/table.test.ts',
  'e2e/widths.test.ts',
  'ui/gallery.process.test.ts',
  'process/nodesKill.process.test.ts',
  'e2e/chatLong.test.ts',
  'e2e/failures.test.ts',
  'e2e/wideWindow.test.ts',
  'e2e/demoWorker.test.ts',
  'process/main.process.test.ts',
  'e2e/itinerary.test.ts',
  'e2e/unsentMessages.test.ts',
  'e2e/tripChats.test.ts',
  'e2e/trips.test.ts',
  'e2e/discover.test.ts',
  'e2e/people.test.ts',
  'e2e/offline.test.ts',
  'e2e/expenses.test.ts',
  'e2e/refusals.test.ts',
  'simulator/simulator.process.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(name))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
