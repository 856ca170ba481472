// The text files of the repository, and their comments, for the tests of the house rules.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Paths from the root of all files that git tracks or would track, `/` between folders. */
export const files: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard'],
  { encoding: 'utf8', maxBuffer: 10_000_000 },
)
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))

export const read = (file: string): string => readFileSync(file, 'utf8')

/** The comments of a TypeScript file, as lines. A string that contains `//` counts as one; that is harmless here. */
export function commentsOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const found = /^\s*(?:\/\/|\/\*\*?|\*)(.*)$|\s\/\/ (.*)$/.exec(line)
    return found ? [found[1] ?? found[2] ?? ''] : []
  })
}

/** The names a file exports, without re-exports. A schema and its type with one name count once. */
export function exportsOf(text: string): string[] {
  const found = text.matchAll(
    /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|type|interface|class) +(\w+)/gm,
  )
  return [...new Set([...found].map(([, name]) => name!))]
}

export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** The imports of each source by the aliases of package.json. @param unitOf the node of a path: itself or its folder */
export function importGraph(sources: ReadonlyMap<string, string>, unitOf: (path: string) => string): Graph {
  const graph = new Map<string, Set<string>>()
  for (const [file, text] of sources) {
    const own = unitOf(file)
    const imported = graph.get(own) ?? new Set()
    graph.set(own, imported)
    for (const [, path] of text.matchAll(/(?:from|import\(?) ?'#([\w/.-]+)'/g))
      if (unitOf(path!) !== own) imported.add(unitOf(path!))
  }
  return graph
}
