// The schemas of new accounts and new passwords. Apart from the log-in's, because the list of common passwords would be
// in everybody's first load.

import * as v from 'valibot'
import { emailField } from '#core/kernel/textFields.ts'
import { hasTooManyMarks, TOO_MANY_MARKS } from '#core/kernel/text.ts'
import { isCommonPassword } from '#core/people/commonPasswords.ts'
import { maxPasswordBytes, password, username } from '#core/people/bodies.ts'
import { peopleLimits } from '#core/people/limits.ts'

export const newUsername = v.pipe(
  username,
  v.check(isUsername, 'Username can have letters, digits, dots, hyphens and underscores'),
  v.check((name) => !isMixedScript(name), 'Username must not mix letters of different alphabets'),
  v.check((name) => !hasTooManyMarks(name), TOO_MANY_MARKS),
)

/** Begins with a letter or digit and has nothing invisible (U+3164 counts as a letter in Unicode). */
export function isUsername(name: string): boolean {
  return (
    /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}._-]*$/u.test(name) && !/\p{Default_Ignorable_Code_Point}/u.test(name)
  )
}

const newPasswordTooShort = 'Password must be at least 8 characters'
const newPassword = v.pipe(
  v.string(newPasswordTooShort),
  v.minLength(peopleLimits.password.minNew, newPasswordTooShort),
  maxPasswordBytes,
  v.check(
    (value) => !isCommonPassword(value),
    'This password is too common. Please choose one that is harder to guess.',
  ),
)

export const RegisterBody = v.strictObject({
  username: newUsername,
  email: v.optional(emailField, null),
  password: newPassword,
})
export type RegisterBody = v.InferInput<typeof RegisterBody>

export const KeepBody = v.strictObject({ username: newUsername, password: newPassword })
export type KeepBody = v.InferInput<typeof KeepBody>

/** `currentPassword`: of an account that has one. */
export const ChangePasswordBody = v.strictObject({ currentPassword: v.optional(password), newPassword })
export type ChangePasswordBody = v.InferInput<typeof ChangePasswordBody>

/** For an operator who creates an account or resets a password. */
export const NewPasswordBody = v.strictObject({ password: newPassword })

/**
 * Whether a name mixes letters of two scripts, like a Cyrillic а in "аdmin"; the mixtures used in Chinese, Japanese and
 * Korean are allowed. This is the "highly restrictive" level of UTS 39 over the scripts it recommends, and the
 * limited-use ones that look like Latin.
 */
export function isMixedScript(name: string): boolean {
  const plain = name.normalize('NFKC')
  const found = SCRIPTS.filter(({ letters }) => letters.test(plain)).map(({ script }) => script)
  return (
    found.length > 1 &&
    !WRITTEN_TOGETHER.some((together) => found.every((script) => together.includes(script)))
  )
}

const WRITTEN_TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

const SCRIPTS = (
  'Latin Cyrillic Greek Armenian Cherokee Coptic Lisu Deseret Georgian Hebrew Arabic Ethiopic Thaana Devanagari ' +
  'Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer ' +
  'Han Hiragana Katakana Bopomofo Hangul'
)
  .split(' ')
  .map((script) => ({ script, letters: new RegExp(`\\p{Script=${script}}`, 'u') }))
