// Suggests which columns of an unknown table mean what, by the words above them and the cells below, and reads the words
// that say what a row is. Words that are not known are asked for, and never taken for spending.

import { cellAt, plainHeader } from '#core/imports/text/csvTable.ts'
import type { FileDraft } from '#core/imports/draftFile.ts'
import { fileCurrency } from '#core/imports/draftRecord.ts'
import { withoutFormulaGuard } from '#core/imports/text/fileText.ts'
import { fold, isNo, isShareCell, parted } from '#core/imports/apps/genericShares.ts'
import type { CsvRow } from '#core/imports/text/parseCsv.ts'
import type { GenericColumns, ReadOptions, RowKind } from '#core/imports/parsedFile.ts'
import { totalWords } from '#core/imports/apps/splitwiseWords.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'

type Rows = readonly Pick<CsvRow, 'cells'>[]

/** The first word of a list that heads a column decides. */
const words = {
  date: 'date|when|day|date & time|datetime|timestamp|datum|fecha|data|jour|giorno|dato|日期|日付|날짜',
  amount:
    'amount|total|cost|price|sum|value|total amount|total cost|amount paid|how much|spent|betrag|summe|kosten|preis|montant|' +
    'prix|importe|monto|valor|importo|costo|prezzo|bedrag|kwota|金額|金额|価格',
  payer:
    'paid by|payer|who paid|payer name|paidby|creditor|buyer|purchaser|paid|by|who|bezahlt|bezahlt von|zahler|' +
    'payé par|payeur|pagado por|pagador|pagato da|pago por|betaald door|付款人|支払者',
  description:
    'description|title|what|purpose|text|subject|item|expense|name|details|memo|note|notes|comment|titel|beschreibung|zweck|' +
    'titre|libellé|concepto|descripción|descrizione|descrição|omschrijving|描述|説明|内容',
  sharers:
    'involved|for whom|paid for|split among|split with|shared by|shared with|shared between|split between|sharers|owers|debtors|' +
    'beneficiaries|between|among|for|participants|people|members|beteiligte|für|für wen|pour|pour qui|para|per chi|voor',
  category: 'category|categories|tag|kategorie|catégorie|categoría|categoria|類別|类别',
  currency: 'currency|currency code|währung|devise|moneda|valuta|moeda|貨幣|货币|通貨',
} as const

/** Numbers in columns of their own that are no person's. */
const NO_PERSON = new Set([
  ...Object.values(words).flatMap((list) => list.split('|')),
  ...(
    'id|no|nr|#|number|qty|quantity|rate|exchange rate|tax|vat|tip|fee|discount|subtotal|balance|running total|difference|' +
    'average|per person|each|year|month|week|kurs|saldo|solde'
  ).split('|'),
])

/** In lower case, without what stands in brackets or behind a colon at its end. */
const baseHeader = (header: string): string => {
  const plain = plainHeader(header.slice(0, 100)).replaceAll('_', ' ')
  return plain.replace(/\s*[([][^)\]]*[)\]]$|:$/, '').replace(/\s+in\s+[a-z]{3}$/, '')
}

/** 'Amount in EUR' and 'Total (EUR)' name the currency of the amounts below. */
export function headerCurrency(header: string): CurrencyCode | null {
  const code = /(?:\bin\s+|[([]\s*)([A-Z]{3})\s*[)\]]?$/.exec(header.slice(0, 100))?.[1]
  return code === undefined ? null : fileCurrency(code)
}

const TOTALS = new Set(
  'total|totals|sum|grand total|summe|gesamt|somme|suma|totale|totaal|合計|合计|總計|总计'.split('|'),
)
export const totalWord = (cell: string): boolean => {
  const plain = plainHeader(cell.slice(0, 40)).replace(/:$/, '')
  return TOTALS.has(plain) || totalWords.has(plain)
}

/** null unless the amount and who paid are clear. */
export function suggestColumns(headers: readonly string[], rows: Rows): GenericColumns | null {
  const [plain, base] = [headers.map((header) => plainHeader(header)), headers.map(baseHeader)]
  const taken = new Set<number>()
  const find = (names: string): number | null => {
    const found = names
      .split('|')
      .flatMap((name) => [plain.indexOf(name), base.indexOf(name)])
      .find((column) => column >= 0 && !taken.has(column))
    if (found !== undefined) taken.add(found)
    return found ?? null
  }
  // Of two amounts, the one in the currency of the group: the other has its currency in a column.
  const inOne = base.findIndex(
    (name, column) => words.amount.split('|').includes(name) && headerCurrency(headers[column]!),
  )
  if (inOne >= 0) taken.add(inOne)
  const kinds = kindColumns(headers, rows)
  for (const column of kinds) taken.add(column)
  const amount = inOne >= 0 ? inOne : find(words.amount)
  const [date, currency, category] = [find(words.date), find(words.currency), find(words.category)]
  const groups = personGroups(headers, rows, taken)
  const paidBy = groups.find(({ isPaid }) => isPaid)?.columns ?? []
  const payer = paidBy.length > 1 ? { paidBy } : find(words.payer)
  if (amount === null || payer === null) return null
  const payers = new Set(
    typeof payer === 'number'
      ? rows.flatMap((row) => namesIn(cellAt(row, payer)))
      : paidBy.map((column) => fold(columnName(headers, paidBy, column))),
  )
  const sharersColumn = find(words.sharers) ?? listColumn(headers, rows, taken, payers)
  const shareOf = groups
    .filter(({ isPaid }) => !isPaid)
    .map(({ columns }) => columns.filter((column) => !taken.has(column)))
    .find((columns) => columns.some((column) => payers.has(fold(columnName(headers, columns, column)))))
  const hasShares =
    shareOf !== undefined && rows.some((row) => shareOf.some((column) => !isNo(cellAt(row, column))))
  const description = find(words.description) ?? textColumn(headers, rows, taken, shareOf ?? [])
  const byName = sharersColumn === null ? null : { column: sharersColumn }
  return {
    ...{ date, amount, payer, description, category, currency, kinds },
    sharers: hasShares ? { shareOf } : byName,
  }
}

const STATISTICS = new Set(
  'paid|spent|balance|net|owed|owes|share|total paid|total spent|total share|total owed|paid total|expenses'.split(
    '|',
  ),
)

/** Whether a table has sums of people and no expenses. */
export function isStatistics(headers: readonly string[]): boolean {
  const plain = headers.map(baseHeader)
  const has = (list: string) => plain.some((name) => list.split('|').includes(name))
  return (
    plain.filter((name) => STATISTICS.has(name)).length > 1 &&
    !has(words.date) &&
    !plain.some((name) => name !== 'name' && words.description.split('|').includes(name))
  )
}

interface PersonGroup {
  columns: number[]
  /** What each paid, not what each owes. */
  isPaid: boolean
}

/** Words around a name in the header of a column: 'Paid by Ana', 'Ana paid', 'Share of Ana', 'Ana owes'. */
const PAID = [
  /^(?:paid by|paid(?! for\b)|payé par|bezahlt von|pagado por)[\s:_-]+(.+)$/i,
  /^(.+?)[\s:_-]+(?:paid|payed|bezahlt|a payé|pagó)$/i,
]
const SHARE = [
  /^(?:paid for|share of|share|owed by|owes|for|cost for|impacted to|part de|anteil|pour|für)[\s:_-]+(.+)$/i,
  /^(.+?)(?:['’]s)?[\s:_-]+(?:share|part|owes|owed|portion|cost|anteil|doit)$/i,
]
const nameBy = (patterns: readonly RegExp[], header: string): string | null =>
  patterns
    .map((pattern) => pattern.exec(header.slice(0, 200).trim())?.[1] ?? null)
    .find((name) => name !== null) ?? null

/** Columns of one person each: those whose headers say paid or share, else neighbours under bare or alike headers. */
function personGroups(headers: readonly string[], rows: Rows, taken: ReadonlySet<number>): PersonGroup[] {
  const isShares = (column: number) =>
    !taken.has(column) && headers[column] !== '' && isMostlyShares(column, rows)
  const candidates = [...headers.keys()].filter(isShares)
  const paid = candidates.filter((column) => nameBy(PAID, headers[column]!) !== null)
  const shares = candidates.filter(
    (column) => !paid.includes(column) && nameBy(SHARE, headers[column]!) !== null,
  )
  const worded: PersonGroup[] = [
    ...(paid.length > 1 ? [{ columns: paid, isPaid: true }] : []),
    ...(shares.length > 1 ? [{ columns: shares, isPaid: false }] : []),
  ]
  if (shares.length > 1) return worded
  const runs: number[][] = [[]]
  for (const column of headers.keys())
    if (
      isShares(column) &&
      !paid.includes(column) &&
      !NO_PERSON.has(baseHeader(headers[column]!)) &&
      !totalWord(headers[column]!)
    )
      runs.at(-1)!.push(column)
    else if (runs.at(-1)!.length > 0) runs.push([])
  // A person who shares nothing has a blank column between the others, or under the same word; else it is anything.
  const isFilled = (column: number) => rows.some((row) => cellAt(row, column).trim() !== '')
  const endsOf = (column: number) => {
    const parts = headers[column]!.split(/[\s:_]+/u)
    return parts.length > 1 ? [`${parts[0]} …`, `… ${parts.at(-1)}`] : []
  }
  const isNamedBelow = (column: number) => {
    const name = fold(headers[column]!)
    return rows.some(({ cells }) => cells.some((cell) => cell.length < 200 && fold(cell) === name))
  }
  const trimmed = runs.map((run) => {
    const words = new Set(run.filter(isFilled).flatMap(endsOf))
    const isPerson = (column: number) =>
      isFilled(column) || endsOf(column).some((word) => words.has(word)) || isNamedBelow(column)
    return run.slice(Math.max(0, run.findIndex(isPerson)), run.findLastIndex(isPerson) + 1)
  })
  return [
    ...worded,
    ...trimmed.filter((run) => run.length > 0).map((columns) => ({ columns, isPaid: false })),
  ]
}

/** One cell that cannot be read is refused by its line, and does not make the column another one. */
function isMostlyShares(column: number, rows: Rows): boolean {
  const filled = rows.filter((row) => cellAt(row, column).trim() !== '')
  const shares = filled.filter((row) => isShareCell(cellAt(row, column)))
  return shares.length * 5 >= filled.length * 4
}

/**
 * The name in the header of a person's column, without the words around it, or those that all the columns begin or end
 * with.
 */
export function columnName(headers: readonly string[], columns: readonly number[], column: number): string {
  const header = (headers[column] ?? '').trim()
  if (header === '') return `Column ${column + 1}`
  for (const patterns of [PAID, SHARE])
    if (columns.length > 1 && columns.every((one) => nameBy(patterns, headers[one] ?? '') !== null))
      return withoutFormulaGuard(nameBy(patterns, header)!.trim())
  const all = columns.map((one) => (headers[one] ?? '').trim().split(/[\s:_]+/u))
  const shortest = Math.min(...all.map((parts) => parts.length))
  const isAlike = (at: number) => new Set(all.map((parts) => parts.at(at))).size === 1
  let [from, to] = [0, 0]
  if (columns.length > 1) {
    while (from < shortest - 1 && isAlike(from)) from += 1
    while (to < shortest - 1 - from && isAlike(-1 - to)) to += 1
  }
  const own = all[columns.indexOf(column)] ?? []
  return withoutFormulaGuard(from + to === 0 ? header : own.slice(from, own.length - to).join(' '))
}

/** The first column that lists names of payers, several in some cell. */
function listColumn(
  headers: readonly string[],
  rows: Rows,
  taken: ReadonlySet<number>,
  payers: ReadonlySet<string>,
): number | null {
  const found = [...headers.keys()].find((column) => {
    const lists = rows.map((row) => namesIn(cellAt(row, column))).filter((names) => names.length > 0)
    const known = lists.filter((names) => names.some((name) => payers.has(name)))
    return (
      !taken.has(column) && known.some((names) => names.length > 1) && known.length * 5 >= lists.length * 4
    )
  })
  return found ?? null
}

/** The first column of texts that nothing else is, and that are no names of people. */
function textColumn(
  headers: readonly string[],
  rows: Rows,
  taken: ReadonlySet<number>,
  shareOf: readonly number[],
): number | null {
  const found = [...headers.keys()].find((column) => {
    if (taken.has(column) || shareOf.includes(column)) return false
    const filled = rows.filter((row) => cellAt(row, column).trim() !== '')
    return filled.length * 2 > rows.length && filled.every((row) => /\p{L}{2}/u.test(cellAt(row, column)))
  })
  return found ?? null
}

const namesIn = (cell: string): string[] => parted(cell, /[,;|\n、，；/&+]/).map(fold)

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
