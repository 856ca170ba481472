// The schema of a log-in, with the product's texts. Apart from the contract, so that the client of a signed-in person
// does not load it.

import * as v from 'valibot'
import { peopleLimits } from '#core/people/limits.ts'

const tooShort = 'Username must be at least 3 characters'
export const username = v.pipe(
  v.string(tooShort),
  // Composed and decomposed accents are the same name with the same length; phone keyboards add a space after a
  // suggested word.
  v.transform((name) => name.normalize('NFKC').trim()),
  v.minLength(peopleLimits.username.min, tooShort),
  v.maxLength(peopleLimits.username.max, 'Username must be less than 20 characters'),
)

// The time of hashing grows with the length.
export const maxPasswordBytes = v.check<string, string>(
  (password) => new TextEncoder().encode(password).length <= peopleLimits.password.maxBytes,
  'Password is too long',
)
const passwordTooShort = 'Password must be at least 6 characters'
export const password = v.pipe(
  v.string(passwordTooShort),
  v.minLength(peopleLimits.password.min, passwordTooShort),
  maxPasswordBytes,
)
export const LoginBody = v.strictObject({ username, password })
export type LoginBody = v.InferInput<typeof LoginBody>
