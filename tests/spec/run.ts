// `npm run spec` writes docs/spec-coverage.md; with `--check` it writes nothing, and fails where the page is out of date.
// Either way it fails where a statement of the specification has neither test nor decision, or an annotation is wrong.

import { readFileSync, writeFileSync } from 'node:fs'
import { coverageOfRepository, pageFile } from '#tests/spec/repository.ts'

const { page, wrong } = coverageOfRepository()
if (!process.argv.includes('--check')) writeFileSync(pageFile, page)
else if (readFileSync(pageFile, 'utf8') !== page)
  wrong.push(`${pageFile} is out of date: npm run spec writes it`)
for (const sentence of wrong) console.error(sentence)
process.exitCode = wrong.length > 0 ? 1 : 0
