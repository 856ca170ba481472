// What a random file says, summed from its cells and fields alone. Nothing here calls a reader, so that a fault of one is
// not repeated in the sums that it is compared with.

import fc from 'fast-check'
import type { ReadOptions, Source } from '#core/imports/parsedFile.ts'

/** What a row of a file says. */
export interface SaidRow {
  line: number
  /** Smallest units by 'EUR Ana'; null where its cells have no sum, so that nothing may be read from it. */
  moves: ReadonlyMap<string, number> | null
  /** Money came back. */
  isBack?: boolean
  /** Deleted, a row of totals, or about nothing. */
  isLeftOut?: boolean
  /** Smallest units by which each person may differ, where the format has no rounded shares. */
  slack?: number
  /** The change made it another question, which another test asks; it must be named nevertheless. */
  isUnclear?: boolean
}

export interface SaidFile {
  source: Source
  content: string | Uint8Array
  options?: ReadOptions
  rows: SaidRow[]
}

export const NAMES = ['Ana', 'Ben', 'Cy', 'Di Mora'] as const
export const DIGITS = { EUR: 2, JPY: 0, KWD: 3, THB: 2, USD: 2 } as const
export type Code = keyof typeof DIGITS

/** null for a code that no file of these tests has. */
export const codeIn = (text: string): Code | null => {
  const code = text.trim().toUpperCase()
  return code in DIGITS ? (code as Code) : null
}

/** A bill before it is written in any format: smallest units by person. */
export interface Bill {
  kind: 'expense' | 'refund' | 'payment'
  code: Code
  paid: number[]
  shares: number[]
  text: string
  isDeleted: boolean
  day: number
}

const anyBill: fc.Arbitrary<Bill> = fc
  .record({
    kind: fc.constantFrom('expense', 'expense', 'expense', 'refund', 'payment'),
    code: fc.constantFrom<Code>('EUR', 'EUR', 'EUR', 'JPY', 'KWD'),
    payer: fc.nat(NAMES.length - 1),
    second: fc.option(fc.nat(NAMES.length - 1), { freq: 4 }),
    shares: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 99_999 })), {
      minLength: NAMES.length,
      maxLength: NAMES.length,
    }),
    isEqual: fc.boolean(),
    text: fc.constantFrom('Dinner', 'Taxi, late', '=Sum', '“Cake”', '"Q" & A', 'Total', 'Paid by Ana', ''),
    isDeleted: fc.constantFrom(false, false, false, true),
    day: fc.integer({ min: 1, max: 28 }),
  })
  .map(({ payer, second, shares, isEqual, ...bill }): Bill => {
    const isPayment = bill.kind === 'payment'
    // Some pay themselves, which moves nothing.
    const receiver = (payer + (bill.day === 1 ? 0 : 1)) % NAMES.length
    const least: number[] = [...shares]
    if (shares.every((share) => share === 0)) least[payer] = 600
    const same = Math.max(...least)
    const own = isPayment
      ? shares.map((_, person) => (person === receiver ? 1 + shares[0]! : 0))
      : least.map((share) => (isEqual && share > 0 ? same : share))
    const total = sum(own)
    const half = second === null || second === payer || isPayment ? 0 : Math.floor(total / 3)
    const paid = own.map((_, person) =>
      person === payer ? total - half : half > 0 && person === second ? half : 0,
    )
    return { ...bill, paid, shares: own }
  })

/** @param is which of them the format can express */
export const bills = (is: (bill: Bill) => boolean = () => true): fc.Arbitrary<Bill[]> =>
  fc.array(anyBill, { minLength: 2, maxLength: 8 }).map((all) => all.filter(is))

export const hasOnePayer = ({ paid }: Bill): boolean => paid.filter((amount) => amount > 0).length === 1
export const payerOf = ({ paid }: Bill): number => paid.findIndex((amount) => amount > 0)
export const signOf = ({ kind }: Bill): number => (kind === 'refund' ? -1 : 1)
export const dateOf = ({ day }: Bill): string => `2026-10-${String(day).padStart(2, '0')}`

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Smallest units as a decimal number. */
export function decimal(amount: number, code: Code, point = '.'): string {
  const text = String(Math.abs(amount)).padStart(DIGITS[code] + 1, '0')
  const at = text.length - DIGITS[code]
  return (amount < 0 ? '-' : '') + text.slice(0, at) + (at < text.length ? point + text.slice(at) : '')
}

/** Smallest units of a decimal number, rounded half away from zero; null for any other text. */
export function unitsIn(text: string, code: Code): number | null {
  const found = /^([-+]?)(\d+)(?:[.,](\d+))?$/.exec(text.trim().replace(/^\(([\d.,]+)\)$/, '-$1'))
  if (!found) return null
  const [, sign, whole = '', fraction = ''] = found
  const kept = fraction.padEnd(DIGITS[code] + 1, '0').slice(0, DIGITS[code] + 1)
  return (sign === '-' ? -1 : 1) * Number((BigInt(whole + kept) + 5n) / 10n) + 0
}

/** As `unitsIn`; a blank cell is 0. */
export const unitsOrZero = (text: string, code: Code): number | null =>
  text.trim() === '' ? 0 : unitsIn(text, code)

/** Adds up what the parts move, by 'EUR Ana'. */
export function movesOf(
  code: Code,
  parts: readonly (readonly [name: string, amount: number])[],
): Map<string, number> {
  const moves = new Map<string, number>()
  for (const [name, amount] of parts) {
    const key = `${code} ${name}`
    moves.set(key, (moves.get(key) ?? 0) + amount)
  }
  return moves
}

/** The share of each weight in an amount, as a fraction of a unit: the format does not say who gets the odd one. */
export const byWeight = (amount: number, weights: readonly number[]): number[] =>
  weights.map((weight) => (amount * weight) / sum(weights))

/** Changes to make in a file: which row, which cell or field, and what it becomes. */
export type Change<Cell> = readonly [row: number, column: number, cell: Cell]
export const changes = <Cell>(...cells: readonly Cell[]): fc.Arbitrary<Change<Cell>[]> =>
  fc
    .tuple(fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(...cells)), { maxLength: 4 }), fc.boolean())
    .map(([all, isOneRow]) =>
      isOneRow ? all.map(([, column, cell]): Change<Cell> => [all[0]![0], column, cell]) : all,
    )

export interface Style {
  delimiter: string
  point: string
  /** Rows end at their last cell with something in it. */
  isShort: boolean
}
export const plainStyle: Style = { delimiter: ',', point: '.', isShort: false }
export const styles: fc.Arbitrary<Style> = fc.constantFrom(
  plainStyle,
  { delimiter: ';', point: '.', isShort: true },
  { delimiter: ';', point: ',', isShort: false },
  { delimiter: '\t', point: ',', isShort: true },
)

const CELLS = [
  '',
  '',
  '0',
  '-12.5',
  '9.99',
  'x',
  '50%',
  '1e3',
  'USD',
  '(3)',
  '７',
  '-',
  ' 5 ',
  '100000000000',
  'no',
  'Ana',
]
export const cellChanges = changes(...CELLS)

/** Changes cells of the table in place; a decimal point is the one of its style. */
export function changeCells(
  rows: readonly string[][],
  of: readonly Change<string>[],
  { point }: Style,
  from = 0,
): void {
  for (const [at, column, cell] of of) {
    const row = rows[at % Math.max(1, rows.length)]
    if (row && row.length > from) row[from + (column % (row.length - from))] = cell.replace('.', point)
  }
}

export const csv = (rows: readonly (readonly string[])[], { delimiter, isShort }: Style): string =>
  rows
    .map((row) => (isShort ? row.slice(0, row.findLastIndex((cell) => cell !== '') + 1) : row))
    .map((row) => `${row.map((cell) => quoted(cell, delimiter)).join(delimiter)}\n`)
    .join('')

const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell

const VALUES = [null, '', 0, -5, 12.5, '12.50', '-3', 'x', 'USD', true, 1e21, [], '2026-13-01'] as const
export const fieldChanges = changes<unknown>(...VALUES)

/** Changes fields that hold no object, in place. */
export function changeFields(entries: readonly unknown[], of: readonly Change<unknown>[]): void {
  for (const [at, field, value] of of) {
    const leaves = leavesIn(entries[at % Math.max(1, entries.length)])
    const leaf = leaves[field % Math.max(1, leaves.length)]
    if (leaf) leaf.holder[leaf.key] = structuredClone(value)
  }
}

function leavesIn(value: unknown): { holder: Record<string, unknown>; key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, of]) =>
    typeof of === 'object' && of !== null
      ? leavesIn(of)
      : [{ holder: value as Record<string, unknown>, key }],
  )
}
