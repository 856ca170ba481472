// The names in the cells of a table that people keep themselves: several in one cell, everybody, and one name in several
// spellings.

import { foldName } from '#core/kernel/text.ts'
import { POOL } from '#core/money/ledger.ts'
import type { FileDraft } from '#core/imports/draftFile.ts'
import { withoutFormulaGuard } from '#core/imports/fileText.ts'
import { cellAt } from '#core/imports/csvTable.ts'
import { isNumber } from '#core/imports/genericShares.ts'
import type { CsvRow } from '#core/imports/parseCsv.ts'
import type { GenericColumns } from '#core/imports/parsedFile.ts'

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
const EXCEPT =
  /^\s*(?:all|every(?:one|body)|alle|tous|todos|tutti)\s*(?:but|except|without|minus|außer|ohne|sauf|menos|excepto|tranne)[\s:]+(.+)$/i
const NUMBERED = /^(.*[^\s:=([])(\s*[:=([]\s*|\s+)([^\s:=()[\]]*\d[^:=()[\]]*)[)\]]?$/
const NUMBER_ONLY = /^[-+−\d.,\s%$€£¥]*$/
const PARTS = 100

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
    const isSeveral = parts.length > 1 && parts.length <= PARTS && parts.some((part) => alone.has(fold(part)))
    if (isSeveral) return parts
    const words = text.split(/\s+/)
    const isWords = words.length > 1 && words.length <= PARTS && !payers.has(fold(text))
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

const parted = (cell: string, between: RegExp): string[] =>
  cell
    .split(between)
    .map((text) => withoutFormulaGuard(text.trim()))
    .filter((text) => !NUMBER_ONLY.test(text))

const fold = (name: string): string => foldName(name.slice(0, 400)).trim().replaceAll(/\s+/g, ' ')
