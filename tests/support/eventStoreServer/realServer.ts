// A real EventStoreDB for the tests that can run over one: where EVENTSTOREDB_URL names it, or EVENTSTOREDB_PROGRAM starts
// it. Its log may have other users, so each test uses streams of its own.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEventStoreProcess } from '#tests/support/eventStoreServer/process.ts'

export interface RealServer {
  /** The connection string for the client. */
  url: string
  /** Ends it, if it was started here. */
  close(): Promise<void>
}

/** @returns undefined where neither is set */
export async function openRealServer(): Promise<RealServer | undefined> {
  const url = process.env['EVENTSTOREDB_URL']
  if (url) return { url, close: async () => undefined }
  if (!process.env['EVENTSTOREDB_PROGRAM']) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'log-'))
  const program = await startEventStoreProcess({ file: join(folder, 'log') })
  return {
    url: program.url,
    async close() {
      await program.kill9()
      rmSync(folder, { recursive: true })
    },
  }
}
