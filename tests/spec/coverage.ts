// Which line of the specification is shown by what. The coverage names, in the specification's own order, each line
// in its own words, and under it the tests that show it; a line may be quoted in pieces that different tests show.

import { isNamed, type TestTitle } from '#tests/spec/testTitles.ts'

export interface Entry {
  quote: string
  /** What shows it, one reference each. */
  shownBy: string[]
}

export interface Repository {
  /** The titles in a test file; null where there is no such file. */
  titles(file: string): TestTitle[] | null
  /** The text of any other file; null where there is none. */
  text(file: string): string | null
  /** Pieces that nothing shows yet. */
  mayBeOpen: readonly string[]
}

export interface Checked {
  /** In words, one for each thing that is wrong. */
  wrong: string[]
  /** The pieces that are marked as open. */
  open: string[]
}

/** All that the specification says: no headings, and of a table only its rows. */
function specLines(spec: string): string[] {
  const lines = spec.split('\n')
  const isRule = (line: string | undefined) => line !== undefined && /^\|[\s|:-]+\|$/.test(line)
  return lines
    .filter((line, i) => !isRule(line) && !isRule(lines[i + 1]))
    .map((line) => line.trim().replace(/^- /, ''))
    .filter((line) => line !== '' && !line.startsWith('#') && !/^\*\*[^*]+\*\*$/.test(line))
}

/** A piece is a quote; what shows it is the list below it. */
function readCoverage(coverage: string): Entry[] {
  const entries: Entry[] = []
  for (const line of coverage.split('\n')) {
    if (line.startsWith('> ')) entries.push({ quote: line.slice(2).trim(), shownBy: [] })
    else if (line.startsWith('- ')) entries.at(-1)?.shownBy.push(line.slice(2).trim())
  }
  return entries
}

export function check(spec: string, coverage: string, repository: Repository): Checked {
  const entries = readCoverage(coverage)
  const open = entries.filter(({ shownBy }) => shownBy.some(isOpen)).map(({ quote }) => quote)
  const wrong = [
    ...compareLines(specLines(spec), entries),
    ...entries.flatMap((entry) => whatIsWrongWith(entry, repository)),
  ]
  return { wrong, open }
}

/** Between the pieces of a line nothing may stand but spaces and the borders of a table's cells. */
const betweenPieces = /^[\s|]*/

function compareLines(lines: readonly string[], entries: readonly Entry[]): string[] {
  const wrong: string[] = []
  const rest = (line: string) => line.replace(betweenPieces, '')
  let next = 0
  lines.forEach((line, at) => {
    let left = rest(line)
    while (left !== '') {
      const quote = entries[next] && rest(entries[next]!.quote).replace(/[\s|]+$/, '')
      if (quote && left.startsWith(quote)) left = rest(left.slice(quote.length))
      else if (quote === undefined || lines.slice(at + 1).some((later) => later.includes(quote))) break
      else wrong.push(`The specification does not say here: ${entries[next]!.quote}`)
      next += 1
    }
    if (left !== '') wrong.push(`Nothing is named for: ${left}`)
  })
  for (const { quote } of entries.slice(next)) wrong.push(`The specification does not say here: ${quote}`)
  return wrong
}

const isOpen = (reference: string) => reference === 'open'

function whatIsWrongWith({ quote, shownBy }: Entry, repository: Repository): string[] {
  if (shownBy.length === 0) return [`Nothing is named for: ${quote}`]
  return shownBy.flatMap((reference) => {
    if (isOpen(reference))
      return repository.mayBeOpen.includes(quote) ? [] : [`May not be left open: ${quote}`]
    const [file = '', ...names] = reference.replace(/^decision: /, '').split(' › ')
    const name = names.join(' › ')
    const found = reference.startsWith('decision: ')
      ? decides(repository.text(file), name)
      : (repository.titles(file)?.some((title) => isNamed(name, title)) ?? false)
    return found ? [] : [`There is no ${reference} (named for: ${quote})`]
  })
}

/** A decision is named by its page, and by its words where the page has many. */
function decides(page: string | null, words: string): boolean {
  return page !== null && page.includes(words)
}
