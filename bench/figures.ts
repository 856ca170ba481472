// The results of a bench as rows of a table, printed and written to docs/bench.md, so that no figure is copied by hand;
// and ratios of two figures of one run.

import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

/** One measured value and its target. */
export interface Row {
  /** What was measured. */
  name: string
  value: number
  /** For example 'ms'; '' for a plain ratio. */
  unit: string
  /** For example '≤ 1.2'. */
  target: string
  met: boolean
  note?: string
}

/** `npm run bench` runs every file of this folder that exports `bench`, and prints its name with its rows. */
export interface Bench {
  bench(): Promise<Row[] | Report>
}

/** Rows with Markdown that belongs under their table. */
export interface Report {
  rows: Row[]
  below: string
}

/** @param unit as in `Row` */
export const atMost = (most: number, unit: string, name: string, value: number, note = ''): Row => ({
  name,
  value,
  unit,
  target: `≤ ${most}`,
  met: value <= most,
  ...(note !== '' && { note }),
})

/** The measurement and its reference, taken one after the other. */
export type Turn<Measured> = readonly [Measured, Measured]

/** Measures both sides this many times. The second one finds a warmer machine, so they alternate. */
export async function inTurn<Measured>(
  count: number,
  one: () => Promise<Measured>,
  other: () => Promise<Measured>,
): Promise<Turn<Measured>[]> {
  const turns: Turn<Measured>[] = []
  for (let turn = 0; turn < count; turn++) {
    const ahead = turn % 2 === 0 ? await one() : null
    const besides = await other()
    turns.push([ahead ?? (await one()), besides])
  }
  return turns
}

/** The median of the ratios of all turns: a machine's speed changes within a minute. The note has the median of each side. */
export function ratio<Measured>(
  name: string,
  turns: readonly Turn<Measured>[],
  figure: (of: Measured) => number,
  unit: string,
  { atLeast, atMost }: { atLeast?: number; atMost?: number },
): Row {
  const value = median(turns.map(([one, other]) => figure(one) / figure(other)))
  const [one, other] = [0, 1].map((side) => median(turns.map((turn) => figure(turn[side]!))))
  return {
    name,
    value,
    unit: '',
    target: atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`,
    met: atMost === undefined ? value >= atLeast! : value <= atMost,
    note: `${rounded(one!)} and ${rounded(other!)} ${unit}, medians of ${turns.length} turns`,
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

/** A Markdown table with padded columns. */
export function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(3, title.length, ...lines.map((line) => line[i]!.length)))
  const row = (texts: readonly string[]) =>
    `| ${texts.map((text, i) => text.padEnd(widths[i]!)).join(' | ')} |`
  return [head, widths.map((width) => '-'.repeat(width)), ...lines].map(row).join('\n')
}

/**
 * Prints a table and writes the same one to docs/bench.md, with the machine and the date.
 * @param name of the part of the document to replace
 * @param below Markdown under the table
 */
export function publish(name: string, rows: readonly Row[], below: string): void {
  const lines = rows.map(({ name, value, unit, target, met, note = '' }) => [
    name,
    `${rounded(value)} ${unit}`.trim(),
    target,
    met ? 'yes' : 'NO',
    note,
  ])
  const text = `${table(['measured', 'value', 'target', 'met', 'note'], lines)}\n\n${below}`.trimEnd()
  console.log(text)
  const day = new Date().toISOString().slice(0, 10)
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`
  const part = `## ${name}\n\n${day}, Node ${process.versions.node}, ${machine}.\n\n${text}`
  const file = join(import.meta.dirname, '../docs/bench.md')
  writeFileSync(file, withPart(readFileSync(file, 'utf8'), name, part))
}

/** The document with this part replaced between its markers, or appended. */
function withPart(document: string, name: string, part: string): string {
  const [opening, closing] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const block = `${opening}\n\n${part}\n\n${closing}`
  const [from, to] = [document.indexOf(opening), document.indexOf(closing)]
  if (from === -1 || to < from) return `${document.trimEnd()}\n\n${block}\n`
  return document.slice(0, from) + block + document.slice(to + closing.length)
}

/** Three significant digits. */
function rounded(value: number): string {
  return Math.abs(value) >= 1000
    ? Math.round(value).toLocaleString('en-HK')
    : String(Number(value.toPrecision(3)))
}
