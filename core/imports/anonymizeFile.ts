// Rewrites a file so that it can be attached to a report of a bug: names become Person 1, Person 2 …, letters of other texts
// x and their digits 0, ids id-1, id-2 …. Amounts, dates, headers, quotes and line ends stay, because bugs are there.

import { decodeText } from '#core/imports/text/decodeText.ts'
import { readFileDate } from '#core/imports/text/fileDates.ts'
import { fileCurrency, isCategoryName } from '#core/imports/draftRecord.ts'
import { isJsonText, parseJsonFile } from '#core/imports/text/jsonText.ts'
import { parseCsv } from '#core/imports/text/parseCsv.ts'
import { readImportFile, recognizeCsv } from '#core/imports/readImportFile.ts'
import type { ReadOptions } from '#core/imports/parsedFile.ts'
import { paymentWords, splitwiseHeaders, totalWords } from '#core/imports/apps/splitwiseWords.ts'

/** @returns null for a file that is no text, or is damaged JSON */
export function anonymizeFile(bytes: Uint8Array, options: ReadOptions = {}): string | null {
  const text = decodeText(bytes, options.encoding)?.text
  if (text === undefined) return null
  const parsed = readImportFile(bytes, options)
  const mask = maskFor(parsed.kind === 'recognized' ? parsed.people.map(({ name }) => name) : [])
  return isJsonText(text) ? anonymizeJson(text, mask) : anonymizeCsv(text, mask)
}

type Mask = (text: string) => string

/** Only the insides of cells change, so that the file stays as well or badly formed as it is. */
function anonymizeCsv(text: string, mask: Mask): string {
  const delimiter = recognizeCsv(text)?.delimiter ?? ','
  let result = ''
  let done = 0
  for (const [from, to] of parseCsv(text, delimiter).flatMap(({ spans }) => spans)) {
    const quote = text[from] === '"' && text[to - 1] === '"' && to - from > 1 ? 1 : 0
    result += text.slice(done, from + quote) + mask(text.slice(from + quote, to - quote))
    done = to - quote
  }
  return result + text.slice(done)
}

/** The values of these keys are words of the format. */
const FORMAT_KEYS =
  /^(?:type|type_transaction|status|splitMode|recurrenceRule|category|grouping|activityType|bill_type)$/
const ID_KEYS = /^(?:id|uuid|.*Id|.*_uuid.*|.*token|value)$/

function anonymizeJson(text: string, mask: Mask): string | null {
  const json = parseJsonFile(text)
  const ids = new Map<string, string>()
  const replace = (key: string, value: unknown): unknown => {
    if (typeof value !== 'string' || (FORMAT_KEYS.test(key) && /^\w{1,30}$/.test(value)) || isPlain(value))
      return value
    if (!ID_KEYS.test(key)) return mask(value)
    if (!ids.has(value)) ids.set(value, `id-${ids.size + 1}`)
    return ids.get(value)
  }
  try {
    return json === undefined ? null : JSON.stringify(json, replace, 2)
  } catch {
    // Nested more deeply than the stack allows.
    return null
  }
}

function maskFor(names: readonly string[]): Mask {
  const placeholders = new Map(names.map((name, index) => [name, `Person ${index + 1}`]))
  const longestFirst = [...placeholders.keys()].toSorted((a, b) => b.length - a.length).map(escapeForRegExp)
  const pattern =
    longestFirst.length === 0 ? '(?!)' : `(?<![\\p{L}\\p{N}])(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}])`
  const anyName = new RegExp(`(${pattern})`, 'u')
  return (text) => {
    if (isPlain(text)) return text
    return text
      .split(anyName)
      .map((part, index) => (index % 2 === 1 ? placeholders.get(part)! : isPlain(part) ? part : masked(part)))
      .join('')
  }
}

const escapeForRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

const masked = (text: string): string =>
  text
    .replaceAll(/[\p{L}\p{M}]/gu, (letter) => 'x'.repeat(letter.length))
    .replaceAll(/\p{Nd}/gu, (digit) => '0'.repeat(digit.length))

/** A number, list of numbers, date, time, currency, category or word of a format. */
function isPlain(text: string): boolean {
  const plain = text.trim()
  return (
    /^[-+−\d.,;:\s']{0,24}$/.test(plain) ||
    readFileDate(plain, 'dayFirst') !== null ||
    readFileDate(plain, 'monthFirst') !== null ||
    (/^[A-Z]{3}$/.test(plain) && fileCurrency(plain) !== null) ||
    isCategoryName(plain) ||
    vocabulary.has(plain.replace(/ \([A-Z]{3}\)$/, '').toLowerCase())
  )
}

/** In lower case: the headers of all formats, and the words of their cells. */
const vocabulary = new Set([
  ...splitwiseHeaders.flatMap((words) => [...words]),
  ...totalWords,
  ...paymentWords,
  ...(
    'original cost|original currency|conversion rate|is reimbursement|split mode|yes|no|evenly|unevenly – by shares|' +
    'unevenly – by percentage|unevenly – by amount|title|amount|exchange rate|transaction type|attachment url|paid by|' +
    'impacted to|date & time|titre|montant|devise|taux de change|type de transaction|payé par|impacté à|date & heure|' +
    'amount in default currency|montant dans la devise par défaut|normal expense|money transfer|tricount|name|weight|active|color|categoryname|categoryid|icon|paymentmodename|' +
    'paymentmodeid|currencyname|exchange_rate|what|timestamp|payer_name|payer_weight|payer_active|owers|repeat|repeatfreq|' +
    'repeatallactive|repeatuntil|paymentmode|comment|deleted|deletemeifyouwant|n|d|w|b|s|m|y|bill_type|expense|' +
    'reimbursement|xxx|who paid|for whom|split amounts|purpose|timezone|converted amount|type|receipt|transfer|' +
    'note: does not include group expenses|sep=|sep'
  ).split('|'),
])
