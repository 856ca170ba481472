// Tables in every layout that people keep, also with changed cells: the balances are those of a sum over the cells that
// knows nothing of the reader.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balancesOfRecords } from '#core/imports/balances.ts'
import { readRecognized, recordBalances } from '#tests/imports/importedFiles.ts'
import { runs } from '#tests/money/randomTrip.ts'

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

/** The names of several people in one cell, of payers and of sharers. */
const listedRow = fc.record({
  payers: fc.uniqueArray(fc.nat(NAMES.length - 1), { minLength: 1, maxLength: 3 }),
  sharers: fc.uniqueArray(fc.nat(NAMES.length - 1), { minLength: 1, maxLength: 4 }),
  cents: fc.integer({ min: 1, max: 9999 }),
})

describe('a table with several names in a cell', () => {
  test('Nobody is two people, whatever the order of the rows, as long as two cells show where a name ends', () => {
    const joined = fc.constantFrom('/', ' / ', ' & ', '+', ', ', ' and ', '、')
    fc.assert(
      fc.property(fc.array(listedRow, { minLength: 2, maxLength: 8 }), joined, (rows, between) => {
        const cell = (of: readonly number[]) => `"${of.map((person) => NAMES[person]).join(between)}"`
        const cells = new Set(rows.flatMap(({ payers, sharers }) => [cell(payers), cell(sharers)]))
        const file = rows.map(
          ({ payers, sharers, cents }, index) =>
            `2026-10-01,Row ${index},${major(cents)},EUR,${cell(payers)},${cell(sharers)}\n`,
        )
        const parsed = readRecognized(
          `Date,Description,Amount,Currency,Paid by,Split between\n${file.join('')}`,
        )
        // Of one pair in one spelling nothing shows that it is no name: Tom & Jerry.
        const isShown = (person: number) =>
          ALWAYS.includes(between) || [...cells].filter((text) => text.includes(NAMES[person]!)).length > 1
        if (!NAMES.every((name, person) => isShown(person) || !file.join('').includes(name))) return
        for (const { name } of parsed.people) expect(NAMES).toContain(name)
        const moved = NAMES.map((_, person) =>
          sumOf(
            rows.map(
              ({ payers, sharers, cents }) =>
                (payers.includes(person) ? cents / payers.length : 0) -
                (sharers.includes(person) ? cents / sharers.length : 0),
            ),
          ),
        )
        const [of] = balancesOfRecords(parsed.records).values()
        for (const { key, name } of parsed.people)
          expect(Math.abs((of?.get(key) ?? 0) - moved[NAMES.indexOf(name)]!)).toBeLessThan(2 * rows.length)
      }),
      runs,
    )
  })
})

const ALWAYS = [', ', '、']

describe('a table with changed cells', () => {
  const cells = fc.constantFrom(
    '',
    '0',
    '-12.5',
    '9.99',
    '?',
    '50%',
    '25%',
    '(3)',
    '2x',
    '1/2',
    '✓',
    'no',
    '1e3',
  )
  test('A row is read as its cells say, or is named', () => {
    fc.assert(
      fc.property(
        fc.array(anyRow, { minLength: 6, maxLength: 12 }),
        layouts,
        fc.nat(),
        fc.array(fc.tuple(fc.nat(NAMES.length - 1), cells), { minLength: 1, maxLength: 4 }),
        (all, layout, at, changed) => {
          const rows = usable(all, { ...layout, hasKinds: false })
          fc.pre(rows.length > 4)
          const plainLayout = { ...layout, hasKinds: false, hasNames: false, isSpendingNegative: false }
          const table = tableOf(rows, plainLayout)
            .split('\n')
            .map((line) => line.split(layout.delimiter))
          const row = table[1 + (at % rows.length)]!
          for (const [person, cell] of changed) row[row.length - NAMES.length + person] = cell
          const parsed = readRecognized(table.map((line) => line.join(layout.delimiter)).join('\n'))
          const { shares, payer } = rows[at % rows.length]!
          const line = 2 + (at % rows.length)
          const read = parsed.records.filter((record) => record.line === line)
          const refused = parsed.refused.filter((one) => one.line === line)
          expect([line, read.length + refused.length]).toEqual([line, 1])
          // A column of a person in which little can be read is named as not read.
          if (!read[0] || parsed.notes.some((note) => note.startsWith('Not read'))) return
          expect([line, read[0].kind]).toEqual([line, 'expense'])
          const said = saidShares(row.slice(-NAMES.length), sumOf(shares))
          const moved = new Map(
            parsed.people.map(({ name }, index) => [name.toUpperCase(), movedBy(parsed, read[0]!)[index]!]),
          )
          for (const [person, name] of NAMES.entries()) {
            const should = (person === payer ? sumOf(shares) : 0) - said[person]!
            const is = moved.get(name.toUpperCase()) ?? 0
            expect([line, name, Math.abs(is - should) <= 1 ? should : is]).toEqual([line, name, should])
          }
        },
      ),
      runs,
    )
  })
})

/** What each shares, from the cells alone: marks, parts, percentages or amounts that make up the total; NaN for others. */
function saidShares(cells: readonly string[], total: number): number[] {
  const filled = cells.filter((cell) => cell !== '' && cell !== 'no')
  const each = (weightOf: (cell: string) => number) => {
    const weights = cells.map((cell) => (cell === '' || cell === 'no' ? 0 : weightOf(cell)))
    return weights.map((weight) => (total * weight) / sumOf(weights))
  }
  if (filled.every((cell) => cell === '✓')) return each(() => 1)
  if (filled.every((cell) => cell.endsWith('%')) && sumOf(filled.map(parseFloat)) === 100)
    return each(parseFloat)
  const parts = (cell: string) => (cell === '1/2' ? 0.5 : cell === '2x' ? 2 : NaN)
  if (filled.every((cell) => !Number.isNaN(parts(cell)))) return each(parts)
  const amounts = cells.map((cell) =>
    cell === '' || cell === 'no' ? 0 : Math.round(Number(cell.replace(/^\((.*)\)$/, '-$1')) * 100),
  )
  // Spending can be written as negative.
  return Math.abs(sumOf(amounts)) === total
    ? amounts.map((amount) => amount * Math.sign(sumOf(amounts)))
    : amounts.map(() => NaN)
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
