// Generates the types with which `openapi-fetch` calls the API from TypeScript.

import { createRequire, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { OpenApi } from '#tests/openapi/describeApi.ts'

export async function clientTypes(api: OpenApi): Promise<string> {
  const { default: openapiTS, astToString } = await generator()
  return astToString(await openapiTS(api as never))
}

/** It needs a TypeScript with a compiler API. The repository's has none, so it gets the one of another generator. */
async function generator() {
  const require = createRequire(import.meta.url)
  const typescript = createRequire(require.resolve('ts-json-schema-generator')).resolve('typescript')
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'typescript' ? next(pathToFileURL(typescript).href, context) : next(specifier, context),
  })
  try {
    return await import('openapi-typescript')
  } finally {
    hooks.deregister()
  }
}
