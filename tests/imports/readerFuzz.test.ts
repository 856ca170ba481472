// Random files of every format with changed cells: what is read is what the cells say, no row is lost without a word, and
// "the same" is not said over rows that are missing. `PROPERTY_RUNS=10000` tries more.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balancesOfRecords } from '#core/imports/balances.ts'
import type { CalendarDate } from '#core/kernel/calendar.ts'
import { readImportFile } from '#core/imports/readImportFile.ts'
import type { ImportedRecord, ParsedFile } from '#core/imports/parsedFile.ts'
import * as csvFiles from '#tests/imports/fuzz/csvFiles.ts'
import * as jsonFiles from '#tests/imports/fuzz/jsonFiles.ts'
import { NAMES, type SaidFile, type SaidRow, sum } from '#tests/imports/fuzz/said.ts'
import { bytesOf } from '#tests/imports/importedFiles.ts'
import { runs } from '#tests/money/randomTrip.ts'
import { balanceTables, comparisonText } from '#web/money/imports/balanceTables.ts'

const { splitwise, tricount, spliit, cospend, ihatemoney, settleUp } = csvFiles
const { splitwiseApi, tricountApi, spliitJson, ihatemoneyJson, archive, splitwiseBalances } = jsonFiles
const formats = {
  ...{ splitwise, tricount, spliit, cospend, ihatemoney, settleUp },
  ...{ splitwiseApi, tricountApi, spliitJson, ihatemoneyJson, archive },
}

/** What records move, by 'EUR Ana'. */
function movedBy(records: readonly ImportedRecord[], { people }: ParsedFile): Map<string, number> {
  const moved = new Map<string, number>()
  for (const [currency, of] of balancesOfRecords(records))
    for (const { key, name } of people) {
      const id = `${currency} ${name}`
      if (of.has(key)) moved.set(id, (moved.get(id) ?? 0) + of.get(key)!)
    }
  return moved
}

function expectMoves(records: readonly ImportedRecord[], said: readonly SaidRow[], parsed: ParsedFile): void {
  const moved = movedBy(records, parsed)
  const expected = new Map<string, number>()
  for (const { moves } of said)
    for (const [key, amount] of moves!) expected.set(key, (expected.get(key) ?? 0) + amount)
  const slack = sum(said.map((row) => row.slack ?? 0)) + 1e-6
  for (const key of new Set([...moved.keys(), ...expected.keys()])) {
    const [is, should] = [moved.get(key) ?? 0, expected.get(key) ?? 0]
    if (Math.abs(is - should) > slack)
      expect({ lines: said.map(({ line }) => line), [key]: is }).toEqual(should)
  }
}

/** null for a file that the changes made another one. */
function readAs({ source, content, options }: SaidFile): ParsedFile | null {
  const bytes = typeof content === 'string' ? bytesOf(content) : content
  const parsed = readImportFile(bytes, { currency: 'EUR', ...options })
  return parsed.kind === 'refused' || parsed.source !== source ? null : parsed
}

function expectAsSaid(file: SaidFile): void {
  const parsed = readAs(file)
  if (!parsed) return
  const { rows } = file
  const { records, people, refused, skipped } = parsed
  const own = new Map(rows.map(({ line }) => [line, records.filter((record) => record.line === line)]))
  const inFile = {
    refused: new Set(refused.map(({ line }) => line)),
    skipped: new Set(skipped.map(({ line }) => line)),
  }
  for (const row of rows) {
    const { line, moves, isBack, isLeftOut, isUnclear } = row
    const read = own.get(line)!
    const isNamed = inFile.refused.has(line) || inFile.skipped.has(line)
    // Some rows of totals are read as such, and need no word.
    if (!isLeftOut)
      expect({ line, isNamed, count: Math.min(1, read.length) }).toEqual({
        line,
        isNamed: !read.length,
        count: Number(!isNamed),
      })
    if (isLeftOut) expect({ line, read }).toEqual({ line, read: [] })
    if (read.length === 0 || isUnclear) continue
    expect({ line, isReadable: moves !== null }).toEqual({ line, isReadable: true })
    expectMoves(read, [row], parsed)
    if (!isBack) expect(read.map(({ kind }) => kind)).not.toContain('refund')
  }
  expect(records.filter(({ line }) => !own.has(line))).toEqual([])
  for (const { name } of people)
    expect(NAMES.filter((of) => new RegExp(`\\b${of}\\b`).test(name)).length).toBeLessThanOrEqual(1)
  for (const of of balancesOfRecords(records).values()) expect(sum([...of.values()])).toBe(0)
  if (comparisonText(balanceTables(parsed), refused.length) !== 'The same to the cent') return
  const counted = rows.filter(({ isLeftOut, isUnclear }) => !isLeftOut && !isUnclear)
  const isSkipped = ({ line, moves }: SaidRow) =>
    inFile.skipped.has(line) && [...(moves?.values() ?? [])].every((amount) => Math.abs(amount) < 1e-6)
  expect(counted.filter((row) => own.get(row.line)!.length === 0 && !isSkipped(row))).toEqual([])
}

describe('a file with random rows and changed cells', () => {
  test.each(Object.keys(formats) as (keyof typeof formats)[])(
    '%s: what is read is what the cells say',
    (name) => {
      fc.assert(fc.property(formats[name], expectAsSaid), runs)
    },
  )

  test('Splitwise’s balances alone: everybody gets theirs, and one that cannot be read is missed', () => {
    fc.assert(
      fc.property(splitwiseBalances, ({ content, moves }) => {
        const parsed = readImportFile(bytesOf(content), { date: '2026-10-31' as CalendarDate })
        if (parsed.kind === 'refused') return
        const isSame = comparisonText(balanceTables(parsed), parsed.refused.length) === 'The same to the cent'
        expect(isSame).toBe(moves !== null)
        const moved = movedBy(parsed.records, parsed)
        for (const key of moves ? new Set([...moves.keys(), ...moved.keys()]) : [])
          expect([key, moved.get(key) ?? 0]).toEqual([key, (moves!.get(key) ?? 0) + 0])
      }),
      runs,
    )
  })
})
