// Files as other apps, other versions of them, and spreadsheets that saved them again really write them: each gives the
// balances of its app to the cent, or is refused in words.

import { describe, expect, test } from 'vitest'
import { balanceDifferences } from '#core/imports/balances.ts'
import {
  bytesOf,
  readRecognized,
  reasons,
  recordBalances,
  refusalOf,
  utf16,
} from '#tests/imports/importedFiles.ts'
import { lines } from '#tests/imports/variants/otherFile.ts'
import { splitwise } from '#tests/imports/variants/splitwise.ts'
import { spliit, spliitGroup } from '#tests/imports/variants/spliit.ts'
import { tricount } from '#tests/imports/variants/tricount.ts'
import { cospend } from '#tests/imports/variants/cospend.ts'
import { ihatemoney } from '#tests/imports/variants/ihatemoney.ts'
import { settleUp } from '#tests/imports/variants/settleUp.ts'
import { tables } from '#tests/imports/variants/tables.ts'

describe('a file that was not shown before', () => {
  const all = { splitwise, spliit, tricount, cospend, ihatemoney, settleUp, tables }
  const cases = Object.values(all).flat()

  test.each(cases)(
    'A file of $label $of has the balances of its app',
    ({ file, label, balances, refused = [], options, questions = [] }) => {
      const parsed = readRecognized(file, options)

      expect(parsed.label).toBe(label)
      expect(recordBalances(parsed)).toEqual(balances)
      expect(reasons(parsed.refused)).toEqual(refused)
      expect(parsed.questions.map(({ kind }) => kind)).toEqual(questions)
      if (refused.length === 0) expect(balanceDifferences(parsed)).toEqual([])
    },
  )

  const cut = lines('Date,Description,Category,Cost,Currency,Zoë,Ben', '2026-10-03,Bus,Bus,9,HKD,4.5,-4.5')
  test.each([
    ['UTF-8', bytesOf(`${cut}2026-10-04,Café`).slice(0, -1)],
    ['UTF-16', utf16(`${cut}2026-10-04,Caf`).slice(0, -1)],
  ])('A note says that a file in %s ends in the middle of a character', (_, file) => {
    const parsed = readRecognized(file)
    expect(recordBalances(parsed)).toEqual(['HKD Zoë 450', 'HKD Ben -450'])
    expect(parsed.notes).toContain('The file ends in the middle of a character, so its end is missing')
  })

  test('A note says that the totals at the end of a file of Splitwise are missing, where they are', () => {
    const missing = 'The file has no totals at its end, as Splitwise writes them, so its end may be missing'
    expect(readRecognized(cut).notes).toEqual([missing])
    expect(readRecognized(`${cut}2026-10-04,Total balance, , ,HKD,4.5,-4.5`).notes).toEqual([])
  })

  test('Totals that are not those of the rows are shown as a difference of each person', () => {
    const parsed = readRecognized(`${cut}2026-10-04,Total balance, , ,HKD,5.5,-5.5`)
    expect(balanceDifferences(parsed)).toEqual([
      { currency: 'HKD', person: 'p1', fromRecords: 450, fromRows: 450, fromTotals: 550 },
      { currency: 'HKD', person: 'p2', fromRecords: -450, fromRows: -450, fromTotals: -550 },
    ])
  })

  const html = '<!DOCTYPE html><html><head><meta content="a, b, c, d"></head><body>Log in</body></html>'
  test.each([
    ['a web page that was saved instead of the file', html, 'web page'],
    ['a workbook in XML', '<?xml version="1.0"?><Workbook><Table></Table></Workbook>', 'web page or XML'],
    ['a text in rich text format', '{\\rtf1\\ansi Dinner, 30, Ada}', 'damaged'],
    ['an empty list', '[]', 'no app'],
    ['blanks', ' \n \n', 'No table'],
    ['a table of two columns', 'Date,Amount\n2026-10-03,9\n', 'No table'],
    [
      'compressed bytes',
      Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3, 4, 5, 6, 7, 8]),
      'not text',
    ],
    [
      'the plan of I hate money as JSON',
      '[{"amount": 2, "currency": "XXX", "ower": "Ada", "receiver": "Ben"}]',
      'plan of who pays whom',
    ],
    [
      'a group of Spliit in a currency that is none',
      spliitGroup({ currencyCode: 'ISX' }, {}),
      '“ISX” is not known, and it is the currency of the whole group',
    ],
  ])('%s is refused in words', (_, file, words) => {
    const reason = refusalOf(file)
    expect(reason).toContain(words)
    expect(reason).toMatch(/^[A-Z“].*\.$/)
  })
})
