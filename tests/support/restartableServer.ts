// A server that a test can kill and restart, with its own copy of the client, for tests of the service worker.

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { browserForFile, networkErrors } from '#tests/support/browser.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { logInAndOpen } from '#tests/support/demoUsers.ts'
import { type TripsOfThree, tripsOfThree } from '#tests/support/tripOfThree.ts'

/** Call once at the top of a test file. The fields are set before its tests, and a killed server restarts after each. */
export function restartableServerForFile() {
  const { person } = browserForFile()
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  const clientFolder = join(folder, 'web')
  const fields = {} as { server: Server; trips: TripsOfThree }
  let isDown = false

  beforeAll(async () => {
    cpSync('dist/web', clientFolder, { recursive: true })
    fields.server = await start()
    fields.trips = await tripsOfThree(fields.server)
  })
  afterEach(async () => {
    if (isDown) await restart()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** @param before a stopped server, whose port and folder the new one takes */
  function start(before?: Server): Promise<Server> {
    const earlier = before && { dataDir: before.dataDir }
    const port = before ? { PORT: new URL(before.url).port } : {}
    return startServer({ ...earlier, env: { CLIENT_DIR: clientFolder, ...port } })
  }

  async function kill(): Promise<void> {
    isDown = true
    await fields.server.kill9()
  }

  async function restart(): Promise<void> {
    fields.server = await start(fields.server)
    fields.trips = await tripsOfThree(fields.server)
    isDown = false
  }

  async function visit(username: string, path: string, expects: RegExp[] = []): Promise<Page> {
    const page = await person({
      url: fields.server.url,
      expects: [...networkErrors, ...expects],
      serviceWorkers: 'allow',
    })
    await logInAndOpen(page, fields.server, username, path)
    return page
  }

  return Object.assign(fields, { clientFolder, person, kill, restart, visit })
}

/** Waits until the whole app is in the service worker's cache and the worker controls the page. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}
