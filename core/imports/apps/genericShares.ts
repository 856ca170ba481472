// Who shares a row of a table that no known app wrote: the people in one cell, a column for each person with an amount, a
// percentage, a number of parts or a mark, or everybody. Names are several in one cell, and one name in several spellings.

import { cellAt, plainHeader } from '#core/imports/text/csvTable.ts'
import { decimalToMinor, type Decimal } from '#core/imports/text/decimal.ts'
import type { FileDraft } from '#core/imports/draftFile.ts'
import { withoutFormulaGuard } from '#core/imports/text/fileText.ts'
import { moneyText } from '#core/imports/text/moneyText.ts'
import type { CsvRow } from '#core/imports/text/parseCsv.ts'
import type { GenericColumns, ImportedPart } from '#core/imports/parsedFile.ts'
import { allocate, type CurrencyCode } from '#core/kernel/money.ts'
import { foldName } from '#core/kernel/text.ts'
import { POOL } from '#core/money/balances/ledger.ts'
import { shareParts } from '#core/money/split/shares.ts'

export interface Named {
  /** Key of a person. */
  person: string
  /** As in the cell. */
  name: string
  /** The number behind the name, as in 'Ana: 30' and 'Ana 50%'; '' without one. */
  share: string
}

export interface TableNames {
  /** Adds somebody unless the name is there already, whatever its case and blanks. @returns the key */
  add: (name: string) => string
  /** Adds everybody whom the cells of payers and sharers name. */
  addCells: () => void
  /** Those whom a cell names, nobody twice; none for a blank cell. */
  in: (cell: string) => Named[]
  /** Those whom a cell names with a number behind each name; none for any other cell. */
  numbered: (cell: string) => Named[]
  all: () => Named[]
}

/** Between two names in any table. */
const ALWAYS = /[,;|\n，、；]/
/** Between two names where one of them is a name by itself elsewhere: Tom & Jerry can be one party of a table. */
const PERHAPS = /\s*[/&+＆／＋]\s*|\s+(?:and|und|et|y|e|og|och|en|и)\s+|\s*[和與与]\s*/iu
const EVERYBODY = new Set(
  (
    'all|all of us|everybody|everyone|every one|the group|group|alle|tous|toutes|tout le monde|todos|todas|tutti|tutte|' +
    'allemaal|iedereen|alla|wszyscy|全部|全員|全员|大家|所有人|みんな|모두|все'
  ).split('|'),
)
const EXCEPT = /^\s*(?:all|every(?:one|body))\s*(?:but|except|without)[\s:]+(.+)$/i
const NUMBERED = /^(.*[^\s:=([])(\s*[:=([]\s*|\s+)([^\s:=()[\]]*\d[^:=()[\]]*)[)\]]?$/
const NUMBER_ONLY = /^[-+−\d.,\s%$€£¥]*$/
const MOST_NAMES = 100

export function nameReader(
  rows: readonly CsvRow[],
  { payer, sharers, amount }: GenericColumns,
  draft: FileDraft,
): TableNames {
  const people = new Map<string, Named>()
  const sharersColumn = sharers && 'column' in sharers ? [sharers.column] : []
  const nameColumns = [...(typeof payer === 'number' ? [payer] : []), ...sharersColumn]
  // The header of another table below names nobody.
  const named = rows.filter((row) => isNumber(cellAt(row, amount)))
  const textsOf = (columns: readonly number[]) =>
    named.flatMap((row) => columns.flatMap((column) => parted(cellAt(row, column), ALWAYS)))
  const payers = new Set(textsOf(typeof payer === 'number' ? [payer] : []).map(fold))
  const alone = namesAlone([...new Set(textsOf(nameColumns))])
  const add = (name: string): string => {
    const folded = fold(name)
    alone.add(folded)
    if (!people.has(folded))
      people.set(folded, { name: name.trim(), person: draft.addPerson(name), share: '' })
    return people.get(folded)!.person
  }
  const several = (text: string): string[] => {
    const parts = parted(text, PERHAPS)
    const isSeveral =
      parts.length > 1 && parts.length <= MOST_NAMES && parts.some((part) => alone.has(fold(part)))
    if (isSeveral) return parts
    const words = text.split(/\s+/)
    const isWords = words.length > 1 && words.length <= MOST_NAMES && !payers.has(fold(text))
    return isWords && words.every((word) => payers.has(fold(word))) ? words : [text]
  }
  const split = (cell: string): { name: string; share: string }[] =>
    parted(cell, ALWAYS).flatMap((text) => {
      const [, name = '', between = '', share = ''] = NUMBERED.exec(text) ?? []
      // Without a mark, the number can be part of the name: Player 1.
      const isShare = /[:=([]|^$/.test(between.trim() || 'x') || /[%$€£]/.test(share)
      const isNumbered = name !== '' && isNumber(share) && (isShare || alone.has(fold(name)))
      if (isNumbered && !payers.has(fold(text))) return [{ name, share }]
      const names = people.has(fold(text)) ? [text] : several(text)
      return names.map((one) => ({ name: one, share: '' }))
    })
  const all = () => [...people.values()].filter(({ person }) => person !== POOL)
  const personOf = (name: string) => people.get(fold(name))?.person
  return {
    add,
    all,
    addCells() {
      for (const row of named)
        for (const column of nameColumns)
          for (const { name } of split(EXCEPT.exec(cellAt(row, column))?.[1] ?? cellAt(row, column)))
            if (!EVERYBODY.has(fold(name))) add(name)
    },
    in(cell) {
      const except = EXCEPT.exec(cell)?.[1]
      if (except !== undefined) {
        const without = new Set(split(except).map(({ name }) => personOf(name)))
        return all().filter(({ person }) => !without.has(person))
      }
      const found = split(cell).flatMap(({ name, share }) => {
        const person = personOf(name)
        return EVERYBODY.has(fold(name)) ? all() : person === undefined ? [] : [{ name, person, share }]
      })
      return found.filter(
        ({ person }, index) => found.findIndex((other) => other.person === person) === index,
      )
    },
    numbered(cell) {
      const found = split(cell).map(({ name, share }) => ({ name, share, person: personOf(name) ?? '' }))
      return found.every(({ person, share }) => person !== '' && share !== '') ? found : []
    },
  }
}

/**
 * Folded: names that stand alone somewhere or in two different cells, as Ben in Ben/Cy and Ana/Ben, and those that stand
 * beside one of them, whatever the order of the rows.
 */
function namesAlone(texts: readonly string[]): Set<string> {
  const alone = new Set(texts.filter((text) => !PERHAPS.test(text)).map(fold))
  const cells = new Map(
    texts.map((text) => {
      const parts = parted(text, PERHAPS).map(fold)
      return [parts.join('/'), parts]
    }),
  )
  let joined = [...cells.values()].filter((parts) => parts.length > 1)
  const inOne = new Set<string>()
  for (const part of joined.flatMap((parts) => [...new Set(parts)]))
    if (inOne.has(part)) alone.add(part)
    else inOne.add(part)
  for (let before = -1; before !== joined.length;) {
    before = joined.length
    joined = joined.filter((parts) => {
      if (!parts.some((part) => alone.has(part))) return true
      for (const part of parts) alone.add(part)
      return false
    })
  }
  return alone
}

export const parted = (cell: string, between: RegExp): string[] =>
  cell
    .split(between)
    .map((text) => withoutFormulaGuard(text.trim()))
    .filter((text) => !NUMBER_ONLY.test(text))

export const fold = (name: string): string => foldName(name.slice(0, 400)).trim().replaceAll(/\s+/g, ' ')

const YES = new Set('x ✓ ✔ ✔️ ✅ ☑ ☑️ yes y true ja oui sí si sim wahr vrai'.split(' '))
const NO = new Set(['', ...'- – ☐ ✗ ✘ ❌ no n false nein non não falsch faux'.split(' ')])
const plain = (cell: string) => cell.slice(0, 20).trim().toLowerCase()

export const isNo = (cell: string): boolean => NO.has(plain(cell))
const isYes = (cell: string): boolean => YES.has(plain(cell))

const PERCENT = /\s*[%％]$/
/** 2x, x2, 2 shares */
const PARTS = /^[x×]\s*(\d{1,3})$|^(\d{1,3})\s*(?:[x×]|shares?|parts?)$/i
const FRACTION = /^(\d{1,3})\s*\/\s*(\d{1,3})$/

/** The number of a cell, without the sign of a currency or of a percentage. */
export const numberIn = (cell: string): string => moneyText(cell.trim().replace(PERCENT, '')).number

export const isNumber = (cell: string): boolean => /^[-+−(]?\d[\d.,'’\s]*\)?$/.test(numberIn(cell))

/** Whether a cell can be a person's share: blank, a number, a percentage, parts or a mark. */
export const isShareCell = (cell: string): boolean => {
  const text = cell.slice(0, 60).trim()
  return isNo(text) || isYes(text) || isNumber(text) || PARTS.test(text) || FRACTION.test(text)
}

/**
 * Whether the numbers of the people are parts and no amounts, as 1 and 2 below many names: they are small, whole, and add
 * up to the amount in no row.
 */
export function areWeights(
  rows: readonly CsvRow[],
  amount: number,
  columns: readonly number[],
  valueOf: (cell: string) => Decimal | null,
): boolean {
  const isSmall = (value: Decimal) => value.scale === 0 && value.digits > 0n && value.digits <= MOST_PARTS
  const filled = rows.flatMap((row) => {
    const cells = columns.map((column) => cellAt(row, column)).filter((cell) => !isNo(cell) && isNumber(cell))
    const shares = cells.flatMap((cell) => valueOf(cell) ?? []).filter(({ digits }) => digits !== 0n)
    return shares.length === 0 ? [] : [{ shares, total: valueOf(cellAt(row, amount)) }]
  })
  const addsUp = ({ shares, total }: (typeof filled)[number]) => {
    if (total === null) return false
    const sum = shares.reduce((all, { digits }) => all + digits, 0n) * 10n ** BigInt(total.scale)
    return sum === total.digits || sum === -total.digits
  }
  return filled.length > 0 && filled.every((row) => row.shares.every(isSmall) && !addsUp(row))
}

const MOST_PARTS = 20n

interface SharesContext {
  columns: GenericColumns
  /** The columns that say how a row is split; those are added in which shares of people are found. */
  splits: Set<number>
  names: TableNames
  /** The person of a column of shares. */
  personOf: ReadonlyMap<number, { person: string; name: string }>
  areWeights: boolean
  readNumber: (text: string) => Decimal | null
}

export interface GenericShares {
  /** The shares, with the sign of the amount. */
  parts: ImportedPart[]
  /** The file has no numbers for them. */
  isEqual: boolean
  /** What identifies the row. */
  cells: [name: string, cell: string][]
}

/** @returns why they cannot be read, as a string */
export function rowShares(
  row: CsvRow,
  amount: number,
  currency: CurrencyCode,
  context: SharesContext,
): GenericShares | string {
  const { columns, names, personOf } = context
  const { sharers } = columns
  const sign = Math.sign(amount)
  const of = (
    people: readonly { person: string; name: string }[],
    sizes: readonly number[],
    isEqual: boolean,
  ) => ({
    parts: people.map(({ person }, index) => ({ person, amount: sign * sizes[index]! })),
    isEqual,
    cells: people.map(({ name }, index): [string, string] => [
      name,
      isEqual ? 'shares' : String(sign * sizes[index]!),
    ]),
  })
  const equal = (people: readonly { person: string; name: string }[]): GenericShares | string => {
    if (people.length === 0) return 'It does not say who shares it'
    const names = people.map(({ name }) => name)
    return of(people, shareParts(JSON.stringify([row.cells, amount]), Math.abs(amount), names), true)
  }
  const named = sharers && 'column' in sharers ? names.in(cellAt(row, sharers.column)) : null
  const filled =
    sharers && 'shareOf' in sharers
      ? sharers.shareOf.flatMap((column) => {
          const cell = cellAt(row, column).trim()
          return isNo(cell) ? [] : [{ cell, ...personOf.get(column)! }]
        })
      : writtenShares(row, named, context)
  if (typeof filled === 'string') return filled
  if (filled === null) {
    const sharing = named ?? names.all()
    if (sharing.length > 1 && isUnequal(row, context))
      return 'It is not shared equally, and the table does not say how'
    const shared = equal(sharing)
    return typeof shared === 'string' || named ? shared : { ...shared, cells: [] }
  }
  const sum = filled.reduce((all, { cell }) => all + (minorIn(cell, currency, context) ?? NaN), 0)
  const areParts =
    context.areWeights || (named !== null && Math.abs(sum) !== Math.abs(amount) && filled.every(isFewParts))
  if (filled.every(({ cell }) => isYes(cell))) return equal(filled)
  const weights = filled.map(({ cell }) => weightIn(cell, { ...context, areWeights: areParts }))
  if (weights.every((weight) => weight !== null)) {
    const percentages = filled.filter(({ cell }) => PERCENT.test(cell)).length
    if (percentages > 0 && (percentages < filled.length || !isWhole(weights)))
      return 'The percentages of the people do not add up to 100'
    const ratios = sameScale(weights)
    if (ratios.every((ratio) => ratio === 0n)) return 'It does not say who shares it'
    if (ratios.every((ratio) => ratio === ratios[0])) return equal(filled)
    const sizes = allocate(Math.abs(amount), ratios)
    return of(filled, sizes, false)
  }
  const shares = filled.map((share) => ({ ...share, amount: minorIn(share.cell, currency, context) }))
  const isReadable = shares.every(
    (share): share is typeof share & { amount: number } => share.amount !== null,
  )
  if (!isReadable) return 'The shares of the people cannot be read'
  const used = shares.filter((share) => share.amount !== 0)
  const turn = used.reduce((sum, share) => sum + share.amount, 0) === -amount ? -1 : 1
  return of(
    used,
    used.map((share) => sign * turn * share.amount),
    false,
  )
}

/** Headers of a column that says how a row is split, and the words in it that say: not equally. */
const SPLITS = /^(?:is ?equal ?)?split(?: ?(?:type|mode|method))?$/
const UNEQUAL = /^(?:unequal|exact|custom|by |percent|shares?$|ratio|weight|amount|adjust|item|false$)/
export const splitColumns = (headers: readonly string[]): number[] =>
  [...headers.keys()].filter((column) => SPLITS.test(plainHeader(headers[column]!).replaceAll('_', ' ')))

/** null for a percentage, for no number, and for more digits than the currency has. */
function minorIn(cell: string, currency: CurrencyCode, { readNumber }: SharesContext): number | null {
  const decimal = PERCENT.test(cell) ? null : readNumber(numberIn(cell))
  const minor = decimal && decimalToMinor(decimal, currency)
  return minor?.isExact ? minor.minor : null
}

const isUnequal = (row: CsvRow, { splits }: SharesContext): boolean =>
  [...splits].some((column) => UNEQUAL.test(plain(cellAt(row, column))))

const isFewParts = ({ cell }: { cell: string }): boolean =>
  /^\d{1,2}$/.test(cell) && Number(cell) <= MOST_PARTS

type Written = Pick<Named, 'person' | 'name'> & { cell: string }

/**
 * The shares that stand behind the names, in their cell or in another one. null where there are none. @returns why they cannot be read, as a string
 */
function writtenShares(
  row: CsvRow,
  named: Named[] | null,
  context: SharesContext,
): Written[] | string | null {
  const { columns, names, splits } = context
  const { sharers, description, payer } = columns
  const shared = sharers && 'column' in sharers ? sharers.column : null
  let found = named?.filter(({ share }) => share !== '') ?? []
  for (const [column, cell] of row.cells.entries()) {
    if (found.length > 0) break
    if (column === shared || column === description || column === payer) continue
    found = names.numbered(cell)
    if (found.length > 0) splits.add(column)
  }
  if (found.length === 0) return null
  const isNamed = ({ person }: Named) => named === null || named.some((one) => one.person === person)
  return found.length === (named ?? found).length && found.every(isNamed)
    ? found.map(({ person, name, share }) => ({ person, name, cell: share }))
    : 'Its cells say differently who shares it'
}

/** How many parts a cell gives its person; null for an amount. */
function weightIn(cell: string, { areWeights, readNumber }: SharesContext): Decimal | null {
  const parts = PARTS.exec(cell)
  if (parts) return { digits: BigInt(parts[1] ?? parts[2]!), scale: 0 }
  const fraction = FRACTION.exec(cell)
  if (fraction && fraction[2] !== '0')
    return {
      digits: (BigInt(fraction[1]!) * 10n ** FRACTION_DIGITS) / BigInt(fraction[2]!),
      scale: Number(FRACTION_DIGITS),
    }
  if (!PERCENT.test(cell) && !areWeights) return null
  const read = readNumber(numberIn(cell))
  return read && read.digits >= 0n && read.scale <= Number(FRACTION_DIGITS) ? read : null
}

const FRACTION_DIGITS = 9n

function sameScale(weights: readonly Decimal[]): bigint[] {
  const scale = Math.max(...weights.map((weight) => weight.scale))
  return weights.map((weight) => weight.digits * 10n ** BigInt(scale - weight.scale))
}

/** 33.3 % three times is 100 %: each may be rounded. */
function isWhole(percentages: readonly Decimal[]): boolean {
  const scale = Math.max(...percentages.map((one) => one.scale))
  const sum = sameScale(percentages).reduce((all, one) => all + one, 0n)
  const difference = sum - 100n * 10n ** BigInt(scale)
  return (difference < 0n ? -difference : difference) <= BigInt(percentages.length)
}
