// Builds the client from the present sources for the tests that start the server.

import { spawnSync } from 'node:child_process'

/** Builds the client once before the tests of a project. @throws Error when the build fails */
export function setup() {
  const { status } = spawnSync(process.execPath, ['scripts/buildIfNeeded.ts'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The client could not be built.')
}
