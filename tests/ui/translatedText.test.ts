// A browser's translation puts each text node into elements of its own, and React goes on changing the node that is no longer
// on the screen: an amount or "You owe" stays as it was. An element whose only child is a text is replaced as a whole. So a
// text that changes is the only child of its element.

import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

interface Node {
  type: string
  start: number
  end: number
  [name: string]: unknown
}

/** Elements that another file makes and whose type is not said here. */
const madeElsewhere = [
  'children',
  'action',
  'before',
  'rows',
  'tools',
  'undo',
  'upcoming',
  'results',
  'list',
  'menuPart',
  'pickerPart',
  'cardsPart',
  'searchPart',
  'renderCard',
  'photosPart',
  'trayPart',
  'tilesPart',
  'viewer',
  'actions',
  'createElement',
  'createPortal',
]

/** The variables and properties of a source that hold elements, not texts: by their type, or what they are made of. */
function elementsIn(source: string, program: Node): Set<string> {
  const names = new Set(madeElsewhere)
  for (const [, name] of source.matchAll(/\b(\w+)\??: (?:React\.)?React(?:Node|Element)\b/g)) names.add(name!)
  walk(program, (node) => {
    if (node.type !== 'VariableDeclarator' || (node['id'] as Node).type !== 'Identifier') return
    if (node['init'] && hasElement(node['init'] as Node)) names.add((node['id'] as Node)['name'] as string)
  })
  return names
}

/** @param visit returns false where it leaves out what is within the node */
function walk(node: Node, visit: (node: Node) => unknown): void {
  if (visit(node) === false) return
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof (child as Node).type === 'string') walk(child as Node, visit)
}

function hasElement(node: Node): boolean {
  let has = false
  walk(node, ({ type }) => void (has ||= type === 'JSXElement' || type === 'JSXFragment'))
  return has
}

/** Whether an expression may be a text that changes. */
function isVariableText(node: Node, elements: Set<string>): boolean {
  const isAny = (...parts: unknown[]) => parts.some((part) => isText(part as Node, elements))
  switch (node.type) {
    case 'TemplateLiteral':
    case 'BinaryExpression':
      return true
    case 'Identifier':
      return !elements.has(node['name'] as string)
    case 'MemberExpression':
      return !elements.has(((node['property'] as Node)['name'] as string | undefined) ?? '')
    case 'CallExpression': {
      const callee = node['callee'] as Node
      const name = ((callee.type === 'MemberExpression' ? callee['property'] : callee) as Node)[
        'name'
      ] as string
      // Rows are made with `map`.
      return !hasElement(node) && !elements.has(name) && name !== 'map'
    }
    case 'ConditionalExpression':
      return isAny(node['consequent'], node['alternate'])
    case 'LogicalExpression':
      return node['operator'] === '&&' ? isAny(node['right']) : isAny(node['left'], node['right'])
    case 'ChainExpression':
    case 'TSNonNullExpression':
      return isVariableText(node['expression'] as Node, elements)
    default:
      return false
  }
}

/** A constant text is one, too, where it is one of two or is not always there. */
const isText = (node: Node, elements: Set<string>): boolean =>
  node.type === 'Literal'
    ? typeof node['value'] === 'string' && node['value'] !== ''
    : isVariableText(node, elements)

const expressionOf = (child: Node): Node | null =>
  child.type === 'JSXExpressionContainer' ? (child['expression'] as Node) : null

/** What React renders of the children: no indentation, no comments. */
function isRendered(child: Node): boolean {
  if (child.type === 'JSXText')
    return !/^\s*$/.test(child['value'] as string) || !/\n/.test(child['value'] as string)
  const expression = expressionOf(child)
  return expression === null || expression.type !== 'JSXEmptyExpression'
}

/** The variable texts of a source that stand beside something else, with their lines. */
function textsBesideOthers(source: string): string[] {
  const program = parseAst(source, { lang: 'tsx', astType: 'ts' }) as unknown as Node
  const elements = elementsIn(source, program)
  const found: string[] = []
  const add = ({ start, end }: Node) => {
    const line = source.slice(0, start).split('\n').length
    found.push(`${line}: ${source.slice(start, end).replace(/\s+/g, ' ').slice(0, 70)}`)
  }
  walk(program, (node) => {
    for (const text of textsOfComponent(node)) add(text)
    for (const text of textsOfConditionalFragments(node)) add(text)
    if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return
    const children = (node['children'] as Node[]).filter(isRendered)
    // A fragment is no element: what stands beside it is not known.
    if (children.length < 2 && node.type === 'JSXElement') return
    for (const child of children) {
      const expression = expressionOf(child)
      if (expression && isVariableText(expression, elements)) add(expression)
    }
  })
  return found
}

/**
 * A constant text of a fragment that is not always there: React cannot take the text away that the translation has moved, so
 * that a comma would stay behind.
 */
function textsOfConditionalFragments(node: Node): Node[] {
  const branches = {
    ConditionalExpression: [node['consequent'], node['alternate']],
    LogicalExpression: [node['right']],
  }[node.type]
  return (branches ?? []).flatMap((branch) =>
    (branch as Node).type === 'JSXFragment'
      ? ((branch as Node)['children'] as Node[]).filter(
          (child) => child.type === 'JSXText' && (child['value'] as string).trim() !== '',
        )
      : [],
  )
}

/** The texts that a component returns without an element around them. */
function textsOfComponent(node: Node): Node[] {
  const isDeclared = node.type === 'FunctionDeclaration'
  const made = isDeclared ? node : node.type === 'VariableDeclarator' ? (node['init'] as Node | null) : null
  const name = ((node['id'] as Node | null | undefined)?.['name'] as string | undefined) ?? ''
  if (!made || !/Function/.test(made.type) || !/^[A-Z][a-z]/.test(name)) return []
  const body = made['body'] as Node
  const returned: Node[] = body.type === 'BlockStatement' ? [] : [body]
  walk(body, (inner) => {
    if (inner.type === 'ReturnStatement' && inner['argument']) returned.push(inner['argument'] as Node)
    return !/Function/.test(inner.type)
  })
  return returned.filter(isPlainText)
}

const isPlainText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'Literal' && typeof node['value'] === 'string') ||
  (node.type === 'ConditionalExpression' &&
    [node['consequent'], node['alternate']].some((part) => isPlainText(part as Node)))

test.each([
  ['<p>You owe {amount}</p>', 1],
  ['<p>{count} people</p>', 1],
  ['<p><b>Now</b> {isOpen && "open"}</p>', 1],
  ['<p>{name}: <Money /></p>', 1],
  ['<>{a} · {b}</>', 2],
  ['<>{amount}</>', 1],
  ['<p>{net < 0 ? "You owe" : "You are owed"}</p>', 0],
  ['<p>{`You owe ${amount}`}</p>', 0],
  ['<p><bdi>{name}</bdi>{": "}<Money /></p>', 0],
  ['<p>{isOpen && <Icon />} Open</p>', 0],
  ['<p>{name && <>, <bdi>{name}</bdi></>}</p>', 1],
  ['<p>{isMe ? <>You</> : <bdi>{name}</bdi>}</p>', 1],
  ['<p>{name && <><span>, </span><bdi>{name}</bdi></>}</p>', 0],
  ['<p>{name && <span>, <bdi>{name}</bdi></span>}</p>', 0],
  ['<ul><li>One</li>{rows.map((row) => <li>{row}</li>)}</ul>', 0],
])('A text that changes is found where it stands beside something else: %s', (jsx, count) => {
  expect(textsBesideOthers(`const shown = ${jsx}`)).toHaveLength(count)
})

test('Each text that changes is the only child of its element', () => {
  const found = globSync('web/**/*.tsx').flatMap((file) =>
    textsBesideOthers(readFileSync(file, 'utf8')).map((text) => `${file}:${text}`),
  )
  expect(found.sort()).toEqual([])
})
