// The titles of the tests in a file, read from its text alone: nothing is run to know what there is.

import { parseSync } from 'vite'

export interface TestTitle {
  /** Of the describes around it, the outermost first, and its own. */
  path: string[]
  /** The whole text of its file. */
  source: string
}

/** Where a title is put together while running, any text may stand. */
const anything = '\u0000'

type Node = { type: string } & Record<string, unknown>

/** Tests that are skipped or only planned are none. */
export function titlesIn(file: string, text: string): TestTitle[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]!.message}`)
  const found: TestTitle[] = []
  walk(program, [], text, found)
  return found
}

/**
 * Whether this names the test: by its title, or by describe › title. One with parameters is named as it is written,
 * '%s is refused', or with values that stand in its file.
 */
export function isNamed(name: string, { path, source }: TestTitle): boolean {
  return path.some((_, from) => {
    const title = path.slice(from).join(' › ')
    const values = patternOf(title).exec(name)?.slice(1)
    return title === name || (values?.every((value) => source.includes(value)) ?? false)
  })
}

function walk(node: unknown, around: readonly string[], source: string, found: TestTitle[]): void {
  if (Array.isArray(node)) return node.forEach((one) => walk(one, around, source, found))
  if (typeof node !== 'object' || node === null) return
  const { type, ...parts } = node as Node
  let inside = around
  if (type === 'CallExpression') {
    const words = wordsOf(parts['callee'] as Node)
    const title = titleOf((parts['arguments'] as Node[])[0])
    if (title !== null && !words.some((word) => ['skip', 'todo'].includes(word))) {
      if (words[0] === 'describe') inside = [...around, title]
      if (words[0] === 'test' || words[0] === 'it') found.push({ path: [...around, title], source })
    }
  }
  for (const part of Object.values(parts)) walk(part, inside, source, found)
}

/** `test.each(rows)(…)` is test, each; what calls with a title is only the outermost. */
function wordsOf(callee: Node): string[] {
  if (callee.type === 'Identifier') return [callee['name'] as string]
  if (callee.type === 'MemberExpression')
    return [...wordsOf(callee['object'] as Node), (callee['property'] as Node)['name'] as string]
  if (callee.type === 'CallExpression') return wordsOf(callee['callee'] as Node)
  if (callee.type === 'TaggedTemplateExpression') return wordsOf(callee['tag'] as Node)
  return []
}

function titleOf(argument: Node | undefined): string | null {
  if (argument?.type === 'Literal' && typeof argument['value'] === 'string') return argument['value']
  if (argument?.type !== 'TemplateLiteral') return null
  const quasis = argument['quasis'] as { value: { cooked: string } }[]
  return quasis.map(({ value }) => value.cooked).join(anything)
}

/** Vitest puts the row's values in for %s, %j, $name and the like. */
function patternOf(title: string): RegExp {
  const placeholder = new RegExp(`${anything}|%[sdifjoO#$]|\\$[\\w.#]+`, 'g')
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${title.split(placeholder).map(literal).join('(.+)')}$`, 'su')
}
