// Another program in place of the test server: EVENTSTOREDB_PROGRAM names it.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NO_STREAM } from '#core/store/eventStore.ts'
import { noted, numbers } from '#tests/contracts/logDriver.ts'
import { openPatiently } from '#tests/support/eventStoreServer/openPatiently.ts'
import { startEventStoreProcess } from '#tests/support/eventStoreServer/process.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'program-'))))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const file = () => join(folder, 'log')
const program = join(import.meta.dirname, '../support/eventStoreServer/main.ts')
const useProgram = (args: string) =>
  vi.stubEnv('EVENTSTOREDB_PROGRAM', `${process.execPath} ${program} ${args}`)

test('The program gets a port and a folder, and has its log again after it was killed', async () => {
  useProgram('--port {port} --file {folder}/its-own.log')
  const first = await startEventStoreProcess({ file: file() })
  const store = await openPatiently(first.url)
  await store.append('s', NO_STREAM, noted(3))
  await store.close()
  await first.kill9()
  expect(existsSync(`${file()}.d/its-own.log`)).toBe(true)

  const second = await startEventStoreProcess({ file: file(), port: first.port })
  const again = await openPatiently(second.url)
  expect(numbers(await again.read('s'))).toEqual([0, 1, 2])
  await again.close()
  await second.kill9()
  expect(second.port).toBe(first.port)
})

test('A program that ends instead of starting is reported with its output', async () => {
  useProgram('--no-such-option {port}')
  await expect(startEventStoreProcess({ file: file() })).rejects.toThrow(
    /^The event store server did not start:[^]*no-such-option/,
  )
})

test('A program that does not exist is reported', async () => {
  vi.stubEnv('EVENTSTOREDB_PROGRAM', '/no/such/program {port}')
  await expect(startEventStoreProcess({ file: file() })).rejects.toThrow(/did not start:[^]*ENOENT/)
})
