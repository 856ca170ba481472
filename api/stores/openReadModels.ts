// Opens the read models in the data folder. The file's name has the generation of the projections and of the file's schema: a
// release with another version builds its own file beside the old one, which is removed once the new one is complete.

import { hash } from 'node:crypto'
import { basename, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { AnyProjection } from '#projections/platform/projection.ts'
import { generationOf } from '#api/stores/redis/redisKeys.ts'
import { SCHEMA_VERSION, lockReadModels, removeReadModelsIn } from '#api/stores/sqlite/readModelFile.ts'
import { type SqliteReadStore, openSqliteReadStore } from '#api/stores/sqlite/sqliteReadStore.ts'

/** As long as a server that is shutting down may take. */
const LOCKED_FOR_MS = 10_000
const RETRY_MS = 100

export const readModelFileIn = (dataDir: string, projections: readonly AnyProjection[]): string =>
  join(
    dataDir,
    `readmodels-${hash('sha256', `${generationOf(projections)} ${SCHEMA_VERSION}`).slice(0, 12)}.db`,
  )

/**
 * null while another process writes to the same file.
 * @param onError receives what no caller gets; the same error may repeat often
 */
export async function openReadModels(
  dataDir: string,
  projections: readonly AnyProjection[],
  onError: (error: unknown) => void,
): Promise<SqliteReadStore | null> {
  const file = readModelFileIn(dataDir, projections)
  const lock = await waitForLock(file)
  if (!lock) return null
  const store = await openSqliteReadStore({ file, onError })
  const stopWatching = store.onCheckpoint(({ ready }) => ready && removeOthers())
  if ((await store.checkpoint()).ready) removeOthers()

  function removeOthers(): void {
    stopWatching()
    removeReadModelsIn(dataDir, basename(file))
  }

  return {
    ...store,
    async close() {
      await store.close()
      lock.close()
    },
  }
}

async function waitForLock(file: string): Promise<{ close(): void } | null> {
  const deadline = performance.now() + LOCKED_FOR_MS
  for (;;) {
    const lock = lockReadModels(file)
    if (lock || performance.now() > deadline) return lock
    await after(RETRY_MS)
  }
}
