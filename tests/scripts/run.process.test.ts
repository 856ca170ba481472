// People and programs rely on the last line of `npm test`, so it is tested on tests in a folder of its own: some pass,
// fail, are skipped or do not load, and one leaves a process behind.

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let tree: string
const says = (name: string, body = '') =>
  `import { expect, test } from 'vitest'\ntest('${name}', async () => {\n${body}\n})\n`

beforeEach(() => {
  // Any program can stand for Chromium here, because no browser test runs.
  vi.stubEnv('CHROMIUM', process.execPath)
  tree = mkdtempSync(join(tmpdir(), 'run-'))
  for (const file of ['tests/run.ts', 'tests/support', 'vitest.config.ts', 'package.json'])
    cpSync(file, join(tree, file), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(tree, 'node_modules'), 'junction')
  write('scripts/buildIfNeeded.ts', '')
  write('tests/openapi/setup.ts', '')
  write('tests/passes.test.ts', says('passes'))
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(tree, { recursive: true, force: true })
})

test('A failed test, a file that does not load and a throwing hook are failures, and a skipped test is not', () => {
  write('tests/fails.test.ts', says('fails', 'expect(1).toBe(2)'))
  write('tests/broken.test.ts', "import '#tests/nowhere.ts'\n")
  write(
    'tests/hook.test.ts',
    "import { beforeAll, test } from 'vitest'\nbeforeAll(() => { throw new Error('no') })\ntest('never', () => {})\n",
  )
  write('tests/skipped.test.ts', "import { test } from 'vitest'\ntest.skip('later', () => {})\n")
  expect(run()).toMatchObject({ last: '1 passed, 3 failed, 2 skipped', status: 1 })
})

test('An uncaught error fails the run though every test passed', () => {
  write(
    'tests/throws.test.ts',
    says(
      'passes',
      "setTimeout(() => { throw new Error('late') }); await new Promise((r) => setTimeout(r, 50))",
    ),
  )
  expect(run()).toMatchObject({ last: '2 passed, 1 failed', status: 1 })
})

test('Arguments select the tests, and an empty selection fails', () => {
  write('tests/fails.test.ts', says('fails', 'expect(1).toBe(2)'))
  expect(run('tests/passes')).toMatchObject({ last: '1 passed, 0 failed', status: 0 })
  expect(run('tests/nothing')).toMatchObject({ last: '0 passed, 0 failed', status: 1 })
})

test('A client that does not build is a failure', () => {
  write('scripts/buildIfNeeded.ts', 'process.exit(1)')
  expect(run()).toMatchObject({ last: '0 passed, 1 failed', status: 1 })
})

test('A run of passing tests ends with their number and 0, and a process that one of them leaves behind is ended', async () => {
  write('tests/real.process.test.ts', says('passes as well'))
  const beating = `setInterval(() => require('node:fs').appendFileSync('beats', '.'), 20)`
  write(
    'tests/leaves.test.ts',
    `import { spawn } from 'node:child_process'\nimport { existsSync } from 'node:fs'\n` +
      says(
        'passes',
        `spawn(process.execPath, ['-e', ${JSON.stringify(beating)}], { stdio: 'ignore' }).unref()
         await expect.poll(() => existsSync('beats')).toBe(true)`,
      ),
  )
  expect(run()).toMatchObject({ last: '3 passed, 0 failed', status: 0 })
  const beats = readFileSync(join(tree, 'beats'), 'utf8')
  await setTimeout(200)
  expect(readFileSync(join(tree, 'beats'), 'utf8')).toBe(beats)
})

test('A missing Chromium is reported with the command that installs it', () => {
  vi.stubEnv('CHROMIUM', join(tree, 'nowhere'))
  // It is reported before the build ends, and without a build no test runs.
  write('scripts/buildIfNeeded.ts', 'process.exit(1)')
  expect(run().stderr.split('\n')[0]).toMatch(/^Missing: Chromium .*apt-get install -y chromium/)
})

function write(file: string, text: string) {
  mkdirSync(dirname(join(tree, file)), { recursive: true })
  writeFileSync(join(tree, file), text)
}

function run(...args: string[]) {
  const env = { ...process.env, NO_COLOR: '1' }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tests/run.ts', ...args], {
    cwd: tree,
    env,
    encoding: 'utf8',
  })
  return { status, stderr, last: stdout.trimEnd().split('\n').at(-1) }
}
