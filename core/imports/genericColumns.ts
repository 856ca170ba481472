// Suggests which columns of an unknown table mean what, by the words above them.

import { plainHeader } from '#core/imports/csvTable.ts'
import { cellAt, isShareCell, nameIn } from '#core/imports/genericShares.ts'
import type { CsvRow } from '#core/imports/parseCsv.ts'
import type { GenericColumns } from '#core/imports/parsedFile.ts'

const words = {
  date: ['date', 'when', 'day', 'datum', 'fecha', 'data', '日期', '日付'],
  amount: ['amount', 'total', 'cost', 'price', 'sum', 'betrag', 'montant', 'importe', '金額', '金额'],
  payer: [
    'paid by',
    'paid_by',
    'payer',
    'who paid',
    'paid',
    'by',
    'who',
    'bezahlt',
    'bezahlt von',
    'payé par',
    'pagado por',
    '付款人',
  ],
  description: [
    'description',
    'title',
    'what',
    'purpose',
    'text',
    'note',
    'item',
    'expense',
    'titel',
    'beschreibung',
    'titre',
    'concepto',
    '描述',
  ],
  sharers: [
    'involved',
    'for whom',
    'shared by',
    'shared with',
    'sharers',
    'owers',
    'for',
    'split between',
    'participants',
  ],
  category: ['category', 'kategorie', 'catégorie', 'categoría', '類別', '类别'],
  currency: ['currency', 'währung', 'devise', 'moneda', '貨幣', '货币'],
} as const

/** null unless date, amount and payer are clear. The first word of a list that heads a column decides. */
export function suggestColumns(
  headers: readonly string[],
  rows: readonly Pick<CsvRow, 'cells'>[],
): GenericColumns | null {
  const plain = headers.map(plainHeader)
  const find = (names: readonly string[]) => {
    const name = names.find((name) => plain.includes(name))
    return name === undefined ? null : plain.indexOf(name)
  }
  const [date, amount, payer] = [find(words.date), find(words.amount), find(words.payer)]
  if (date === null || amount === null || payer === null) return null
  const sharers = find(words.sharers)
  const columns = {
    ...{ date, amount, payer },
    description: find(words.description),
    sharers: sharers === null ? null : { column: sharers },
    category: find(words.category),
    currency: find(words.currency),
  }
  if (sharers !== null) return columns
  const taken = [date, amount, payer, columns.description, columns.category, columns.currency]
  const shareOf = shareColumns(headers, rows, payer, new Set(taken))
  return shareOf.length === 0 ? columns : { ...columns, sharers: { shareOf } }
}

/** Neighbouring columns of shares or marks, where the name of somebody who paid heads one of them. */
function shareColumns(
  headers: readonly string[],
  rows: readonly Pick<CsvRow, 'cells'>[],
  payer: number,
  taken: ReadonlySet<number | null>,
): number[] {
  const payers = new Set(rows.map((row) => nameIn(cellAt(row, payer))))
  const isShares = (column: number) =>
    !taken.has(column) &&
    headers[column] !== '' &&
    rows.some((row) => cellAt(row, column).trim() !== '') &&
    rows.every((row) => isShareCell(cellAt(row, column)))
  const runs: number[][] = [[]]
  for (const column of headers.keys())
    if (isShares(column)) runs.at(-1)!.push(column)
    else runs.push([])
  return runs.filter((run) => run.some((column) => payers.has(nameIn(headers[column]!)))).flat()
}
