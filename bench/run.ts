// `npm run bench`: every bench of this folder in one run, a table for each on the screen and in docs/bench.md.
// `npm run bench -- settlement` runs one. Ends with 1 when a target is missed.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Bench, tableOf, withPart } from './figures.ts'

const folder = import.meta.dirname
const report = join(folder, '../docs/bench.md')
const wanted = process.argv.slice(2)
const found = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'))
  .filter((name) => wanted.length === 0 || wanted.includes(name))
let ran = 0

for (const name of found) {
  if (name === 'run') continue
  const module = (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as Partial<Bench>
  if (!module.bench) continue
  console.log(`\n${name}`)
  const rows = await module.bench()
  const table = tableOf(rows)
  console.log(table)
  if (rows.some((row) => !row.met)) process.exitCode = 1
  writeFileSync(report, withPart(readReport(), name, `## ${name}\n\n${measuredOn()}\n\n${table}`))
  ran += 1
}
if (ran === 0) {
  console.error(`No bench ${wanted.join(', ')} in this folder.`)
  process.exitCode = 1
}

/** Figures without the machine they were taken on say nothing. */
function measuredOn() {
  const day = new Date().toISOString().slice(0, 10)
  return `${day}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}.`
}

function readReport(): string {
  try {
    return readFileSync(report, 'utf8')
  } catch {
    return '# How fast\n\nWritten by `npm run bench`; text outside the markers is kept.\n'
  }
}
