// The names in the cells of a table that people keep themselves: several in one cell, everybody, and one name in several
// spellings.

import { foldName } from '#core/kernel/text.ts'
import { POOL } from '#core/money/ledger.ts'
import type { FileDraft } from '#core/imports/draftFile.ts'
import { withoutFormulaGuard } from '#core/imports/fileText.ts'
import { cellAt } from '#core/imports/csvTable.ts'
import type { CsvRow } from '#core/imports/parseCsv.ts'
import type { GenericColumns } from '#core/imports/parsedFile.ts'

interface Named {
  /** Key of a person. */
  person: string
  /** As in the cell. */
  name: string
}

export interface TableNames {
  /** Adds somebody unless the name is there already, whatever its case and blanks. @returns the key */
  add: (name: string) => string
  /** Adds everybody whom the cells of payers and sharers name. */
  addCells: () => void
  /** Those whom a cell names, nobody twice; none for a blank cell. */
  in: (cell: string) => Named[]
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
const PARTS = 100

export function nameReader(rows: readonly CsvRow[], columns: GenericColumns, draft: FileDraft): TableNames {
  const { payer, sharers } = columns
  const people = new Map<string, Named>()
  const nameColumns = [
    ...(typeof payer === 'number' ? [payer] : []),
    ...(sharers && 'column' in sharers ? [sharers.column] : []),
  ]
  const texts = new Set(
    rows.flatMap((row) => nameColumns.flatMap((column) => parted(cellAt(row, column), ALWAYS))),
  )
  const alone = namesAlone([...texts])
  const add = (name: string): string => {
    const folded = fold(name)
    alone.add(folded)
    if (!people.has(folded)) people.set(folded, { name: name.trim(), person: draft.addPerson(name) })
    return people.get(folded)!.person
  }
  const split = (cell: string): string[] =>
    parted(cell, ALWAYS).flatMap((text) => {
      const parts = parted(text, PERHAPS)
      const isSeveral =
        parts.length > 1 && parts.length <= PARTS && parts.some((part) => alone.has(fold(part)))
      return isSeveral && !people.has(fold(text)) ? parts : [text]
    })
  const all = () => [...people.values()].filter(({ person }) => person !== POOL)
  return {
    add,
    all,
    addCells() {
      for (const row of rows)
        for (const column of nameColumns)
          for (const name of split(cellAt(row, column))) if (!EVERYBODY.has(fold(name))) add(name)
    },
    in(cell) {
      const found = split(cell).flatMap((name) =>
        EVERYBODY.has(fold(name)) ? all() : [{ name, person: people.get(fold(name))!.person }],
      )
      return found.filter(
        ({ person }, index) => found.findIndex((other) => other.person === person) === index,
      )
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
    .filter((text) => text !== '')

const fold = (name: string): string => foldName(name.slice(0, 400)).trim().replaceAll(/\s+/g, ' ')
