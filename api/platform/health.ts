// Serves /healthz (the process runs) and /readyz (it can handle requests).

import { statfs } from 'node:fs/promises'
import type { Context, Next } from 'koa'

export function createHealth(isReady: () => boolean, hasFreeSpace = async () => true) {
  return async (context: Context, next: Next): Promise<void> => {
    if (context.path !== '/healthz' && context.path !== '/readyz') return next()
    const status = context.path === '/healthz' ? 'ok' : await readiness()
    context.status = status === 'ok' ? 200 : 503
    if (status !== 'ok') context.set('Retry-After', '1')
    context.body = { status }
  }

  async function readiness(): Promise<'ok' | 'starting' | 'no room'> {
    if (!isReady()) return 'starting'
    return (await hasFreeSpace()) ? 'ok' : 'no room'
  }
}

/** Less would be used up in a minute, and SQLite needs some to clean up. */
const MIN_FREE_BYTES = 16 * 1024 * 1024

/** Whether the log's disk has room for further events. */
export const freeSpaceIn = (folder: string) => async (): Promise<boolean> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= MIN_FREE_BYTES
}
