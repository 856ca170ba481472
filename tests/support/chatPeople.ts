// Newly registered people for chat tests, so that tests do not affect each other, and the locators and actions of a
// conversation on the screen.

import type { Locator, Page } from 'playwright-core'
import { type Client, createClient, expectSuccess } from '#tests/support/client.ts'
import type { Server } from '#tests/support/server.ts'
import { openWithToken, inDays, password } from '#tests/support/demoUsers.ts'

/** The settings of a server with open registration and without data. */
export const emptyServer = {
  REGISTRATION: 'open',
  DEMO_DATA: 'off',
  TRUST_PROXY: '127.0.0.1',
}

export interface RegisteredPerson {
  id: string
  username: string
  /** A client that is signed in as this person. */
  api: Client
}

let homes = 0

/** Registers users with these names, which must be new on this server. */
export async function registerPeople<const Name extends string>(
  { url }: Pick<Server, 'url'>,
  ...names: Name[]
): Promise<Record<Name, RegisteredPerson>> {
  const port = Number(new URL(url).port)
  const all = {} as Record<Name, RegisteredPerson>
  for (const username of names) {
    // Each request comes from another address, because registrations are limited for each address.
    const headers = { 'X-Forwarded-For': `198.51.100.${homes++ % 250}` }
    const { token, user } = expectSuccess(
      await createClient(port).post('/auth/register', { username, password }, { headers }),
    )
    all[username] = { id: user.id, username, api: createClient(port, token) }
  }
  return all
}

/** Signs a person in without the form, and opens the address. */
export async function openAs(page: Page, { api }: RegisteredPerson, path: string): Promise<void> {
  await openWithToken(page, api.token!, path)
}

/** Plans a trip of the first person with the others. @returns its id */
export async function planTrip(
  by: RegisteredPerson,
  others: readonly RegisteredPerson[],
  title = 'Up the coast',
): Promise<string> {
  const dates = { startDate: inDays(3), endDate: inDays(5) }
  const inviteUserIds = others.map(({ id }) => id)
  const plan = { title, destination: 'Sai Kung', ...dates, inviteUserIds }
  return expectSuccess(await by.api.post('/trips', plan)).trip.id
}

export const invite = async (by: RegisteredPerson, trip: string, { id }: RegisteredPerson): Promise<void> =>
  expectSuccess(await by.api.post(`/trips/${trip}/invite`, { userIds: [id] }))

export const remove = async (by: RegisteredPerson, trip: string, { id }: RegisteredPerson): Promise<void> =>
  expectSuccess(await by.api.del(`/trips/${trip}/participants/${id}`))

export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true })

/** Waits until the page is connected; only then can a test cut its connection. */
export const waitUntilConnected = (page: Page): Promise<void> =>
  page.getByPlaceholder('Type a message...').waitFor()

export const messageLog = (page: Page): Locator => page.getByRole('log', { name: 'Messages' })

/** The message that contains these words, with its status. */
export const message = (page: Page, words: string): Locator =>
  messageLog(page).locator('[data-message]').filter({ hasText: words })

/** An own message with this state: 'Sending', 'Sent', 'Read', … */
export const messageWithStatus = (page: Page, words: string, state: string): Locator =>
  message(page, words).filter({ has: page.getByTitle(state, { exact: true }) })

/** The texts of the messages on the screen, from top to bottom. */
export const textsOn = (page: Page): Promise<string[]> =>
  messageLog(page)
    .locator('[data-message] bdi > span:first-child')
    .evaluateAll((all) => all.map((one) => one.textContent ?? ''))

/** Types the text and presses Enter. */
export async function typeMessage(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}
