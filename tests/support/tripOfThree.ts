// A trip of the demo users alice, bob and carol for a test to spend on, and the ways to its money tab.

import type { Locator, Page } from 'playwright-core'
import type { PaymentResponse } from '#core/money/responses.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import type { Server } from '#tests/support/server.ts'
import { client, inDays } from '#tests/support/demoUsers.ts'

type Name = 'alice' | 'bob' | 'carol'
const names: readonly Name[] = ['alice', 'bob', 'carol']

export interface TripsOfThree {
  as: Record<Name, Client>
  ids: Record<Name, string>
  /** Plans a trip of alice's with the other two. @returns its id */
  planned(title: string): Promise<string>
  deposit(trip: string, name: Name, amount: number, by?: Name): Promise<void>
  /** Adds an expense that alice pays for all three. */
  spend(trip: string, amount: number, more?: object): Promise<void>
  /** Records a payment. */
  pay(trip: string, from: Name, to: Name, amount: number, by?: Name): Promise<void>
  /** Newest first. */
  paymentsOf(trip: string): Promise<PaymentResponse[]>
  // oxlint-disable-next-line no-explicit-any
  poolOf(trip: string): Promise<any>
}

export async function tripsOfThree(server: Pick<Server, 'url'>): Promise<TripsOfThree> {
  const clients = await Promise.all(names.map((name) => client(server, name)))
  const [alice, bob, carol] = clients as [Client, Client, Client]
  const as = { alice, bob, carol }
  const { data } = expectSuccess(await alice.get('/users'))
  const ids = Object.fromEntries(
    data.map((user: { username: string; id: string }) => [user.username, user.id]),
  ) as Record<Name, string>
  return {
    as,
    ids,
    async planned(title) {
      const { trip } = expectSuccess(
        await alice.post('/trips', {
          title,
          destination: 'Macau',
          startDate: inDays(3),
          endDate: inDays(5),
          inviteUserIds: [ids.bob, ids.carol],
        }),
      )
      return trip.id
    },
    async deposit(trip, name, amount, by = 'alice') {
      const participant = { id: ids[name], type: 'user' }
      expectSuccess(await as[by].post(`/trips/${trip}/pool/contribute`, { amount, participant }))
    },
    async spend(trip, amount, more = {}) {
      const sharedBy = names.map((name) => ids[name])
      const expense = { description: `Dinner for ${amount}`, amount, category: 'food', sharedBy, ...more }
      expectSuccess(await alice.post(`/trips/${trip}/expenses`, expense))
    },
    async pay(trip, from, to, amount, by = 'alice') {
      const user = (name: Name) => ({ id: ids[name], type: 'user' })
      expectSuccess(await as[by].post(`/trips/${trip}/payments`, { from: user(from), to: user(to), amount }))
    },
    paymentsOf: async (trip) => expectSuccess(await alice.get(`/trips/${trip}/payments`)).payments,
    poolOf: async (trip) => expectSuccess(await alice.get(`/trips/${trip}/pool`)),
  }
}

/** Presses a button of the money tab and returns the dialog that it opens. */
export async function openFromMoney(
  page: Page,
  button: 'Add Money' | 'Details' | 'Settlement',
): Promise<Locator> {
  const titles = { Details: 'Pool Transaction History', 'Add Money': 'Add Money', Settlement: 'Settlement' }
  const dialog = page.getByRole('dialog', { name: titles[button], exact: true })
  const press = page.getByRole('button', { name: button })
  await press.waitFor()
  // The card above grows when it has several actions, and a press in that moment would miss.
  await page.getByText('Loading your balance').waitFor({ state: 'detached' })
  await press.click()
  await dialog.waitFor()
  return dialog
}

/** The row of a list with this text. */
export const rowOf = (list: Locator, text: string): Locator =>
  list.getByRole('listitem').filter({ hasText: text })
