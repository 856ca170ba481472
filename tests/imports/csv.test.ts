// CSV as apps, spreadsheets and damaged files have it.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCsv } from '#core/imports/text/parseCsv.ts'
import { csvOf } from '#web/money/csv.ts'
import { runs } from '#tests/money/randomTrip.ts'

const cellsOf = (text: string, delimiter = ',') => parseCsv(text, delimiter).map(({ cells }) => cells)

describe('a CSV text', () => {
  test.each([
    [
      'line ends of every kind',
      'a,b\r\n1,2\n3,4\r5,6',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
    ],
    ['a delimiter and a line break inside quotes', '"a,b","c\r\nd"\n', [['a,b', 'c\r\nd']]],
    ['doubled quotes', '"say ""hi""",""\n', [['say "hi"', '']]],
    [
      'quotes that are not doubled',
      '"An"na",1\n"Bo",2\n',
      [
        ['An"na', '1'],
        ['Bo', '2'],
      ],
    ],
    ['quotes in the middle of a cell', '6\' 5",b\n', [['6\' 5"', 'b']]],
    ['empty cells and blank lines', 'a,,\n\nb\n', [['a', '', ''], [''], ['b']]],
    ['no line end after the last row', 'a,b', [['a', 'b']]],
    ['nothing', '', []],
  ])('%s are understood', (_, text, rows) => expect(cellsOf(text)).toEqual(rows))

  test('A quote that nothing closes costs one row and not the rest of the file', () => {
    expect(cellsOf('a,b\n"open,1\nx,2\n')).toEqual([
      ['a', 'b'],
      ['"open', '1'],
      ['x', '2'],
    ])
  })

  test('A row is named by the line where it begins, whatever line breaks stand in the cells above', () => {
    const rows = parseCsv('a,b\n\n"x\ny\r\nz",1\r\nlast,2\n', ',')
    expect(rows.map(({ line, cells }) => [line, cells.at(-1)])).toEqual([
      [1, 'b'],
      [2, ''],
      [3, '1'],
      [6, '2'],
    ])
  })

  test('What is written as CSV is read back equal', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'é', '🍔') })
    const rows = fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 })
    const written = (row: readonly string[]) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
    fc.assert(
      fc.property(rows, fc.constantFrom('\n', '\r\n', '\r'), (rows, end) => {
        expect(cellsOf(rows.map(written).join(end))).toEqual(rows)
      }),
      runs,
    )
  })

  test('The CSV that this app exports is read back equal', () => {
    const rows = [
      ['From', 'To', 'Amount'],
      ['Ada "the boss", Lam', 'Line\nbreak', '12.50'],
    ]
    expect(cellsOf(csvOf(rows).slice(1))).toEqual(rows)
  })

  test('The spans of all cells and what stands between them are the whole text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', '""', ',', '\n', '\r') })
    fc.assert(
      fc.property(text, (text) => {
        let rest = text
        for (const [from, to] of parseCsv(text, ',')
          .flatMap(({ spans }) => spans)
          .toReversed())
          rest = rest.slice(0, from) + rest.slice(to)
        expect(rest).toMatch(/^[,\r\n]*$/)
      }),
      runs,
    )
  })
})
