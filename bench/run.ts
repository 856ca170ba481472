// `npm run bench`: runs every bench of this folder, and writes a table for each to the screen and docs/bench.md. `npm
// run bench -- settlement` runs one. Exits with 1 when a target is missed or a bench fails.

import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { type Bench, publish } from './figures.ts'

const wanted = process.argv.slice(2)
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'run' && (wanted.length === 0 || wanted.includes(name)))
let ran = 0

for (const name of names) {
  const module = (await import(`./${name}.ts`)) as Partial<Bench>
  if (!module.bench) continue
  console.log(`\n${name}`)
  const started = performance.now()
  try {
    const measured = await module.bench()
    const { rows, below } = Array.isArray(measured) ? { rows: measured, below: '' } : measured
    publish(name, rows, below)
    if (rows.some((row) => !row.met)) process.exitCode = 1
  } catch (error) {
    // The others still run.
    console.error(error)
    process.exitCode = 1
  }
  console.log(`${name} took ${Math.round((performance.now() - started) / 1000)} s`)
  ran += 1
}
if (ran === 0) {
  console.error(`No bench ${wanted.join(', ')} in this folder.`)
  process.exitCode = 1
}
