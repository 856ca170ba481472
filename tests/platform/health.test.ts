// The health and readiness endpoints.

import { chmodSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from 'koa'
import { expect, test } from 'vitest'
import { createHealth, freeSpaceIn } from '#api/platform/health.ts'

async function asked(path: string, isReady: boolean, hasFreeSpace: boolean) {
  const context = { path, status: 404, body: null, set: () => undefined } as unknown as Context
  await createHealth(
    () => isReady,
    async () => hasFreeSpace,
  )(context, async () => undefined)
  return [context.status, context.body]
}

test('A process that cannot read yet or lacks disk space is alive and not ready', async () => {
  expect(await asked('/readyz', true, true)).toEqual([200, { status: 'ok' }])
  expect(await asked('/readyz', false, true)).toEqual([503, { status: 'starting' }])
  expect(await asked('/readyz', true, false)).toEqual([503, { status: 'no room' }])
  expect(await asked('/healthz', false, false)).toEqual([200, { status: 'ok' }])
})

test('The health check measures the free space of the disk', async () => {
  expect(await freeSpaceIn(tmpdir())()).toBe(true)
  // /proc is a file system without free space.
  if (process.platform === 'linux') expect(await freeSpaceIn('/proc')()).toBe(false)
})

test('A folder that cannot be read counts as one without free space', async () => {
  expect(await freeSpaceIn(join(tmpdir(), 'is-not-there'))()).toBe(false)
})

test('A folder that cannot be written counts as one without free space, save for root, who can', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'health-'))
  chmodSync(folder, 0o500)
  expect(await freeSpaceIn(folder)()).toBe(process.getuid?.() === 0)
  rmdirSync(folder)
})
