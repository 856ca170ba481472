// The results of a bench as rows of a table, printed and written to docs/bench.md, so that no figure is copied by hand.

/** One measured value and its target. */
export interface Row {
  /** What was measured. */
  name: string
  value: number
  /** For example 'ms' or '×'; '' for a plain ratio. */
  unit: string
  /** For example '≤ 1.2'. */
  target: string
  met: boolean
  /** For a missed target: by how much and why. */
  note?: string
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

/** `npm run bench` runs every file of this folder that exports `bench`, and prints its name with its rows. */
export interface Bench {
  bench(): Promise<Row[] | Report>
}

/** Rows with Markdown that belongs under their table. */
export interface Report {
  rows: Row[]
  below: string
}

/** The rows as a Markdown table. */
export function tableOf(rows: readonly Row[]): string {
  const head = ['measured', 'value', 'target', 'met', 'note']
  const cells = rows.map((row) => [
    row.name,
    `${rounded(row.value)} ${row.unit}`.trim(),
    row.target,
    row.met ? 'yes' : 'NO',
    row.note ?? '',
  ])
  return table(head, cells)
}

/** A Markdown table with padded columns. */
export function table(head: readonly string[], texts: readonly (readonly string[])[]): string {
  const cells = texts.map((line) => line.map((text) => text.replaceAll('|', '\\|')))
  const widths = head.map((title, i) =>
    Math.max(3, title.length, ...cells.map((line) => line[i]?.length ?? 0)),
  )
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text, i) => text.padEnd(widths[i] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n')
}

/** The document with this part replaced between its markers, or appended. */
export function withPart(document: string, name: string, part: string): string {
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
