// Serves /healthz (the process runs) and /readyz (it can handle requests).

import { access, constants, statfs } from 'node:fs/promises'
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

/** Whether the log's disk can take further events: a file system that was mounted read-only after an error cannot. */
export const freeSpaceIn = (folder: string) => async (): Promise<boolean> => {
  try {
    await access(folder, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= MIN_FREE_BYTES
  } catch {
    return false
  }
}
