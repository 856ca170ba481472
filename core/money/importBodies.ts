// The body of an import: records of a file of another app, checked and matched to participants on the device. It takes
// descriptions that the form would refuse, because the file is the person's own.

import * as v from 'valibot'
import { isoCurrencyField } from '#core/kernel/currencyField.ts'
import { attachedFiles, type FileEntry } from '#core/kernel/fileFields.ts'
import { fileLimits } from '#core/kernel/files.ts'
import { isUuid } from '#core/kernel/ids.ts'
import { requiredText } from '#core/kernel/textFields.ts'
import {
  categoryField,
  descriptionLimits,
  expenseDateField,
  notesField,
  rateField,
} from '#core/money/bodies.ts'
import { nonNegativeAmount, paymentAmount, positiveAmount } from '#core/money/amountFields.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import { type NamedPerson, partyBody, personOf } from '#core/money/personBodies.ts'
import { receiptUrl } from '#core/money/receiptUrl.ts'
import type { PartyRef } from '#core/money/responses.ts'
import { type PayersBody, payersBody, type SplitBody, splitBody } from '#core/money/split/splitBodies.ts'

const HASH = 'This must be a SHA-256 in hex'
const hash = v.pipe(v.string(HASH), v.regex(/^[0-9a-f]{64}$/, HASH))

const date = v.pipe(
  expenseDateField,
  v.check((value) => Boolean(value), 'Date is required'),
)

const ofEach = {
  /** Equal for the same row in each export of the group: the record's id derives from it. */
  rowKey: hash,
  amount: positiveAmount,
  currency: v.nullish(isoCurrencyField),
  exchangeRate: v.nullish(rateField),
}

const importedExpense = v.strictObject({
  kind: v.picklist(['expense', 'refund']),
  ...ofEach,
  expenseDate: date,
  description: requiredText(descriptionLimits),
  category: categoryField,
  notes: notesField,
  receiptUrl,
  receipts: v.optional(attachedFiles(fileLimits.ofRecord, 'Receipts')),
  payers: payersBody,
  split: splitBody,
  /**
   * In the trip's currency, in the order of the payers and sharers: the odd cents as another trip gave them. Without them
   * this trip gives them by its own rule.
   */
  parts: v.optional(
    v.strictObject({ payers: v.array(nonNegativeAmount), shares: v.array(nonNegativeAmount) }),
  ),
})

const importedPayment = v.strictObject({
  kind: v.literal('payment'),
  ...ofEach,
  amount: paymentAmount,
  date: v.optional(expenseDateField),
  from: partyBody,
  to: partyBody,
  note: notesField,
})

const importedContribution = v.strictObject({
  kind: v.literal('contribution'),
  ...ofEach,
  date: v.optional(expenseDateField),
  contributor: personOf(true),
  keptBy: v.nullish(personOf(true)),
  description: requiredText(descriptionLimits),
})

const KIND = 'A record is an expense, a refund, a payment or a contribution'
const records = v.pipe(
  v.array(
    v.variant('kind', [importedExpense, importedPayment, importedContribution], KIND),
    'Records are required',
  ),
  v.minLength(1, 'Records are required'),
  v.maxLength(moneyLimits.import.records, `At most ${moneyLimits.import.records} records at once`),
)

export const importBody = v.strictObject({
  /** The same for all batches of one file. */
  importId: v.pipe(v.string('importId must be a UUID'), v.check(isUuid, 'importId must be a UUID')),
  /** The other app, as people call it. */
  source: requiredText({ max: 50, required: 'Source is required', tooLong: 'Source is too long' }),
  fileHash: hash,
  records,
})
export type ImportEntry = v.InferOutput<typeof importBody>

interface ImportedRowBody {
  rowKey: string
  amount: number
  currency?: string | null
  exchangeRate?: number | null
}
export type ImportedRecordBody = ImportedRowBody &
  (
    | {
        kind: 'expense' | 'refund'
        expenseDate: string
        description: string
        category: string
        notes?: string | null
        payers: PayersBody
        split: SplitBody
        receiptUrl?: string | null
        receipts?: readonly FileEntry[]
        parts?: { payers: number[]; shares: number[] }
      }
    | { kind: 'payment'; from: PartyRef; to: PartyRef; note?: string | null; date?: string | null }
    | {
        kind: 'contribution'
        contributor: Required<Omit<NamedPerson, 'name'>>
        keptBy?: Required<Omit<NamedPerson, 'name'>> | null
        description: string
        date?: string | null
      }
  )
export interface ImportBody {
  importId: string
  source: string
  fileHash: string
  records: ImportedRecordBody[]
}
