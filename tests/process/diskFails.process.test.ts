// A server and every tool over a healthy log on a disk that is full or read-only: each says what is wrong with the disk,
// and never that the log is damaged or that a backup should take its place.

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { startServer } from '#tests/support/server.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

/** Disks of one's own need user namespaces, or root. */
const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'disk-'))
const healthy = join(folder, 'healthy')
const disk = join(folder, 'disk')

beforeAll(async () => {
  mkdirSync(disk)
  const server = await startServer({ dataDir: healthy })
  // Leaves the write-ahead log where it is, so that opening the log needs files beside it.
  await server.kill9()
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

/** @param fault what happens to the disk once the log is on it */
function runOn(fault: string, args: string[]): { code: number | null; text: string } {
  const script = `
    mount -t tmpfs -o size=8m none ${disk} && cp -a ${healthy}/. ${disk} && rm -f ${disk}/*-shm
    ${fault}
    exec "$0" "$@"`
  const env = { ...process.env, DATA_DIR: disk, PORT: '0', DEMO_DATA: 'off', PASSWORD_COST: 'low' }
  const command = ['-rm', 'bash', '-c', script, process.execPath, ...args]
  const { status, stdout, stderr } = spawnSync('unshare', command, {
    env,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  })
  return { code: status, text: stdout + stderr }
}

const backup = join(folder, 'backup.db')

describe.skipIf(!canMount).each([
  ['full', `dd if=/dev/zero of=${disk}/fill bs=4k 2>/dev/null`, /is full/],
  ['read-only', `mount -o remount,ro ${disk}`, /read-only/],
])('on a %s disk', (_, fault, message) => {
  test.each([
    ['the server', ['api/main.ts']],
    ['the check of the log', ['api/history/cli.ts', '--verify']],
    ['the list of users', ['api/people/cli.ts', 'list']],
    ['a backup', ['api/stores/cli.ts', 'backup', join(folder, 'second.db')]],
    ['a backup onto the disk', ['api/stores/cli.ts', 'backup', join(disk, 'second.db')]],
    ['a repair', ['api/stores/cli.ts', 'repair']],
    ['a restore', ['api/stores/cli.ts', 'restore', backup]],
    ['a restore with force', ['api/stores/cli.ts', 'restore', backup, '--force']],
    [
      'a move',
      ['api/stores/cli.ts', 'move', '--from', `sqlite:${disk}/events.db`, '--to', 'esdb://127.0.0.1:1'],
    ],
  ])('%s says what is wrong with the disk, and neither “damaged” nor “restore”', async (name, args) => {
    if (name.startsWith('a restore')) {
      cpSync(join(healthy, 'events.db'), backup)
      const store = await openSqliteEventStore({ file: backup })
      await store.close()
    }
    const { code, text } = runOn(fault, args)
    expect(text).toMatch(message)
    expect(text.replaceAll(/'[^']*'/g, 'a path')).not.toMatch(/damaged|npm run restore|--force/i)
    expect(text, 'no stack').not.toMatch(/\n\s+at /)
    expect(code).toBe(1)
  })
})
