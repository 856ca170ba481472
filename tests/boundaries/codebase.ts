// Prints what the production code costs its readers: its size, and how many files a field, a command or a kind of record
// touches. Run it in the working copy that it counts: `node tests/boundaries/codebase.ts`.

import { dirname } from 'node:path'
import { files, importGraph, read } from '#tests/boundaries/sources.ts'

/** Without comments. A `//` within a text is rare, and is cut on both sides of a comparison. */
const codeOf = (file: string) => read(file).replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')
const linesOf = (file: string) => read(file).split('\n').length - 1
const naming = (within: readonly string[], pattern: RegExp) =>
  within.filter((file) => pattern.test(codeOf(file))).length

const product = files.filter((file) => /^(core|projections|api|web)\/.*\.(tsx?|css)$/.test(file))
const web = product.filter((file) => file.startsWith('web/'))
const tests = files.filter((file) => /^tests\/.*\.tsx?$/.test(file))

/** All imports, those of types and dynamic ones too. */
const imports = importGraph(new Map(product.map((file) => [file, codeOf(file)])), (path) => path)
const importers = Map.groupBy(
  [...imports].flatMap(([importer, imported]) => [...imported].map((file) => ({ importer, file }))),
  ({ file }) => file,
)
const isSmall = (file: string) => linesOf(file) < 40 && importers.get(file)?.length === 1

const heights = new Map<string, number>()
/** The files of the longest chain of imports that begins there. No file imports itself through others. */
function heightOf(file: string): number {
  const known = heights.get(file)
  if (known !== undefined) return known
  const height = 1 + Math.max(0, ...[...(imports.get(file) ?? [])].map(heightOf))
  heights.set(file, height)
  return height
}

function behind(file: string, found = new Set<string>()): Set<string> {
  for (const next of imports.get(file) ?? []) {
    if (found.has(next)) continue
    found.add(next)
    behind(next, found)
  }
  return found
}

/** An optional text of an activity; `location` of the browser has members. */
const ACTIVITY_FIELD =
  /(?<!\.)\blocation\b(?=\??:|,| [}=]|\))|\b(?:item|activity|record|entry|values|body)\.location\b/
const EXPENSE_FIELD = /\breceiptUrl\b/
const COMMAND = /\b(?:[Rr]emove|[Dd]elete)Activity|ActivityRemoved|\bremoveItem\b/
const KIND = /contribution/i
const expenseForm = web.find((file) => file.endsWith('/ExpenseForm.tsx'))

const figures: Record<string, number> = {
  'production lines': product.reduce((sum, file) => sum + linesOf(file), 0),
  'production files': product.length,
  'files under 40 lines, imported once': product.filter(isSmall).length,
  'files that name a field of an activity': naming(product, ACTIVITY_FIELD),
  'files that name a field of an expense': naming(product, EXPENSE_FIELD),
  'test files that name that field': naming(tests, EXPENSE_FIELD),
  'files that name a command or its event': naming(product, COMMAND),
  'files that name a kind of record (contribution)': naming(product, KIND),
  'files of the client': web.length,
  'of them, name pending or refused': naming(web, /(?<!s)pending|refused/i),
  'longest chain of imports': Math.max(...product.map(heightOf)),
  'files behind the form of an expense': expenseForm ? behind(expenseForm).size : 0,
  'files in the fullest folder': Math.max(
    ...[...Map.groupBy(product, dirname).values()].map(({ length }) => length),
  ),
  'decision records': files.filter((file) => /^docs\/decisions\/\d/.test(file)).length,
  'lines of bench': files
    .filter((file) => /^bench\/.*\.ts$/.test(file))
    .reduce((sum, file) => sum + linesOf(file), 0),
}
const width = Math.max(...Object.keys(figures).map(({ length }) => length))
for (const [name, figure] of Object.entries(figures))
  console.log(`${name.padEnd(width)}  ${String(figure).padStart(6)}`)
