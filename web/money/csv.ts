// CSV for spreadsheets (RFC 4180). A cell that a spreadsheet would run as a formula is prefixed with an apostrophe,
// because names and descriptions come from others.

/** With a byte order mark, so that Excel reads it as UTF-8. */
export function csvOf(rows: readonly (readonly (string | number | CsvNumber)[])[]): string {
  return byteOrderMark + rows.map((row) => row.map(cellOf).join(',') + '\r\n').join('')
}

/** A decimal number, which may begin with a minus: no formula. */
export interface CsvNumber {
  decimal: string
}
export const csvNumber = (decimal: string): CsvNumber => ({ decimal })

const byteOrderMark = '\uFEFF'

const cellOf = (value: string | number | CsvNumber): string =>
  typeof value === 'object' ? value.decimal : csvCell(String(value))

/** A text as a cell. */
export function csvCell(text: string): string {
  const harmless = text.replace(startsFormula, "$1'$2")
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

// The full-width signs of East Asian keyboards start a formula, too. Where the comma is the decimal separator, a
// spreadsheet ends a cell at each semicolon, whatever quotes begin further left.
const startsFormula = /(^|[;\n\r][\s"]*)([=+\-@\t\r＝＋－＠])/g
