// The people of trips that each test plans for itself: the organizer's requests, and the Participants tab on a page.

import type { Locator, Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { browserForFile } from '#tests/support/browser.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import { client, inDays, logInAndOpen } from '#tests/support/demoUsers.ts'
import { type Server, startServer } from '#tests/support/server.ts'

interface TripPeople {
  server: Server
  /** Organizes the planned trips. */
  alice: Client
  /** Username → id. */
  ids: Record<string, string>
  person: ReturnType<typeof browserForFile>['person']
  /** Plans a trip for one test. @returns its id */
  planned(title: string, ...invitees: string[]): Promise<string>
  visit(username: string, tripId: string, expects?: RegExp[]): Promise<Page>
}

/** Starts a server with the demo data for the tests of a file; its fields are set before the first test. */
export function tripPeopleForFile(): TripPeople {
  const people = {
    person: browserForFile().person,
    async planned(title: string, ...invitees: string[]) {
      const { trip } = expectSuccess(
        await people.alice.post('/trips', {
          title,
          destination: 'Macau',
          startDate: inDays(3),
          endDate: inDays(5),
          inviteUserIds: invitees.map((name) => people.ids[name]),
        }),
      )
      return trip.id
    },
    async visit(username: string, tripId: string, expects: RegExp[] = []) {
      const page = await people.person({ url: people.server.url, expects })
      await logInAndOpen(page, people.server, username, `/app/travel/${tripId}#participants`)
      await users(page).waitFor()
      return page
    },
  } as TripPeople
  beforeAll(async () => {
    people.server = await startServer()
    people.alice = await client(people.server, 'alice')
    const { data } = expectSuccess(await people.alice.get('/users'))
    people.ids = Object.fromEntries(
      data.map((user: { username: string; id: string }) => [user.username, user.id]),
    )
  })
  return people
}

export const details = (page: Page) => page.getByRole('dialog', { name: 'Trip Details' })
export const users = (page: Page) => page.getByRole('list', { name: 'Registered Users' })
export const guests = (page: Page) => page.getByRole('list', { name: 'Guest Participants' })
export const row = (list: Locator, name: string) => list.getByRole('listitem').filter({ hasText: name })

export async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
