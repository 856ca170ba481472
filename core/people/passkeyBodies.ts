// The schemas of passkeys: what WebAuthn gives a page as JSON, as far as the server reads it. Browsers add more, which is
// left out.

import * as v from 'valibot'
import { password } from '#core/people/bodies.ts'
import { newUsername } from '#core/people/signUp.ts'

const UNREADABLE = 'This is not the response of a passkey'
/** @param max characters; generous, because keys that resist quantum computers are long */
const base64url = (max: number) =>
  v.pipe(v.string(UNREADABLE), v.regex(/^[\w-]+$/, UNREADABLE), v.maxLength(max, UNREADABLE))

const MAX_ID = 1364
const MAX_CLIENT_DATA = 4096

export const NewPasskey = v.object(
  {
    id: base64url(MAX_ID),
    response: v.object(
      {
        clientDataJSON: base64url(MAX_CLIENT_DATA),
        attestationObject: base64url(16_384),
        transports: v.optional(
          v.pipe(
            v.array(v.pipe(v.string(UNREADABLE), v.maxLength(32, UNREADABLE)), UNREADABLE),
            v.maxLength(10, UNREADABLE),
          ),
          [],
        ),
      },
      UNREADABLE,
    ),
  },
  UNREADABLE,
)
export type NewPasskey = v.InferOutput<typeof NewPasskey>

export const UsedPasskey = v.object(
  {
    id: base64url(MAX_ID),
    response: v.object(
      {
        clientDataJSON: base64url(MAX_CLIENT_DATA),
        authenticatorData: base64url(4096),
        signature: base64url(8192),
        /** The account, which the passkey itself names. */
        userHandle: base64url(88),
      },
      UNREADABLE,
    ),
  },
  UNREADABLE,
)
export type UsedPasskey = v.InferOutput<typeof UsedPasskey>

/** `username`: under which a provisional account will be kept; the passkey is shown with it. */
export const PasskeyOptionsBody = v.strictObject({
  currentPassword: v.optional(password),
  username: v.optional(newUsername),
})
export type PasskeyOptionsBody = v.InferInput<typeof PasskeyOptionsBody>

export const AddPasskeyBody = v.strictObject({ passkey: NewPasskey })
export type AddPasskeyBody = v.InferInput<typeof AddPasskeyBody>

export const KeepByPasskeyBody = v.strictObject({ username: newUsername, passkey: NewPasskey })
export type KeepByPasskeyBody = v.InferInput<typeof KeepByPasskeyBody>

export const PasskeyLoginBody = v.strictObject({ passkey: UsedPasskey })
export type PasskeyLoginBody = v.InferInput<typeof PasskeyLoginBody>
