// The descriptions of the API are up to date, complete and valid, and the server serves the OpenAPI description.

import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientEvents } from '#core/chat/socketEvents.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { api, operations } from '#tests/openapi/conformance.ts'
import type { AsyncApi } from '#tests/openapi/describeRealtime.ts'
import { descriptions } from '#tests/openapi/descriptions.ts'
import { refusalTables } from '#tests/openapi/endpoints.ts'
import { summaries } from '#tests/openapi/texts.ts'
import { expectSuccess, sendRequest } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const FILE = 'api/platform/openapi.json'
const realtime = JSON.parse(readFileSync('docs/asyncapi.json', 'utf8')) as AsyncApi
let product: Product<'ann'>
beforeAll(async () => {
  product = await startProduct({ people: ['ann'], env: { REGISTRATION: 'open' } })
})
afterAll(() => product.stop())

describe('API descriptions', () => {
  it('The committed descriptions are what npm run openapi generates', async () => {
    for (const [file, text] of Object.entries(await descriptions()))
      expect(readFileSync(file, 'utf8') === text, `${file} is out of date: npm run openapi`).toBe(true)
  })

  it.each([FILE, 'docs/asyncapi.json'])('The linter finds no problem in %s', async (file) => {
    const rules = {
      // The linter does not combine the schema of a failure with its codes.
      'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
      // Liveness, readiness and the description have no wrong request.
      'operation-4xx-response': 'off',
    } as const
    const config = await createConfig({ extends: ['recommended-strict'], rules })
    const problems = await lintFromString({ source: readFileSync(file, 'utf8'), absoluteRef: file, config })
    const found = problems.map(
      ({ ruleId, message, location: [at] }) => `${ruleId}: ${message} ${at?.pointer}`,
    )
    expect(found).toEqual([])
  })
})

describe('OpenAPI description', () => {
  const ofProduct = operations.filter(({ operation }) => !operation.tags.includes('operations'))

  it('The description has exactly the endpoints that the server mounts', () => {
    const mounted = product.server.routes.map(({ endpoint: { method, path } }) => `${method} /api${path}`)
    const paths = ofProduct.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
    expect(paths.sort()).toEqual(mounted.sort())
  })

  it.each(Object.entries(refusalTables))('Some endpoint has each refusal in the table of %s', (_, table) => {
    const codes = new Set(ofProduct.flatMap(({ operation }) => codesOf(operation.responses)))
    const said = Object.entries(table).map(([name, { status, code = name }]) => `${status} ${code}`)
    expect(said.filter((code) => !codes.has(code))).toEqual([])
  })

  it('Each summary is of an endpoint', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(Object.keys(summaries).filter((id) => !ids.includes(id))).toEqual([])
  })

  it('Each endpoint has a feature, a summary and examples of its bodies', () => {
    for (const { operation } of ofProduct) {
      const { operationId, summary, tags, requestBody, responses } = operation
      expect(Object.keys(refusalTables), operationId).toContain(tags[0])
      expect(summary, operationId).toMatch(/^[A-Z]/)
      const contents = [requestBody, ...Object.values(responses)].map(
        (one) => one && 'content' in one && one.content,
      )
      for (const content of contents)
        for (const [type, { example }] of Object.entries(content || {}))
          if (type === 'application/json') expect(example, operationId).toBeDefined()
    }
  })

  it('Each endpoint has exactly the query parameters that the server reads', async () => {
    const { trip } = expectSuccess(await product.as('ann').post('/trips', aTrip))
    const gets = ofProduct.filter(
      ({ method, path }) => method === 'GET' && !/conversationId|chatId|changes/.test(path),
    )
    const all = new Set(gets.flatMap(({ operation }) => queryOf(operation)))
    for (const { path, operation } of gets)
      for (const name of all) {
        const ids: Record<string, string> = { tripId: trip.id, userId: product.people.ann.id, n: '1' }
        const at = path.replace('/api', '').replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id]!)
        // The server refuses a repeated parameter, and ignores one that it does not read.
        const { body } = await product.as('ann').get(`${at}?${name}=x&${name}=x`)
        const isRead =
          Object.hasOwn(body.error?.fields ?? {}, name) && body.message.includes('more than once')
        expect([operation.operationId, name, isRead]).toEqual([
          operation.operationId,
          name,
          queryOf(operation).includes(name),
        ])
      }
  })

  it('The server sends the description without a session, and 304 while it is unchanged', async () => {
    const first = await product.anonymous.get('/openapi.json')
    expect([first.status, first.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(first.body).toEqual(JSON.parse(readFileSync(FILE, 'utf8')))
    const headers = { 'If-None-Match': first.headers.etag }
    const again = await product.anonymous.get('/openapi.json', { headers })
    expect([again.status, again.text]).toEqual([304, ''])
    expect((await product.anonymous.post('/openapi.json', {})).status).toBe(404)
  })

  it('The endpoints for operators respond', async () => {
    const paths = operations.flatMap(({ path, operation }) =>
      operation.tags.includes('operations') ? path : [],
    )
    for (const path of paths) {
      const { status } = await sendRequest(product.port, 'GET', path, undefined, {})
      expect([path, status]).toEqual([path, path === '/metrics' ? 404 : 200])
    }
  })
})

describe('AsyncAPI description', () => {
  const eventsOf = (channel: string) =>
    Object.entries(realtime.components.messages).flatMap(([key, { name }]) =>
      key.startsWith(`${channel}.`) ? [name] : [],
    )

  it('The description has exactly the events that the server accepts', () => {
    expect(eventsOf('fromClient').sort()).toEqual([...clientEvents].sort())
  })
})

function queryOf({ parameters = [] }: (typeof operations)[number]['operation']): string[] {
  return parameters.flatMap((one) => ('in' in one && one.in === 'query' ? [one.name] : []))
}

/** `409 CONFLICT` for each code of each failure. */
function codesOf(responses: (typeof operations)[number]['operation']['responses']): string[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const text = JSON.stringify('$ref' in response ? resolved(response.$ref) : response)
    const [, codes = ''] = /"code":\{"enum":\[([^\]]*)\]/.exec(text) ?? []
    return codes.split(',').map((code) => `${status} ${code.replaceAll('"', '')}`)
  })
}

const resolved = (ref: string): object | undefined =>
  (api.components['responses'] as Record<string, object>)[ref.replace('#/components/responses/', '')]
