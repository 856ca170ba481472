// A server with the demo users, and screens of trips, for the browser tests of trips.

import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { browserForFile } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/client.ts'
import { client, logInAndOpen, plannedTrip } from '#tests/support/demoUsers.ts'
import { type Server, startServer } from '#tests/support/server.ts'

/** Call once at the top of a test file. The fields are set before its tests. */
export function tripScreensForFile() {
  const { person } = browserForFile()
  const fields = {} as { server: Server; alice: Client }

  beforeAll(async () => {
    fields.server = await startServer()
    fields.alice = await client(fields.server, 'alice')
  })

  async function visit(username: string, path = '/app/travel', expects: RegExp[] = []): Promise<Page> {
    const page = await person({ url: fields.server.url, expects })
    await logInAndOpen(page, fields.server, username, path)
    return page
  }

  const planned = (title: string, invitees: string[] = [], of = fields.alice) =>
    plannedTrip(of, title, invitees)
  return Object.assign(fields, { person, visit, planned })
}

export const details = (page: Page) => page.getByRole('dialog', { name: 'Trip Details' })
export const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
