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
  let offset = 0
  let line = 1
  while (offset < text.length && rows.length < maxRows) {
    const row: CsvRow = { line, cells: [], text: '', spans: [] }
    const from = offset
    for (;;) {
      const end = text[offset] === '"' ? closes(offset + 1) : null
      const to = end === null ? endOfPlain(text, offset, delimiter) : end + 1
      row.cells.push(
        end === null ? text.slice(offset, to) : text.slice(offset + 1, end).replaceAll('""', '"'),
      )
      row.spans.push([offset, to])
      offset = to
      if (text[offset] !== delimiter) break
      offset += 1
    }
    row.text = text.slice(from, offset)
    rows.push(row)
    offset += text.startsWith('\r\n', offset) ? 2 : 1
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
    for (let offset = text.indexOf('"', from); offset >= 0; offset = text.indexOf('"', offset + 1)) {
      const next = text[offset + 1]
      if (next === undefined || next === delimiter || next === '\n' || next === '\r') return offset
      if (next === '"') offset += 1
    }
    noneFrom = from
    return null
  }
}

function endOfPlain(text: string, from: number, delimiter: string): number {
  let offset = from
  while (offset < text.length && text[offset] !== delimiter && text[offset] !== '\n' && text[offset] !== '\r')
    offset += 1
  return offset
}

const lineBreaksIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0
