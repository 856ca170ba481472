// A table for a spreadsheet, written by people one need not trust.

import { describe, expect, test } from 'vitest'
import { csvFileName, csvOf } from '#web/money/csv.ts'

/** Without the byte order mark, which is asserted once. */
const written = (...cells: (string | number)[]) => csvOf([cells]).slice(1)

describe('a table', () => {
  test('says that it is UTF-8 and ends each line as RFC 4180 wants it', () => {
    expect(
      csvOf([
        ['Name', 'Amount'],
        ['陳大文', 1.5],
      ]),
    ).toBe('\uFEFFName,Amount\r\n陳大文,1.5\r\n')
  })

  test('a cell with a comma, a quote or a line break is quoted, its quotes doubled', () => {
    expect(written('Chan, Tai Man', 'the "boss"', 'two\nlines', 'plain')).toBe(
      '"Chan, Tai Man","the ""boss""","two\nlines",plain\r\n',
    )
  })

  test.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx', '＝1', '＋1', '－1', '＠x'])(
    'nothing that a spreadsheet would run: %j gets an apostrophe first',
    (cell) => {
      expect(csvOf([[cell]]).replace(/^\uFEFF"?/, '')).toMatch(/^'/)
    },
  )

  test('an apostrophe inside the quotes, not before them', () => {
    expect(written('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"\r\n`)
  })

  test.each(['x;=1+1', 'x; =1+1', 'x;"=1+1', 'a, b;=1', ';@x', 'x;-1;+2', 'x\n=1'])(
    'also not where a semicolon or a line break would end the cell: %j',
    (cell) => {
      const cells = csvOf([['name', cell]])
        .slice(1)
        .split(/[;\n]/)
      expect(cells.length).toBeGreaterThan(2)
      for (const one of cells) expect(one.replace(/^[\s"]+/, '')).not.toMatch(/^[=+\-@]/)
    },
  )

  test('what only holds such a sign is left alone', () => {
    expect(written('a=b', '1-2', 'ann@example.com')).toBe('a=b,1-2,ann@example.com\r\n')
  })
})

describe('the name of a file', () => {
  test('has nothing in it that leads to another folder or that a system refuses', () => {
    expect(csvFileName('settlement', '../../etc/passwd')).toBe('settlement-etc-passwd.csv')
    expect(csvFileName('settlement', 'Lisbon: "2026" <fun>|?*\\/\u0000')).toBe(
      'settlement-Lisbon-2026-fun.csv',
    )
  })

  test('keeps letters of any script', () => {
    expect(csvFileName('settlement', '京都 秋')).toBe('settlement-京都-秋.csv')
  })

  test('is never empty and never long', () => {
    expect(csvFileName('…')).toBe('export.csv')
    expect(csvFileName('settlement', '🎉'.repeat(9), 'a'.repeat(500)).length).toBeLessThanOrEqual(64)
  })
})
