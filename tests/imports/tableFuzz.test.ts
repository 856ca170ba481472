// Tables in every layout that people keep, and files with changed cells: the balances are those of a sum over the cells
// that knows nothing of the readers.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanceDifferences } from '#core/imports/balances.ts'
import { readImportFile } from '#core/imports/readImportFile.ts'
import { bytesOf, readRecognized, recordBalances, sampleText } from '#tests/imports/importedFiles.ts'
import { runs } from '#tests/money/randomTrip.ts'
import { balanceTables, comparisonText } from '#web/money/imports/balanceTables.ts'

const NAMES = ['Ana', 'Ben', 'Cy', 'Di Mora']

interface ModelRow {
  kind: 'expense' | 'refund' | 'payment'
  payer: number
  /** Cents by person; above 0 for those who share. */
  shares: number[]
  isDeleted: boolean
}

const anyRow: fc.Arbitrary<ModelRow> = fc
  .record({
    kind: fc.constantFrom('expense', 'expense', 'expense', 'refund', 'payment'),
    payer: fc.nat(NAMES.length - 1),
    shares: fc.array(fc.nat(5000), { minLength: NAMES.length, maxLength: NAMES.length }),
    isDeleted: fc.boolean(),
  })
  .map((row) => {
    const shares = row.shares.map((share) => (share < 1500 ? 0 : share))
    // A payment has one receiver, who is not the payer.
    const receiver = (row.payer + 1) % NAMES.length
    const paid = shares.map((_, person) => (person === receiver ? 1000 + row.shares[0]! : 0))
    const isNobody = shares.every((share) => share === 0)
    return { ...row, shares: row.kind === 'payment' ? paid : isNobody ? [2000, 0, 0, 0] : shares }
  })

const layouts = fc.record({
  /** Around the name above a column of shares. */
  affix: fc.constantFrom<[string, string]>(
    ['', ''],
    ['Share ', ''],
    ['', ' owes'],
    ['Paid for ', ''],
    ['Teil ', ''],
  ),
  hasPaidColumns: fc.boolean(),
  hasNames: fc.boolean(),
  isSpendingNegative: fc.boolean(),
  hasKinds: fc.boolean(),
  delimiter: fc.constantFrom(',', ';', '\t'),
  isShouted: fc.boolean(),
  order: fc.nat(),
})
type Layout = typeof layouts extends fc.Arbitrary<infer Of> ? Of : never

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
const major = (cents: number) => (cents / 100).toFixed(2)

/** Without a column of kinds a refund cannot be told from spending written as negative, nor a payment from an expense. */
const usable = (rows: readonly ModelRow[], { hasKinds }: Layout) =>
  rows.filter((row) => (hasKinds || (row.kind === 'expense' && !row.isDeleted)) && sumOf(row.shares) > 0)

function tableOf(rows: readonly ModelRow[], layout: Layout): string {
  const { affix, hasPaidColumns, hasNames, isSpendingNegative, hasKinds, delimiter, isShouted } = layout
  const spelled = (name: string) => (isShouted ? ` ${name.toUpperCase()}` : name)
  const columns: [header: string, cell: (row: ModelRow, index: number) => string][] = [
    ['Date', (_, index) => `2026-10-${String((index % 28) + 1).padStart(2, '0')}`],
    ['Description', (_, index) => `Row ${index}`],
    ['Amount', ({ shares }) => major((isSpendingNegative ? -1 : 1) * sumOf(shares))],
    ['Currency', () => 'EUR'],
    ...(hasPaidColumns
      ? NAMES.map((name, person): (typeof columns)[number] => [
          `${name} paid`,
          ({ payer, shares }) => major(payer === person ? sumOf(shares) : 0),
        ])
      : [['Paid by', ({ payer }: ModelRow) => spelled(NAMES[payer]!)] as (typeof columns)[number]]),
    ...(hasNames
      ? [
          [
            'Split between',
            ({ shares }: ModelRow) => `"${NAMES.filter((_, person) => shares[person]! > 0).join('/')}"`,
          ] as (typeof columns)[number],
        ]
      : []),
    ...(hasKinds
      ? [
          [
            'Type',
            ({ kind }: ModelRow) => ({ expense: 'Expense', refund: 'Income', payment: 'Transfer' })[kind],
          ] as (typeof columns)[number],
          ['Deleted', ({ isDeleted }: ModelRow) => (isDeleted ? 'yes' : 'no')] as (typeof columns)[number],
        ]
      : []),
    ...NAMES.map((name, person): (typeof columns)[number] => [
      `${affix[0]}${name}${affix[1]}`,
      ({ shares }) => (shares[person] === 0 ? '' : major(shares[person]!)),
    ]),
  ]
  const at = layout.order % 4
  // The columns of people stay neighbours.
  const ordered = [...columns.slice(at, 4), ...columns.slice(0, at), ...columns.slice(4)]
  return [
    ordered.map(([header]) => header).join(delimiter),
    ...rows.map((row, index) => ordered.map(([, cell]) => cell(row, index)).join(delimiter)),
    '',
  ].join('\n')
}

function balancesOf(rows: readonly ModelRow[]): number[] {
  const balances = NAMES.map(() => 0)
  for (const { kind, payer, shares, isDeleted } of rows) {
    if (isDeleted) continue
    const sign = kind === 'refund' ? -1 : 1
    balances[payer]! += sign * sumOf(shares)
    for (const [person, share] of shares.entries()) balances[person]! -= sign * share
  }
  return balances
}

describe('a table in any layout', () => {
  test('It gives everybody the sum of its cells: no refund of money spent, no name of two people', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 2, maxLength: 12 }), layouts, (all, layout) => {
        const rows = usable(all, layout)
        // A suggestion needs a payer whose name heads a column.
        fc.pre(rows.length > 1)
        const parsed = readRecognized(tableOf(rows, layout))
        const shouted = (name: string) => name.toUpperCase()
        const expected = NAMES.map((name, person) => `EUR ${shouted(name)} ${balancesOf(rows)[person]}`)
        expect(recordBalances(parsed).map(shouted).sort()).toEqual(
          expected.filter((line) => !line.endsWith(' 0')).sort(),
        )
        expect(parsed.people.length).toBeLessThanOrEqual(NAMES.length)
        expect(parsed.refused).toEqual([])
      }),
      runs,
    )
  })
})

describe('a file with changed cells', () => {
  const cells = fc.constantFrom('', '0', '-12.5', '9.99', 'x', 'Ada L.', '50%', '1e3', 'USD', '(3)', '７')
  test('Each record of Splitwise moves what the cells of its row say, and missing rows are never “the same”', () => {
    const lines = sampleText('splitwise-group.csv').split('\n')
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(), cells), { maxLength: 5 }), (changes) => {
        const table = lines.map((line) => line.split(','))
        for (const [line, column, cell] of changes) {
          const row = table[1 + (line % (table.length - 1))]!
          // The texts of the sample hold commas inside quotes: only whole rows of plain cells are changed.
          if (row.length === 8) row[column % 8] = cell
        }
        const file = table.map((row) => row.join(',')).join('\n')
        const parsed = readImportFile(bytesOf(file))
        if (parsed.kind === 'refused' || parsed.source !== 'splitwise') return
        for (const record of parsed.records) {
          const row = table[record.line - 1]!
          if (row.length !== 8) continue
          const digits = record.currency === 'JPY' ? 1 : 100
          const said = parsed.people.map((_, person) => Math.round(numberOf(row[5 + person]!) * digits))
          expect([record.line, ...movedBy(parsed, record)]).toEqual([record.line, ...said])
        }
        if (parsed.refused.length > 0)
          expect(comparisonText(balanceTables(parsed), parsed.refused.length)).not.toBe(
            'The same to the cent',
          )
        if (parsed.refused.length === 0 && parsed.fileTotals === null)
          expect(balanceDifferences(parsed)).toEqual([])
      }),
      runs,
    )
  })
})

/** A bracketed number is negative. */
function numberOf(cell: string): number {
  const bracketed = /^\(([\d.]+)\)$/.exec(cell)?.[1]
  return bracketed === undefined ? Number(cell) : -Number(bracketed)
}

type Parsed = ReturnType<typeof readRecognized>

function movedBy({ people }: Parsed, record: Parsed['records'][number]): number[] {
  const parts =
    record.kind === 'payment'
      ? [
          { person: record.from, amount: record.amount },
          { person: record.to, amount: -record.amount },
        ]
      : [
          ...record.payers.map(({ person, amount }) => ({
            person,
            amount: (record.kind === 'refund' ? -1 : 1) * amount,
          })),
          ...record.shares.map(({ person, amount }) => ({
            person,
            amount: (record.kind === 'refund' ? 1 : -1) * amount,
          })),
        ]
  return people.map(
    ({ key }) => sumOf(parts.filter(({ person }) => person === key).map(({ amount }) => amount)) + 0,
  )
}
