// The authorization table of the people endpoints: each row is a test for every actor. Neither being on a trip nor
// being an administrator changes a cell.

export const ACTORS = [
  'anonymous',
  'stranger',
  'member',
  'co_organizer',
  'organizer',
  'former',
  'admin',
] as const
export type Actor = (typeof ACTORS)[number]

export interface Row {
  call: string
  anonymous: number
  /** Every other actor. */
  signedIn: number
  body?: Readonly<Record<string, unknown>>
}

/** `{self}` is the caller, a stranger for an anonymous one; the body of a log-in is the caller's own. */
export const peopleRows: readonly Row[] = [
  {
    call: 'POST /auth/login',
    anonymous: 200,
    signedIn: 200,
    body: { username: '{self}', password: 'travel-demo' },
  },
  { call: 'GET /auth/me', anonymous: 401, signedIn: 200 },
  { call: 'POST /auth/refresh', anonymous: 401, signedIn: 200 },
  { call: 'POST /auth/logout', anonymous: 401, signedIn: 204 },
  {
    call: 'POST /auth/change-password',
    anonymous: 401,
    signedIn: 204,
    body: { currentPassword: 'travel-demo', newPassword: 'travel-demo' },
  },
  { call: 'GET /auth/sessions', anonymous: 401, signedIn: 200 },
  { call: 'DELETE /auth/sessions', anonymous: 401, signedIn: 204 },
  {
    call: 'POST /auth/register',
    anonymous: 404,
    signedIn: 404,
    body: { username: 'newcomer', password: 'travel-demo' },
  },
  { call: 'GET /auth/profile', anonymous: 404, signedIn: 404 },
  { call: 'GET /users', anonymous: 401, signedIn: 200 },
  { call: 'GET /users/{self}', anonymous: 401, signedIn: 200 },
  { call: 'GET /users/search?q=an', anonymous: 401, signedIn: 200 },
]
