// What can be opened in a text: web addresses, email addresses and phone numbers, and nothing else.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toTextParts } from '#web/chat/view/textParts.ts'

/** [the words that are a link, where it leads] */
const linksIn = (text: string) =>
  toTextParts(text).flatMap(({ text: words, href }) => (href === undefined ? [] : [[words, href]]))

describe('web addresses', () => {
  test.each([
    ['See https://example.com', 'https://example.com'],
    ['http://example.com/a?b=c&d=%20e#f is it', 'http://example.com/a?b=c&d=%20e#f'],
    ['(see https://example.com/a)', 'https://example.com/a'],
    ['https://en.wikipedia.org/wiki/Lisbon_(city).', 'https://en.wikipedia.org/wiki/Lisbon_(city)'],
    ['Is it https://example.com/a?!', 'https://example.com/a'],
    ['“https://example.com/a”, she wrote', 'https://example.com/a'],
    ['HTTPS://EXAMPLE.COM/A', 'HTTPS://EXAMPLE.COM/A'],
    ['睇下 https://example.com/a。好', 'https://example.com/a'],
    ['https://zh.wikipedia.org/wiki/香港', 'https://zh.wikipedia.org/wiki/香港'],
    ['http://localhost:3000/app', 'http://localhost:3000/app'],
    ['https://example.com:8443/12345678', 'https://example.com:8443/12345678'],
    ['<https://example.com>', 'https://example.com'],
  ])('In “%s” the address is a link', (text, address) => {
    expect(linksIn(text)).toEqual([[address, address]])
  })

  test('An address that begins with www. leads to https', () => {
    expect(linksIn('On www.example.com/tickets, I think')).toEqual([
      ['www.example.com/tickets', 'https://www.example.com/tickets'],
    ])
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,hello',
    'ftp://example.com',
    'https://',
    'https://...',
    'www.',
    'www.hello',
    'xhttps://example.com',
    'https://bank.com@example.com',
    'https://bank.com\\@example.com',
    'example.com',
    'and so on...and on',
  ])('In “%s” nothing is a link', (text) => {
    expect(toTextParts(text)).toEqual([{ text }])
  })

  test('Of an address behind another scheme only the web address is a link', () => {
    expect(linksIn('javascript:https://example.com')).toEqual([
      ['https://example.com', 'https://example.com'],
    ])
  })

  test('An address ends before a sign that changes the direction of the text', () => {
    expect(linksIn('https://example.com/\u202egpj.exe')).toEqual([
      ['https://example.com/', 'https://example.com/'],
    ])
  })
})

describe('hosts of other scripts', () => {
  const shownOf = (text: string) => toTextParts(text).map(({ text: words, shown = words }) => shown)

  test.each([
    ['https://аррӏе.com/login?a=b', 'https://xn--80ak6aa92e.com/login?a=b', 'wholly Cyrillic, as Latin'],
    ['HTTP://Аррӏе.com', 'HTTP://xn--80ak6aa92e.com', 'in capitals'],
    ['https://аpple.com', 'https://xn--pple-43d.com', 'one Cyrillic letter'],
    ['www.gооgle.com/maps', 'www.xn--ggle-55da.com/maps', 'without http'],
    ['https://αρρε.com', 'https://xn--mxai9aa.com', 'wholly Greek, as Latin'],
    ['https://сορ.com', 'https://xn--0xae69a.com', 'Cyrillic and Greek'],
    ['https://alıce.com', 'https://xn--alce-mza.com', 'an i without its dot'],
    ['https://ɡoogle.com', 'https://xn--oogle-qmc.com', 'a g of phonetics'],
    ['https://ᏚᏢᎪᏟᎬ.com', 'https://xn--g9de0lvan.com', 'Cherokee'],
    ['https://comノlogin.example.com', 'https://xn--comlogin-634g.example.com', 'as a slash'],
    ['https://example.аррӏе.com:8443', 'https://example.xn--80ak6aa92e.com:8443', 'with a port'],
  ])('%s is shown as %s: %s', (text, expected) => {
    expect(shownOf(text)).toEqual([expected])
    expect(linksIn(text)[0]![0]).toBe(text)
  })

  test.each([
    'https://münchen.de/Straße',
    'https://śląsk.pl',
    'https://việtnam.vn',
    'https://пример.рф',
    'https://почта.com',
    'https://παράδειγμα.gr',
    'https://香港.香港/香港',
    'https://東京タワー.jp',
    'https://한국.kr',
    'https://موقع.وزارة-الاتصالات.مصر',
    'https://อาหาร.com',
    'https://हिन्दी.भारत',
    'https://xn--80ak6aa92e.com',
    'https://example.com/аррӏе',
    'HTTPS://MÜNCHEN.DE',
    'https://[::1]:8443/a',
  ])('The address %s is shown as it was written', (text) => {
    expect(shownOf(text)).toEqual([text])
  })
})

describe('email addresses', () => {
  test.each([
    ['Write to ann.lee+trip@mail.example.com.', 'ann.lee+trip@mail.example.com'],
    ['<ann@example.com>', 'ann@example.com'],
    ['ann@example.com,ben', 'ann@example.com'],
  ])('In “%s” the address is a link', (text, address) => {
    expect(linksIn(text)).toEqual([[address, `mailto:${address}`]])
  })

  test.each(['ann@home', '@ann', 'ann@', 'a@b@example.com', 'ann@example..com', 'ann@-example.com'])(
    'In “%s” nothing is a link',
    (text) => expect(toTextParts(text)).toEqual([{ text }]),
  )
})

describe('phone numbers', () => {
  test.each([
    ['Call +852 2345 6789!', '+852 2345 6789', 'tel:+85223456789'],
    ['+44 (0)20 7946 0958', '+44 (0)20 7946 0958', 'tel:+442079460958'],
    ['(852) 2345-6789', '(852) 2345-6789', 'tel:85223456789'],
    ['06.12.34.56.78', '06.12.34.56.78', 'tel:0612345678'],
    ['2345 6789 2 people', '2345 6789', 'tel:23456789'],
    ['2345 6789 12 people', '2345 6789', 'tel:23456789'],
    ['9123 4567 15:30', '9123 4567', 'tel:91234567'],
    ['On 2026-11-21 2345 6789', '2345 6789', 'tel:23456789'],
    ['91234567 (mine)', '91234567', 'tel:91234567'],
    ['555-1234', '555-1234', 'tel:5551234'],
    ['The booking +852 2345 6789', '+852 2345 6789', 'tel:+85223456789'],
    ['Reservations by phone 2345 6789', '2345 6789', 'tel:23456789'],
    ['Room 1204 call 2345 6789', '2345 6789', 'tel:23456789'],
    ['86 138 1234 5678', '86 138 1234 5678', 'tel:8613812345678'],
    ['21.11.2026 2345 6789', '2345 6789', 'tel:23456789'],
  ])('In “%s” the number is a link', (text, number, href) => {
    expect(linksIn(text)).toEqual([[number, href]])
  })

  test.each([
    '15:30, pier 4',
    '2026-11-21',
    '21.11.2026',
    '2026-2027',
    'HK$12345678',
    '€ 12345678',
    '12345678 €',
    '1 500 000',
    '15000000',
    '1,234,567.89',
    '192.168.100.200',
    '38.7223456',
    'flight CX25012345',
    '#12345678',
    '1234567890123456789',
    '12 34',
    '1 + 1 = 2',
    'DE89 3704 0044 0532 0130 00',
    'GB29 NWBK 6016 1331 9268 19',
    'FR76 3000 6000 0112 3456 7890 189',
    'NO93 8601 1117 947',
    'DE89370400440532013000',
    '4111 1111 1111 1111',
    '4111-1111 1111-1111',
    '3782 822463 10005',
    '5500 0000 0000 0004 12/28',
    'Booking 12345678',
    'booking no. 2345 6789',
    'Your booking reference is: 8812345678',
    'Confirmation: 91234567',
    'PNR 12345678',
    'Room 91234567',
    'Account number 012-345678-901',
    'HSBC account (HKD): 012 345678 833',
    'IBAN: 3704 0044 0532',
    'Card 5500 0000 0004',
    'Order #: 20261127',
    '訂單 91234567',
    'frequent flyer 1234 5678 90',
  ])('In “%s” nothing is a link', (text) => {
    expect(toTextParts(text)).toEqual([{ text }])
  })
})

test('An address or a number after what only looks like an account is a link', () => {
  expect(linksIn('no12 1234 http://example.com')).toEqual([['http://example.com', 'http://example.com']])
  expect(linksIn('DE89 3704 0044 0532 0130 00, call 2345 6789')).toEqual([['2345 6789', 'tel:23456789']])
})

test('A text with several links has its words between them', () => {
  expect(toTextParts('Ann: ann@example.com, www.example.com or 2345 6789.')).toEqual([
    { text: 'Ann: ' },
    { text: 'ann@example.com', href: 'mailto:ann@example.com' },
    { text: ', ' },
    { text: 'www.example.com', href: 'https://www.example.com' },
    { text: ' or ' },
    { text: '2345 6789', href: 'tel:23456789' },
    { text: '.' },
  ])
})

describe('any text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      ...[
        'https://',
        'www.',
        '@',
        'javascript:',
        'example.com',
        '(',
        ')',
        '.',
        '+852',
        '2345',
        ' ',
        '\n',
        '-',
      ],
    ),
  )
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

  test('The parts joined are the text, and none is empty', () => {
    fc.assert(
      fc.property(text, (given) => {
        const parts = toTextParts(given)
        expect(parts.map((part) => part.text).join('')).toBe(given)
        expect(parts.every((part) => part.text !== '')).toBe(true)
      }),
    )
  })

  test('A link leads to the web, to an email address or to a phone number', () => {
    fc.assert(
      fc.property(text, (given) => {
        for (const [, href] of linksIn(given))
          expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(new URL(href!).protocol)
      }),
    )
  })

  test('A link is found again in its own words', () => {
    fc.assert(
      fc.property(text, (given) => {
        for (const [words, href] of linksIn(given)) expect(linksIn(words!)).toEqual([[words, href]])
      }),
    )
  })
})

test.each(['a', '1', '1 ', '(', '@', 'a@', 'www.', 'https://', '1.', '+1', 'a.'])(
  'A long text of “%s” takes no longer than it is long',
  (unit) => {
    const long = unit.repeat(10_000)
    const from = performance.now()
    toTextParts(long)
    expect(performance.now() - from).toBeLessThan(2000)
  },
)
