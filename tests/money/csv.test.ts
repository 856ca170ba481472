// CSV tables with cells from untrusted people.

import { describe, expect, test } from 'vitest'
import { csvOf } from '#web/money/csv.ts'

/** Without the byte order mark, which another test checks. */
const written = (...cells: (string | number)[]) => csvOf([cells]).slice(1)

describe('a table', () => {
  test('The table starts with a UTF-8 mark and ends each line as RFC 4180 requires', () => {
    expect(
      csvOf([
        ['Name', 'Amount'],
        ['陳大文', 1.5],
      ]),
    ).toBe('\uFEFFName,Amount\r\n陳大文,1.5\r\n')
  })

  test('A cell with a comma, a quote or a line break is quoted, and its quotes are doubled', () => {
    expect(written('Chan, Tai Man', 'the "boss"', 'two\nlines', 'plain')).toBe(
      '"Chan, Tai Man","the ""boss""","two\nlines",plain\r\n',
    )
  })

  test.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx', '＝1', '＋1', '－1', '＠x'])(
    'A cell that a spreadsheet would run as a formula starts with an apostrophe: %j',
    (cell) => {
      expect(csvOf([[cell]]).replace(/^\uFEFF"?/, '')).toMatch(/^'/)
    },
  )

  test('The apostrophe stands inside the quotes of a quoted cell', () => {
    expect(written('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"\r\n`)
  })

  test.each(['x;=1+1', 'x; =1+1', 'x;"=1+1', 'a, b;=1', ';@x', 'x;-1;+2', 'x\n=1'])(
    'A part of a cell after a semicolon or a line break is protected as well: %j',
    (cell) => {
      const cells = csvOf([['name', cell]])
        .slice(1)
        .split(/[;\n]/)
      expect(cells.length).toBeGreaterThan(2)
      for (const one of cells) expect(one.replace(/^[\s"]+/, '')).not.toMatch(/^[=+\-@]/)
    },
  )

  test('A cell with such a character in its middle stays as it is', () => {
    expect(written('a=b', '1-2', 'ann@example.com')).toBe('a=b,1-2,ann@example.com\r\n')
  })
})
