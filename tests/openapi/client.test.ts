// A client generated from the OpenAPI description compiles, and its calls work.

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientTypes } from '#tests/openapi/clientTypes.ts'
import { api } from '#tests/openapi/conformance.ts'
import { type Product, PASSWORD, startProduct } from '#tests/support/product.ts'

const folder = join(import.meta.dirname, 'client')
let product: Product<'ann' | 'ben'>
beforeAll(async () => void (product = await startProduct({ people: ['ann', 'ben'] })))
afterAll(() => product.stop())

it('A client with types generated from the OpenAPI description compiles and settles a trip', async () => {
  writeFileSync(join(folder, 'paths.ts'), await clientTypes(api))
  const compiler = ['node_modules/typescript/bin/tsc', '--noEmit', '-p', folder]
  expect(spawnSync(process.execPath, compiler, { encoding: 'utf8' }).stdout).toBe('')
  const { journey } = (await import(join(folder, 'journey.ts'))) as {
    journey(of: Record<string, string>): Promise<string[]>
  }
  const friend = product.people.ben.id
  const payments = await journey({ baseUrl: product.url, username: 'ann', password: PASSWORD, friend })
  expect(payments).toEqual(['ben pays ann 25'])
})
