// What is sent to log in, and the rules it is checked by, with the product's own texts. Apart from the calls, so that
// whoever is signed in does without the rules.

import * as v from 'valibot'
import { peopleLimits } from '#core/people/contract.ts'

const tooShort = 'Username must be at least 3 characters'
export const username = v.pipe(
  v.string(tooShort),
  // A name typed with composed or decomposed accents is the same name, and as long; phone keyboards put a space after
  // the word they suggest.
  v.transform((given) => given.normalize('NFKC').trim()),
  v.minLength(peopleLimits.username.min, tooShort),
  v.maxLength(peopleLimits.username.max, 'Username must be less than 20 characters'),
)

// Hashing costs by the byte, so there is an end to it.
export const notEndless = v.check<string, string>(
  (given) => new TextEncoder().encode(given).length <= peopleLimits.password.maxBytes,
  'Password is too long',
)
const passwordTooShort = 'Password must be at least 6 characters'
export const password = v.pipe(
  v.string(passwordTooShort),
  v.minLength(peopleLimits.password.min, passwordTooShort),
  notEndless,
)
export const LoginBody = v.strictObject({ username, password })
export type LoginBody = v.InferInput<typeof LoginBody>
