// A trip of alice's with bob and carol, and its expenses tab, for the browser tests of expenses.

import type { Page } from 'playwright-core'
import { beforeAll, beforeEach } from 'vitest'
import { browserForFile, type Visit } from '#tests/support/browser.ts'
import { startServer } from '#tests/support/server.ts'
import { inDays, openWithToken } from '#tests/support/demoUsers.ts'

type Session = Awaited<ReturnType<typeof signIn>>

/** Call once at the top of a test file. Each test gets a new trip; the fields are set before it. */
export function expensesForFile() {
  const { person } = browserForFile()
  const fields = {} as { url: string; alice: Session; tripId: string }
  let ids: Promise<ReadonlyMap<string, string>> | undefined

  beforeAll(async () => {
    const { url } = await startServer()
    Object.assign(fields, { url, alice: await signIn(url, 'alice') })
  })

  beforeEach(async () => {
    const { trip } = await fields.alice.call('POST', '/trips', {
      title: 'A week in Kyoto',
      destination: 'Kyoto',
      startDate: inDays(10),
      endDate: inDays(17),
      inviteUserIds: [await idOf('bob'), await idOf('carol')],
    })
    fields.tripId = trip.id
  })

  async function idOf(username: string): Promise<string> {
    ids ??= idsByUsername()
    return (await ids).get(username)!
  }

  async function idsByUsername() {
    const { data } = await fields.alice.call('GET', '/users')
    return new Map<string, string>(
      data.map((user: { username: string; id: string }) => [user.username, user.id]),
    )
  }

  const spend = (more: object = {}) =>
    fields.alice.call('POST', `/trips/${fields.tripId}/expenses`, {
      description: 'Ramen',
      amount: 300,
      category: 'food',
      sharedBy: [fields.alice.id],
      ...more,
    })

  async function expensesTab(visit: Partial<Visit> = {}): Promise<Page> {
    const page = await person({ url: fields.url, ...visit })
    await openWithToken(page, fields.alice.token, `/app/travel/${fields.tripId}#expenses`)
    await page
      .getByRole('dialog')
      .getByText(/You are owed|You owe|You are settled up|Nothing to settle yet/)
      .waitFor()
    return page
  }

  const signInAs = (username: string): Promise<Session> => signIn(fields.url, username)
  return Object.assign(fields, { person, signIn: signInAs, idOf, spend, expensesTab })
}

/** Calls the API as this user; returns the body and throws on a refusal. */
async function signIn(url: string, username: string) {
  const ask = async (method: string, path: string, body?: object, token?: string) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.status === 204 ? undefined : response.json()
  }
  const { token, user } = await ask('POST', '/auth/login', { username, password: 'travel-demo' })
  return {
    id: user.id as string,
    token: token as string,
    call: (method: string, path: string, body?: object) => ask(method, path, body, token),
  }
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).last()
export const recentExpenses = (page: Page) => page.getByRole('region', { name: 'Recent Expenses' })

export async function addExpense(page: Page, description: string, amount: string) {
  await button(page, 'Add Expense').click()
  await page.getByLabel('Description').fill(description)
  await page.getByLabel('Amount').fill(amount)
  await button(page, 'Add Expense').click()
}

export async function openExpense(page: Page, name: RegExp) {
  await page.getByRole('button', { name }).click()
  await page.getByText('Recorded by').waitFor()
}
