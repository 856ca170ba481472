// Builds the AsyncAPI description of the real-time events: those of the socket and the server-sent events of a trip,
// from the interfaces that declare them.

import type { ContractTypes } from '#tests/openapi/contractTypes.ts'
import { referring, used } from '#tests/openapi/describeApi.ts'
import { exampleOf } from '#tests/openapi/examples.ts'
import type { JsonSchema } from '#tests/openapi/jsonSchema.ts'

export interface AsyncApi {
  asyncapi: string
  components: { messages: Record<string, Message>; schemas: Record<string, JsonSchema> }
}

interface Message {
  name: string
  payload: JsonSchema
}

interface Channel {
  /** The interface that declares its events. */
  events: string
  id: string
  address: string
  title: string
  description: string
  /** From the client's point of view. */
  action: 'send' | 'receive'
}

const socket =
  'Socket.IO, over WebSocket only, at `/socket.io/`, with the token in the handshake: `auth: { token }`.'

const channels: readonly Channel[] = [
  {
    events: 'ClientEvents',
    id: 'fromClient',
    address: '/socket.io/',
    title: 'Socket events from a client',
    description: `${socket} Messages are sent over HTTP. Events have no acknowledgement callback: the server responds with events, and with \`error\` if it refuses. At most 20 events a second for each socket, 60 at once.`,
    action: 'send',
  },
  {
    events: 'ServerEvents',
    id: 'fromServer',
    address: '/socket.io/',
    title: 'Socket events from the server',
    description: `${socket} The first event is \`authenticated\`. Without a valid token it is \`auth_error\`, and the server closes the connection.`,
    action: 'receive',
  },
  {
    events: 'TripEvents',
    id: 'tripChanges',
    address: '/api/trips/{tripId}/changes',
    title: 'Change feed of a trip',
    description:
      'Server-sent events over HTTP, with the bearer token. The `id` of an event is its position in the log: sent as `Last-Event-ID`, the stream continues after it. The server sends a comment every 20 seconds.',
    action: 'receive',
  },
]

export function describeRealtime({ schemas: definitions, events }: ContractTypes): AsyncApi {
  const schemas = Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [name, referring(schema)]),
  )
  const schemaAt = (ref: string) => schemas[ref.replace('#/components/schemas/', '')]!
  const all = channels.flatMap(({ events: of, id }) =>
    Object.entries(events[of] ?? {}).map(([name, { payload, description }]) => {
      const schema = referring(payload)
      return {
        channel: id,
        key: `${id}.${name.replaceAll(':', '.')}`,
        message: {
          name,
          ...(description === undefined ? {} : { summary: description }),
          contentType: 'application/json',
          payload: schema,
          examples: [{ payload: exampleOf(schema, schemaAt) }],
        },
      }
    }),
  )
  const keysOf = (id: string) => all.flatMap(({ channel, key }) => (channel === id ? [key] : []))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Group Trip Planner in real time',
      version: '1',
      description:
        'Events of the socket and of the change feed. api/platform/openapi.json describes the HTTP API.',
    },
    channels: Object.fromEntries(
      channels.map(({ id, address, title, description }) => [
        id,
        {
          address,
          title,
          description,
          ...(address.includes('{') ? { parameters: { tripId: { description: 'Id of a trip.' } } } : {}),
          messages: Object.fromEntries(
            keysOf(id).map((key) => [key, { $ref: `#/components/messages/${key}` }]),
          ),
        },
      ]),
    ),
    operations: Object.fromEntries(
      channels.map(({ id, action }) => [
        id,
        {
          action,
          channel: { $ref: `#/channels/${id}` },
          security: [{ $ref: '#/components/securitySchemes/bearer' }],
        },
      ]),
    ),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token that the log-in gives.' },
      },
      messages: Object.fromEntries(all.map(({ key, message }) => [key, message])),
      schemas: used(schemas, all),
    },
  } as AsyncApi
}
