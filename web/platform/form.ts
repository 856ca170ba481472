// What is typed is checked by the contract that the server checks it by, so a form never lets through what will be
// refused and never refuses what would do. Types alone come from react-hook-form: the log-in does without its bytes.

import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type * as v from 'valibot'
import { parseBody } from '#core/store/operation.ts'

/** Form field → the one text about it. */
export type FormFields = Record<string, string>

/** The body as the contract reads it, or the first text for each field. */
export function checkForm<Body>(
  schema: v.GenericSchema<unknown, Body>,
  body: unknown,
): { body: Body } | { fields: FormFields } {
  const result = parseBody(schema, body)
  return 'refused' in result ? { fields: result.fields ?? {} } : { body: result.value }
}

interface Reading<Values> {
  /** The body that these values mean; the values themselves if there is nothing to read, such as an amount's text. */
  read?: (values: Values) => unknown
  /** Rules between fields: field → text. `wrong` is what the schema found already, and its texts come first. */
  also?: (values: Values, wrong: FormFields) => FormFields
}

/** For `useForm({ resolver })`: valid values come out as the body, checked and ready to be sent. */
export function resolverOf<Values extends FieldValues, Body extends object>(
  schema: v.GenericSchema<unknown, Body>,
  { read, also }: Reading<Values> = {},
): Resolver<Values, unknown, Body> {
  return (values) => {
    const checked = checkForm(schema, read ? read(values) : values)
    const wrong = 'fields' in checked ? checked.fields : {}
    const fields = { ...also?.(values, wrong), ...wrong }
    if ('body' in checked && Object.keys(fields).length === 0) return { values: checked.body, errors: {} }
    const errors = Object.fromEntries(
      Object.entries(fields).map(([field, message]) => [field, { type: 'contract', message }]),
    )
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}

/** Digits that a JavaScript number surely holds. */
const EXACT_DIGITS = 15

/**
 * An amount as people type it, in major units: '1,234.50', '1234,5' where the keypad has a comma, '１２' of a Japanese
 * keyboard, '۱۲٫۵' of a Persian one. Null for nothing typed, NaN for what is no amount or has more digits than a number
 * can hold.
 */
export function readAmount(text: string): number | null {
  const typed = plain(text)
  if (BY_A_POINT.test(typed)) return Number.NaN
  return numberIn(BY_COMMAS.test(typed) ? typed.replaceAll(',', '') : typed)
}

/** The same for what one of a currency is in another: never a thousand, so '1,234' is a little more than one. */
export const readRate = (text: string): number | null => numberIn(plain(text))

/** Thousands stand in threes after something: '0,500' is a half, and '12 50' may have lost its point. */
const BY_COMMAS = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/
const BY_SPACES = /^-?[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d*)?$/
/** '1.000' is a thousand to one and one to another, so it is neither; '1.999' has a digit too many for anybody. */
const BY_A_POINT = /^-?[1-9]\d{0,2}\.\d\d0$/

/** Without marks of direction, which nobody sees and which come along with what is copied. */
function plain(text: string): string {
  const seen = text.replace(/\p{Cf}/gu, '').trim()
  // NFKC would make a 2 of ² and a 1 of ①.
  const typed = inAscii(/\p{No}/u.test(seen) ? seen : seen.normalize('NFKC'))
  return BY_SPACES.test(typed) ? typed.replaceAll(' ', '') : typed
}

function numberIn(typed: string): number | null {
  if (typed === '') return null
  const digits = typed.replace(',', '.')
  if (!/^-?(?:\d+\.?\d*|\.\d+)$/.test(digits)) return Number.NaN
  const significant = digits.replace(/^-?[0.]*/, '').replace('.', '')
  return significant.length > EXACT_DIGITS ? Number.NaN : Number(digits)
}

/** The digits of any script, which Unicode keeps in rows from 0 to 9, and the separators of the Arabic ones. */
function inAscii(text: string): string {
  const digits = text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    let value = 0
    while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1))) value += 1
    // Two rows may be neighbours.
    return String(value % 10)
  })
  return digits.replaceAll('٫', '.').replaceAll('٬', ',')
}
