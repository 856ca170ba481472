// Compares real responses and events with the descriptions of the API: status, error code, headers and body. After a
// change of a contract, `npm run openapi` brings the descriptions up to date.

import { readFileSync } from 'node:fs'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { OpenApi, OpenApiOperation } from '#tests/openapi/describeApi.ts'
import type { AsyncApi } from '#tests/openapi/describeRealtime.ts'
import type { HttpResponse } from '#tests/support/client.ts'

export const api = JSON.parse(readFileSync('api/platform/openapi.json', 'utf8')) as OpenApi

const realtime = JSON.parse(readFileSync('docs/asyncapi.json', 'utf8')) as AsyncApi

export interface DescribedOperation {
  method: string
  path: string
  operation: OpenApiOperation
}

/** Paths without parameters come first: `/history/proof` is not `/history/{n}`. */
export const operations: readonly DescribedOperation[] = Object.entries(api.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length)

const patterns = operations.map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`))

/** Ids of the operations of which a success was validated in this process. */
export const validated = new Set<string>()

/** Ignores a method and path that the description does not have. @throws Error if the description does not allow it */
export function assertResponse(
  method: string,
  target: string,
  { status, headers, body }: HttpResponse,
  sent: Uint8Array | undefined,
): void {
  const [path = ''] = target.split('?')
  const index = patterns.findIndex((pattern, at) => operations[at]!.method === method && pattern.test(path))
  if (index === -1) return
  const { operation } = operations[index]!
  const what = `${operation.operationId} responds with ${status}`
  const validate = validatorOf(
    operations[index]!,
    status,
    (body as { error?: { code?: string } })?.error?.code,
  )
  if (!validate) throw new Error(`${what} ${JSON.stringify(body)}, which is not in the description`)
  const isWithheld = headers['idempotency-replayed'] === 'true' && hasOnlyIds(body)
  if (validate !== 'empty' && !isWithheld && !validate(body))
    throw new Error(
      `${what} unlike the description: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
    )
  if (status >= 400) return
  const declared = Object.keys((operation.responses[status] as { headers?: object }).headers ?? {})
  for (const name of ['Position', 'ETag', 'Idempotency-Replayed', 'Read-Model'])
    if (headers[name.toLowerCase()] !== undefined && !declared.includes(name))
      throw new Error(`${what} and ${name}, which is not in the description`)
  assertAcceptedBody(operations[index]!, sent)
  validated.add(operation.operationId)
}

/** @throws Error if the server accepted a body that the description does not allow */
function assertAcceptedBody(
  { method, path, operation }: DescribedOperation,
  sent: Uint8Array | undefined,
): void {
  if (!sent || !operation.requestBody || !('application/json' in operation.requestBody.content)) return
  const body: unknown = JSON.parse(Buffer.from(sent).toString())
  const ref = `#/paths/${escaped(path)}/${method.toLowerCase()}/requestBody/content/application~1json/schema`
  const validate = validatorAt(`api${ref}`)
  if (validate(body)) return
  const errors = validate.errors!.filter(({ data }) => !isNormalized(data))
  if (errors.length > 0)
    throw new Error(
      `${operation.operationId} accepts a body unlike the description: ${ajv.errorsText(errors)}`,
    )
}

/** The server reads an empty text as null, a timestamp as a date and a currency in either case. */
const isNormalized = (value: unknown): boolean =>
  typeof value === 'string' && (value.trim() === '' || /^\d{4}-\d\d-\d\dT|^[a-z]{3}$/.test(value))

/** @param channel of docs/asyncapi.json @throws Error if the description does not allow the event */
export function assertEvent(channel: string, event: string, payload: unknown): void {
  const key = `${channel}.${event.replaceAll(':', '.')}`
  if (!realtime.components.messages[key]) throw new Error(`${key} is not in docs/asyncapi.json`)
  const validate = validatorAt(`realtime#/components/messages/${key}/payload`)
  if (!validate(payload))
    throw new Error(
      `${key} is unlike docs/asyncapi.json: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(payload)}`,
    )
}

/** The response to a repeat by a caller who may not read the thing any more. */
const hasOnlyIds = (value: unknown, name = ''): boolean =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).every(([key, part]) => hasOnlyIds(part, key))
    : name === 'id'

const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true })
addFormats.default(ajv)
ajv.addSchema(api, 'api')
ajv.addSchema(realtime, 'realtime')
const validators = new Map<string, ValidateFunction>()

/** Any endpoint refuses a malformed body, including those without one. */
const OF_ANY_REQUEST = ['INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']

function validatorOf(
  { method, path, operation }: DescribedOperation,
  status: number,
  code: string | undefined,
) {
  const responses = `#/paths/${escaped(path)}/${method.toLowerCase()}/responses`
  if (code !== undefined && OF_ANY_REQUEST.includes(code))
    return validatorAt('api#/components/schemas/Failure')
  const response = operation.responses[status]
  if (!response) return null
  const ref = '$ref' in response ? response.$ref : `${responses}/${status}`
  const { content } = resolved(ref) as { content?: object }
  const [type] = Object.keys(content ?? {})
  return type === 'application/json' ? validatorAt(`api${ref}/content/application~1json/schema`) : 'empty'
}

function validatorAt(ref: string): ValidateFunction {
  const known = validators.get(ref)
  if (known) return known
  const validate = ajv.compile({ $ref: ref })
  validators.set(ref, validate)
  return validate
}

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

function resolved(ref: string): unknown {
  const parts = ref.split('/').slice(1)
  return parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part.replaceAll('~1', '/')], api)
}
