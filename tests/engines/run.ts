// `npm run test:engines`: runs the main journeys in Firefox and WebKitGTK as Debian packages them. Missing programs are
// installed where that is allowed, and otherwise named. It is not part of `npm test`, whose Chromium proves the same
// rules.

import { spawnSync } from 'node:child_process'
import { findPrograms, startDisplay } from '#tests/engines/support/programs.ts'

const programs = findPrograms()
if (Array.isArray(programs)) {
  for (const hint of programs) console.error(hint)
  process.exitCode = 1
} else {
  const { display, process: server } = await startDisplay(programs.xvfb)
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/engines/vitest.config.ts']
  const { status } = spawnSync(process.execPath, [...vitest, ...process.argv.slice(2)], {
    env: { ...process.env, ENGINES: JSON.stringify({ ...programs, display }) },
    stdio: 'inherit',
  })
  server.kill('SIGKILL')
  process.exitCode = status ?? 1
}
