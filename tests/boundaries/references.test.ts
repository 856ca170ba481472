// Comments and documents cite only files of this repository, so that a reader can follow every citation.

import { describe, expect, test } from 'vitest'
import { commentsOf, files, read } from '#tests/boundaries/sources.ts'

/** A path, with or without its folders. */
const PATH =
  /(?<![\w/.@*{}#$<>~-])(?:\.{1,2}\/)?(?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|md|json|ya?ml|html|css)\b(?!\/)/g

/** Files that the build, the server or another tool makes, and files of other packages. */
const MADE_ELSEWHERE = [/^dist\//, /^data\//, /node_modules\//, /^manifest\.json$/, /^seed\.json$/]

/** The specification is literal; the tests name invented files. */
const UNCHECKED = ['docs/spec.md', 'tests/spec/annotations.ts']

/** @returns one line for each citation of a file that is not there */
function deadReferences(file: string, text: string, all: readonly string[]): string[] {
  const lines = /\.tsx?$/.test(file) ? commentsOf(text) : text.split('\n')
  const cited = lines.flatMap((line) => [...line.replaceAll(/\b\w+:\/\/\S+/g, '').matchAll(PATH)])
  return cited.flatMap(([path]) => {
    const name = path.replace(/^(?:\.{0,2}\/)+/, '')
    const isThere = all.some((one) => one === name || one.endsWith(`/${name}`))
    return isThere || MADE_ELSEWHERE.some((made) => made.test(name)) ? [] : [`${file} cites ${path}`]
  })
}

describe('references', () => {
  test('every file that a comment or a document cites is in the repository', () => {
    const citing = files.filter((file) => /\.(tsx?|md|ya?ml)$/.test(file) && !UNCHECKED.includes(file))
    expect(citing.flatMap((file) => deadReferences(file, read(file), files))).toEqual([])
  })

  test.each([
    ['core/a.ts', '// as api.md says\n', ['core/a.ts cites api.md']],
    ['core/a.ts', '/** See `core/gone.ts`. */\n', ['core/a.ts cites core/gone.ts']],
    ['docs/a.md', '[the rules](gone/rules.md)\n', ['docs/a.md cites gone/rules.md']],
    ['core/a.ts', "import { b } from '#core/gone.ts'\n", []],
    ['docs/a.md', '`kernel/money.ts`, package.json and https://example.com/x.md\n', []],
  ])('the references of %s with %j are checked', (file, text, dead) =>
    expect(deadReferences(file, text, ['core/kernel/money.ts', 'package.json'])).toEqual(dead),
  )
})
