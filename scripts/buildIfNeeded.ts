// Builds the client unless the existing build is of exactly these sources. Run as a script, or preloaded by the
// server's process (`node --import`), so that npm has one process to end. The old build is replaced once the new one is
// complete.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const root = dirname(import.meta.dirname)
const built = join(root, 'dist/web')
const stampOf = (folder: string) => join(folder, '.sources')
const sources = ['{build,web,core,projections}/**', 'vite.config.ts', 'package.json', 'package-lock.json']

// A preload also runs in the worker threads of the server.
if (isMainThread) buildIfNeeded()

function buildIfNeeded() {
  const wanted = digestOfSources()
  if (digestOfBuild() === wanted) return
  const started = performance.now()
  console.log('Building the client …')
  const fresh = `${built}-${process.pid}`
  const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']
  // Tests run with NODE_ENV=test, which would build React for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status, error } = spawnSync(process.execPath, [...vite, '--outDir', fresh, '--emptyOutDir'], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    console.error(`The client could not be built${error ? `: ${error.message}` : ', see above'}.`)
    process.exit(1)
  }
  writeFileSync(stampOf(fresh), wanted)
  rmSync(built, { recursive: true, force: true })
  renameSync(fresh, built)
  console.log(`Built the client in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

function digestOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.sort()) {
    const content = readFileSync(file)
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function digestOfBuild(): string | null {
  try {
    return readFileSync(stampOf(built), 'utf8')
  } catch {
    return null
  }
}
