// The schemas of new accounts and new passwords. Apart from the log-in's, because the list of common passwords would be
// in everybody's first load.

import * as v from 'valibot'
import { emailField } from '#core/kernel/textFields.ts'
import { isMixedScript } from '#core/kernel/mixedScript.ts'
import { hasTooManyMarks, TOO_MANY_MARKS } from '#core/kernel/text.ts'
import { isCommonPassword } from '#core/people/commonPasswords.ts'
import { maxPasswordBytes, password, username } from '#core/people/bodies.ts'
import { peopleLimits } from '#core/people/limits.ts'

const newUsername = v.pipe(
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

export const ChangePasswordBody = v.strictObject({ currentPassword: password, newPassword })
export type ChangePasswordBody = v.InferInput<typeof ChangePasswordBody>

/** For an operator who creates an account or resets a password. */
export const NewPasswordBody = v.strictObject({ password: newPassword })
