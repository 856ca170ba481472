// `npm start` builds the client when it must and only then. A tiny client in a folder of its own replaces the
// product's.

import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  readdirSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

let tree: string
/** A tree with its first build, of which each test has a copy. */
let built: string
let firstBuild: ReturnType<typeof build>

beforeAll(() => {
  tree = built = mkdtempSync(join(tmpdir(), 'build-'))
  cpSync('scripts/buildIfNeeded.ts', join(tree, 'scripts/buildIfNeeded.ts'))
  symlinkSync(join(process.cwd(), 'node_modules'), join(tree, 'node_modules'), 'junction')
  mkdirSync(join(tree, 'web'))
  write('package.json', '{ "type": "module" }')
  write(
    'vite.config.ts',
    "export default { root: 'web', build: { outDir: '../dist/web', emptyOutDir: true } }",
  )
  write('web/index.html', '<script type="module" src="/main.ts"></script>')
  write('web/main.ts', "document.title = 'first'")
  write('web/other.ts', 'export const unused = 1')
  firstBuild = build()
})

afterAll(() => rmSync(built, { recursive: true, force: true }))

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'build-'))
  cpSync(built, tree, { recursive: true })
})

afterEach(() => rmSync(tree, { recursive: true, force: true }))

test('A fresh clone gets its client built, and a second start builds nothing', () => {
  expect(firstBuild).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Building the client …\nBuilt/),
  })
  expect(script()).toContain('first')
  expect(build()).toMatchObject({ status: 0, stdout: '', stderr: '' })
})

test('A changed or deleted source leads to a new build', () => {
  write('web/main.ts', "document.title = 'second'")
  expect(build().stdout).toContain('Built')
  expect(script()).toContain('second')
  rmSync(join(tree, 'web/other.ts'))
  expect(build().stdout).toContain('Built')
})

test('A failing build is reported, ends with 1 and keeps the last good build', () => {
  write('web/main.ts', 'this is not TypeScript')
  expect(build()).toMatchObject({ status: 1, stderr: expect.stringContaining('could not be built') })
  expect(script()).toContain('first')
  expect(readdirSync(join(tree, 'dist'))).toEqual(['web'])
})

test('A preloaded build runs before the program and not again in its threads', () => {
  rmSync(join(tree, 'dist'), { recursive: true })
  write(
    'main.ts',
    "import { Worker, isMainThread } from 'node:worker_threads'\n" +
      "console.log(isMainThread ? 'main' : 'thread')\n" +
      'if (isMainThread) new Worker(import.meta.filename)\n',
  )
  const { stdout } = node('--import', './scripts/buildIfNeeded.ts', 'main.ts')
  expect(
    stdout
      .replace(/in .* s/, 'in time')
      .split('\n')
      .slice(0, -1),
  ).toEqual(['Building the client …', 'Built the client in time.', 'main', 'thread'])
})

function write(file: string, text: string) {
  writeFileSync(join(tree, file), text)
}

function build() {
  return node('scripts/buildIfNeeded.ts')
}

function node(...args: string[]) {
  return spawnSync(process.execPath, args, { cwd: tree, encoding: 'utf8' })
}

/** The one script of the served build. */
function script() {
  const assets = join(tree, 'dist/web/assets')
  const [file] = existsSync(assets) ? readdirSync(assets) : []
  return file === undefined ? '' : readFileSync(join(assets, file), 'utf8')
}
