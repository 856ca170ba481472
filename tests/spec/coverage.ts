// Joins docs/spec.md with the annotations of the tests: the page that names for each statement of the specification the
// tests that cover it and the decisions that settle it, and everything that is missing or wrong.
//
// A statement is a line of the specification or a part of one. Its reference is the number of the section, the heading
// above the statement, and the words that open it: `§5 Guest: Name is required`. The statement reaches to the next
// reference or to the end of its line. The words are left out where the line itself begins with the heading in bold
// letters and no other line belongs to that heading: `§3 Auth user`.

import type { Annotation } from '#tests/spec/annotations.ts'

export interface Sources {
  spec: string
  /** References to all statements, in the order of the specification. */
  references: readonly string[]
  /** The decisions about a statement: the number of a record in docs/decisions, or words of docs/decisions.md. */
  decisions: Readonly<Record<string, readonly string[]>>
  annotations: readonly Annotation[]
  /** The file names in docs/decisions. */
  recordFiles: readonly string[]
  /** The text of docs/decisions.md. */
  rules: string
}

export interface Coverage {
  /** The text of docs/spec-coverage.md. */
  page: string
  /** One sentence for each error. */
  wrong: string[]
}

interface Line {
  /** The section and the heading that references to the line begin with: `§9 ` or `§5 Guest: `. */
  prefix: string
  text: string
  /** Where the words begin: after a bold heading, the border of a table or a quotation mark. */
  opening: number
  startsWithHeading: boolean
}

interface Statement {
  reference: string
  line: Line
  /** Its index in the text of the line. */
  at: number
}

const introduction = `# Coverage of the specification

\`npm run spec\` generates this page. It quotes each statement of [spec.md](spec.md), and below it lists the tests that cover
the statement and the decisions that settle it. A test names its statements with \`coversSpec\`; their references, and the
decisions, are in \`tests/spec/references.ts\`. A test that runs over a table of cases is listed as it is written, with its
\`%s\`.`

export function coverageOf(sources: Sources): Coverage {
  const { spec, references, decisions, annotations } = sources
  const wrong: string[] = []
  const parts = readSpec(spec)
  const lines = parts.filter((part) => typeof part !== 'string')
  const statements = locate(references, lines, wrong)

  const evidence = new Map<string, string[]>(statements.map(({ reference }) => [reference, []]))
  for (const { reference, test } of annotations) {
    if (evidence.has(reference)) evidence.get(reference)!.push(test)
    else wrong.push(`${test} covers an unknown statement: ${reference}`)
  }
  for (const [reference, cited] of Object.entries(decisions)) {
    if (!evidence.has(reference)) wrong.push(`A decision settles an unknown statement: ${reference}`)
    for (const decision of cited) {
      const link = linkTo(decision, sources)
      if (link) evidence.get(reference)?.push(link)
      else wrong.push(`There is no decision ${decision}, which settles: ${reference}`)
    }
  }
  for (const [reference, shownBy] of evidence)
    if (shownBy.length === 0) wrong.push(`No test covers and no decision settles: ${reference}`)

  const page = parts.flatMap((part) => {
    if (typeof part === 'string') return [part]
    const inLine = statements.filter(({ line }) => line === part)
    return inLine.flatMap(({ reference, at }, i) => [
      `> ${part.text.slice(at, inLine[i + 1]?.at).trim()}`,
      evidence
        .get(reference)!
        .map((item) => `- ${item}`)
        .join('\n'),
    ])
  })
  return { page: `${[introduction, ...page].join('\n\n')}\n`, wrong }
}

function linkTo(decision: string, { recordFiles, rules }: Sources): string | null {
  if (!/^\d{4}$/.test(decision))
    return rules.includes(decision) ? `[decision](decisions.md): ${decision}` : null
  const file = recordFiles.find((name) => name.startsWith(`${decision}-`))
  return file ? `[decision ${decision}](decisions/${file})` : null
}

/** The headings, as on the page, and the lines below them; of a table only the rows. */
function readSpec(spec: string): (string | Line)[] {
  const parts: (string | Line)[] = []
  let section = '§0'
  let prefix = `${section} `
  const rows = spec.split('\n')
  const isRule = (row: string | undefined) => row !== undefined && /^\|[\s|:-]+\|$/.test(row)
  rows.forEach((row, i) => {
    const text = row.trim().replace(/^- /, '')
    if (text === '' || text.startsWith('# ') || isRule(row) || isRule(rows[i + 1])) return
    const [, number, heading] = /^##+ (?:(\d+)\. )?(.+)$/.exec(text) ?? []
    const [bold = '', name] = /^\*\*([^*]+?)[.:]?\*\*/.exec(text) ?? []
    if (number) section = `§${number}`
    const title = number ? undefined : (heading ?? name)
    if (number) prefix = `${section} `
    else if (title) prefix = `${section} ${title.replace(/ \(.*\)$/, '')}: `
    if (heading) parts.push(text)
    else if (bold === text) parts.push(`#### ${text.slice(2, -2)}`)
    else {
      const opening = bold.length + text.slice(bold.length).search(/[^\s|'(]/)
      parts.push({ prefix, text, opening, startsWithHeading: bold !== '' })
    }
  })
  return parts
}

function locate(references: readonly string[], lines: readonly Line[], wrong: string[]): Statement[] {
  const statements = references.flatMap((reference) => {
    const found = placesOf(reference, lines)
    if (found.length === 0) wrong.push(`The specification has no statement ${reference}`)
    if (found.length > 1) wrong.push(`The specification has ${found.length} statements ${reference}`)
    return found.length === 1 ? found : []
  })
  statements.forEach((statement, i) => {
    const before = statements[i - 1]
    if (!before) return
    const inLine = before.line === statement.line
    if (inLine ? before.at >= statement.at : lines.indexOf(before.line) > lines.indexOf(statement.line))
      wrong.push(`The specification states before ${before.reference}: ${statement.reference}`)
  })
  for (const line of lines)
    if (!statements.some((statement) => statement.line === line && statement.at === 0))
      wrong.push(`No reference names the line: ${line.text}`)
  return statements
}

/** The lines that begin with the words; only if there is none, the words inside lines. */
function placesOf(reference: string, lines: readonly Line[]): Statement[] {
  const ofHeading = lines.filter(({ prefix }) => prefix === `${reference}: `)
  if (ofHeading.length === 1 && ofHeading[0]!.startsWithHeading)
    return [{ reference, line: ofHeading[0]!, at: 0 }]
  const places = lines
    .filter(({ prefix }) => reference.startsWith(prefix))
    .flatMap((line) => {
      const words = reference.slice(line.prefix.length)
      return offsetsOf(words, line.text).map((offset) => ({ reference, line, offset }))
    })
  const opening = places.filter(({ line, offset }) => offset === line.opening)
  if (opening.length > 0) return opening.map(({ line }) => ({ reference, line, at: 0 }))
  return places.map(({ line, offset }) => {
    const quoted = /['(]/.test(line.text[offset - 1] ?? '')
    return { reference, line, at: quoted ? offset - 1 : offset }
  })
}

/** The indexes at which the words occur as whole words. */
function offsetsOf(words: string, text: string): number[] {
  const literal = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const whole = new RegExp(`(?<=^|[\\s'(*])${literal}(?![\\w/{}-])`, 'g')
  return [...text.matchAll(whole)].map(({ index }) => index)
}
