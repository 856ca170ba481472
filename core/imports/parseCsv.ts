// Parses CSV as apps and spreadsheets write it (RFC 4180), with the line of each row, mixed line ends and lenient quotes
// (docs/decisions/0145).

export interface CsvRow {
  /** From 1: the line where the row begins. */
  line: number
  cells: string[]
  /** As in the file, without its line end. */
  text: string
  /** Where each cell begins and ends in the file, quotes included. */
  spans: (readonly [from: number, to: number])[]
}

/** A row may go on over line breaks inside quotes; `maxRows` ends the parsing early. Blank lines are rows of one cell. */
export function parseCsv(text: string, delimiter: string, maxRows = Infinity): CsvRow[] {
  const rows: CsvRow[] = []
  const closes = closingQuotes(text, delimiter)
  let at = 0
  let line = 1
  while (at < text.length && rows.length < maxRows) {
    const row: CsvRow = { line, cells: [], text: '', spans: [] }
    const from = at
    for (;;) {
      const end = text[at] === '"' ? closes(at + 1) : null
      const to = end === null ? endOfPlain(text, at, delimiter) : end + 1
      row.cells.push(end === null ? text.slice(at, to) : text.slice(at + 1, end).replaceAll('""', '"'))
      row.spans.push([at, to])
      at = to
      if (text[at] !== delimiter) break
      at += 1
    }
    row.text = text.slice(from, at)
    rows.push(row)
    at += text.startsWith('\r\n', at) ? 2 : 1
    line += 1 + (row.text.includes('\n') || row.text.includes('\r') ? lineBreaksIn(row.text) : 0)
  }
  return rows
}

/**
 * Finds the quote that ends a quoted cell: it stands before a delimiter, a line end or the end of the file. Any other
 * quote belongs to the cell, doubled or not. null when there is none: then the opening quote is part of the text, so
 * that a file that was cut off loses one row and not all rows after it.
 */
function closingQuotes(text: string, delimiter: string): (from: number) => number | null {
  let noneFrom = Infinity
  return (from) => {
    if (from >= noneFrom) return null
    for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
      const next = text[at + 1]
      if (next === undefined || next === delimiter || next === '\n' || next === '\r') return at
      if (next === '"') at += 1
    }
    noneFrom = from
    return null
  }
}

function endOfPlain(text: string, from: number, delimiter: string): number {
  let at = from
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1
  return at
}

const lineBreaksIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0
