// Reads the CSV of Cospend: tables of members, categories, currencies and bills, separated by blank lines, in any order. A
// member's weight counts for all bills.

import type { CalendarDate } from '#core/kernel/calendar.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import {
  type CellOf,
  columnsOf,
  isBlankRow,
  plainHeader,
  cellReaders,
  type TableContext,
} from '#core/imports/text/csvTable.ts'
import { decimalToMinor, isZero, type Decimal } from '#core/imports/text/decimal.ts'
import { askForCurrency, draftFile, type FileDraft } from '#core/imports/draftFile.ts'
import { fileCurrency, unknownCurrency } from '#core/imports/draftRecord.ts'
import { dayReader } from '#core/imports/text/fileDates.ts'
import { cleanName } from '#core/imports/text/fileText.ts'
import type { CsvRow } from '#core/imports/text/parseCsv.ts'
import { refusedFile, type ParsedFile, type ReadOptions, type RefusedFile } from '#core/imports/parsedFile.ts'
import { addWeightedBill, equalWeight, namesIn, readWeight } from '#core/imports/weightedBill.ts'

const sections = {
  members: ['name', 'weight', 'active'],
  categories: ['categoryname', 'categoryid'],
  paymentModes: ['paymentmodename', 'paymentmodeid'],
  currencies: ['currencyname', 'exchange_rate'],
  bills: ['what', 'amount', 'date', 'payer_name', 'owers'],
} as const
type Section = keyof typeof sections

/** Bills of older exports that carry a member and nothing else. */
const MEMBER_ONLY = 'deleteMeIfYouWant'
const REIMBURSEMENT = '-11'

function sectionOf(row: CsvRow): Section | null {
  const { has } = columnsOf(row)
  const found = Object.entries(sections).find(([, headers]) => headers.every(has))
  return found ? (found[0] as Section) : null
}

/** The bills of I hate money have the same columns but the repetition. */
export const isCospendHeader = (row: CsvRow): boolean => {
  const section = sectionOf(row)
  if (section !== 'bills') return section !== null
  const { has } = columnsOf(row)
  return ['timestamp', 'repeat', 'payer_active', 'categoryid'].some(has)
}

interface Table {
  cellOf: CellOf
  rows: CsvRow[]
}

export function readCospend(rows: readonly CsvRow[], options: ReadOptions): ParsedFile | RefusedFile {
  const draft = draftFile('cospend', options)
  const tables = tablesIn(rows)
  const [members, categories, currencies, bills] = (
    ['members', 'categories', 'currencies', 'bills'] as const
  ).map((section) => tables.get(section) ?? { cellOf: () => '', rows: [] }) as [Table, Table, Table, Table]
  const main = currencies.rows.find((row) => Number(currencies.cellOf(row, 'exchange_rate')) === 1)
  const currency = mainCurrency(main && currencies.cellOf(main, 'currencyname'), draft, options)
  if (typeof currency !== 'string') return currency
  const categoryNames = new Map(
    categories.rows.map((row) => [
      categories.cellOf(row, 'categoryid'),
      categories.cellOf(row, 'categoryname'),
    ]),
  )
  const readers = cellReaders(bills.rows, options, draft)
  const context: Context = {
    draft,
    currency,
    cellOf: bills.cellOf,
    members: membersIn(members, bills, draft, options),
    categoryNames,
    readNumber: readers.numbers((row) => [bills.cellOf(row, 'amount')]),
    readDate: readers.dates((row) => bills.cellOf(row, 'date')),
    dayOf: secondsReader(options.timeZone),
  }
  draft.each(bills.rows, (row) => readBill(row, context))
  return draft.finish()
}

function tablesIn(rows: readonly CsvRow[]): Map<Section, Table> {
  const tables = new Map<Section, Table>()
  let table: Table | null = null
  for (const row of rows) {
    if (isBlankRow(row)) continue
    const section = sectionOf(row)
    if (section === null) table?.rows.push(row)
    else tables.set(section, (table = { cellOf: columnsOf(row).cellOf, rows: [] }))
  }
  return tables
}

/** Currencies are free text in Cospend: a code counts, and for a sign or a word the person is asked. */
function mainCurrency(
  name: string | undefined,
  draft: FileDraft,
  options: ReadOptions,
): CurrencyCode | RefusedFile {
  const code = name?.trim() ?? ''
  const found = fileCurrency(code)
  if (found !== null) return found
  if (/^[A-Z]{3}$/.test(code))
    return refusedFile(`${unknownCurrency(code)}, and it is the currency of the whole project.`)
  return askForCurrency(draft, options)
}

interface Member {
  key: string
  weight: Decimal
}

/** By name; null for a name that several members have, because bills name members by it. */
function membersIn(
  members: Table,
  bills: Table,
  draft: FileDraft,
  { weights: answers }: ReadOptions,
): Map<string, Member | null> {
  const found = new Map<string, Member | null>()
  const unreadable: string[] = []
  const add = (name: string, text: string, isActive: boolean) => {
    const key = draft.addPerson(name, !isActive)
    const written = text.trim() === '' ? equalWeight : readWeight(text)
    if (written === null) unreadable.push(key)
    const weight = written ?? readWeight(answers?.get(key) ?? '') ?? equalWeight
    found.set(name, found.has(name) ? null : { key, weight })
  }
  for (const row of members.rows)
    add(
      members.cellOf(row, 'name').trim(),
      members.cellOf(row, 'weight'),
      members.cellOf(row, 'active').trim() !== '0',
    )
  // Older exports have no table of members, and those who were removed are not in it: they are named by bills.
  const hasTable = members.rows.length > 0
  for (const row of bills.rows) {
    const name = bills.cellOf(row, 'payer_name').trim()
    if (name !== '' && !found.has(name))
      add(
        name,
        bills.cellOf(row, 'payer_weight'),
        !hasTable && bills.cellOf(row, 'payer_active').trim() !== '0',
      )
  }
  for (const row of bills.rows)
    for (const name of namesIn(bills.cellOf(row, 'owers'), (text) => found.has(text)))
      if (!found.has(name) && !isMemberOnly(row, bills)) add(name, '1', !hasTable)
  if (unreadable.length > 0) draft.ask({ kind: 'weights', people: unreadable })
  return found
}

const isMemberOnly = (row: CsvRow, { cellOf }: Pick<Table, 'cellOf'>): boolean =>
  plainHeader(cellOf(row, 'what')) === plainHeader(MEMBER_ONLY)

interface Context extends TableContext {
  currency: CurrencyCode
  cellOf: CellOf
  members: ReadonlyMap<string, Member | null>
  categoryNames: ReadonlyMap<string, string>
  dayOf: (seconds: string) => CalendarDate | null
}

function readBill(row: CsvRow, context: Context): void {
  const { draft, currency, cellOf, members, categoryNames, readNumber, readDate, dayOf } = context
  if (isMemberOnly(row, context)) return
  if (cellOf(row, 'deleted').trim() === '1') return draft.skip(row, 'In the trash of Cospend')
  const decimal = readNumber(cellOf(row, 'amount'))
  const amount = decimal && decimalToMinor(decimal, currency)
  if (!decimal || amount === null) return draft.refuse(row, 'The amount cannot be read')
  if (isZero(decimal)) return draft.skip(row, 'Nothing was paid')
  if (!amount.isExact) draft.note('Amounts with more digits than the currency are rounded')
  const payerName = cellOf(row, 'payer_name').trim()
  const names = namesIn(cellOf(row, 'owers'), (text) => members.has(text))
  const unclear = [payerName, ...names].find((name) => members.get(name) === null)
  if (unclear !== undefined)
    return draft.refuse(row, `Several members are called ${cleanName(unclear) ?? 'nothing'}`)
  const payer = members.get(payerName)
  const owers = names.flatMap((name) => {
    const member = members.get(name)
    return member ? [{ name, person: member.key, weight: member.weight }] : []
  })
  if (!payer || owers.length < names.length || owers.length === 0)
    return draft.refuse(row, 'It names somebody who is not a member')
  if (!['', 'n'].includes(cellOf(row, 'repeat').trim()))
    draft.note('Repeating bills are imported as often as they happened, and do not repeat here')
  const categoryId = cellOf(row, 'categoryid').trim()
  addWeightedBill(
    draft,
    {
      place: row,
      instant: cellOf(row, 'timestamp').trim() || cellOf(row, 'date').trim(),
      date: dayOf(cellOf(row, 'timestamp')) ?? readDate(cellOf(row, 'date')),
      description: cellOf(row, 'what'),
      note: decodeComment(cellOf(row, 'comment')),
      category: categoryNames.get(categoryId) ?? null,
      currency,
      amount: amount.minor,
    },
    { name: payerName, person: payer.key },
    owers,
    categoryId === REIMBURSEMENT,
  )
}

/** Reads unix seconds as the day in a time zone; null without either. */
function secondsReader(timeZone: string | undefined): (seconds: string) => CalendarDate | null {
  const dayOf = dayReader(timeZone)
  return (seconds) => (/^\d{1,11}$/.test(seconds.trim()) ? dayOf(Number(seconds) * 1000) : null)
}

function decodeComment(comment: string): string {
  try {
    return decodeURIComponent(comment.replaceAll('+', ' '))
  } catch {
    return comment
  }
}
