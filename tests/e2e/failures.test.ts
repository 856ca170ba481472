// A failed request is reported in the product's words at its place, also when the response has no text: without a
// network, or when a proxy responds instead of the server.

import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { browserForFile } from '#tests/support/browser.ts'
import type { Server } from '#tests/support/server.ts'
import { startServer } from '#tests/support/server.ts'
import type { RegisteredPerson } from '#tests/support/chatPeople.ts'
import {
  composer,
  openAs,
  messageLog,
  message,
  messageWithStatus,
  planTrip,
  emptyServer,
  registerPeople,
  write,
} from '#tests/support/chatPeople.ts'
import { done } from '#tests/support/client.ts'
import { expectToast, loseUntilRetried, password, withoutLive } from '#tests/support/demoUsers.ts'

let server: Server
let ann: RegisteredPerson
let ben: RegisteredPerson
/** Ann's, with ben. */
let trip: string
/** Ann's and ben's, with one message from ben. */
let talk: string
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
  ;({ ann, ben } = await registerPeople(server, 'ann', 'ben', 'cal'))
  trip = await planTrip(ann, [ben], 'Up the coast')
  const direct = { type: 'direct', participant_ids: [ann.id] }
  talk = done(await ben.api.post('/conversations', direct)).conversation.id
  await say(talk, 'Are you there?')
})

const say = async (conversation: string, content: string) =>
  done(
    await ben.api.post(`/conversations/${conversation}/messages`, {
      content,
      client_message_id: crypto.randomUUID(),
    }),
  )

const visit = async (path: string, who = ann): Promise<Page> => {
  const page = await person({ url: server.url, expects: [/ERR_FAILED/, /status of [45]\d\d/] })
  await openAs(page, who, path)
  return page
}

/** Responds like this to requests with this method to this path; `lost` for no response. */
async function fails(page: Page, method: string, path: RegExp, answer: 'lost' | number): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith('/api/') && path.test(url.pathname),
    (route: Route) => {
      if (route.request().method() !== method) return route.fallback()
      return answer === 'lost' ? route.abort() : route.fulfill({ status: answer, body: '' })
    },
  )
}

const expectText = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const expectNoText = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).waitFor({ state: 'detached' })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).last()

/** Closes the topmost dialog and waits until it is gone: it returns the focus last. */
async function cancel(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Cancel' })
  await button.click()
  await button.waitFor({ state: 'detached' })
}

test('A browser that blocks storage works until the page is closed', async () => {
  const page = await person({ url: server.url })
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
  await page.getByLabel('Username').fill(ann.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByRole('link', { name: /ben/ }).first().click()
  await write(page, 'I am')
  await messageWithStatus(page, 'I am', 'Sent').waitFor()
  await expect.poll(() => message(page, 'I am').count()).toBe(1)
})

describe('failed fetches', () => {
  test.each([
    ['/app/travel', /\/trip-invitations$/, 'Failed to fetch invitations'],
    ['/app/travel', /\/trips$/, 'Failed to fetch trips'],
    ['/app', /\/trips$/, 'Failed to fetch trips'],
    ['/app/travel/:trip', /\/trips\/[^/]+$/, 'Failed to fetch trip details'],
    ['/app/travel/:trip#chat', /\/chats$/, 'Failed to fetch trip chats'],
    ['/app/contacts', /\/users$/, 'Failed to load contacts. Please make sure you are logged in.'],
  ])('The screen %s without %s reads: %s, until Retry succeeds', async (path, calls, text) => {
    coversSpec(
      '§8 Trips: Failed to fetch trips',
      '§8 Trips: Failed to fetch invitations',
      '§8 Chat: Failed to load contacts',
    )

    const page = await visit('/login')
    await fails(page, 'GET', calls, 'lost')
    await page.goto(path.replace(':trip', trip).replace(':talk', talk))
    await expectText(page, text)
    await page.unrouteAll()
    await expect
      .poll(async () => {
        const retry = page.getByRole('button', { name: 'Retry' }).first()
        if ((await retry.count()) > 0) await retry.click({ timeout: 1000 }).catch(() => undefined)
        return page.getByText(text, { exact: true }).count()
      })
      .toBe(0)
  })

  // These are also retried automatically.
  test.each([
    ['/app/chat', /\/conversations$/, 'Failed to load conversations. Please try again.'],
    ['/app/chat/:talk', /\/messages$/, 'Failed to load conversation. Please try again.'],
  ])('The screen %s without %s reads: %s, until it can be fetched', async (path, calls, text) => {
    coversSpec('§8 Chat: Failed to load conversations')

    const page = await visit('/login')
    await fails(page, 'GET', calls, 'lost')
    await page.goto(path.replace(':talk', talk))
    await expectText(page, text)
    await button(page, 'Retry').waitFor()
    await page.unrouteAll()
    await expectNoText(page, text)
  })

  test('A fetch that fails for a minute is reported at once', async () => {
    const page = await visit('/login')
    await page.route(/\/api\/users$/, (route) =>
      route.fulfill({ status: 503, headers: { 'Retry-After': '60' }, body: '' }),
    )
    await page.goto('/app/contacts')
    await expectText(page, 'Failed to load contacts. Please make sure you are logged in.')
    await button(page, 'Retry').waitFor()
  })

  test('A failed fetch of the sums is reported while the list is loading', async () => {
    coversSpec('§8 Expenses: Failed to fetch expense summary')

    const page = await visit('/login')
    await fails(page, 'GET', /\/expense-summary$/, 'lost')
    let arrive = (): void => undefined
    const here = new Promise<void>((resolve) => (arrive = resolve))
    await page.route(/\/expenses$/, async (route) => {
      await here
      await route.continue()
    })
    await page.goto(`/app/travel/${trip}#expenses`)
    await expectText(page, 'Failed to fetch expense summary')
    arrive()
    await expectNoText(page, 'Failed to fetch expense summary')
  })

  test('A failed fetch in a dialog is reported in the dialog', async () => {
    coversSpec(
      '§8 Pool: Failed to load transaction history',
      '§8 Participants and users: Failed to search users',
    )

    const page = await visit(`/app/travel/${trip}#money`)
    await button(page, 'Details').waitFor()
    await page.getByText('No activity yet').waitFor()
    await fails(page, 'GET', /\/pool$|\/all-participants$|\/users\/search$/, 'lost')
    await button(page, 'Details').click()
    await expectText(page, 'Failed to load transaction history')
    await button(page, 'Close').click()

    await page.getByRole('tab', { name: 'Participants' }).click()
    await button(page, 'Add Users').click()
    await expectText(page, 'Failed to search users')
  })

  test('A failed fetch of the contributors differs from an empty list', async () => {
    coversSpec('§8 Pool: No participants found')

    const page = await visit('/login')
    await withoutLive(page)
    const nobody = { participants: { users: [], guests: [] } }
    await loseUntilRetried(page, /\/all-participants$/, { status: 500, json: nobody })
    await page.goto(`/app/travel/${trip}#money`)
    await button(page, 'Add Money').click()
    await expectText(page, 'Failed to load trip participants')
    await page.getByRole('button', { name: 'Retry' }).last().click()
    await expectText(page, 'No participants found')
  })
})

describe('refusals without a text', () => {
  test('A refused change of a trip or its people has a text of its own', async () => {
    coversSpec(
      '§2 Plan a New Trip dialog: Buttons',
      '§2 Plan a New Trip dialog: On failure it shows',
      '§2 Trip details dialog: Failure',
      '§8 Trips: Failed to update trip',
      '§8 Trips: Failed to delete trip',
      '§8 Trips: Failed to create trip. Please try again',
      '§8 Participants and users: Failed to add users to trip',
      '§8 Participants and users: Failed to remove user from trip',
    )

    const page = await visit('/app/travel')
    await fails(page, 'POST', /\/trips$|\/guest-participants$|\/invite$/, 400)
    await fails(page, 'PUT', /\/trips\/[^/]+$|\/guest-participants\/[^/]+$/, 400)
    await fails(page, 'DELETE', /\/trips\/[^/]+$|-?participants\/[^/]+$/, 400)
    await button(page, 'Plan a New Trip').click()
    await page.getByLabel('Trip Title').fill('Nowhere')
    await page.getByLabel('Destination').fill('Nowhere')
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await page.route(/\/api\/trips$/, async (route) => {
      await answered
      await route.fallback()
    })
    await button(page, 'Create Trip').click()
    await button(page, 'Creating...').waitFor()
    answer()
    await expectText(page, 'Failed to create trip. Please try again.')
    const said = { message: 'Not today', error: { code: 'ACCESS_DENIED', message: 'Not today' } }
    await page.route(/\/api\/trips$/, (route) => route.fulfill({ status: 403, json: said }), { times: 1 })
    await button(page, 'Create Trip').click()
    await page.getByRole('dialog').getByText('Not today').waitFor()
    await cancel(page)

    const guest = { name: 'Zoë', role: 'member' }
    const { id } = done(await ann.api.post(`/trips/${trip}/guest-participants`, guest)).guestParticipant
    await page.goto(`/app/travel/${trip}#participants`)
    await button(page, 'Add Guest').click()
    await page.getByLabel('Name').fill('Yann')
    await button(page, 'Add Guest').click()
    await expectText(page, 'Failed to add guest participant')
    await cancel(page)
    await button(page, 'Actions for Zoë').click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('Zoé')
    await button(page, 'Save').click()
    await expectText(page, 'Failed to update guest participant')
    await cancel(page)
    for (const [name, text] of [
      ['Zoë', 'Failed to remove guest participant'],
      ['ben', 'Failed to remove user from trip'],
    ] as const) {
      await button(page, `Actions for ${name}`).click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      await button(page, 'Remove').click()
      await expectText(page, text)
      await cancel(page)
    }
    await button(page, 'Add Users').click()
    await page.getByRole('checkbox', { name: 'cal' }).check()
    await button(page, 'Add Users (1)').click()
    await expectText(page, 'Failed to add users to trip')
    await cancel(page)

    await button(page, 'Edit trip').click()
    await page.getByLabel('Trip Title').fill('Down the coast')
    await button(page, 'Save Changes').click()
    await expectText(page, 'Failed to update trip')
    await cancel(page)
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: 'Delete Trip' }).click()
    await button(page, 'Delete Trip').click()
    await expectToast(page, 'Failed to delete trip')
    done(await ann.api.del(`/trips/${trip}/guest-participants/${id}`))
  })

  test('A refused trip that was planned offline has a text of its own', async () => {
    coversSpec("§8 Trips: 'Failed to create trip'")

    const page = await visit('/app/travel')
    await fails(page, 'POST', /\/trips$/, 'lost')
    await button(page, 'Plan a New Trip').click()
    await page.getByLabel('Trip Title').fill('In the tunnel')
    await page.getByLabel('Destination').fill('Nowhere')
    await button(page, 'Create Trip').click()
    await expectToast(page, 'No connection.')
    await page.unrouteAll()
    await fails(page, 'POST', /\/trips$/, 400)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expectText(page, 'Failed to create trip')
  })

  test('A refused expense, change, deletion or deposit has a text of its own', async () => {
    coversSpec(
      '§7 Expenses and pool: GET /expense-categories',
      '§8 Expenses: Failed to create expense',
      '§8 Pool: Failed to contribute to pool',
    )

    const dinner = { description: 'Dinner', amount: 30, category: 'food', sharedBy: [ann.id] }
    done(await ann.api.post(`/trips/${trip}/expenses`, dinner))
    const page = await visit(`/app/travel/${trip}#expenses`)
    for (const method of ['POST', 'PUT', 'DELETE'])
      await fails(page, method, /\/expenses(-enhanced)?(\/[^/]+)?$|\/contribute$/, 400)
    await fails(page, 'GET', /\/expense-categories$/, 'lost')
    await expectText(page, 'You are settled up')
    const asked = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/expense-categories'),
    )
    await button(page, 'Add Expense').click()
    await asked
    await expect
      .poll(() => page.getByLabel('Category').locator('option').allTextContents())
      .toEqual('Food Accommodation Transportation Entertainment Shopping Activities Other'.split(' '))
    await page.getByLabel('Description').fill('Lunch')
    await page.getByLabel('Amount').fill('12')
    await button(page, 'Add Expense').click()
    await expectText(page, 'Failed to create expense')
    await cancel(page)
    await button(page, /^Dinner/).click()
    await page.getByRole('dialog', { name: 'Expense Details' }).getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Description').fill('Late dinner')
    await button(page, 'Save Changes').click()
    await expectText(page, 'Failed to update expense')
    await cancel(page)
    await button(page, 'Delete').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Failed to delete expense')

    await page.goto(`/app/travel/${trip}#money`)
    await button(page, 'Add Money').click()
    await page.getByLabel('Amount').fill('5')
    await page.getByRole('checkbox', { name: 'ann' }).check()
    await button(page, /^Add Money \(1/).click()
    await page.getByText('Failed to contribute to pool').first().waitFor()
  })

  test('A refused group, conversation or message has a text of its own', async () => {
    coversSpec(
      '§8 Chat: Failed to create chat',
      '§8 Chat: Failed to send message',
      '§8 Chat: Failed to start chat',
    )

    const page = await visit('/app/chat')
    await fails(page, 'POST', /\/conversations$|\/messages$/, 418)
    await button(page, 'New group chat').click()
    await page.getByLabel('Group Name').fill('Early birds')
    await page.getByRole('checkbox', { name: 'ben' }).check()
    await button(page, 'Create Group').click()
    await expectText(page, 'Failed to create chat')
    await page.goto('/app/contacts')
    await button(page, 'Start chat with cal').click()
    await expectToast(page, 'Failed to start chat with cal. Please try again.')

    await page.goto(`/app/chat/${talk}`)
    await write(page, 'Into the void')
    await message(page, 'Into the void').getByText('Failed to send message. Please try again.').waitFor()
  })

  test('A refused read marker has a text of its own', async () => {
    coversSpec('§8 Trip chat service: Failed to mark chat as read')

    await say(talk, 'Still there?')
    const page = await visit('/login')
    await fails(page, 'POST', /\/read$/, 418)
    await page.goto(`/app/chat/${talk}`)
    await message(page, 'Still there?').waitFor()
    await expectToast(page, 'Failed to mark chat as read')
  })

  test('A refused log-in counts as wrong, and a token that cannot be checked is discarded', async () => {
    coversSpec(
      '§4 Session: A failed profile refresh',
      '§8 Session: Login',
      '§8 Session: Token validation failed',
    )

    const page = await person({ url: server.url, expects: [/status of/] })
    await page.goto('/login')
    await fails(page, 'POST', /\/auth\/login$/, 401)
    await page.getByLabel('Username').fill('ann')
    await page.getByLabel('Password', { exact: true }).fill('whatever')
    await button(page, 'Log in').click()
    await page.getByRole('alert').filter({ hasText: 'Invalid username or password' }).waitFor()

    await fails(page, 'GET', /\/auth\/me$/, 403)
    await openAs(page, ann, '/app/profile')
    await page.getByRole('alert').filter({ hasText: 'Token validation failed' }).waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
})

test('A command at a failing server names the action, not the network, and is sent when the server recovers', async () => {
  coversSpec('§8 Session: Server error occurred')

  const page = await visit(`/app/travel/${trip}#expenses`)
  await fails(page, 'POST', /\/expenses-enhanced$/, 500)
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
    .getByRole('list', { name: 'Recent expenses' })
    .getByRole('listitem')
    .filter({ hasText: 'Tea' })
  await tea.getByText('waiting to sync').waitFor()
  await page.unrouteAll()
  await tea.getByText('waiting to sync').waitFor({ state: 'detached' })
  const { expenses } = done(await ann.api.get(`/trips/${trip}/expenses`))
  expect(expenses.filter(({ description }: { description: string }) => description === 'Tea')).toHaveLength(1)
})

test('A message at a failing server is reported below its bubble, once for all that wait, and is sent when the server recovers', async () => {
  const page = await visit(`/app/chat/${talk}`)
  await fails(page, 'POST', /\/messages$/, 500)
  const write = page.getByRole('textbox', { name: 'Message' })
  for (const text of ['Half past nine?', 'Or ten?']) {
    await write.fill(text)
    await write.press('Enter')
  }
  const told = page.getByText(
    'Failed to send message. Server error occurred. Please try again later. It is sent again by itself.',
  )
  await expect.poll(() => told.count()).toBe(1)
  await page.unrouteAll()
  await told.waitFor({ state: 'detached' })
  const said = async () => {
    const { messages } = done(await ann.api.get(`/conversations/${talk}/messages`))
    return messages.map(({ content }: { content: string }) => content)
  }
  await expect.poll(said).toEqual(expect.arrayContaining(['Half past nine?', 'Or ten?']))
})

test('A failed fetch is repeated by itself when the connection is back', async () => {
  const page = await visit('/login')
  let connect = (): void => undefined
  const isUp = new Promise<void>((resolve) => (connect = resolve))
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await isUp
    socket.connectToServer()
  })
  await fails(page, 'GET', /\/itinerary$/, 502)
  await page.goto(`/app/travel/${trip}#itinerary`)
  await expectText(page, 'Failed to fetch the itinerary')
  await page.unrouteAll()
  connect()
  await page.getByRole('radiogroup', { name: 'Day' }).waitFor()
  await expectNoText(page, 'Failed to fetch the itinerary')
})

test('The token names the person where the server cannot', async () => {
  coversSpec('§7 Auth: On a 404 the token')

  const page = await person({ url: server.url, expects: [/status of/] })
  await page.goto('/login')
  await fails(page, 'GET', /\/auth\/me$/, 404)
  await openAs(page, ann, '/app/profile')
  await page.getByRole('heading', { name: 'ann' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(ann.api.token)
})

test('The log-in form tells a failed network from a failed server', async () => {
  coversSpec('§8 Session: Network error occurred. Please try again', '§8 Session: Server error occurred')

  const page = await person({ url: server.url, expects: [/ERR_FAILED/, /status of/] })
  await page.goto('/login')
  await page.getByLabel('Username').fill('ann')
  await page.getByLabel('Password', { exact: true }).fill('whatever')
  for (const [answer, text] of [
    ['lost', 'Network error occurred. Please try again.'],
    [500, 'Server error occurred. Please try again later.'],
  ] as const) {
    await fails(page, 'POST', /\/auth\/login$/, answer)
    await button(page, 'Log in').click()
    await expectText(page, text)
    await page.unrouteAll()
  }
})

describe('trip chats', () => {
  test('A failed list of trip chats shows the server’s text, else that of the status, else that of the action', async () => {
    coversSpec(
      "§8 Trip chat service: the server's error.message is used",
      '§8 Trip chat service: 403',
      '§8 Trip chat service: Otherwise a default per action',
      '§8 Toasts: When the server supplies',
    )

    const page = await visit('/login')
    const chats = /\/chats$/
    await page.route(chats, (route) =>
      route.fulfill({ status: 500, json: { error: { message: 'Not today' } } }),
    )
    await page.goto(`/app/travel/${trip}#chat`)
    await expectText(page, 'Not today')
    for (const [status, text] of [
      [400, 'Invalid request data'],
      [403, 'Access denied'],
      [404, 'Trip chat not found'],
      [409, 'Conflict - operation cannot be completed'],
      [500, 'Server error occurred'],
      [418, 'Failed to fetch trip chats'],
    ] as const) {
      await page.unrouteAll()
      await fails(page, 'GET', chats, status)
      await button(page, 'Retry').click()
      await expectText(page, text)
    }
  })

  test('A failed trip chat dialog or message shows its text in the same order', async () => {
    coversSpec('§8 Trip chat service: Failed to create trip chat')

    const { chat } = done(await ann.api.post(`/trips/${trip}/chats`, { name: 'Food' }))
    await say(chat.id, 'Soup?')
    const page = await visit(`/app/travel/${trip}#chat`)
    for (const method of ['POST', 'PUT', 'DELETE']) await fails(page, method, /\/chats(\/[^/]+)?$/, 418)
    await fails(page, 'GET', /\/messages$/, 'lost')
    await button(page, 'Create New Chat').click()
    await page.getByLabel('Chat Name').fill('Drinks')
    await button(page, 'Create Chat').click()
    await expectText(page, 'Failed to create trip chat')
    await cancel(page)

    await page.getByRole('list', { name: 'Chats' }).getByRole('button').click()
    await expectText(page, 'Failed to fetch trip chat messages')
    await button(page, 'Chat actions').click()
    await page.getByRole('menuitem', { name: 'Edit chat' }).click()
    await page.getByLabel('Chat Name').fill('Soup')
    await button(page, 'Save Changes').click()
    await expectText(page, 'Failed to update trip chat')
    await cancel(page)
    await button(page, 'Chat actions').click()
    await page.getByRole('menuitem', { name: 'Delete chat' }).click()
    await button(page, 'Delete Chat').click()
    await expectText(page, 'Failed to delete trip chat')
    await cancel(page)

    await page.unrouteAll()
    await fails(page, 'GET', /\/messages$/, 409)
    await button(page, 'Retry').click()
    await expectText(page, 'Conflict - operation cannot be completed')

    await page.unrouteAll()
    await button(page, 'Retry').click()
    await messageLog(page).getByText('Soup?').waitFor()
    for (const [status, text] of [
      [418, 'Failed to send message'],
      [403, 'Access denied'],
    ] as const) {
      await page.unrouteAll()
      await fails(page, 'POST', /\/messages$/, status)
      await composer(page).fill(`With ${status} noodles`)
      await composer(page).press('Enter')
      const bubble = message(page, `With ${status} noodles`)
      await bubble.getByText(`Not sent · ${text}`, { exact: true }).waitFor()
    }
  })
})
