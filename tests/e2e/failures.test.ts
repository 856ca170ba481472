// A failed request is reported in the product's words at its place, also when the response has no text: without a
// network, or when a proxy responds instead of the server.

import { describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { message, messageWithStatus, planTrip, typeMessage } from '#tests/support/chatPeople.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { expectToast, loseUntilRetried, password, blockSockets } from '#tests/support/demoUsers.ts'
import {
  button,
  expectNoText,
  expectText,
  failRequests,
  failuresForFile,
  retryUntilGone,
} from '#tests/support/failures.ts'

const setup = failuresForFile()

test('A browser that blocks storage works until the page is closed', async () => {
  const page = await setup.person({ url: setup.server.url })
  await page.addInitScript(() => {
    const denied = () => new DOMException('Access is denied for this document', 'SecurityError')
    const deny = (): never => {
      throw denied()
    }
    Object.defineProperty(window, 'localStorage', { get: deny })
    IDBFactory.prototype.open = deny
    LockManager.prototype.request = () => Promise.reject(denied())
    Object.assign(window, { BroadcastChannel: deny })
  })
  await page.goto('/login')
  await page.getByLabel('Username').fill(setup.ann.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByRole('link', { name: /ben/ }).first().click()
  await typeMessage(page, 'I am')
  await messageWithStatus(page, 'I am', 'Sent').waitFor()
  await expect.poll(() => message(page, 'I am').count()).toBe(1)
})

describe('failed fetches', () => {
  test.each([
    ['/app', /\/trips$/, 'Failed to fetch trips'],
    ['/app/travel/:trip', /\/replica$/, 'Failed to fetch trip details'],
  ])('The screen %s without %s reads: %s, until Retry succeeds', async (path, calls, text) => {
    coversSpec('§8 Trips: Failed to fetch trips')

    const page = await setup.outside()
    await failRequests(page, 'GET', calls, 'lost')
    await page.goto(path.replace(':trip', setup.trip))
    await expectText(page, text)
    await page.unrouteAll()
    await retryUntilGone(page, text)
  })

  // These are also retried automatically.
  test.each([
    ['/app/chat', /\/conversations$/, 'Failed to load conversations. Please try again.'],
    ['/app/chat/:talk', /\/messages$/, 'Failed to load conversation. Please try again.'],
  ])('The screen %s without %s reads: %s, until it can be fetched', async (path, calls, text) => {
    coversSpec('§8 Chat: Failed to load conversations')

    const page = await setup.outside()
    await failRequests(page, 'GET', calls, 'lost')
    await page.goto(path.replace(':talk', setup.conversation))
    await expectText(page, text)
    await button(page, 'Retry').waitFor()
    await page.unrouteAll()
    await expectNoText(page, text)
  })

  test('A history that was not loaded is not called older than it is', async () => {
    const page = await setup.outside()
    await blockSockets(page)
    await failRequests(page, 'GET', /\/history/, 'lost')
    await page.goto(`/app/travel/${setup.trip}/history`)
    await expectText(page, 'Up the coast')
    await expectText(page, 'Failed to load the history')
    // No other request succeeds any more, which would be a connection.
    await failRequests(page, 'GET', /\/api\//, 'lost')
    await button(page, 'Retry').click()
    await expectText(page, 'No connection.')
  })

  test('Contacts that cannot be fetched are reported at once, though the server asks for a minute, and without a connection the log-in is not the reason', async () => {
    coversSpec('§8 Chat: Failed to load contacts')

    const page = await setup.outside()
    await page.route(/\/api\/users$/, (route) =>
      route.fulfill({ status: 503, headers: { 'Retry-After': '60' }, body: '' }),
    )
    await page.goto('/app/contacts')
    await expectText(page, 'Failed to load contacts. Please make sure you are logged in.')
    await failRequests(page, 'GET', /\/users$/, 'lost')
    await button(page, 'Retry').click()
    const unreachable = 'Failed to load contacts.'
    await expectText(page, unreachable)
    await page.unrouteAll()
    await retryUntilGone(page, unreachable)
  })

  test('Without the trip’s data the Expenses tab reports the balance, the sums and the list, until a Retry succeeds', async () => {
    coversSpec(
      '§8 Expenses: Failed to fetch expense summary',
      '§8 Expenses: Failed to fetch expenses',
      '§8 Expenses: Failed to fetch user balances',
    )

    const trip = await planTrip(setup.ann, [setup.ben], 'Not spent on')
    const page = await setup.outside()
    await blockSockets(page)
    await loseUntilRetried(page, '**/replica', { presses: 2 })
    await page.goto(`/app/travel/${trip}#expenses`)
    const texts = ['user balances', 'expense summary', 'expenses'].map((data) => `Failed to fetch ${data}`)
    for (const text of texts) await expectText(page, text)
    expect(await page.getByRole('button', { name: 'Retry' }).count(), 'one failure, one message').toBe(1)
    const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/replica'))
    await button(page, 'Retry').click()
    await lost
    for (const text of texts) await expectText(page, text)
    await button(page, 'Retry').click()
    await expectText(page, 'No expenses yet')
    await page.getByRole('dialog').getByText('Nothing to settle yet').waitFor()
    for (const text of texts) await expectNoText(page, text)
  })

  test('Without the trip’s data the Participants tab claims nothing about its people, until Retry succeeds', async () => {
    const page = await setup.outside()
    await blockSockets(page)
    await loseUntilRetried(page, '**/replica')
    await page.goto(`/app/travel/${setup.trip}#participants`)
    await expectText(page, 'Failed to load trip participants')
    await expectNoText(page, 'No guests yet')
    await button(page, 'Retry').click()
    await page
      .getByRole('list', { name: 'Registered Users' })
      .getByRole('listitem')
      .filter({ hasText: 'ben' })
      .waitFor()
    await expectText(page, 'No guests yet')
  })

  test('A trip that could not be fetched can be closed, and the screen below reports first its trips, then its invitations', async () => {
    coversSpec('§8 Trips: Failed to fetch invitations')

    const page = await setup.outside()
    await blockSockets(page)
    await loseUntilRetried(page, /\/api\/trips[/?]/)
    await loseUntilRetried(page, /\/trip-invitations\?.*direction=invite/, { presses: 2 })
    await page.goto(`/app/travel/${setup.trip}`)
    await expectText(page, 'Failed to fetch trip details')
    await button(page, 'Close').click()
    await expectText(page, 'Failed to fetch trips')
    await button(page, 'Retry').click()
    await page.getByRole('link', { name: 'Up the coast' }).waitFor()
    await expectText(page, 'Failed to fetch invitations')
    await button(page, 'Retry').click()
    await expectNoText(page, 'Failed to fetch invitations')
  })

  test('A failed fetch in a dialog is reported in the dialog', async () => {
    coversSpec(
      '§8 Pool: Failed to load transaction history',
      '§8 Participants and users: Failed to search users',
    )

    const page = await setup.outside()
    const isOpen = Promise.withResolvers<void>()
    await page.route('**/replica', async (route) => {
      await isOpen.promise
      await route.abort()
    })
    await page.goto(`/app/travel/${setup.trip}#money`)
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    await page.getByText('Loading transactions').waitFor()
    isOpen.resolve()
    await expectText(page, 'Failed to load transaction history')
    await button(page, 'Close').click()

    await page.unrouteAll()
    await failRequests(page, 'GET', /\/users\/search$/, 'lost')
    await page.getByRole('tab', { name: 'Participants' }).click()
    await button(page, 'Add Users').click()
    await expectText(page, 'Failed to search users')
  })

  test('A failed fetch of the contributors differs from an empty list', async () => {
    coversSpec('§8 Pool: No participants found')

    const page = await setup.outside()
    await blockSockets(page)
    const json = expectSuccess(await setup.ann.api.get(`/trips/${setup.trip}/replica`))
    Object.assign(json.documents.trip, { participants: [], guests: [] })
    await loseUntilRetried(page, '**/replica', { status: 500, json })
    const isOpen = Promise.withResolvers<void>()
    await page.route('**/replica', async (route) => {
      await isOpen.promise
      await route.fallback()
    })
    await page.goto(`/app/travel/${setup.trip}#money`)
    await button(page, 'Add Money').click()
    await page.getByRole('dialog', { name: 'Add Money' }).waitFor()
    isOpen.resolve()
    await expectText(page, 'Failed to load trip participants')
    await page.getByRole('button', { name: 'Retry' }).last().click()
    await expectText(page, 'No participants found')
  })
})

test('A command at a failing server names the action, not the network, and is sent when the server recovers', async () => {
  coversSpec('§8 Session: Server error occurred')

  const page = await setup.visit(`/app/travel/${setup.trip}#expenses`)
  await failRequests(page, 'POST', /\/expenses-enhanced$/, 500)
  await button(page, 'Add Expense').click()
  await page.getByLabel('Description').fill('Tea')
  await page.getByLabel('Amount').fill('12')
  await button(page, 'Add Expense').click()
  await expectToast(
    page,
    'Failed to create expense. Server error occurred. Please try again later. It is sent again by itself.',
  )
  await expect.poll(() => page.getByText('No connection.').count()).toBe(0)
  const tea = page
    .getByRole('region', { name: 'Recent Expenses' })
    .getByRole('listitem')
    .filter({ hasText: 'Tea' })
  await tea.getByText('waiting to sync').waitFor()
  await page.unrouteAll()
  await tea.getByText('waiting to sync').waitFor({ state: 'detached' })
  const { expenses } = expectSuccess(await setup.ann.api.get(`/trips/${setup.trip}/expenses`))
  expect(expenses.filter(({ description }: { description: string }) => description === 'Tea')).toHaveLength(1)
})

test('A message at a failing server is reported below its bubble, once for all that wait, and is sent when the server recovers', async () => {
  const page = await setup.visit(`/app/chat/${setup.conversation}`)
  await failRequests(page, 'POST', /\/messages$/, 500)
  const write = page.getByRole('textbox', { name: 'Message' })
  for (const text of ['Half past nine?', 'Or ten?']) {
    await write.fill(text)
    await write.press('Enter')
  }
  const failure = page.getByText(
    'Failed to send message. Server error occurred. Please try again later. It is sent again by itself.',
  )
  await expect.poll(() => failure.count()).toBe(1)
  await page.unrouteAll()
  await failure.waitFor({ state: 'detached' })
  const contents = async () => {
    const { messages } = expectSuccess(
      await setup.ann.api.get(`/conversations/${setup.conversation}/messages`),
    )
    return messages.map(({ content }: { content: string }) => content)
  }
  await expect.poll(contents).toEqual(expect.arrayContaining(['Half past nine?', 'Or ten?']))
})

test('A failed fetch is repeated by itself when the connection is back', async () => {
  const page = await setup.outside()
  let connect = (): void => undefined
  const isUp = new Promise<void>((resolve) => (connect = resolve))
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await isUp
    socket.connectToServer()
  })
  await failRequests(page, 'GET', /\/replica$/, 502)
  await page.goto(`/app/travel/${setup.trip}#itinerary`)
  await expectText(page, 'Failed to fetch the itinerary')
  await page.unrouteAll()
  connect()
  await page.getByRole('radiogroup', { name: 'Day' }).waitFor()
  await expectNoText(page, 'Failed to fetch the itinerary')
})

test('Toasts are shown after their code failed to load, though the browser never was offline', async () => {
  const page = await setup.outside()
  let lost = 0
  await page.route(/\/assets\/ToastStack-/, (route) => (lost++ < 2 ? route.abort() : route.continue()))
  await page.goto('/app/profile')
  await expect.poll(() => lost).toBeGreaterThan(2)
  await page.locator('body > output[aria-live=polite]').waitFor({ state: 'attached' })
})

test('The log-in form tells a failed network from a failed server', async () => {
  coversSpec('§8 Session: Network error occurred. Please try again', '§8 Session: Server error occurred')

  const page = await setup.person({ url: setup.server.url, expects: [/ERR_FAILED/, /status of/] })
  await page.goto('/login')
  await page.getByLabel('Username').fill('ann')
  await page.getByLabel('Password', { exact: true }).fill('whatever')
  for (const [answer, text] of [
    ['lost', 'Network error occurred. Please try again.'],
    [500, 'Server error occurred. Please try again later.'],
  ] as const) {
    await failRequests(page, 'POST', /\/auth\/login$/, answer)
    await button(page, 'Log in').click()
    await expectText(page, text)
    await page.unrouteAll()
  }
})
