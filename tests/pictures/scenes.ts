// The scenes of the pictures: every screen and dialog with content, empty and failed. Each begins on its own page with
// the demo data.

import type { Page } from 'playwright-core'
import { LONGEST_TRIP } from '#tests/pictures/extremes.ts'
import { waitForChunk } from '#tests/support/demoUsers.ts'

/** Users in addition to those of the seed data: one without any data, and two with the longest texts. */
export const people = ['newcomer', 'wordy.mcwordface.jr', 'محمد-عبد-الرحمن'] as const

export type Size = 'phone' | 'tablet' | 'medium' | 'desktop'

export interface Scene {
  name: string
  /** Phone, tablet and desktop without it. */
  sizes?: readonly Size[]
  /** The signed-in user; null for none. */
  as: 'alice' | 'bob' | 'carol' | 'dave' | 'erin' | 'nina' | (typeof people)[number] | null
  /** `{Title of a trip}` is replaced by that trip's id, `{chat:Name}` by a conversation's. */
  path: string
  /** Runs before the page is opened. */
  before?: (page: Page) => Promise<void>
  /** Leads from the opened page to the state of the picture. */
  steps?: (page: Page) => Promise<void>
}

const press = (name: string) => async (page: Page) => {
  const dialogs = page.getByRole('dialog', { includeHidden: true })
  const before = await dialogs.count()
  await page.getByRole('button', { name, exact: true }).first().click()
  await dialogs.nth(before).waitFor()
}
/** Chooses an item of a row's or a screen's menu. */
const choose = (menu: RegExp | string, item: string) => async (page: Page) => {
  await page.getByRole('button', { name: menu }).first().click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.locator('[role=alertdialog], [role=dialog]').last().waitFor()
}
/** From the only chat of a trip, where that is open. */
const toTripChats = async (page: Page) => {
  const list = page.getByRole('button', { name: 'Create New Chat' })
  const actions = page.getByRole('button', { name: 'Chat actions' })
  await list.or(actions).first().waitFor()
  if (await list.isVisible()) return
  await actions.click()
  await page.getByRole('menuitem', { name: 'All chats' }).click()
}
/** Leaves these requests without a response. */
const without = (calls: RegExp) => async (page: Page) => {
  await page.route(calls, (route) => route.abort())
}
const offline = async (page: Page) => {
  // It is loaded when the page is idle, and not without a network.
  await waitForChunk(page, 'BottomBar')
  await page.context().setOffline(true)
  await page.getByText('You are offline.').waitFor()
}
const wordy = 'wordy.mcwordface.jr'
const longest = `/app/travel/{${LONGEST_TRIP}}`
const lisbon = '/app/travel/{Lisbon and the Algarve}'

/** This device showed the current trips the day before, four changes ago. */
async function seenYesterday(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const token = localStorage.getItem('token')!
    const { trips } = await (
      await fetch('/api/trips', { headers: { authorization: `Bearer ${token}` } })
    ).json()
    const [{ id, changesByOthers, participants }] = trips
    const me = participants.find(({ user }: { user: { username: string } }) => user.username === 'alice')
    const visit = { position: changesByOthers[4], at: Date.now() - 20 * 3_600_000 }
    localStorage.setItem(`draft:${me.id}:visits`, JSON.stringify({ [id]: visit }))
  })
  await page.reload()
  await page.getByText('4 changes since yesterday').waitFor()
}

/** Opens the page of a link to the current trip as somebody without an account; an ended one where it `hasEnded`. */
const openLink =
  (hasEnded = false) =>
  async (page: Page) => {
    const url = await page.evaluate(async (ends) => {
      // Of whoever joined in an earlier scene.
      localStorage.removeItem('token')
      const call = async (method: string, path: string, token: string | null, body?: object) => {
        const response = await fetch(`/api${path}`, {
          method,
          headers: {
            'Content-Type': 'application/json',
            'Idempotency-Key': crypto.randomUUID(),
            ...(token !== null && { Authorization: `Bearer ${token}` }),
          },
          ...(body && { body: JSON.stringify(body) }),
        })
        return response.status === 204 ? null : response.json()
      }
      const { token } = await call('POST', '/auth/login', null, {
        username: 'alice',
        password: 'travel-demo',
      })
      const { trips } = await call('GET', '/trips', token)
      const path = `/trips/${trips[0].id}/invite-link`
      const { inviteLink } = await call('POST', path, token, {})
      if (ends) await call('DELETE', `${path}/${inviteLink.id}`, token)
      return inviteLink.url as string
    }, hasEnded)
    await page.goto(url)
    await page.getByRole('link', { name: 'Log in' }).waitFor()
  }
const joinTrip = async (page: Page) => {
  await openLink()(page)
  await page.getByLabel('Your name').fill(`Mia ${Date.now() % 100000}`)
  await page.getByRole('button', { name: 'Join the trip' }).click()
  await page.getByRole('button', { name: 'Say hello' }).waitFor()
}

async function demoStands(page: Page): Promise<void> {
  await page.getByText('Karaoke until four').waitFor()
}

export const scenes: readonly Scene[] = [
  { name: 'landing', as: null, path: '/' },
  { name: 'login', as: null, path: '/login' },
  {
    name: 'login-refused',
    as: null,
    path: '/login',
    async steps(page) {
      await page.getByLabel('Username').fill('alice')
      await page.getByLabel('Password', { exact: true }).fill('wrong-password')
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'register', as: null, path: '/register' },
  {
    name: 'invite',
    as: 'alice',
    path: lisbon,
    async steps(page) {
      await press('Share trip')(page)
      const link = page.getByRole('switch')
      if (!(await link.isChecked())) await link.click()
      await page.getByRole('img', { name: 'QR code of the link' }).waitFor()
    },
  },
  { name: 'demo', as: null, path: '/demo/settlement', steps: demoStands },
  {
    name: 'demo-settlement',
    as: null,
    path: '/demo/settlement',
    async steps(page) {
      await demoStands(page)
      await press('Settlement')(page)
      await page.getByRole('heading', { name: 'Settlement Needed' }).waitFor()
    },
  },

  { name: 'home', as: 'alice', path: '/app', steps: seenYesterday },
  { name: 'chats', as: 'alice', path: '/app/chat' },
  {
    name: 'chats-search',
    as: 'alice',
    path: '/app/chat',
    steps: (page) => page.getByLabel('Search chats and messages').fill('nina'),
  },
  {
    name: 'chats-search-none',
    as: 'alice',
    path: '/app/chat',
    steps: (page) => page.getByLabel('Search chats and messages').fill('Oslo'),
  },
  { name: 'chats-new-group', as: 'alice', path: '/app/chat', steps: press('New group chat') },
  { name: 'chat-direct', as: 'alice', path: '/app/chat/{chat:bob}' },
  { name: 'chat-group', as: 'alice', path: '/app/chat/{chat:Sunday runners}' },
  { name: 'chat-trip', as: 'alice', path: '/app/chat/{chat:Lisbon plans}' },
  { name: 'chat-gone', as: 'alice', path: '/app/chat/nothing' },
  {
    name: 'chat-menu',
    as: 'alice',
    path: '/app/chat/{chat:bob}',
    async steps(page) {
      await page.getByRole('button', { name: 'Actions for the message of you' }).last().click()
      await page.getByRole('menu').waitFor()
    },
  },
  { name: 'contacts', as: 'alice', path: '/app/contacts' },

  { name: 'travel', as: 'alice', path: '/app/travel' },
  { name: 'travel-invited', as: 'dave', path: '/app/travel' },
  { name: 'discover', as: 'alice', path: '/app/travel?view=discover' },
  { name: 'discover-asked', as: 'erin', path: '/app/travel?view=discover' },
  { name: 'discover-ask', as: 'alice', path: '/app/travel?view=discover', steps: press('Ask to join') },
  {
    name: 'discover-trip',
    as: 'alice',
    path: '/app/travel?view=discover',
    async steps(page) {
      await page.getByRole('link', { name: 'Marrakesh over New Year' }).click()
      await page.getByRole('dialog', { name: 'Trip Details' }).getByText('Organized by nina').waitFor()
    },
  },
  { name: 'plan-a-trip', as: 'alice', path: '/app/travel', steps: press('Plan a New Trip') },
  { name: 'trip-overview', as: 'alice', path: lisbon },
  { name: 'trip-edit', as: 'alice', path: lisbon, steps: press('Edit trip') },
  { name: 'trip-itinerary', as: 'alice', path: `${lisbon}#itinerary` },
  { name: 'activity-add', as: 'alice', path: `${lisbon}#itinerary`, steps: press('Add Activity') },
  {
    name: 'trip-chat-open',
    as: 'alice',
    path: `${lisbon}#chat`,
    steps: (page) => page.getByRole('log').waitFor(),
  },
  { name: 'trip-chat', as: 'alice', path: `${lisbon}#chat`, steps: toTripChats },
  {
    name: 'trip-chat-new',
    as: 'alice',
    path: `${lisbon}#chat`,
    async steps(page) {
      await toTripChats(page)
      await page.getByRole('button', { name: 'Create New Chat' }).click()
    },
  },
  {
    name: 'trip-expenses',
    sizes: ['phone', 'tablet', 'medium', 'desktop'],
    as: 'alice',
    path: `${lisbon}#expenses`,
  },
  {
    name: 'settlement-beside-expenses',
    sizes: ['desktop'],
    as: 'alice',
    path: `${lisbon}#expenses`,
    steps: press('Settle up'),
  },
  {
    name: 'expense-split',
    as: 'alice',
    path: `${lisbon}#expenses`,
    async steps(page) {
      await press('Add Expense')(page)
      await page.getByLabel('Amount').fill('350')
      await page
        .getByRole('button', { name: /equally among/ })
        .first()
        .click()
    },
  },
  {
    name: 'expense-add',
    as: 'alice',
    path: `${lisbon}#expenses`,
    async steps(page) {
      await press('Add Expense')(page)
      await page.getByLabel('Amount').fill('350')
      await page.getByLabel('Description').fill('Dinner at the harbour')
    },
  },
  {
    name: 'expense-other-currency',
    as: 'alice',
    path: `${lisbon}#expenses`,
    async steps(page) {
      await press('Add Expense')(page)
      await page.getByLabel('Description').fill('Pastéis de nata')
      await page.getByLabel('Amount').fill('7.20')
      await page.getByLabel('Currency', { exact: true }).selectOption('EUR')
      await page.getByLabel('Exchange rate (HKD)').fill('9.05')
    },
  },
  { name: 'expenses-all', as: 'alice', path: `${lisbon}#expenses`, steps: press('View All Expenses') },
  { name: 'trip-participants', as: 'alice', path: `${lisbon}#participants` },
  { name: 'trip-requests', as: 'nina', path: '/app/travel/{Marrakesh over New Year}#participants' },
  { name: 'guest-add', as: 'alice', path: `${lisbon}#participants`, steps: press('Add Guest') },
  { name: 'trip-money', as: 'alice', path: `${lisbon}#money` },
  { name: 'pool-add', as: 'alice', path: `${lisbon}#money`, steps: press('Add Money') },
  { name: 'pool-details', as: 'alice', path: `${lisbon}#money`, steps: press('Details') },
  {
    // Another person's trip data, so that the other scenes stay as they are.
    name: 'settlement-paid',
    sizes: ['phone'],
    as: 'bob',
    path: `${lisbon}#money`,
    async before(page) {
      await page.route(/\/settlement\/payments$|\/payments$/, (route) =>
        route.request().method() === 'POST' ? new Promise(() => undefined) : route.fallback(),
      )
    },
    async steps(page) {
      await press('Settlement')(page)
      await page
        .getByRole('button', { name: /Mark as paid/ })
        .first()
        .click()
      await page.getByRole('button', { name: /Undo/ }).first().waitFor()
    },
  },
  { name: 'settlement', as: 'alice', path: `${lisbon}#money`, steps: press('Settlement') },

  { name: 'profile', as: 'alice', path: '/app/profile' },
  { name: 'password', as: 'alice', path: '/app/profile', steps: press('Change password') },

  { name: 'trip-delete', as: 'alice', path: lisbon, steps: choose('More', 'Delete Trip') },
  { name: 'trip-leave', as: 'bob', path: lisbon, steps: choose('More', 'Leave Trip') },
  { name: 'users-add', as: 'alice', path: `${lisbon}#participants`, steps: press('Add Users') },
  {
    name: 'expense-details',
    as: 'alice',
    path: `${lisbon}#expenses`,
    async steps(page) {
      await page.getByRole('region', { name: 'Recent Expenses' }).getByRole('button').first().click()
      await page.getByText('Recorded by').waitFor()
    },
  },
  {
    name: 'trip-menu',
    as: 'alice',
    path: lisbon,
    async steps(page) {
      await page.getByRole('button', { name: 'More' }).first().click()
      await page.getByRole('menu').waitFor()
    },
  },

  { name: 'empty-home', as: 'newcomer', path: '/app' },
  { name: 'empty-chats', as: 'newcomer', path: '/app/chat' },
  { name: 'empty-travel', as: 'newcomer', path: '/app/travel' },
  { name: 'failed-home', as: 'alice', path: '/app', before: without(/\/api\/trips/) },
  { name: 'failed-chats', as: 'alice', path: '/app/chat', before: without(/\/api\/conversations/) },
  { name: 'history', as: 'alice', path: `${lisbon}/history` },
  { name: 'history-then', as: 'alice', path: `${lisbon}/history?at=35` },
  {
    name: 'why-a-balance',
    as: 'alice',
    path: `${lisbon}#money`,
    async steps(page) {
      await page.getByRole('region', { name: 'Balances' }).getByTitle(/^Why/).first().click()
      await page.getByRole('list', { name: /[Ss]hares$/ }).waitFor()
    },
  },
  { name: 'failed-history', as: 'alice', path: `${lisbon}/history`, before: without(/\/api\/.*history/) },
  { name: 'failed-travel', as: 'alice', path: '/app/travel', before: without(/\/api\/trips/) },
  { name: 'failed-contacts', as: 'alice', path: '/app/contacts', before: without(/\/api\/users/) },
  { name: 'failed-expenses', as: 'alice', path: `${lisbon}#expenses`, before: without(/\/replica$/) },
  { name: 'failed-money', as: 'alice', path: `${lisbon}#money`, before: without(/\/replica$/) },
  { name: 'offline-home', as: 'alice', path: '/app', steps: offline },
  { name: 'offline-chat', as: 'alice', path: '/app/chat/{chat:bob}', steps: offline },

  { name: 'long-home', as: wordy, path: '/app' },
  { name: 'long-travel', as: wordy, path: '/app/travel' },
  { name: 'long-chats', as: wordy, path: '/app/chat' },
  { name: 'long-chat', as: wordy, path: '/app/chat/{chat:محمد-عبد-الرحمن}' },
  { name: 'long-contacts', as: wordy, path: '/app/contacts' },
  { name: 'long-overview', as: wordy, path: longest },
  { name: 'long-itinerary', as: wordy, path: `${longest}#itinerary` },
  { name: 'long-expenses', as: wordy, path: `${longest}#expenses` },
  { name: 'long-participants', as: wordy, path: `${longest}#participants` },
  { name: 'long-money', as: wordy, path: `${longest}#money` },
  { name: 'long-settlement', as: wordy, path: `${longest}#money`, steps: press('Settlement') },
  { name: 'long-profile', as: wordy, path: '/app/profile' },

  // Last, because who joins is in the pictures after it.
  { name: 'join', as: null, path: '/join', steps: openLink() },
  { name: 'join-ended', as: null, path: '/join', steps: openLink(true) },
  { name: 'join-incomplete', as: null, path: '/join' },
  { name: 'first-minute', as: null, path: '/join', steps: joinTrip },
  {
    name: 'keep-account',
    as: null,
    path: '/join',
    async steps(page) {
      await joinTrip(page)
      await press('Add a password')(page)
    },
  },
]
