// Files that nobody has shown yet: whatever the bytes, the result is consistent or the file is refused with a sentence.

import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanceDifferences } from '#core/imports/balances.ts'
import { anonymizeFile } from '#core/imports/anonymizeFile.ts'
import { readImportFile } from '#core/imports/readImportFile.ts'
import type { ImportedPart } from '#core/imports/parsedFile.ts'
import { toMajor } from '#core/kernel/money.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import { bytesOf, readRecognized, recordBalances, sampleBytes } from '#tests/imports/importedFiles.ts'
import { runs } from '#tests/money/randomTrip.ts'

const sampleNames = readdirSync('tests/imports/samples')
const anySample = fc.constantFrom(...sampleNames).map((name) => ({ name, bytes: sampleBytes(name) }))
const sumOf = (parts: readonly ImportedPart[]) => parts.reduce((sum, { amount }) => sum + amount, 0)

/** What holds for every file; `anonymizeFile` must survive it as well. */
function expectConsistent(bytes: Uint8Array): void {
  anonymizeFile(bytes)
  const parsed = readImportFile(bytes)
  if (parsed.kind === 'refused') {
    expect(parsed.reason).toMatch(/^[A-Z“].*\.$/)
    return
  }
  const keys = new Set(parsed.people.map(({ key }) => key))
  expect(keys.size).toBe(parsed.people.length)
  for (const record of parsed.records) {
    const { amount, currency } = record
    expect(Number.isSafeInteger(amount) && amount > 0).toBe(true)
    expect(toMajor(amount, currency)).toBeLessThanOrEqual(moneyLimits.expense.maxInOther)
    const parts = record.kind === 'payment' ? [] : [...record.payers, ...record.shares]
    const named = record.kind === 'payment' ? [record.from, record.to] : parts.map(({ person }) => person)
    expect(named.every((person) => keys.has(person))).toBe(true)
    expect(new Set(record.kind === 'payment' ? named : record.payers.map(({ person }) => person)).size).toBe(
      record.kind === 'payment' ? 2 : record.payers.length,
    )
    if (record.kind !== 'payment')
      expect([sumOf(record.payers), sumOf(record.shares)]).toEqual([amount, amount])
    expect(parts.every(({ amount }) => amount >= 0)).toBe(true)
  }
  if (parsed.refused.length === 0 && parsed.fileTotals === null)
    expect(balanceDifferences(parsed)).toEqual([])
}

describe('a damaged file', () => {
  test('A sample that was cut off anywhere is read consistently or refused', () => {
    fc.assert(
      fc.property(anySample, fc.nat(), ({ bytes }, at) => {
        expectConsistent(bytes.subarray(0, at % bytes.length))
      }),
      runs,
    )
  })

  test('A sample with bytes changed anywhere is read consistently or refused', () => {
    const changes = fc.array(
      fc.tuple(fc.nat(), fc.constantFrom(...bytesOf(',;"\n-0.9{}[]:\t\'='), 0xff, 0xe2)),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    fc.assert(
      fc.property(anySample, changes, ({ bytes }, changes) => {
        const changed = Uint8Array.from(bytes)
        for (const [at, byte] of changes) changed[at % bytes.length] = byte
        expectConsistent(changed)
      }),
      runs,
    )
  })

  test('A sample with cells replaced by anything is read consistently or refused', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '',
        '-',
        '1e9',
        '99999999999999999999',
        '__proto__',
        '=1+1',
        '2026-02-31',
        '٣',
        '-0',
        'XXX',
        '"',
      ),
    )
    fc.assert(
      fc.property(anySample, fc.nat(), anything, ({ bytes, name }, at, cell) => {
        const text = new TextDecoder().decode(bytes)
        const words = text.split(name.endsWith('.json') ? /(?<=": ?)("[^"]*"|[-\d.]+)/ : /([,;\n])/)
        const place = at % words.length
        expectConsistent(
          bytesOf(words.with(place, name.endsWith('.json') ? JSON.stringify(cell) : cell).join('')),
        )
      }),
      runs,
    )
  })

  test('Random bytes and random texts are read consistently or refused', () => {
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc.string({ unit: 'binary' }).map(bytesOf),
      fc.json().map(bytesOf),
    )
    fc.assert(fc.property(bytes, expectConsistent), runs)
  })
})

describe('an enormous or hostile file', () => {
  const header = 'Date,Description,Category,Cost,Currency,'
  const row = (text: string) => `2026-10-03,${text},Taxi,9.00,HKD,4.50,-4.50`

  test('A field of a megabyte is cut', () => {
    const parsed = readRecognized(`${header}Ada,Ben\n\n${row('x'.repeat(1_000_000))}\n`)
    expect(parsed.records[0]!.description.length).toBe(500)
    expect(parsed.records[0]!.fullText?.length).toBe(1_000_000)
  })

  test('A name of a megabyte is cut', () => {
    const { people } = readRecognized(`${header}${'x'.repeat(1_000_000)},Ben\n\n${row('Taxi')}\n`)
    expect(people.map(({ name }) => name.length)).toEqual([100, 3])
  })

  test('Names from other scripts, with marks and line breaks, stay people of their own', () => {
    const names = ['"Zo\u0065\u0301"', '"Zo\u00e9"', '"\u05d0\u05d3\u05d4"', '"Ada\nLam"', '"\u202eeve"']
    const parsed = readRecognized(`${header}${names.join(',')}\n\n2026-10-03,Taxi,Taxi,9,HKD,8,-2,-2,-2,-2\n`)
    expect(parsed.people.map(({ name }) => name)).toEqual([
      'Zo\u0065\u0301',
      'Zoé',
      'אדה',
      'Ada Lam',
      '\u202eeve',
    ])
    expect(recordBalances(parsed).length).toBe(5)
  })

  test('More people than a trip can have are refused', () => {
    const names = Array.from({ length: 201 }, (_, at) => `P${at}`)
    const parsed = readImportFile(bytesOf(`${header}${names.join(',')}\n`))
    expect(parsed).toEqual({
      kind: 'refused',
      reason: 'A trip can have at most 200 people, guests included.',
    })
  })

  test.each([
    ['quotes that nothing closes', '"'.repeat(400_000)],
    ['opening quotes in every cell', 'a,b,c\n' + '"x,'.repeat(200_000)],
    ['commas', `${header}A,B\n` + ','.repeat(600_000)],
    ['digits', `${header}A,B\n\n2026-10-03,Taxi,Taxi,${'9'.repeat(600_000)},HKD,1,-1\n`],
    ['blanks', `${header}A,B\n\n${' '.repeat(600_000)},Taxi,Taxi,9,HKD,1,-1\n`],
    [
      'ampersands in Tricount',
      `Title,Paid by A,Impacted to A,Date\n${'&#'.repeat(200_000)},1,-1,2026-10-03\n`,
    ],
    [
      'names in one cell',
      `what,amount,date,payer_name,payer_weight,owers\nx,1,2026-10-03,A,1,"${'B,'.repeat(200_000)}"\n`,
    ],
  ])('A file of %s is handled in time that grows with its length only', (_, text) => {
    expectConsistent(bytesOf(text))
  })

  test('Ten thousand rows are read, and the progress ends at all of them', () => {
    const rows = Array.from({ length: 10_000 - 1 }, (_, at) => row(`Taxi ${at}`))
    const progress: [number, number][] = []
    const parsed = readRecognized(`${header}Ada,Ben\n\n${rows.join('\n')}\n`, {
      onProgress: (done, all) => progress.push([done, all]),
    })
    expect(parsed.records.length).toBe(9999)
    expect(progress.length).toBeGreaterThan(10)
    expect(progress.at(-1)).toEqual([9999, 9999])
    expect(progress.map(([done]) => done)).toEqual(progress.map(([done]) => done).toSorted((a, b) => a - b))
  })
})
