// Finds what can be opened in a text that people wrote: web addresses, email addresses and phone numbers. In doubt it is
// plain text: an amount, a date or a number of a booking that opens the telephone is worse than a number that does not.

import { isWebLink } from '#core/kernel/webLink.ts'

export interface TextPart {
  text: string
  /** Begins with http:, https:, mailto: or tel:. */
  href?: string
  /** Stands in place of `text` where its host looks like another. */
  shown?: string
}

/** An address ends at blanks, quotes, angle brackets, punctuation of Chinese, and signs that change the direction. */
const WEB = String.raw`(?:https?:\/\/|www\.)[^\s<>"“”„«»、。，；：！？（）「」『』【】《》\u200e\u200f\u202a-\u202e\u2066-\u2069]{1,2048}`
const EMAIL = String.raw`[a-z0-9.+_-]{1,64}@[a-z0-9.-]{3,255}`
const PHONE = String.raw`\+?\(?\d[\d ().\u00a0-]{5,22}\d`
/** The number of a bank account, in groups of four: country, check digits, account. */
const IBAN = String.raw`\b[A-Z]{2}\d{2}(?:[ \u00a0]?[A-Z\d]{4}){2,7}(?:[ \u00a0]?[A-Z\d]{1,3})?(?![\p{L}\p{N}])`
/** The repetitions are bounded, so that no text takes more than linear time. */
const CANDIDATE = new RegExp(`(${WEB})|(${EMAIL})|(${IBAN})|${PHONE}`, 'giu')

/** Before a number that is no phone number: "Booking no. 12345678". */
const LABEL =
  /(?:\b(?:booking|reservation|confirmation|reference|ref|order|invoice|ticket|voucher|pnr|locator|room|account|acct|a\/c|iban|swift|routing|card|visa|mastercard|amex|passport|isbn|pin|code|member(?:ship)?|policy|tracking)s?|[房訂订預预帳账戶户]\p{L}{0,3})[^\p{L}\p{N}]{1,3}(?:(?:no|nr|number|code|id|is|ref|reference)[^\p{L}\p{N}]{1,3}|\(\p{L}{1,12}\)[^\p{L}\p{N}]{0,2}){0,3}$/iu

/** The parts of the text in order; joined they are the text. */
export function toTextParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  const candidates = new RegExp(CANDIDATE)
  for (let found = candidates.exec(text); found !== null; found = candidates.exec(text)) {
    const [candidate, web, email, iban] = found
    const from = found.index
    const link =
      web !== undefined
        ? toWeb(text, from, web)
        : email !== undefined
          ? toEmail(text, from, email)
          : iban !== undefined
            ? null
            : toPhone(text, from, candidate)
    if (link) {
      if (from > end) parts.push({ text: text.slice(end, from) })
      parts.push(link)
      end = from + link.text.length
    }
    // A candidate that is no phone number may contain one: continue at its next group.
    const next = web ?? email ?? capitals(iban) ?? /^\S+/u.exec(candidate)![0]
    candidates.lastIndex = link ? end : from + next.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

function toWeb(text: string, from: number, found: string): TextPart | null {
  if (isInWord(text, from)) return null
  const address = withoutPunctuation(found)
  const href = /^www\./iu.test(address) ? `https://${address}` : address
  // A name without a dot, as in "www.hello", leads nowhere.
  const isComplete = !/^www\./iu.test(address) || /^www\.[^./?#]+\.[^./?#]/iu.test(address)
  if (!isComplete || !isWebLink(href)) return null
  const [, host] = /\/\/([^/?#:]*)/u.exec(href)!
  if (isPlainHost(host!)) return { text: address, href }
  return { text: address, href, shown: address.replace(host!, new URL(href).hostname) }
}

/**
 * A label in Latin without the letters that look like others of it (dotless i), in Cyrillic, in Greek, or in letters that
 * do not look Latin: Hebrew to Burmese, Khmer, Kana and Han, Hangul.
 */
const PLAIN_LABEL =
  /^(?:[a-z\d_ß-öø-\u0130\u0132-\u0137ĺ-ňŋ-žơưạ-ỹ-]+|[\d\p{sc=Cyrl}-]+|[\d\p{sc=Grek}-]+|[\d\u0590-\u109f\u1780-\u17ff\u3040-\u9fff\uac00-\ud7a3-]+)$/u
/** A label of Cyrillic or Greek letters alone that all look Latin. */
const LATIN_LOOKALIKE = /^(?=.*[^\d-])[асԁеһіјӏорԛѕԝхуѵѡпгьъҽαβεικνορτυχωϲ\d-]+$/u

/** Whether a host may be shown as it is written, as browsers decide it: labels in one alphabet that do not look Latin. */
function isPlainHost(host: string): boolean {
  const labels = host.normalize('NFKC').toLowerCase().split('.')
  const isAscii = /^[\w-]*$/.test(labels.at(-1)!)
  return (
    /^[ -~]*$/.test(host) ||
    labels.every((label) => PLAIN_LABEL.test(label) && !(isAscii && LATIN_LOOKALIKE.test(label)))
  )
}

/** Removes trailing punctuation of the sentence; a closing bracket stays if the address opens it. */
function withoutPunctuation(address: string): string {
  let end = address.length
  for (; end > 0; end--) {
    const last = address[end - 1]!
    const opening = { ')': '(', ']': '[', '}': '{' }[last]
    if (
      opening === undefined ? !/[.,:;!?'’…*]/u.test(last) : isBalanced(address.slice(0, end), opening, last)
    )
      break
  }
  return address.slice(0, end)
}

function isBalanced(text: string, opening: string, closing: string): boolean {
  return text.split(opening).length >= text.split(closing).length
}

function toEmail(text: string, from: number, found: string): TextPart | null {
  const address = found.replace(/[.-]+$/u, '')
  const isAddress =
    /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/iu.test(address)
  if (!isAddress || isInWord(text, from) || /^[@\p{L}\p{N}]/u.test(text.slice(from + address.length)))
    return null
  return { text: address, href: `mailto:${address}` }
}

function toPhone(text: string, from: number, found: string): TextPart | null {
  if (isInWord(text, from) || /[\p{Sc}#.,:/-]\s?$/u.test(text.slice(Math.max(0, from - 2), from))) return null
  if (!/^[+(0]|\d{3}/u.test(found)) return null
  const before = text.slice(Math.max(0, from - LONGEST_LABEL), from)
  if (isAfterDigits(before) || (!found.startsWith('+') && LABEL.test(before))) return null
  // Shorter by one group after the other: the next words may begin with a number, too.
  for (let number = found; number !== ''; number = number.replace(/[ \u00a0]?[^ \u00a0]*$/u, ''))
    if (isPhone(number) && !goesOn(text.slice(from + number.length))) {
      const digits = (number.startsWith('+') ? number.replace('(0)', '') : number).replace(/[^\d+]/gu, '')
      return { text: number, href: `tel:${digits}` }
    }
  return null
}

const LONGEST_LABEL = 60

/** Words such as "no12 http" look like an account in small letters. */
const capitals = (found: string | undefined) => (found === found?.toUpperCase() ? found : undefined)

/** Letters, a time, more digits, a currency or per cent after the number: it is another kind of number. */
const goesOn = (rest: string) =>
  /^(?:[\p{L}\p{N}_@]|[.,:/-]\d|[ \u00a0]?[\p{Sc}%]|[ \u00a0]\(?\d{3}|[ \u00a0]\d\d(?!\d|[:.]\d| ?\p{L}))/u.test(
    rest,
  )

/** Three digits or more end before a blank, and not a date: it is the rest of a longer number, as of a card. */
function isAfterDigits(before: string): boolean {
  const group = /(?:^|[^\d.-])([\d.-]{0,20}\d{3})[ \u00a0]$/u.exec(before)?.[1]
  return group !== undefined && !/^\d{1,2}[.-]\d{1,2}[.-]\d{4}$/u.test(group)
}

function isPhone(number: string): boolean {
  const digits = number.replace(/\D/gu, '')
  if (digits.length < 7 || digits.length > 15 || !/\d$/u.test(number)) return false
  // One separator between two groups; brackets around the area code.
  if (!/^\+?(?:\d|\(\d+\)[ -]?|[ .\u00a0-](?=[\d(]))+$/u.test(number)) return false
  if (number.startsWith('+')) return true
  // A country's code and a number have thirteen digits at most; a card has more.
  if (digits.length > 13) return false
  if (
    /^\d{1,4}[.-]\d{1,2}[.-]\d{1,4}(?![\d.-])/u.test(number) ||
    /^(?:19|20)\d\d-(?:19|20)\d\d$/u.test(number)
  )
    return false
  if (number.startsWith('0') || number.startsWith('(')) return true
  // "1 500 000", and "192.168.100.200"
  if (/^\d{1,3}(?:[ \u00a0]\d{3})+$/u.test(number) || number.includes('.')) return false
  const groups = number.split(/\D+/u)
  if (groups.length === 1) return digits.length >= 8 && digits.length <= 11 && !digits.endsWith('000')
  return groups.at(-1)!.length >= 3
}

const isInWord = (text: string, offset: number) =>
  /[\p{L}\p{N}_@]$/u.test(text.slice(Math.max(0, offset - 2), offset))
