// No file and no folder imports another that imports it back, types included, so that a reader can always start at the
// bottom. The linter finds circles of files, but none of types and none between folders. A folder and its own subfolders
// are one unit.

import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { files, type Graph, importGraph, read } from '#tests/boundaries/sources.ts'

const contains = (outer: string, inner: string): boolean => inner.startsWith(`${outer}/`)

/** @returns each pair of folders that import each other, once; a folder and one inside it are no pair */
function pairs(graph: Graph): string[] {
  return [...graph].flatMap(([one, imported]) =>
    [...imported].flatMap((other) =>
      one < other && !contains(one, other) && graph.get(other)?.has(one) ? [`${one} ⇄ ${other}`] : [],
    ),
  )
}

/** @returns one path for each circle that a depth-first walk closes */
function circles(graph: Graph): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const walk = (node: string, path: readonly string[]): void => {
    const at = path.indexOf(node)
    if (at >= 0) found.push([...path.slice(at), node].join(' → '))
    if (at >= 0 || done.has(node)) return
    for (const next of graph.get(node) ?? []) walk(next, [...path, node])
    done.add(node)
  }
  for (const node of graph.keys()) walk(node, [])
  return found
}

describe('circles', () => {
  const sources = new Map(
    files
      .filter((file) => /^(core|projections|api|web)\/.*\.tsx?$/.test(file))
      .map((file) => [file, read(file)]),
  )

  test('no file of the product imports itself through others', () => {
    expect(circles(importGraph(sources, (path) => path))).toEqual([])
  })

  test('no two folders of the product import each other', () => {
    expect(pairs(importGraph(sources, dirname))).toEqual([])
  })

  test('a circle of two files and the pair of their folders are found', () => {
    const circle = new Map([
      ['core/a/one.ts', "import type { B } from '#core/b/two.ts'"],
      ['core/b/two.ts', "import type { A } from '#core/a/one.ts'"],
    ])
    expect(circles(importGraph(circle, (path) => path))).toEqual([
      'core/a/one.ts → core/b/two.ts → core/a/one.ts',
    ])
    expect(pairs(importGraph(circle, dirname))).toEqual(['core/a ⇄ core/b'])
  })
})
