// Reads from the source of a test file which statements of the specification each test covers. No test runs.

import { parseSync } from 'vite'

export interface Annotation {
  reference: string
  /** The file and the titles: `tests/a.test.ts › describe › test`. Placeholders in a title are not replaced. */
  test: string
}

export interface Annotations {
  found: Annotation[]
  /** Annotations that are not counted, each with the reason. */
  wrong: string[]
}

/** The part of the syntax tree that calls and titles consist of. */
interface Node {
  type: string
  start: number
  end: number
  name?: string
  value?: unknown
  callee?: Node
  arguments?: Node[]
  object?: Node
  property?: Node
  tag?: Node
}

/** The describes around a node and, inside a test, the test. */
interface Around {
  titles: string[]
  inTest: boolean
  skipped: boolean
}

export function annotationsIn(file: string, source: string): Annotations {
  if (!source.includes('coversSpec(')) return { found: [], wrong: [] }
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`)
  const annotations: Annotations = { found: [], wrong: [] }
  walk(program, { titles: [file], inTest: false, skipped: false })
  return annotations

  function walk(node: unknown, around: Around): void {
    if (Array.isArray(node)) return node.forEach((item) => walk(item, around))
    if (typeof node !== 'object' || node === null) return
    const { type, callee, arguments: given } = node as Node
    let inside = around
    if (type === 'CallExpression') {
      const names = namesOf(callee!)
      const title = titleOf(given![0], source)
      if (names[0] === 'coversSpec') annotate(given!, around)
      else if (title !== null && ['describe', 'test', 'it'].includes(names[0]!))
        inside = {
          titles: [...around.titles, title],
          inTest: names[0] !== 'describe',
          skipped: around.skipped || names.includes('skip') || names.includes('todo'),
        }
    }
    for (const child of Object.values(node)) walk(child, inside)
  }

  function annotate(references: Node[], { titles, inTest, skipped }: Around): void {
    const test = titles.join(' › ')
    for (const { type, value, start, end } of references) {
      const reference = type === 'Literal' ? String(value) : source.slice(start, end)
      if (type !== 'Literal') annotations.wrong.push(`${test} covers ${reference}, which is not a literal`)
      else if (!inTest) annotations.wrong.push(`${test} covers ${reference} outside of a test`)
      else if (skipped) annotations.wrong.push(`${test} covers ${reference} and is skipped`)
      else annotations.found.push({ reference, test })
    }
  }
}

/** The names in `test.each(rows)('title', …)`: test, each. */
function namesOf({ type, name, object, property, callee, tag }: Node): string[] {
  if (type === 'Identifier') return [name!]
  if (type === 'MemberExpression') return [...namesOf(object!), property!.name!]
  if (type === 'CallExpression') return namesOf(callee!)
  return type === 'TaggedTemplateExpression' ? namesOf(tag!) : []
}

function titleOf(argument: Node | undefined, source: string): string | null {
  if (typeof argument?.value === 'string') return argument.value
  return argument?.type === 'TemplateLiteral' ? source.slice(argument.start + 1, argument.end - 1) : null
}
