// `npm test`: finds or installs what the tests need, runs all of them, ends every process they started, and prints the
// numbers of passed and failed tests as its last line. Arguments go to Vitest: `npm test -- tests/money`.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumHint, findOrInstallChromium } from '#tests/support/chromium.ts'
import { composeHint, findOrInstallCompose } from '#tests/support/composeFile.ts'
import { findOrInstallProxy, proxyHint } from '#tests/support/proxyServer.ts'
import { findOrInstallRedis, redisHint } from '#tests/support/redisServer.ts'
import type { Tally } from '#tests/support/tally.ts'

const nothing: Tally = { passed: 0, failed: 0, skipped: 0 }
const folder = mkdtempSync(join(tmpdir(), 'tests-'))
const report = join(folder, 'tally.json')

const clientIsBuilt = buildClient()
if (!findOrInstallChromium()) console.error(chromiumHint)
if (!findOrInstallRedis()) console.error(redisHint)
if (!findOrInstallProxy()) console.error(proxyHint)
if (!findOrInstallCompose()) console.error(composeHint)
const tally = (await clientIsBuilt) ? await runVitest(process.argv.slice(2)) : { ...nothing, failed: 1 }
rmSync(folder, { recursive: true, force: true })
process.exitCode = tally.failed > 0 || tally.passed === 0 ? 1 : 0
const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''
console.log(`${tally.passed} passed, ${tally.failed} failed${skipped}`)

/** While programs are installed. @returns whether it is built */
async function buildClient(): Promise<boolean> {
  const [code] = await once(
    spawn(process.execPath, ['scripts/buildIfNeeded.ts'], { stdio: 'inherit' }),
    'close',
  )
  return code === 0
}

/** Runs in a process group of its own, so that processes that the tests leave behind end with it. */
async function runVitest(args: string[]): Promise<Tally> {
  // A run without tests is reported by the count, not by an error.
  const ours = ['--reporter=default', '--reporter=./tests/support/tally.ts', '--passWithNoTests']
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...ours, ...args], {
    // Some two hundred processes of the product are started, each in half the time where its code is compiled already.
    env: { ...process.env, TALLY: report, NODE_COMPILE_CACHE: 'node_modules/.cache/node' },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
  })
  const group = child.pid === undefined ? undefined : -child.pid
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      endGroup(group)
      process.exitCode = 128 + constants.signals[signal]
    })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  endGroup(group)
  const counted = readTally()
  // Vitest itself can fail, by a broken configuration or by running out of memory.
  return code === 0 || counted.failed > 0 ? counted : { ...counted, failed: 1 }
}

function readTally(): Tally {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as Tally
  } catch {
    return nothing
  }
}

function endGroup(group: number | undefined) {
  if (group === undefined || process.platform === 'win32') return
  try {
    process.kill(group, 'SIGKILL')
  } catch {
    // Nobody was left.
  }
}
