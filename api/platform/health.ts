// Whether the process lives, and whether it can answer what it is for.

import { statfs } from 'node:fs/promises'
import type { Context, Next } from 'koa'

/** @param hasRoom whether the disk can take what is written next */
export function createHealth(isReady: () => boolean, hasRoom: () => Promise<boolean> = async () => true) {
  return async (context: Context, next: Next): Promise<void> => {
    if (context.path !== '/healthz' && context.path !== '/readyz') return next()
    const status = context.path === '/healthz' ? 'ok' : await standing()
    context.status = status === 'ok' ? 200 : 503
    if (status !== 'ok') context.set('Retry-After', '1')
    context.body = { status }
  }

  async function standing(): Promise<'ok' | 'starting' | 'no room'> {
    if (!isReady()) return 'starting'
    return (await hasRoom()) ? 'ok' : 'no room'
  }
}

/** So little is gone in a minute, and SQLite needs some to clear up. */
const LEAST_BYTES = 16 * 1024 * 1024

/** Whether commands can still be written where the log is. */
export const freeSpaceIn = (folder: string) => async (): Promise<boolean> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= LEAST_BYTES
}
