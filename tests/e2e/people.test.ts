// Log-in, sign-up and log-out: right and wrong, by keyboard, with an ended session and with unsent commands.

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { browserForFile } from '#tests/support/browser.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  logInAndOpen,
  client,
  expectToast,
  password,
  tripNamed,
  goOffline,
  goOnline,
} from '#tests/support/demoUsers.ts'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer()
})

const wrongPassword = [/401/]
/** Below the buttons of a question, in CSS pixels. */
const padding = 24
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

async function logIn(page: Page, username: string, secret: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Log in' }).click()
}

describe('log-in', () => {
  test('The log-in reports errors of a field as soon as it is changed or sent too early, and a wrong password, and signs nobody in', async () => {
    coversSpec(
      '§5 Login: Username is required',
      '§5 Login: Password is required',
      '§2 Login: On failure it shows',
      '§4 Session: Failure sets the error',
      '§7 Auth: POST /auth/login',
      '§8 Session: Login',
    )

    const page = await person({ url: server.url, expects: wrongPassword })
    await page.goto('/login')
    await page.getByLabel('Username').fill('al')
    await page.getByText('Username must be at least 3 characters').waitFor()
    await expect.poll(() => page.getByText('Password must be at least 6 characters').count()).toBe(0)
    await page.getByLabel('Username').fill('alice')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('Password must be at least 6 characters').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('password')

    await logIn(page, 'alice', 'wrong-password')
    await expectToast(page, 'Login failed. Please try again.')
    await page.getByRole('alert').getByText('Invalid username or password', { exact: true }).waitFor()
    await expect.poll(() => tokenOf(page)).toBeNull()
    await expectAccessible(page, 'the log-in with its error')
  })

  test('A form sent before the validation code has loaded is checked all the same', async () => {
    const page = await person({ url: server.url })
    const comes = Promise.withResolvers<void>()
    await page.route(/\/assets\/forms-/, async (route) => {
      await comes.promise
      await route.continue()
    })
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    await page.goto('/login')
    await logIn(page, 'al', password)
    await page.getByRole('button', { name: 'Logging in...' }).waitFor()
    await expect.poll(() => page.getByText('Username must be at least 3 characters').count()).toBe(0)
    comes.resolve()
    await page.getByText('Username must be at least 3 characters').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('username')
    expect(posts).toEqual([])
    await page.getByLabel('Username').fill('alice')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/app/chat')
  })

  test('The log-in works with Tab, typing and Enter alone, asks a phone to fill in and not to capitalise, and can show the password', async () => {
    coversSpec(
      '§2 Route table: /login',
      '§2 Login: Fields',
      '§2 Login: On success it shows',
      '§3 Auth state',
      '§9 Token storage key',
    )

    const page = await person({ url: server.url })
    await page.goto('/login')
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    const username = page.getByLabel('Username')
    await expect.poll(() => username.getAttribute('autocomplete')).toBe('username')
    await expect.poll(() => username.getAttribute('autocapitalize')).toBe('none')
    await page.keyboard.press('Tab')
    await page.keyboard.type('alice')
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    const field = page.getByLabel('Password', { exact: true })
    await expect.poll(() => field.getAttribute('type')).toBe('password')
    await expect.poll(() => field.getAttribute('autocomplete')).toBe('current-password')
    await page.getByRole('button', { name: 'Show password' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect.poll(() => field.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Hide password' }).waitFor()
    await page.keyboard.press('Space')
    await expect.poll(() => field.getAttribute('type')).toBe('password')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/chat')
    await expectToast(page, 'Login successful!')
    await expect.poll(() => tokenOf(page)).toMatch(/^ey/)
  })

  test('A signed-in person is redirected, and Back does not lead to the log-in', async () => {
    coversSpec('§2 Login: An already authenticated user')

    const page = await person({ url: server.url })
    await logInAndOpen(page, server, 'bob', '/app/profile')
    await page.getByRole('heading', { name: 'bob' }).waitFor()
    await page.goto('/login')
    await page.waitForURL('**/app/chat')
    await page.goBack()
    await page.getByRole('heading', { name: 'bob' }).waitFor()
    expect(page.url()).toBe(`${server.url}/app/profile`)
  })
})

describe('protected addresses', () => {
  test('Every address under /app asks to log in with a reason, and an unknown address leads home', async () => {
    coversSpec(
      '§2 Route table: /app',
      '§2 Route table: /app/chat',
      '§2 Route table: /app/chat/{chatId}',
      '§2 Route table: /app/contacts',
      '§2 Route table: /app/travel',
      '§2 Route table: /app/travel/{tripId}',
      '§2 Route table: /app/profile',
      '§2 Route table: Any unknown path redirects',
      '§2 Route table: Everything under /app redirects',
      '§4 Session: With no token the user',
      '§5 Token check: No token found',
      '§6 The whole /app area',
      '§8 Session: Token validation',
    )

    const page = await person({ url: server.url })
    const trip = 'travel/nothing'
    const screens = ['chat', 'chat/nothing', 'contacts', 'travel', trip, `${trip}/history`, 'profile']
    for (const path of ['/app', ...screens.map((screen) => `/app/${screen}`)]) {
      await page.goto(path)
      await page.getByRole('heading', { name: 'Log in' }).waitFor()
      expect(page.url()).toBe(`${server.url}/login`)
      await page.getByRole('status').filter({ hasText: 'No token found. Please log in.' }).waitFor()
    }
    await page.reload()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await expect.poll(() => page.getByText('No token found').count()).toBe(0)
    await page.goto('/no/such/place')
    await page.waitForURL(`${server.url}/`)
    await logInAndOpen(page, server, 'alice', '/app/no-such-place')
    await page.waitForURL(`${server.url}/`)
    await page.goto('/app')
    await page.getByRole('heading', { name: 'Welcome, alice!' }).waitFor()
    await page.evaluate(() => history.pushState(null, '', '/app/no-such-place'))
    await page.waitForURL(`${server.url}/`)
  })

  test('A link to a tab of a trip still opens that tab after the log-in, and after a visit to the sign-up', async () => {
    const page = await person({ url: server.url })
    const trip = await tripNamed(await client(server, 'alice'), 'Lisbon and the Algarve')
    await page.goto(`/app/travel/${trip}#money`)
    await page.waitForURL(`${server.url}/login`)
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.getByRole('link', { name: 'Log in' }).click()
    await logIn(page, 'alice', password)
    await page.getByRole('tab', { name: 'Money', selected: true }).waitFor()
    expect(page.url()).toBe(`${server.url}/app/travel/${trip}#money`)
  })

  test('A session ended on another device ends here with a reason, and the log-in returns to the same screen', async () => {
    coversSpec('§4 Session: A 401 on any call', '§8 Session: 401 on any call', '§8 Session: Defined texts')

    const page = await person({ url: server.url, expects: [/401/] })
    const alice = await client(server, 'alice')
    const trip = await tripNamed(alice, 'Lisbon and the Algarve')
    await logInAndOpen(page, server, 'alice', `/app/travel/${trip}`)
    await page.getByRole('dialog', { name: 'Trip Details' }).waitFor()
    await page.evaluate(async () => {
      const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` }
      await fetch('/api/auth/logout', { method: 'POST', headers })
    })
    await page.waitForURL('**/login')
    await page
      .getByRole('alert')
      .filter({ hasText: 'Your session has expired. Please log in again.' })
      .waitFor()
    await expect.poll(() => tokenOf(page)).toBeNull()
    await logIn(page, 'alice', password)
    await page.waitForURL(`**/app/travel/${trip}`)
    await page.getByRole('dialog', { name: 'Trip Details' }).waitFor()
  })

  test('An invalid token, and an expired one that the server refuses, are discarded, with a message', async () => {
    coversSpec(
      '§5 Token check: Token expired',
      '§5 Token check: Invalid token format',
      '§8 Session: Token expired',
      "§8 Session: 'Network error occurred'",
    )

    const page = await person({ url: server.url, expects: [/status of 401/] })
    const claims = { id: 'a'.repeat(36), username: 'alice', exp: 1 }
    for (const [token, text] of [
      ['not.a.token', 'Invalid token format'],
      [`e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`, 'Token expired'],
    ] as const) {
      await page.goto('/')
      await page.evaluate((token) => localStorage.setItem('token', token), token)
      await page.goto('/app/travel')
      await page.waitForURL('**/login')
      await page.getByRole('alert').filter({ hasText: text }).waitFor()
      await expect.poll(() => tokenOf(page)).toBeNull()
    }
  })
})

describe('sign-up', () => {
  test('The sign-up is announced as coming soon where it is closed', async () => {
    coversSpec('§2 Route table: /register', '§2 Login: Links')

    const page = await person({ url: server.url })
    await page.goto('/login')
    await expect.poll(() => page.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.waitForURL('**/register')
    await page.getByText('Registration is coming soon').waitFor()
    await expect.poll(() => page.locator('input').count()).toBe(0)
    await expectAccessible(page, 'the placeholder')
    await page.getByRole('main').getByRole('link', { name: 'Back to home' }).click()
    await page.waitForURL(`${server.url}/`)
  })

  test('The sign-up creates an account and signs in where it is open, and the first trip is one press away', async () => {
    coversSpec('§2 Plan a New Trip dialog: Empty state', '§2 Contacts: Empty state', '§8 Pool: Empty states')

    const open = await startServer({ env: { REGISTRATION: 'open', DEMO_DATA: 'off' } })
    const page = await person({ url: open.url, expects: [/409/] })
    await page.goto('/register')
    await page.getByLabel('Username').fill('fan ny')
    await page.getByText('Username can have letters, digits, dots, hyphens and underscores').waitFor()
    await page.getByLabel('Username').fill('fanny')
    await page.getByLabel('Password', { exact: true }).fill('password')
    await page.getByText('This password is too common. Please choose one that is harder to guess.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('over-the-hills')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.waitForURL('**/app/chat')
    await page.getByText('No conversations yet').waitFor()
    await expectAccessible(page, 'the empty list of conversations')
    await page.getByRole('link', { name: 'See contacts' }).click()
    await page.getByText('No contacts found', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Travel' }).click()
    await page.getByText('No trips planned yet').waitFor()
    await page.getByRole('button', { name: 'Plan Your First Trip' }).click()
    await page.getByText('No other users available to invite').waitFor()

    // Somebody else on the same phone.
    await page.evaluate(() => localStorage.clear())
    await page.goto('/register')
    await page.getByLabel('Username').fill('Fanny')
    await page.getByLabel('Password', { exact: true }).fill('over-the-hills')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByText('This username is already taken').waitFor()
    await expectAccessible(page, 'the sign-up with its error')
  })
})

describe('the profile', () => {
  test('The profile names the user, and Logout ends the session here and at the server', async () => {
    coversSpec(
      '§2 Route table: /app/profile',
      '§2 Profile: Avatar, username',
      '§4 Session: Logout clears the user',
    )

    const page = await person({ url: server.url })
    await logInAndOpen(page, server, 'alice', '/app/profile')
    await page.getByRole('heading', { name: 'alice' }).waitFor()
    await page.getByText('alice@example.com').waitFor()
    await page.getByText('Administrator').waitFor()
    const token = await tokenOf(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await expect.poll(() => tokenOf(page)).toBeNull()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    const me = () => fetch(`${server.url}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } })
    await expect.poll(async () => (await me()).status).toBe(401)
  })

  test('The log-out asks before unsent commands are lost, and names them', async () => {
    const page = await person({ url: server.url, expects: [/ERR_INTERNET_DISCONNECTED/] })
    await logInAndOpen(page, server, 'dave', '/app/travel')
    const planned = page.getByRole('heading', { name: 'Sunrise on Lantau' })
    await planOffline(page, 'Sunrise on Lantau')
    await planned.waitFor()
    await page.getByText('waiting to sync').waitFor()

    await page.getByRole('link', { name: 'Profile' }).click()
    const question = page.getByRole('alertdialog', { name: 'Log out and lose what is not sent?' })
    await page.getByRole('button', { name: 'Logout' }).click()
    await question.getByText('Sunrise on Lantau').waitFor()
    await expectAccessible(page, 'the question before the log-out')
    const bar = (await page.getByText(/^(You are offline|No connection)\.($| Showing)/).boundingBox())!
    const leave = (await question.getByRole('button', { name: 'Log out anyway' }).boundingBox())!
    expect(leave.y + leave.height + padding, 'above the bar').toBeLessThanOrEqual(bar.y)
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Travel' }).click()
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Sunrise on Lantau' }).waitFor()
    await page.getByText('waiting to sync').waitFor({ state: 'detached' })

    await planOffline(page, 'Never to be')
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await question.getByRole('button', { name: 'Log out anyway' }).click()
    await page.waitForURL('**/login')
    await goOnline(page)
    await logIn(page, 'dave', password)
    await page.getByRole('link', { name: 'Travel' }).click()
    await page.getByRole('link', { name: 'Sunrise on Lantau' }).waitFor()
    await expect.poll(() => page.getByText('Never to be').count()).toBe(0)
  })
})

async function planOffline(page: Page, title: string): Promise<void> {
  // The message of an earlier command that is still pending would match for this trip, too.
  const waiting = page.getByRole('status').getByText('No connection. This will be sent')
  await waiting.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Plan a New Trip' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plan a New Trip' })
  await dialog.getByRole('checkbox').first().waitFor()
  await goOffline(page, 'ProfileScreen', 'dialog', 'LoginScreen')
  await dialog.getByLabel('Trip Title').fill(title)
  await dialog.getByLabel('Destination').fill('Lantau')
  await dialog.getByRole('button', { name: 'Create Trip' }).click()
  await expectToast(page, 'No connection. This will be sent as soon as you are online')
}
