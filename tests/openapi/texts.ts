// Texts of the OpenAPI description that do not follow from the contracts: the rules for every endpoint.

import { BODY_LIMIT_BYTES } from '#api/platform/http/requestBody.ts'
import type { JsonSchema } from '#tests/openapi/jsonSchema.ts'

const json = (schema: JsonSchema, example: unknown) => ({ 'application/json': { schema, example } })

export const head = {
  info: {
    title: 'Group Trip Planner',
    version: '1',
    summary:
      'Friends chat and plan trips: itinerary, shared expenses, a pool, and the fewest payments that settle them.',
    license: { name: 'Unlicensed', identifier: 'LicenseRef-Unlicensed' },
    description: [
      'Responses always have every key, with `null` for an absent value. The server refuses an unknown key in a body (400) and ignores an unknown query parameter.',
      'Dates are calendar dates (`2026-05-01`; a timestamp is read as its date), times are RFC 3339 in UTC.',
      'An amount of money is a number in major units of the currency of the trip. The server refuses an amount with more decimals than its currency has, and never rounds it: JPY has none, every other currency has two. Schemas describe the form with two.',
      'The server trims a text before it measures its length in UTF-16 units. An empty optional text is the same as `null`. A currency may be in lower case.',
      '`PUT` and `PATCH` change only the keys that are given.',
      'Every command is idempotent by its `Idempotency-Key`. After the response to a command, reads show its changes, unless the response has `Read-Model: behind`.',
      'The response for an unknown id and for a private trip of other people is the same: 404.',
    ].join('\n\n'),
  },
  servers: [{ url: '/' }],
  security: [{ bearer: [] }],
}

export const tags = [
  { name: 'people', description: 'Accounts, sessions, passwords and the directory of people' },
  { name: 'trips', description: 'Trips, participants, guests, invitations and requests to join' },
  { name: 'itinerary', description: 'What happens when on a trip' },
  { name: 'money', description: 'Expenses, the shared pool, balances, payments and the settlement' },
  { name: 'chat', description: 'Conversations, messages and the chats of a trip' },
  { name: 'files', description: 'Photos and PDF files of messages, expenses and activities' },
  { name: 'history', description: 'Who changed what on a trip, and the trip as it was' },
  { name: 'operations', description: 'For operators and tools' },
]

export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `token` in the response of `login`.',
  },
  metricsToken: { type: 'http', scheme: 'bearer', description: 'The `METRICS_TOKEN` of the server.' },
}

const id = (name: string, of: string) => ({
  name,
  in: 'path',
  required: true,
  description: `Id of ${of}.`,
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{16,36}$' },
})

/** Path parameters have their own names. */
export const parameters = {
  userId: id('userId', 'a person'),
  tripId: id('tripId', 'a trip'),
  guestId: id('guestId', 'a guest'),
  passkeyId: id('passkeyId', 'a passkey'),
  linkId: id('linkId', 'an invite link'),
  pollId: id('pollId', 'a poll'),
  claimId: id('claimId', 'a claim to be a guest'),
  invitationId: id('invitationId', 'an invitation or a request to join'),
  itemId: id('itemId', 'an item of an itinerary'),
  expenseId: id('expenseId', 'an expense'),
  transactionId: id('transactionId', 'a deposit in the pool'),
  paymentId: id('paymentId', 'a payment'),
  importId: id('importId', 'an import'),
  conversationId: id('conversationId', 'a conversation, or of the chat of a trip'),
  messageId: id('messageId', 'a message'),
  chatId: id('chatId', 'a chat of a trip'),
  n: {
    name: 'n',
    in: 'path',
    required: true,
    description: 'Number of a change in the history of its trip.',
    schema: { type: 'integer', minimum: 1 },
  },
  hash: {
    name: 'hash',
    in: 'path',
    required: true,
    description: 'SHA-256 of the bytes, in hexadecimal.',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
  emoji: {
    name: 'emoji',
    in: 'path',
    required: true,
    description: 'One emoji, percent-encoded.',
    schema: { type: 'string' },
    example: '👍',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Identifies the command. A repeat with the same key is executed once and gets the same response. The same key with another request is refused (422). Without a key the server chooses one.',
    schema: { type: 'string', format: 'uuid' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `revision` that the change is based on. If the thing has a newer one, the server refuses (409 `CONFLICT`).',
    schema: { type: 'string', pattern: '^(?:(?:W/)?"\\d{1,15}"|\\d{1,15}|\\*)$' },
    example: '"7"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of an earlier response: 304 without a body if nothing in it has changed.',
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The `id` of the last received event. The stream continues after it.',
    schema: { type: 'string' },
  },
}

export const headers = {
  Position: {
    description:
      'The position in the log up to which the response is current. Positions have the same length and compare as texts.',
    schema: { type: 'string' },
  },
  ETag: {
    description:
      'The `revision` of the entity in the response, in quotes; for a list, a hash of the response for `If-None-Match`. Long lists, which are sent while they are built, have none.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description:
      '`true` if an earlier request with the same key executed the command. The response has only ids if the caller may not read the thing any more.',
    schema: { type: 'string', const: 'true' },
  },
  'Read-Model': {
    description: '`behind` if the change is stored, but the next read may not show it yet.',
    schema: { type: 'string', const: 'behind' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
}

export const unchanged = 'Unchanged since the `ETag` in `If-None-Match`'

export const eventStream: JsonSchema = {
  type: 'string',
  description: 'Server-sent events; docs/asyncapi.json describes them.',
}

export const bytes: JsonSchema = { type: 'string', description: 'The bytes of a JPEG, PNG, WebP or PDF.' }

/** Summaries of endpoints whose id does not read as one. */
export const summaries: Readonly<Record<string, string>> = {
  allParticipants: 'List all participants',
  getExport: 'Export the history',
  getTotals: 'List the total spent after each change',
  getProof: 'Get the ends of the hash chains',
  handOver: 'Hand the trip over',
  login: 'Log in',
  logout: 'Log out',
  me: 'Get the signed-in user',
  refresh: 'Renew the token',
  respondToInvitation: 'Respond to an invitation or a request to join',
  tripChanges: 'Follow the changes of a trip',
}

export const successes: Readonly<Record<number, string>> = { 200: 'Success', 201: 'Created', 204: 'Done' }
export const existing = 'It existed already'

export const failure: JsonSchema = {
  type: 'object',
  description: 'The body of every failure.',
  properties: {
    message: { type: 'string', description: 'For people.' },
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', description: 'For programs.' },
        message: { type: 'string' },
        requestId: {
          type: 'string',
          format: 'uuid',
          description: 'Finds the request in the log of the server.',
        },
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'A text for each field that is wrong.',
        },
        revision: {
          type: 'integer',
          minimum: 0,
          description: 'The newest revision, if `If-Match` has another.',
        },
      },
      required: ['code', 'message', 'requestId'],
      additionalProperties: false,
    },
  },
  required: ['message', 'error'],
  additionalProperties: false,
}

export const failureExample = (code: string, message: string) => ({
  message,
  error: { code, message, requestId: '0f8fad5b-d9cb-469f-a165-70867728950e' },
})

/** Of an endpoint, as far as failures follow from it. */
export interface Kind {
  isSignedIn: boolean
  isCommand: boolean
  hasBody: boolean
  /** Whether its path has an id. */
  hasId: boolean
  /** Whether the thing of its path is for participants only. */
  hasParticipants: boolean
  /** Whether it compares `If-Match`. */
  matchesRevision: boolean
}

export interface SharedFailure {
  status: number
  /** Code to text. */
  codes: Readonly<Record<string, string>>
  appliesTo(kind: Kind): boolean
}

const always = () => true
const wrong = 'A parameter, a header or a field of the body is wrong; `fields` names it'

/** Failures that most endpoints have, by their names among the components. */
export const sharedFailures: Readonly<Record<string, SharedFailure>> = {
  BadRequest: { status: 400, codes: { VALIDATION_ERROR: wrong }, appliesTo: always },
  BadBody: {
    status: 400,
    codes: { VALIDATION_ERROR: wrong, INVALID_JSON: 'The body is not JSON' },
    appliesTo: ({ hasBody }) => hasBody,
  },
  Unauthenticated: {
    status: 401,
    codes: {
      TOKEN_MISSING: 'No token',
      TOKEN_EXPIRED: 'The token has expired',
      INVALID_TOKEN: 'The token is wrong, or its session has ended',
      USER_NOT_FOUND: 'The account does not exist any more',
    },
    appliesTo: ({ isSignedIn }) => isSignedIn,
  },
  Forbidden: {
    status: 403,
    codes: { ACCESS_DENIED: 'The caller may not do this' },
    appliesTo: ({ hasParticipants }) => hasParticipants,
  },
  NotFound: {
    status: 404,
    codes: { NOT_FOUND: 'It does not exist, or the caller may not know that it does' },
    appliesTo: ({ hasId }) => hasId,
  },
  Stale: {
    status: 409,
    codes: { CONFLICT: 'It was changed since the revision in `If-Match`' },
    appliesTo: ({ matchesRevision }) => matchesRevision,
  },
  TooLarge: {
    status: 413,
    codes: { PAYLOAD_TOO_LARGE: `The body is larger than ${BODY_LIMIT_BYTES / 1024} KB` },
    appliesTo: ({ hasBody }) => hasBody,
  },
  NotJson: {
    status: 415,
    codes: { UNSUPPORTED_MEDIA_TYPE: 'The body is not sent as JSON in UTF-8' },
    appliesTo: ({ hasBody }) => hasBody,
  },
  KeyReused: {
    status: 422,
    codes: { IDEMPOTENCY_KEY_REUSED: 'The key was used for another request' },
    appliesTo: ({ isCommand }) => isCommand,
  },
  TooMany: { status: 429, codes: { RATE_LIMITED: 'Too many requests' }, appliesTo: always },
  ServerFailed: {
    status: 500,
    codes: { INTERNAL_ERROR: 'The server failed; its log has the `requestId`' },
    appliesTo: always,
  },
  Unavailable: {
    status: 503,
    codes: {
      UNAVAILABLE: 'The server cannot do this now; it may have executed the command',
      VIEW_REBUILDING: 'A read model is being built',
    },
    appliesTo: always,
  },
}

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }
export const failureHeaders: Readonly<Record<number, object>> = { 429: retryAfter, 503: retryAfter }

const status = (...values: string[]): JsonSchema => ({
  type: 'object',
  properties: { status: { enum: values } },
  required: ['status'],
  additionalProperties: false,
})
const operator = (operationId: string, summary: string) => ({ operationId, summary, tags: ['operations'] })

const etag = { ETag: { description: 'Names this version of the description.', schema: { type: 'string' } } }

/** Endpoints outside the routes of the product. */
export const otherPaths = {
  '/api/openapi.json': {
    get: {
      ...operator('getDescription', 'This description'),
      security: [],
      responses: {
        200: {
          description: 'The description of the API',
          headers: etag,
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        304: { description: unchanged, headers: etag },
      },
    },
  },
  '/healthz': {
    get: {
      ...operator('isAlive', 'Liveness of the process'),
      security: [],
      responses: { 200: { description: 'Alive', content: json(status('ok'), { status: 'ok' }) } },
    },
  },
  '/readyz': {
    get: {
      ...operator('isReady', 'Readiness of the server'),
      security: [],
      responses: {
        200: { description: 'Ready', content: json(status('ok'), { status: 'ok' }) },
        503: {
          description: 'The read models are not built yet, or the disk is full or cannot be written',
          headers: retryAfter,
          content: json(status('starting', 'no room'), { status: 'starting' }),
        },
      },
    },
  },
  '/metrics': {
    get: {
      ...operator('getMetrics', 'Metrics in the text format of Prometheus'),
      security: [{ metricsToken: [] }],
      responses: {
        200: { description: 'The metrics', content: { 'text/plain': { schema: { type: 'string' } } } },
        401: { description: 'The token is missing or wrong' },
        404: { description: 'The server has no `METRICS_TOKEN`' },
      },
    },
  },
}
