// `npm run kill -- --rounds 100`: kills the server repeatedly during a burst of expenses, as
// tests/process/killServer.process.test.ts does, and writes the count to docs/bench.md. Exits with 1 when a round
// fails.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { publish } from './report.ts'

// `npm run bench` imports every file of this folder, so importing must not start the measurement.
if (import.meta.main) kill()

function kill(): void {
  const { rounds } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } }).values
  const folder = mkdtempSync(join(tmpdir(), 'kill-'))
  const report = join(folder, 'total.json')
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'process', 'killServer']
  const { status } = spawnSync(process.execPath, vitest, {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, KILL_ROUNDS: rounds, KILL_REPORT: report },
    stdio: 'inherit',
  })
  if (status === 0) publishTotal(JSON.parse(readFileSync(report, 'utf8')) as Total)
  rmSync(folder, { recursive: true })
  process.exitCode = status ?? 1
}

interface Total {
  rounds: number
  answered: number
  unanswered: number
  written: number
}

function publishTotal({ rounds, answered, unanswered, written }: Total): void {
  const plain = (count: number) => count.toLocaleString('en-HK')
  publish('kill -9', [
    {
      name: `acknowledged expenses lost or duplicated by kill -9, of ${plain(answered)} in ${rounds} rounds`,
      value: 0,
      unit: '',
      target: '0',
      met: true,
      note: `${plain(unanswered)} got no response; ${plain(written)} of these were written, and recognized when retried`,
    },
  ])
}
