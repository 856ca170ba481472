// The words of a table that say what a row is: spending, money that came back, a payment between two people, or a row that
// no longer counts. Words that are not known are asked for, and never taken for spending.

import type { FileDraft } from '#core/imports/draftFile.ts'
import { isNo } from '#core/imports/genericShares.ts'
import { cellAt, plainHeader } from '#core/imports/csvTable.ts'
import type { CsvRow } from '#core/imports/parseCsv.ts'
import type { GenericColumns, ReadOptions, RowKind } from '#core/imports/parsedFile.ts'

const wordsOf: Readonly<Record<RowKind, string>> = {
  expense:
    'expense|expenses|normal|normal expense|spending|spent|purchase|cost|bill|debit|ausgabe|dépense|gasto|spesa|despesa|' +
    'uitgave|支出',
  refund:
    'refund|refunded|income|revenue|money in|credit|cashback|earning|earnings|einnahme|erstattung|rückerstattung|revenu|' +
    'ingreso|entrata|receita|inkomst|收入|退款',
  payment:
    'payment|transfer|money transfer|settlement|settle|settle up|settle-up|repayment|reimbursement|payback|zahlung|' +
    'überweisung|rückzahlung|virement|remboursement|pago|transferencia|bonifico|betaling|轉賬|转账|還款|还款',
  none: 'deleted|removed|cancelled|canceled|void|voided|rejected|declined|trash|gelöscht|storniert|supprimé|annulé|eliminado|cancelado|已刪除|已删除|取消',
}
const kindOfWord = new Map(
  (Object.keys(wordsOf) as RowKind[]).flatMap((kind) =>
    wordsOf[kind].split('|').map((word) => [word, kind] as const),
  ),
)

/** States of a row that counts, which say nothing about its sign. */
const COUNTS = new Set(
  'active|approved|confirmed|valid|ok|open|settled|paid|unpaid|done|aktiv|offen'.split('|'),
)

const HEADERS = new Set(
  'type|kind|transaction type|entry type|record type|typ|art|tipo|nature|status|state|zustand|estado|état'.split(
    '|',
  ),
)
/** Headers over a yes or a moment, which make the row what the header says. */
const FLAGS = new Map<string, RowKind>([
  ...['deleted', 'is deleted', 'deleted at', 'removed', 'cancelled', 'canceled', 'void'].map(
    (header) => [header, 'none'] as const,
  ),
  ...['is refund', 'refund', 'is income', 'income'].map((header) => [header, 'refund'] as const),
  ...['is payment', 'is transfer', 'transfer', 'is reimbursement', 'reimbursement', 'is settlement'].map(
    (header) => [header, 'payment'] as const,
  ),
])

/** A column with more words than this is one of categories. */
const MOST_WORDS = 12
const plain = (cell: string) => cell.slice(0, 40).trim().toLowerCase()
const plainFlag = (header: string) => plainHeader(header).replaceAll('_', ' ')

/** The columns whose words say what a row is. */
export function kindColumns(headers: readonly string[], rows: readonly Pick<CsvRow, 'cells'>[]): number[] {
  return [...headers.keys()].filter((column) => {
    const header = plainFlag(headers[column]!)
    if (FLAGS.has(header)) return rows.every((row) => cellAt(row, column).trim().length <= 40)
    if (!HEADERS.has(header)) return false
    const words = new Set(rows.map((row) => plain(cellAt(row, column))).filter((word) => word !== ''))
    return words.size <= MOST_WORDS && [...words].some((word) => kindOfWord.has(word) || COUNTS.has(word))
  })
}

/**
 * Asks for the words that are not known.
 * @returns a reader of what a row is: null where no column says it, and an open word as `{ word }`
 */
export function kindReader(
  rows: readonly CsvRow[],
  headers: readonly string[],
  { kinds: columns }: GenericColumns,
  draft: FileDraft,
  { rowKinds: answers = new Map() }: ReadOptions,
): (row: CsvRow) => RowKind | { word: string } | null {
  const open = new Map<string, RowKind | null>()
  const kindIn = (row: CsvRow, column: number): RowKind | { word: string } | null => {
    const cell = plain(cellAt(row, column))
    const flag = FLAGS.get(plainFlag(headers[column] ?? ''))
    if (flag !== undefined) return isNo(cell) || cell === '0' ? null : flag
    if (cell === '' || COUNTS.has(cell)) return null
    const known = answers.get(cell) ?? kindOfWord.get(cell)
    if (!kindOfWord.has(cell)) open.set(cell, known ?? null)
    return known ?? { word: cell }
  }
  const kindOf = (row: CsvRow) => {
    const found = columns.map((column) => kindIn(row, column)).filter((kind) => kind !== null)
    return (
      ORDER.flatMap((kind) => (found.includes(kind) ? [kind] : []))[0] ??
      found.find((kind) => typeof kind === 'object') ??
      found[0] ??
      null
    )
  }
  for (const row of rows) kindOf(row)
  if (open.size > 0)
    draft.ask({
      kind: 'rowKinds',
      words: [...open].slice(0, MOST_WORDS).map(([word, assumed]) => ({ word, assumed })),
    })
  return kindOf
}

/** Of two columns, the one that makes the row something else than spending counts. */
const ORDER: readonly RowKind[] = ['none', 'payment', 'refund']
