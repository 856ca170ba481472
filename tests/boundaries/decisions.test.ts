// Decision records are found by their number: one form, an index, and no citation of a record that does not exist.

import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type TextFile, faultsOfRecords } from '#tests/boundaries/decisionRecords.ts'
import { files, read } from '#tests/boundaries/sources.ts'

/** The citations in this file are made up. */
const SELF = 'tests/boundaries/decisions.test.ts'
const INDEX = 'docs/decisions/README.md'

const textFile = (path: string): TextFile => ({ path, text: read(path) })

describe('docs/decisions', () => {
  test('Every decision record has one form, a row in the index, and a number that citations can rely on', () => {
    const records = files.filter((path) => /^docs\/decisions\/\d/.test(path))
    const citing = files.filter(
      (path) =>
        /\.(?:tsx?|css|html|md|yml)$|(?:Docker|Caddy)file$/.test(path) &&
        path !== SELF &&
        !records.includes(path),
    )
    expect(records.length).toBeGreaterThan(50)
    expect(citing.length).toBeGreaterThan(500)
    const named = records.map((path) => ({ ...textFile(path), path: basename(path) }))
    expect(faultsOfRecords(named, read(INDEX), citing.map(textFile))).toEqual([])
  })
})

describe('the check of decision records', () => {
  const record = (number: string, name: string, status = 'accepted'): TextFile => ({
    path: `${number}-${name}.md`,
    text: `# ${number}. Title of ${name}\n\n- Date: 2026-11-22\n- Status: ${status}\n\n## Context\n\nA.\n\n## Decision\n\nB.\n\n## Consequences\n\nC.\n\n## Alternatives\n\nD.\n`,
  })
  const first = record('0001', 'one', 'superseded by [0002](0002-two.md)')
  const second = record('0002', 'two')
  const index =
    '| number | title | status |\n| --- | --- | --- |\n| 0001 | [Title of one](0001-one.md) | superseded by 0002 |\n| 0002 | [Title of two](0002-two.md) | accepted |\n'
  const citing = (words: string): TextFile => ({ path: 'core/a.ts', text: `// ${words}\n` })

  const check = (change: (text: string) => string, changedIndex = index, words = '') =>
    faultsOfRecords([first, { ...second, text: change(second.text) }], changedIndex, [citing(words)])
  const same = (text: string) => text

  test('The check accepts records in the right form', () =>
    expect(check(same, index, 'as in docs/decisions/0001 and decision 0002')).toEqual([]))

  test.each<[string, (text: string) => string, string]>([
    ['a missing date', (text) => text.replace(/- Date.*\n/, ''), '- Date: YYYY-MM-DD'],
    ['an impossible date', (text) => text.replace('11-22', '13-22'), '- Date: YYYY-MM-DD'],
    ['a missing status', (text) => text.replace(/- Status.*\n/, ''), '- Status: accepted'],
    ['an unknown status', (text) => text.replace('accepted', 'proposed'), '- Status: accepted'],
    ['another number in the title', (text) => text.replace('# 0002', '# 0003'), '"# 0002. Title"'],
    ['a missing section', (text) => text.replace('## Alternatives\n\nD.\n', ''), 'exactly the sections'],
    ['an additional section', (text) => `${text}\n## Notes\n\nE.\n`, 'exactly the sections'],
    ['an empty section', (text) => text.replace('C.', ''), 'nothing in the section Consequences'],
  ])('The check of a record refuses %s', (_, change, fault) =>
    expect(check(change)).toContainEqual(expect.stringContaining(fault)),
  )

  test('The check refuses a number that two records have', () =>
    expect(faultsOfRecords([first, second, record('0002', 'three')], index, [])).toContain(
      '0002-two.md and 0002-three.md have the same number',
    ))

  test.each<[string, string, string]>([
    ['an index without a record', index.replace(/\| 0002.*\n/, ''), 'The index lacks | 0002 |'],
    ['an index with an old title', index.replace('Title of two', 'Title'), 'The index lacks | 0002 |'],
    ['an index with a record too many', index.replace('two.md', 'three.md'), 'The index names no record'],
    [
      'an index out of order',
      index.replace(/(\| 0001.*\n)(\| 0002.*\n)/, '$2$1'),
      'The index is not in the order of the numbers',
    ],
  ])('The check of the index refuses %s', (_, changed, fault) =>
    expect(check(same, changed)).toContainEqual(expect.stringContaining(fault)),
  )

  test.each([
    ['docs/decisions/0003', '0003'],
    ['decision 0003', '0003'],
    ['see (0003)', '0003'],
    ['docs/decisions/0002-old-name.md', '0002-old-name.md'],
  ])('The check refuses the citation %s where no such record exists', (words, cited) =>
    expect(check(same, index, words)).toEqual([`core/a.ts cites ${cited}, which is no decision record`]),
  )
})
