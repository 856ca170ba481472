// Numbers, dates and encodings of a file are understood from the whole file, or asked about.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toMajor } from '#core/kernel/money.ts'
import { decodeText } from '#core/imports/text/decodeText.ts'
import { decimalToMinor, numberStyleOf, readDecimal } from '#core/imports/text/decimal.ts'
import { dateOrderOf, readFileDate } from '#core/imports/text/fileDates.ts'
import { bytesOf, readRecognized, recordLines, refusalOf, sampleBytes } from '#tests/imports/importedFiles.ts'
import { runs } from '#tests/money/randomTrip.ts'

/** Minor units of Hong Kong dollars, in the style of all texts; null for no number. */
function centsOf(...texts: string[]) {
  const style = numberStyleOf(texts)
  return texts.map((text) => {
    const decimal = readDecimal(text, style)
    return decimal && decimalToMinor(decimal, 'HKD')!.minor
  })
}

describe('the numbers of a file', () => {
  test.each([
    [
      ['1488.5', '2', '-1'],
      [148_850, 200, -100],
    ],
    [
      ['7,2', '3,60', '10'],
      [720, 360, 1000],
    ],
    [
      ['1,488.50', '1,488'],
      [148_850, 148_800],
    ],
    [
      ['1.488,50', '1.488'],
      [148_850, 148_800],
    ],
    [
      ['1 488,50', '1\u00a0488,50', '1\u202f488,50'],
      [148_850, 148_850, 148_850],
    ],
    [
      ['923.595', '-0.005', '0.004'],
      [92_360, -1, 0],
    ],
    [
      ["'-50", '−50', '+50'],
      [-5000, -5000, 5000],
    ],
  ])('%j are %j cents', (texts, cents) => expect(centsOf(...texts)).toEqual(cents))

  test('A comma before three digits is refused where no other number says what commas mean', () => {
    expect(centsOf('1,488', '20')).toEqual([null, 2000])
  })

  test('Dates and other texts that are no numbers say nothing about what a comma means', () => {
    expect(centsOf('12.05.2026', '1.2.3', '7,25', '1.488,50')).toEqual([null, null, 725, 148_850])
    expect(centsOf('12.345.6', '7.25')).toEqual([null, 725])
    expect(centsOf('12.345.6', '1,488')).toEqual([null, null])
  })

  test('Where points and commas both separate decimals, the commas are refused', () => {
    expect(centsOf('7.25', '7,25')).toEqual([725, null])
  })

  test.each([
    '',
    ' ',
    '1e3',
    '--3,60',
    'NaN',
    'Infinity',
    '0x10',
    '1.2.3',
    '$5',
    '5 HKD',
    '९',
    '9'.repeat(41),
  ])('The text %j is no number', (text) => expect(readDecimal(text, 'point')).toBeNull())

  test('Yen are not multiplied, and an amount past what integers hold exactly is none', () => {
    expect(decimalToMinor(readDecimal('3000', 'point')!, 'JPY')).toEqual({ minor: 3000, isExact: true })
    expect(decimalToMinor(readDecimal('3000.5', 'point')!, 'JPY')).toEqual({ minor: 3001, isExact: false })
    expect(decimalToMinor(readDecimal('9'.repeat(20), 'point')!, 'HKD')).toBeNull()
  })

  test('Every amount that is written is read back exactly', () => {
    const amount = fc.integer({ min: -99_999_999, max: 99_999_999 })
    fc.assert(
      fc.property(fc.array(amount), (amounts) => {
        expect(centsOf(...amounts.map((minor) => toMajor(minor, 'HKD').toFixed(2)))).toEqual(
          amounts.map((minor) => minor + 0),
        )
      }),
      runs,
    )
  })
})

describe('the dates of a file', () => {
  test.each([
    [['2026-10-03', '2018-10-16 17:46', '2026-10-03T00:00:00.000Z', '2026/10/3', '2026年10月3日'], null],
    [['03/10/2026', '31/10/2026 18:00'], 'dayFirst'],
    [['10/03/2026', '10/31/2026'], 'monthFirst'],
    [['3.10.2026'], 'dayFirst'],
    [['03/10/2026', '04/10/2026'], 'unclear'],
    [['10/10/2026'], null],
  ])('The order of day and month in %j is %j', (texts, order) => expect(dateOrderOf(texts)).toBe(order))

  test.each([
    ['2026-10-03', '2026-10-03'],
    ['2018-10-16 17:46', '2018-10-16'],
    ['2026年10月3日', '2026-10-03'],
    ['3/10/2026', '2026-10-03'],
    ['3.10.26', '2026-10-03'],
    ['2026-02-31', null],
    ['31/31/2026', null],
    ['yesterday', null],
    ['2026-10-031', null],
    ['2'.repeat(1000), null],
  ])('The date %j is %j', (text, date) => expect(readFileDate(text, 'dayFirst')).toBe(date))

  const rows = 'Date,Description,Category,Cost,Currency,Ada,Ben\n\n03/04/2026,Taxi,Taxi,9.00,HKD,4.50,-4.50\n'

  test('A date that could be two is read day first and asked about; the answer changes it', () => {
    const parsed = readRecognized(rows)
    expect(parsed.records[0]!.date).toBe('2026-04-03')
    expect(parsed.questions).toEqual([{ kind: 'dateOrder', assumed: 'dayFirst', sample: '03/04/2026' }])
    expect(readRecognized(rows, { dateOrder: 'monthFirst' }).records[0]!.date).toBe('2026-03-04')
  })

  test('A row whose date cannot be read is refused', () => {
    const { refused } = readRecognized(rows.replace('03/04/2026', 'soon'))
    expect(refused).toMatchObject([
      { line: 3, text: 'soon,Taxi,Taxi,9.00,HKD,4.50,-4.50', reason: 'The date cannot be read' },
    ])
  })
})

describe('the encoding of a file', () => {
  const text = new TextDecoder().decode(sampleBytes('splitwise-de.csv'))
  const utf16 = (isLittle: boolean) => {
    const bytes = new Uint8Array(2 + 2 * text.length)
    const view = new DataView(bytes.buffer)
    view.setUint16(0, 0xfeff, isLittle)
    for (let at = 0; at < text.length; at++) view.setUint16(2 + 2 * at, text.charCodeAt(at), isLittle)
    return bytes
  }
  const oldEncoding = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  const expected = recordLines(readRecognized(sampleBytes('splitwise-de.csv')))

  test.each([
    ['UTF-8', bytesOf(text)],
    ['UTF-8 with a byte order mark', bytesOf(`\ufeff${text}`)],
    ['UTF-16, little-endian', utf16(true)],
    ['UTF-16, big-endian', utf16(false)],
    ['UTF-8 with CRLF', bytesOf(text.replaceAll('\n', '\r\n'))],
    ['UTF-8 with CR', bytesOf(text.replaceAll('\n', '\r'))],
    ['UTF-8 with a line that names its delimiter', bytesOf(`sep=;\r\n${text.replaceAll(',', ';')}`)],
    ['UTF-8 with tabs', bytesOf(text.replaceAll(',', '\t'))],
  ])('A file in %s is read without a question', (_, bytes) => {
    const parsed = readRecognized(bytes)
    expect(recordLines(parsed)).toEqual(expected)
    expect(parsed.questions).toEqual([])
  })

  test('A file in windows-1252 is read, and the encoding asked about with a sample', () => {
    const parsed = readRecognized(oldEncoding)
    expect(recordLines(parsed)).toEqual(expected)
    expect(parsed.questions).toEqual([
      { kind: 'encoding', assumed: 'windows-1252', sample: expect.stringContaining('Währung') },
    ])
  })

  test('The answer to the question decides the encoding', () => {
    // 茶 in Big5.
    const bytes = Uint8Array.from([...bytesOf('what,'), 0xaf, 0xf9])
    expect(decodeText(bytes, 'big5')!.text).toBe('what,茶')
    expect(decodeText(bytes)!.text).not.toContain('茶')
  })

  test.each([
    ['an empty file', new Uint8Array(), 'empty'],
    ['a workbook', Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]), 'workbook'],
    ['a PDF', bytesOf('%PDF-1.7 …'), 'PDF'],
    ['an image', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'not text'],
    ['a file of more than 5 MB', new Uint8Array(5 * 1024 * 1024 + 1).fill(0x61), '5 MB'],
    ['a letter', bytesOf('Dear all,\nsee you soon'), 'No table'],
    ['cut off JSON', sampleBytes('spliit.json').slice(0, 900), 'damaged or cut off'],
    ['JSON of another program', bytesOf('{"participants": []}'), 'no app'],
    ['JSON that is a number in brackets', bytesOf('[1]'), 'no app'],
    ['JSON nested without end', bytesOf('['.repeat(1_000_000)), 'damaged'],
    ['rows without end', bytesOf(`a,b,c\n${'1,2,3\n'.repeat(10_001)}`), '10,000 rows'],
    ['blank lines without end', bytesOf(`a,b,c\n${'\n'.repeat(30_000)}`), '10,000 rows'],
    ['columns without end', bytesOf(`a,b${',c'.repeat(5000)}\n`), '1,000 columns'],
  ])('%s is refused with a sentence', (_, bytes, words) => {
    const reason = refusalOf(bytes)
    expect(reason).toContain(words)
    expect(reason).toMatch(/^[A-Z].*\.$/)
  })
})
