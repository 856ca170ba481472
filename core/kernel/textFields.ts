// The schemas of text fields, each with its texts for a refusal.

import * as v from 'valibot'
import {
  hasForbiddenControls,
  hasTooManyMarks,
  isBlank,
  TOO_MANY_MARKS,
  UNUSABLE_CHARACTERS,
  withPlainBreaks,
} from '#core/kernel/text.ts'

export const NOT_TEXT = 'This must be text'

interface Limits {
  /** UTF-16 units of the trimmed text, inclusive. */
  max: number
  tooLong: string
}

type RequiredLimits = Limits & { required: string } & (
    { min: number; tooShort: string } | { min?: undefined; tooShort?: undefined }
  )

/**
 * Required text, trimmed; one message, the first that applies. null counts as empty. Its fields have one line, so a pasted
 * soft line break is a space.
 */
export function requiredText(limits: RequiredLimits) {
  return textField(
    (text) => text,
    (text) => requiredIssue(text, limits),
    ' ',
  )
}

/** As `requiredText`, on one line and legible: for the names of people, guests and chats. */
export function requiredName(limits: RequiredLimits) {
  return textField(
    (text) => text,
    (text) => {
      if (/[\n\t]/.test(text)) return UNUSABLE_CHARACTERS
      return requiredIssue(text, limits) ?? (hasTooManyMarks(text) ? TOO_MANY_MARKS : null)
    },
    ' ',
  )
}

/** Optional text: absent, null, empty and blank are all null. A pasted soft line break is a line feed. */
export function optionalText({ max, tooLong }: Limits) {
  return textField(
    (text) => (isBlank(text) ? null : text),
    (text) => (!isBlank(text) && text.length > max ? tooLong : null),
    '\n',
  )
}

/** As long as an address in SMTP can be. */
const MAX_EMAIL = 254

/** An optional e-mail address. */
export const emailField = v.pipe(
  optionalText({ max: MAX_EMAIL, tooLong: `Email must be ${MAX_EMAIL} characters or less` }),
  v.check(
    (value) => value === null || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
    'Please enter a valid email address',
  ),
)

function textField<Output>(
  read: (text: string) => Output,
  issueOf: (text: string) => string | null,
  softBreak: string,
) {
  return v.nullish(
    v.pipe(
      v.string(NOT_TEXT),
      v.rawTransform<string, Output>(({ dataset, addIssue, NEVER }) => {
        const text = withPlainBreaks(dataset.value, softBreak).trim()
        const issue = hasForbiddenControls(text) ? UNUSABLE_CHARACTERS : issueOf(text)
        if (issue === null) return read(text)
        addIssue({ message: issue })
        return NEVER
      }),
    ),
    // Absent and null are read as empty, so that the field's own text says it is missing.
    '',
  )
}

function requiredIssue(
  text: string,
  { min, max, required, tooShort, tooLong }: RequiredLimits,
): string | null {
  if (isBlank(text)) return required
  if (min !== undefined && text.length < min) return tooShort
  return text.length > max ? tooLong : null
}
