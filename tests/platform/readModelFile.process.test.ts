// The read models in a file on a disk that is full, as a limit of the size of files makes it.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { START } from '#core/store/eventStore.ts'
import { formatPosition } from '#core/store/position.ts'
import type { AnyProjection } from '#projections/platform/projection.ts'
import { openSqliteReadStore } from '#api/stores/sqlite/sqliteReadStore.ts'

const texts: AnyProjection = { name: 'texts', version: 1, keys: () => [], empty: () => '', on: {} }

let file: string
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'readmodels-'))
  file = join(folder, 'readmodels.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const erasedAt = (): unknown => {
  const db = new DatabaseSync(file, { readOnly: true })
  const [row] = db.prepare('SELECT erased_at FROM checkpoint').all()
  db.close()
  return row!['erased_at']
}

/** Opens the file, and has it compacted at once. */
const COMPACTING = `
  import { openSqliteReadStore } from '${new URL('../../api/stores/sqlite/sqliteReadStore.ts', import.meta.url)}'
  const store = await openSqliteReadStore({ file: process.argv[2], onError: () => undefined, compactMs: 1 })
  // Each waits for the thread, which compacts between two of them.
  for (let n = 0; n < 100; n++) await store.flush()
  await store.close()
`

test('A file that could not be compacted, because the disk was full, is still to be compacted', async () => {
  const store = await openSqliteReadStore({ file, onError: () => undefined, flushMs: 60_000 })
  const text = 'x'.repeat(5000)
  const writes = Array.from({ length: 200 }, (_, n) => ({ projection: texts, key: `k${n}`, doc: text }))
  await store.commit({ after: START, position: formatPosition(1), writes, ready: true })
  await store.flush()
  const removal = { projection: texts, key: 'k7', doc: null }
  await store.commit({
    after: formatPosition(1),
    position: formatPosition(2),
    writes: [removal],
    ready: true,
  })
  await store.close()
  const removedAt = erasedAt()
  expect(removedAt).toBeTypeOf('number')
  const script = join(folder, 'compacting.mjs')
  writeFileSync(script, COMPACTING)
  execFileSync('bash', ['-c', 'ulimit -f 500; exec "$0" "$@"', process.execPath, script, file])
  expect(erasedAt()).toBe(removedAt)
  const later = await openSqliteReadStore({ file, onError: () => undefined, compactMs: 1 })
  await expect.poll(erasedAt).toBeNull()
  await later.close()
})
