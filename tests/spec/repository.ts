// Computes the coverage of the specification from docs/, the references, and the annotations of the tests.

import { readdirSync, readFileSync } from 'node:fs'
import { annotationsIn } from '#tests/spec/annotations.ts'
import { coverageOf, type Coverage } from '#tests/spec/coverage.ts'
import { decisions, references } from '#tests/spec/references.ts'

export const pageFile = 'docs/spec-coverage.md'

export function coverageOfRepository(): Coverage {
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .map((name) => `tests/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.test.ts'))
    .toSorted()
  const annotated = files.map((file) => annotationsIn(file, readFileSync(file, 'utf8')))
  const coverage = coverageOf({
    spec: readFileSync('docs/spec.md', 'utf8'),
    references,
    decisions,
    annotations: annotated.flatMap(({ found }) => found),
    recordFiles: readdirSync('docs/decisions'),
    rules: readFileSync('docs/decisions.md', 'utf8'),
  })
  return { ...coverage, wrong: [...annotated.flatMap(({ wrong }) => wrong), ...coverage.wrong] }
}
