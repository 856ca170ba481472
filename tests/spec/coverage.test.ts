// Every line of the specification is shown by a test that exists, or replaced by a decision that was written down.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Repository } from '#tests/spec/coverage.ts'
import { check } from '#tests/spec/coverage.ts'
import type { TestTitle } from '#tests/spec/testTitles.ts'
import { titlesIn } from '#tests/spec/testTitles.ts'

/** Not built yet. Whoever builds one of them takes it out of here and names the test. */
const mayBeOpen: readonly string[] = []

describe('docs/spec-coverage.md', () => {
  test('speaks of the specification as its owner wrote it', () => {
    expect(createHash('sha256').update(read('docs/spec.md')!).digest('hex')).toBe(
      '74ff8f5b990a25cc1af92ba14995e00a41f645809c378dc37d37bb5af9d275b2',
    )
  })

  test('names for each line of the specification what shows it', () => {
    const { wrong, open } = check(read('docs/spec.md')!, read('docs/spec-coverage.md')!, here)
    if (open.length > 0) console.info(`Open in the specification: ${open.length}\n${open.join('\n')}`)
    expect(wrong).toEqual([])
    // What was built meanwhile is not left on the list.
    expect(open).toEqual(mayBeOpen)
  })
})

const known = new Map<string, TestTitle[]>()
const here: Repository = {
  titles(file) {
    const text = /^tests\/.+\.test\.ts$/.test(file) ? read(file) : null
    if (text !== null && !known.has(file)) known.set(file, titlesIn(file, text))
    return known.get(file) ?? null
  },
  text: read,
  mayBeOpen,
}

function read(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

describe('what it checks', () => {
  const spec =
    '# Title\n\n**Login**\n- It asks. It greets.\n\n| Field | Text |\n|---|---|\n| name | Say it |\n'
  const whole =
    '> It asks.\n\n- tests/a.test.ts › it › asks\n\n> It greets.\n\n- tests/a.test.ts › greets ann\n\n> | name | Say it |\n\n- decision: docs/one.md › spoken\n'
  const repository: Repository = {
    titles: (file) =>
      file === 'tests/a.test.ts'
        ? titlesIn(
            file,
            "describe('it', () => { test('asks', ask) })\ntest.each(['ann'])('greets %s', greet)\ntest.skip('waits', wait)",
          )
        : null,
    text: (file) => (file === 'docs/one.md' ? 'It is spoken, not written.' : null),
    mayBeOpen: ['It asks.'],
  }
  const found = (change: (coverage: string) => string) => check(spec, change(whole), repository)

  test('finds nothing where each line has its own', () => {
    expect(found((all) => all)).toEqual({ wrong: [], open: [] })
  })

  test.each<[string, (coverage: string) => string, string]>([
    ['a line without an entry', (all) => all.replace(/> \|.*/s, ''), 'Nothing is named for: name | Say it |'],
    [
      'half a line without one',
      (all) => all.replace(/> It asks[^>]*/, ''),
      'Nothing is named for: It asks. It greets.',
    ],
    [
      'an entry that names nothing',
      (all) => all.replace('- tests/a.test.ts › it › asks', ''),
      'Nothing is named for: It asks.',
    ],
    [
      'other words than the specification’s',
      (all) => all.replace('It asks.', 'It begs.'),
      'The specification does not say here: It begs.',
    ],
    [
      'a line the specification lacks',
      (all) => `${all}\n> It sings.\n\n- tests/a.test.ts › it › asks`,
      'The specification does not say here: It sings.',
    ],
    [
      'a file that does not exist',
      (all) => all.replace('a.test.ts › it', 'b.test.ts › it'),
      'There is no tests/b.test.ts › it › asks (named for: It asks.)',
    ],
    [
      'a test that does not exist',
      (all) => all.replace('› asks', '› begs'),
      'There is no tests/a.test.ts › it › begs (named for: It asks.)',
    ],
    [
      'a test under another heading',
      (all) => all.replace('it › asks', 'she › asks'),
      'There is no tests/a.test.ts › she › asks (named for: It asks.)',
    ],
    [
      'a describe instead of a test',
      (all) => all.replace('it › asks', 'it'),
      'There is no tests/a.test.ts › it (named for: It asks.)',
    ],
    [
      'a test that is skipped',
      (all) => all.replace('it › asks', 'waits'),
      'There is no tests/a.test.ts › waits (named for: It asks.)',
    ],
    [
      'a test with other parameters',
      (all) => all.replace('greets ann', 'greets ben'),
      'There is no tests/a.test.ts › greets ben (named for: It greets.)',
    ],
    [
      'a decision that was not taken',
      (all) => all.replace('spoken', 'sung'),
      'There is no decision: docs/one.md › sung (named for: | name | Say it |)',
    ],
    [
      'a line left open that may not be',
      (all) => all.replace('tests/a.test.ts › greets ann', 'open'),
      'May not be left open: It greets.',
    ],
  ])('%s', (_, change, said) => expect(found(change).wrong).toContain(said))

  test('counts what may be open for now', () => {
    expect(found((all) => all.replace('tests/a.test.ts › it › asks', 'open'))).toEqual({
      wrong: [],
      open: ['It asks.'],
    })
  })
})
