// Builds the OpenAPI description of the HTTP API from the routes, the contracts and the schemas.

import { isDeepStrictEqual } from 'node:util'
import { refuse } from '#core/kernel/decider.ts'
import { type RefusalTable, toRefusalResponse } from '#core/kernel/refusalResponse.ts'
import { bodySchema } from '#tests/openapi/bodySchemas.ts'
import type { ContractTypes, EndpointTypes } from '#tests/openapi/contractTypes.ts'
import { type DescribedEndpoint, refusalTables } from '#tests/openapi/endpoints.ts'
import { exampleOf } from '#tests/openapi/examples.ts'
import { type JsonSchema, mapSchema } from '#tests/openapi/jsonSchema.ts'
import * as texts from '#tests/openapi/texts.ts'

export interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, OpenApiOperation>>
  components: { schemas: Record<string, JsonSchema> } & Record<string, object>
}

export interface OpenApiOperation {
  operationId: string
  summary: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { $ref: string } | { content?: Content }>
}

type Parameter = { $ref: string } | { name: string; in: string; schema: JsonSchema }
type Content = Record<string, { schema: JsonSchema; example?: unknown }>

const SCHEMAS = '#/components/schemas/'

export function describeApi(endpoints: readonly DescribedEndpoint[], types: ContractTypes): OpenApi {
  const schemas: Record<string, JsonSchema> = {}
  for (const [name, schema] of Object.entries(types.schemas)) schemas[name] = referring(schema)
  const paths: OpenApi['paths'] = {}
  const order = [...types.endpoints.keys()]
  const inOrder = endpoints.toSorted((a, b) => order.indexOf(a.operationId) - order.indexOf(b.operationId))
  for (const described of inOrder) {
    const { operationId, endpoint, body } = described
    if (body) schemas[bodyName(operationId)] = bodySchema(body)
    const path = `/api${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
    const methods = (paths[path] ??= {})
    methods[endpoint.method.toLowerCase()] = operationOf(described, typesOf(described, types), schemas)
  }
  Object.assign(paths, texts.otherPaths)
  return {
    openapi: '3.1.1',
    ...texts.head,
    tags: texts.tags,
    paths,
    components: {
      securitySchemes: texts.securitySchemes,
      parameters: texts.parameters,
      headers: texts.headers,
      responses: sharedResponses(),
      schemas: sorted({ ...used(schemas, paths), Failure: texts.failure }),
    },
  } as OpenApi
}

const bodyName = (operationId: string) => `${operationId[0]!.toUpperCase()}${operationId.slice(1)}Body`

function operationOf(
  described: DescribedEndpoint,
  { feature, description, response, query, refusals, existing, media }: EndpointTypes,
  schemas: Record<string, JsonSchema>,
): OpenApiOperation {
  const { operationId, endpoint, access, body, isRaw, matchesRevision } = described
  const isCommand = endpoint.method !== 'GET'
  const schemaAt = (ref: string) => schemas[ref.replace(SCHEMAS, '')]!
  const content = (schema: JsonSchema, type = 'application/json'): Content => ({
    [type]: { schema, ...(type === 'application/json' ? { example: exampleOf(schema, schemaAt) } : {}) },
  })
  const isStream = media === 'text/event-stream'
  const schema = media === undefined ? referring(response) : isStream ? texts.eventStream : texts.bytes
  const hasEntity = hasRevision(schema, schemaAt)
  const isConditional = !isCommand && !isStream && !hasEntity
  const parameters = [
    ...[...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      $ref: `#/components/parameters/${name}`,
    })),
    ...Object.entries(query.properties ?? {}).map(([name, { description: comment, ...schema }]) => ({
      name,
      in: 'query',
      required: query.required?.includes(name) ?? false,
      ...(comment === undefined ? {} : { description: comment }),
      schema: referring(schema),
    })),
    ...(isCommand ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(matchesRevision ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ...(isConditional ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ...(isStream ? [{ $ref: '#/components/parameters/LastEventId' }] : []),
  ]
  const headers = headersOf(isCommand, isConditional || hasEntity)
  const success = {
    headers,
    ...(endpoint.status === 204 ? {} : { content: content(schema, media) }),
  }
  return {
    operationId,
    summary: texts.summaries[operationId] ?? summaryOf(operationId),
    ...(description === undefined ? {} : { description }),
    tags: [feature],
    ...(access === 'public' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: true, content: content({ $ref: SCHEMAS + bodyName(operationId) }) } }
      : {}),
    ...(isRaw
      ? { requestBody: { required: true, content: content(texts.bytes, 'application/octet-stream') } }
      : {}),
    responses: {
      [endpoint.status]: { description: texts.successes[endpoint.status], ...success },
      ...(isConditional ? { 304: { description: texts.unchanged, headers } } : {}),
      ...(existing ? { 200: { description: texts.existing, ...success } } : {}),
      ...failuresOf(described, feature, refusals),
    },
  } as object as OpenApiOperation
}

/** `addExpense` to "Add expense". */
const summaryOf = (operationId: string) =>
  operationId
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (first) => first.toUpperCase())

function headersOf(isCommand: boolean, hasETag: boolean) {
  const names = [
    'Position',
    ...(hasETag ? ['ETag'] : []),
    ...(isCommand ? ['Idempotency-Replayed', 'Read-Model'] : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Merges the types of an endpoint and its alternatives. */
function typesOf(
  { operationId, alternatives }: DescribedEndpoint,
  { endpoints }: ContractTypes,
): EndpointTypes {
  const [own, ...others] = [operationId, ...alternatives].map((name) => endpoints.get(name)!)
  if (!own || others.length === 0) return own!
  const properties = Object.assign({}, ...[own, ...others].map(({ query }) => query.properties)) as object
  return {
    ...own,
    description: [own, ...others].flatMap(({ description }) => description ?? []).join(' '),
    response: { anyOf: [own, ...others].map(({ response }) => response) },
    query: { ...own.query, properties: { ...properties } },
  }
}

/** Whether the response has one thing with a revision, which the server also sends as `ETag`. */
function hasRevision(schema: JsonSchema, schemaAt: (ref: string) => JsonSchema): boolean {
  if (schema.anyOf) return schema.anyOf.some((one) => hasRevision(one, schemaAt))
  const things = schema.properties ?? {}
  const only = things['trip'] ?? (Object.keys(things).length === 1 ? Object.values(things)[0] : undefined)
  const alternatives = only?.anyOf ?? (only ? [only] : [])
  return alternatives.some((thing) => (thing.$ref ? schemaAt(thing.$ref) : thing).properties?.['revision'])
}

/** Code to text. */
type Codes = Readonly<Record<string, string>>

function failuresOf(
  { endpoint, access, body, matchesRevision }: DescribedEndpoint,
  feature: string,
  refusals: readonly string[],
) {
  const failures: Record<number, Codes> = {}
  const add = (status: number, codes: Codes) => (failures[status] = { ...failures[status], ...codes })
  const hasId = endpoint.path.includes(':')
  const kind: texts.Kind = {
    isSignedIn: access === 'signed-in',
    isCommand: endpoint.method !== 'GET',
    hasBody: body !== undefined,
    hasId,
    hasParticipants: hasId && feature !== 'people',
    matchesRevision,
  }
  for (const { status, codes, appliesTo } of Object.values(texts.sharedFailures))
    if (appliesTo(kind)) add(status, codes)
  for (const name of refusals) {
    const { status, code, message } = toRefusalResponse(refuse(name), everyRefusal)
    const before = failures[status]?.[code]
    add(status, { [code]: before === undefined ? message : `${before}. ${message}` })
  }
  return Object.fromEntries(
    Object.entries(failures).map(([status, codes]) => [status, failure(Number(status), codes)]),
  )
}

const everyRefusal = Object.assign({}, ...Object.values(refusalTables)) as RefusalTable

function failure(status: number, codes: Codes) {
  const shared = Object.entries(texts.sharedFailures).find(
    ([, one]) => one.status === status && isDeepStrictEqual(one.codes, codes),
  )
  return shared ? { $ref: `#/components/responses/${shared[0]}` } : failureResponse(status, codes)
}

function failureResponse(status: number, codes: Codes) {
  const code = { enum: Object.keys(codes).sort() }
  const [[first, text] = ['', '']] = Object.entries(codes)
  const headers = texts.failureHeaders[status]
  return {
    description: Object.entries(sorted(codes))
      .map(([code, text]) => `- \`${code}\`: ${text}`)
      .join('\n'),
    ...(headers ? { headers } : {}),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: `${SCHEMAS}Failure` }, { properties: { error: { properties: { code } } } }],
        },
        example: texts.failureExample(first, text.split('. ')[0]!),
      },
    },
  }
}

const sharedResponses = () =>
  Object.fromEntries(
    Object.entries(texts.sharedFailures).map(([name, { status, codes }]) => [
      name,
      failureResponse(status, codes),
    ]),
  )

/** The schemas that are referenced, directly or through others. */
export function used(schemas: Record<string, JsonSchema>, from: unknown): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {}
  const look = (value: unknown) => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name!]
      if (!schema || found[name!]) continue
      found[name!] = schema
      look(schema)
    }
  }
  look(from)
  return found
}

/** Rewrites references for a document with `components`. */
export const referring = (schema: JsonSchema): JsonSchema =>
  mapSchema(schema, ({ $ref, ...part }) =>
    $ref === undefined ? part : { $ref: $ref.replace('#/definitions/', SCHEMAS), ...part },
  )

const sorted = <Value>(values: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)))
