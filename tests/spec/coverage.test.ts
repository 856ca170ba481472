// Each statement of the specification has a test or a decision, and docs/spec-coverage.md lists them.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { annotationsIn } from '#tests/spec/annotations.ts'
import { type Sources, coverageOf } from '#tests/spec/coverage.ts'
import { coverageOfRepository, pageFile } from '#tests/spec/repository.ts'

describe('docs/spec-coverage.md', () => {
  const { page, wrong } = coverageOfRepository()

  test('The file docs/spec.md is the owner’s text, unchanged', () => {
    expect(createHash('sha256').update(readFileSync('docs/spec.md')).digest('hex')).toBe(
      '74ff8f5b990a25cc1af92ba14995e00a41f645809c378dc37d37bb5af9d275b2',
    )
  })

  test('Each statement of the specification has a test that covers it or a decision that settles it', () => {
    expect(wrong).toEqual([])
  })

  test('The page is the output of npm run spec', () => {
    expect(readFileSync(pageFile, 'utf8') === page, 'run npm run spec').toBe(true)
  })
})

const spec = `# Title

It begins.

## 1. Screens

### Login (/login)
- It asks. It greets. It 'thanks'.

**Form**
| Field | Text |
|---|---|
| name | Say it |

**Logout:** it ends.
`

const testFile = `
describe('the login', () => {
  test('asks', async () => {
    coversSpec('§0 It begins', '§1 Login: It asks')
  })
  test.each(['ann'])('greets %s', () => {
    coversSpec('§1 Login: It greets')
  })
})
it(\`thanks \${ann}\`, () => coversSpec("§1 Login: It 'thanks'", '§1 Form: name'))
`

const sources = {
  spec,
  references: [
    '§0 It begins',
    '§1 Login: It asks',
    '§1 Login: It greets',
    "§1 Login: It 'thanks'",
    '§1 Form: name',
    '§1 Logout',
  ],
  decisions: { '§1 Logout': ['0002', 'It ends at once'] },
  recordFiles: [
    '0001-guest-contact-details-before-the-guest-event.md',
    '0002-no-digest-of-a-secret-in-the-log.md',
  ],
  rules: 'It ends at once, on every device.',
}

function coverage(changed: Partial<Sources> = {}, file = testFile) {
  const { found, wrong } = annotationsIn('tests/a.test.ts', file)
  const joined = coverageOf({ ...sources, annotations: found, ...changed })
  return { ...joined, wrong: [...wrong, ...joined.wrong] }
}

describe('the coverage of a specification', () => {
  test('The page quotes each statement, with the tests and decisions below it', () => {
    const { page, wrong } = coverage()
    expect(wrong).toEqual([])
    expect(page.slice(page.indexOf('>'))).toBe(`> It begins.

- tests/a.test.ts › the login › asks

## 1. Screens

### Login (/login)

> It asks.

- tests/a.test.ts › the login › asks

> It greets.

- tests/a.test.ts › the login › greets %s

> It 'thanks'.

- tests/a.test.ts › thanks \${ann}

#### Form

> | name | Say it |

- tests/a.test.ts › thanks \${ann}

> **Logout:** it ends.

- [decision 0002](decisions/0002-no-digest-of-a-secret-in-the-log.md)
- [decision](decisions.md): It ends at once
`)
  })

  const without = (reference: string) => sources.references.filter((other) => other !== reference)

  test.each<[string, Partial<Sources>, string]>([
    [
      'a line that no reference names',
      { references: without('§1 Form: name') },
      'No reference names the line: | name | Say it |',
    ],
    [
      'a line of which a reference names the end only',
      { references: without('§1 Login: It asks') },
      "No reference names the line: It asks. It greets. It 'thanks'.",
    ],
    [
      'a reference with other words than the specification',
      { references: [...sources.references, '§1 Login: It begs'] },
      'The specification has no statement §1 Login: It begs',
    ],
    [
      'a reference with half a word',
      { references: [...sources.references, '§1 Login: It gree'] },
      'The specification has no statement §1 Login: It gree',
    ],
    [
      'a reference below another heading',
      { references: [...sources.references, '§1 Form: It asks'] },
      'The specification has no statement §1 Form: It asks',
    ],
    [
      'a reference with words that stand twice in the specification',
      { spec: spec.replace('It asks.', 'It asks. Then it greets.'), references: ['§1 Login: greets'] },
      'The specification has 2 statements §1 Login: greets',
    ],
    [
      'references in another order than the specification',
      { references: sources.references.toReversed() },
      'The specification states before §1 Login: It greets: §1 Login: It asks',
    ],
    [
      'a reference that is there twice',
      { references: [...sources.references, '§1 Logout'] },
      'The specification states before §1 Logout: §1 Logout',
    ],
    [
      'a statement without test and decision',
      { decisions: {} },
      'No test covers and no decision settles: §1 Logout',
    ],
    [
      'a decision that does not exist',
      { decisions: { '§1 Logout': ['0003'] } },
      'There is no decision 0003, which settles: §1 Logout',
    ],
    [
      'a decision with words that no rule has',
      { decisions: { '§1 Logout': ['It ends tomorrow'] } },
      'There is no decision It ends tomorrow, which settles: §1 Logout',
    ],
    [
      'a decision on an unknown statement',
      { decisions: { ...sources.decisions, '§1 Logon': ['0001'] } },
      'A decision settles an unknown statement: §1 Logon',
    ],
  ])('The coverage reports %s', (_, changed, sentence) => {
    expect(coverage(changed).wrong).toContain(sentence)
  })

  test.each<[string, (file: string) => string, string]>([
    [
      'an annotation with an unknown reference',
      (file) => file.replace('It greets', 'It sings'),
      'tests/a.test.ts › the login › greets %s covers an unknown statement: §1 Login: It sings',
    ],
    [
      'a statement whose only annotation is gone',
      (file) => file.replace("coversSpec('§1 Login: It greets')", ''),
      'No test covers and no decision settles: §1 Login: It greets',
    ],
    [
      'an annotation in a test that is skipped',
      (file) => file.replace('test.each', 'test.skip.each'),
      'tests/a.test.ts › the login › greets %s covers §1 Login: It greets and is skipped',
    ],
    [
      'an annotation in a test inside of a describe that is skipped',
      (file) => file.replace('describe(', 'describe.skip('),
      'tests/a.test.ts › the login › asks covers §1 Login: It asks and is skipped',
    ],
    [
      'an annotation outside of a test',
      (file) => file.replace('test.each', "coversSpec('§1 Form: name')\ntest.each"),
      'tests/a.test.ts › the login covers §1 Form: name outside of a test',
    ],
    [
      'an annotation with a reference that is put together while running',
      (file) => file.replace("'§1 Login: It greets'", '`${section} Login: It greets`'),
      'tests/a.test.ts › the login › greets %s covers `${section} Login: It greets`, which is not a literal',
    ],
  ])('The coverage reports %s', (_, change, sentence) => {
    expect(coverage({}, change(testFile)).wrong).toContain(sentence)
  })
})
