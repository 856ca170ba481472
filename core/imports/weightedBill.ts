// Bills with one payer and sharers by weight, and the names of several people in one cell, as Cospend and I hate money have
// both.

import { allocate } from '#core/kernel/money.ts'
import { shareParts } from '#core/money/split/shares.ts'
import { readDecimal, type Decimal } from '#core/imports/text/decimal.ts'
import type { FileDraft } from '#core/imports/draftFile.ts'
import type { DraftExpense } from '#core/imports/draftRecord.ts'

interface Sharer {
  /** Key of a person. */
  person: string
  name: string
  weight: Decimal
}

/** Adds an expense, a refund where the amount is below 0, or for a reimbursement a payment to each sharer. */
export function addWeightedBill(
  draft: FileDraft,
  row: Omit<DraftExpense, 'payers' | 'shares' | 'cells'>,
  payer: { person: string; name: string },
  sharers: readonly Sharer[],
  isReimbursement: boolean,
): void {
  const { currency, amount, description, date, instant = date } = row
  const weights = sharers.map(({ weight }) =>
    Number(weight.digits * 10n ** BigInt(MAX_DECIMALS - weight.scale)),
  )
  const areEqual = weights.every((weight) => weight === weights[0])
  // These apps compute with fractions of cents, so who gets an odd cent is decided here: by a hash of the row among
  // equals, else by the largest remainder.
  const names = sharers.map(({ name }) => name)
  const sizes = areEqual
    ? shareParts(JSON.stringify([instant, description, amount]), Math.abs(amount), names)
    : allocate(Math.abs(amount), weights)
  const shares = sharers.map(({ person, name }, index) => ({
    person,
    name,
    amount: Math.sign(amount) * sizes[index]!,
  }))
  const cells = [[payer.name, 'paid'], ...names.map((name) => [name, 'shares'])] as [string, string][]
  const payers = [{ person: payer.person, amount }]
  draft.addRow(currency, payers, shares)
  if (!isReimbursement)
    return draft.addExpense({ ...row, cells, payers, shares, areSharesRoundedHere: areEqual })
  draft.addPayments({ ...row, cells }, payer.person, shares)
}

/** A person's weight as the file writes it, such as 1, 2.0 or 0.5; null unless it is above 0. */
export function readWeight(text: string): Decimal | null {
  const weight = readDecimal(text, 'point')
  return weight && weight.digits > 0n && weight.scale <= MAX_DECIMALS && weight.digits < MAX_DIGITS
    ? weight
    : null
}

const MAX_DECIMALS = 4
const MAX_DIGITS = 10n ** 9n

export const equalWeight: Decimal = { digits: 1n, scale: 0 }

/**
 * The names in a cell that joins them with commas. A name can hold a comma itself, so the longest run of parts that is a
 * name counts; a part that begins none is returned as it is.
 */
export function namesIn(cell: string, isName: (text: string) => boolean): string[] {
  const parts = cell.split(',')
  const names: string[] = []
  for (let start = 0; start < parts.length;) {
    let length = Math.min(MAX_COMMAS + 1, parts.length - start)
    while (length > 1 && !isName(joined(parts, start, length))) length -= 1
    names.push(joined(parts, start, length))
    start += length
  }
  return [...new Set(names.filter((name) => name !== ''))]
}

/** Commas in one name. */
const MAX_COMMAS = 4

const joined = (parts: readonly string[], from: number, length: number): string =>
  parts
    .slice(from, from + length)
    .join(',')
    .trim()
