// Generates the descriptions of the API. `npm run openapi` writes them, and a test compares them with the files.

import { describeApi } from '#tests/openapi/describeApi.ts'
import { contractTypes } from '#tests/openapi/contractTypes.ts'
import { describeRealtime } from '#tests/openapi/describeRealtime.ts'
import { describedEndpoints } from '#tests/openapi/endpoints.ts'

export async function descriptions(): Promise<Record<string, string>> {
  const types = contractTypes()
  const written = {
    'api/platform/openapi.json': describeApi(await describedEndpoints(), types),
    'docs/asyncapi.json': describeRealtime(types),
  }
  const texts = Object.entries(written).map(([file, api]) => [file, `${laidOut(api, 5)}\n`])
  return Object.fromEntries(texts) as Record<string, string>
}

/** JSON with a line for each response and schema, so that a diff shows what a change of a contract means to clients. */
function laidOut(value: unknown, depth: number, indent = ''): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify(value)
  const inner = `${indent} `
  const lines = Object.entries(value).map(
    ([key, part]) => `${inner}${JSON.stringify(key)}: ${laidOut(part, depth - 1, inner)}`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`
}
