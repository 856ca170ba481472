// Publishes figures: prints a table and writes the same one to docs/bench.md.

import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { type Row, tableOf, withPart } from './figures.ts'

const document = join(import.meta.dirname, '../docs/bench.md')

/**
 * @param name of the part of the document to replace
 * @param below Markdown under the table
 */
export function publish(name: string, rows: readonly Row[], below = ''): void {
  const table = below ? `${tableOf(rows)}\n\n${below}` : tableOf(rows)
  console.log(table)
  writeFileSync(document, withPart(current(), name, `## ${name}\n\n${measuredOn()}\n\n${table}`))
}

/** The machine and the date of the measurement. */
function measuredOn(): string {
  const day = new Date().toISOString().slice(0, 10)
  return `${day}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}.`
}

function current(): string {
  try {
    return readFileSync(document, 'utf8')
  } catch {
    return '# Measured performance\n\nWritten by `npm run bench`; text outside the markers is kept.\n'
  }
}
