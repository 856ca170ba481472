// The link of a receipt leads to the web only, and to the address that it displays.

import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { RECEIPT_URL_IS_INVALID, receiptUrl } from '#core/money/receiptUrl.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'

describe('a receipt link', () => {
  test.each([
    'https://example.com/receipt.pdf?a=1#top',
    'http://169.254.169.254/',
    'HTTPS://Example.com',
    'https://例え.jp/領収書',
    'https://[2001:db8::1]:8443/x',
    'https://example.com/@ann',
    `https://example.com/${'a'.repeat(2028)}`,
  ])('The link %s is kept as written', (link) => expect(v.parse(receiptUrl, link)).toBe(link))

  test('A link loses only the spaces around it', () =>
    expect(v.parse(receiptUrl, ' https://example.com ')).toBe('https://example.com'))

  test.each([[undefined], [null], [''], ['  ']])('The link %j counts as none', (link) =>
    expect(v.parse(receiptUrl, link)).toBeNull(),
  )

  test.each([
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(1)'],
    ['data:text/html,x'],
    ['//evil'],
    ['http://'],
    ['https:///evil'],
    ['https:evil.example'],
    ['ftp://example.com'],
    ['example.com'],
    ['https://a\\@b'],
    ['https://a@b'],
    ['https://a:b@c'],
    ['https://@c'],
    ['https://exa mple.com'],
    ['https://a\r\nb'],
    ['https://example.com\n'],
    ['https://example.com/\t'],
    ['java\nscript:alert(1)'],
    ['https://example.com/\0'],
    ['https://example.com/\ud800'],
    ['https://a:99999'],
    [`https://example.com/${'a'.repeat(2029)}`],
    [5],
    [['https://example.com']],
  ])('The link %j is refused', (link) => {
    coversSpec('§5 Expense: Receipt URL is optional', '§9 Receipt URL')

    const result = v.safeParse(receiptUrl, link)
    expect(result.success ? result.output : result.issues.map(({ message }) => message)).toEqual([
      RECEIPT_URL_IS_INVALID,
    ])
    expect(RECEIPT_URL_IS_INVALID).toBe('Receipt URL must be a valid HTTP/HTTPS URL')
  })
})
