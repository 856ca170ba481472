// The sizes, lengths and delays of screens, as the table of limits in docs/spec.md states them.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { browserForFile, viewports } from '#tests/support/browser.ts'
import { expectFloating } from '#tests/support/floatingButton.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { listen } from '#tests/support/listener.ts'
import { devTools } from '#tests/support/reusedPage.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  type RegisteredPerson,
  openAs,
  message,
  planTrip,
  emptyServer,
  registerPeople,
} from '#tests/support/chatPeople.ts'
import { blockSockets, inDays, storeToken } from '#tests/support/demoUsers.ts'

let server: Server
let people: RegisteredPerson[]
let ann: RegisteredPerson
let trip: string
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
  const named = await registerPeople(server, 'ann', 'ben', 'cal', 'dee', 'eli', 'fay', 'gus', 'hal')
  people = Object.values(named)
  ann = named.ann
  trip = await planTrip(ann, people.slice(1), 'All of us')
})

async function visit(path: string, visit = {}): Promise<Page> {
  const page = await person({ url: server.url, ...visit })
  await openAs(page, ann, path)
  return page
}

test('The faces of a trip are three at home, four on its card and six in its overview, then a number', async () => {
  coversSpec('§2 Overview: Participant avatars', '§9 Participant avatar caps')

  const page = await visit('/app', { viewport: { width: 1440, height: 900 } })
  const faces = (within: string) =>
    page.locator(within).getByRole('list', { name: 'Participants' }).getByRole('listitem').allTextContents()
  const counts = async (within: string) => {
    await page.locator(within).getByRole('list', { name: 'Participants' }).getByText('more').waitFor()
    const all = await faces(within)
    return [all.length - 1, all.at(-1)]
  }
  await expect.poll(() => counts('article')).toEqual([3, '+5and 5 more'])
  await page.getByRole('link', { name: 'Travel' }).click()
  await expect.poll(() => counts('article')).toEqual([4, '+4and 4 more'])
  await page.getByRole('article').getByRole('link', { name: 'All of us' }).click()
  await expect.poll(() => counts('[role=dialog]')).toEqual([6, '+2and 2 more'])
  await page.getByRole('dialog').getByTitle('ann, organizer', { exact: false }).first().waitFor()
})

test('The expenses list shows the ten newest, and the three largest categories', async () => {
  coversSpec(
    '§2 Expenses: Totals cards',
    '§2 Expenses: Payment breakdown',
    '§2 Expenses: Top 3 categories by amount',
    '§2 Expenses: A list of up to 10',
    '§9 Recent expenses shown',
    '§9 Top categories',
  )

  // By date or by number, other categories would come first.
  const categories = Object.entries({ accommodation: 5, activities: 3, food: 3, shopping: 1 }).flatMap(
    ([category, count]) => Array<string>(count).fill(category),
  )
  const titles = 'ABCDEFGHIJKL'.split('').map((letter) => `Expense ${letter}`)
  for (const [at, description] of titles.entries()) {
    const i = at + 1
    const expense = {
      description,
      amount: i,
      category: categories[at],
      sharedBy: [ann.id],
      paidFromPool: i === 3,
    }
    // The first three have one day, and two of them are not among the ten.
    const expenseDate = inDays(Math.max(i, 3))
    expectSuccess(await ann.api.post(`/trips/${trip}/expenses`, { ...expense, expenseDate }))
  }
  const page = await visit(`/app/travel/${trip}#expenses`)
  const section = page.getByRole('region', { name: 'Recent Expenses' })
  const recent = section.getByRole('listitem')
  await recent.nth(9).waitFor()
  await expect.poll(() => recent.count()).toBe(10)
  const named = (await recent.allTextContents()).map((text) => /Expense [A-L]/.exec(text)?.[0])
  expect(named).toEqual(titles.slice(2).reverse())
  expect(await section.getByRole('heading', { level: 4 }).last().textContent()).toContain('HK$6.00')
  const top = page.getByRole('list', { name: 'Top Categories' })
  await expect
    .poll(async () =>
      (await top.getByRole('listitem').allTextContents()).map((text) => /^[A-Z][a-z]+/.exec(text)?.[0]),
    )
    .toEqual(['Food', 'Activities', 'Accommodation'])
  const figures = async () => (await page.getByRole('dialog').textContent())!.replace(/\s+/g, '')
  for (const figure of [
    /Total\D*HK\$78\.00/,
    /Average\D*HK\$6\.50/,
    /Frompool\D*HK\$3\.00/,
    /Youpaid\D*HK\$75\.00/,
  ])
    await expect.poll(figures).toMatch(figure)
})

test('A hundred unread messages read 99+, and the preview is cut after 57 characters', async () => {
  coversSpec('§9 Unread badge max', '§9 Message preview')

  const others = people.slice(1)
  const group = { type: 'group', name: 'Chatterboxes', participant_ids: others.map(({ id }) => id) }
  const { id } = expectSuccess(await ann.api.post('/conversations', group)).conversation
  const said = (by: RegisteredPerson, content: string) =>
    by.api.post(`/conversations/${id}/messages`, { content, client_message_id: crypto.randomUUID() })
  await Promise.all(
    others.flatMap((by) => Array.from({ length: 15 }, async () => expectSuccess(await said(by, 'Hey')))),
  )
  expectSuccess(await said(others[0]!, 'x'.repeat(61)))
  expectSuccess(await said(ann, 'Quiet, please'))
  const page = await visit('/app/chat')
  const row = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  await row.getByText('99+').waitFor()
  await row.getByText('Quiet, please').waitFor()
  expectSuccess(await said(others[0]!, 'x'.repeat(61)))
  const words = row.locator('bdi').filter({ hasText: 'xxx' })
  await expect.poll(() => words.textContent()).toBe(`${'x'.repeat(57)}...`)
})

test('Own messages stand on the right, and those of others on the left below a coloured name', async () => {
  coversSpec('§2 Conversation view: Message bubbles')

  const ben = people[1]!
  const body = { type: 'group', name: 'Night owls', participant_ids: [ben.id] }
  const { id } = expectSuccess(await ann.api.post('/conversations', body)).conversation
  for (const [by, content] of [
    [ben, 'Awake?'],
    [ann, 'No.'],
  ] as const)
    expectSuccess(
      await by.api.post(`/conversations/${id}/messages`, { content, client_message_id: crypto.randomUUID() }),
    )
  const page = await visit(`/app/chat/${id}`)
  const [theirs, mine] = [message(page, 'Awake?'), message(page, 'No.')]
  await mine.waitFor()
  const edges = async (of: Locator) => (await of.locator('> div > div').first().boundingBox())!
  const [left, right] = [await edges(theirs), await edges(mine)]
  // Beside the avatar.
  expect(left.x).toBeLessThan(60)
  expect(left.x + left.width, 'only as wide as the text').toBeLessThan(right.x)
  expect(right.x + right.width).toBeGreaterThan(viewports.phone.width - 40)
  /** How far its text is from grey. */
  const chromaOf = (element: Locator) =>
    element.evaluate((one) => {
      const rgb = getComputedStyle(one).color.match(/\d+/g)!.slice(0, 3).map(Number)
      return Math.max(...rgb) - Math.min(...rgb)
    })
  expect(await chromaOf(theirs.getByText('ben', { exact: true }))).toBeGreaterThan(60)
  await expect.poll(() => mine.getByText('ann', { exact: true }).count()).toBe(0)
  await mine.locator('time').waitFor()
})

test('The search for users begins with five, and starts 300 ms after the last key, but not for a single letter', async () => {
  coversSpec('§5 Add users to trip: User search', '§7 Users: It is debounced 300 ms', '§9 User search')

  // The list starts with the people whose names contain an "a".
  await registerPeople(server, 'ada', 'bea', 'dan', 'eva')
  const page = await visit(`/app/travel/${await planTrip(ann, [], 'Just me')}#participants`)
  await page.getByRole('button', { name: 'Add Users' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Users' })
  const found = dialog.getByRole('checkbox')
  await found.nth(4).waitFor()
  await expect.poll(() => found.count()).toBe(5)

  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/users/search')) asked.push(searchParams.get('q') ?? '')
  })
  const search = dialog.getByRole('searchbox')
  await page.clock.install()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
  await search.fill('b')
  await page.clock.runFor(1000)
  await search.fill('be')
  await page.clock.runFor(299)
  await search.fill('ben')
  await page.clock.runFor(299)
  // An earlier request would have been sent before this one.
  await page.evaluate(() => fetch('/healthz'))
  expect(asked.filter((text) => text !== 'a')).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => asked.filter((text) => text !== 'a')).toEqual(['ben'])
})

test('A failed fetch is retried once, and nothing is fetched because the window got the focus', async () => {
  coversSpec('§9 Data query retry')

  const page = await person({ url: server.url, expects: [/status of 500/] })
  await storeToken(page, ann.api.token!)
  await blockSockets(page)
  let asked = 0
  await page.route('**/api/auth/sessions', async (route) => {
    asked += 1
    await (asked < 3 ? route.fulfill({ status: 500, body: '' }) : route.continue())
  })
  await page.goto('/app/profile')
  await page.getByRole('button', { name: 'Signed-in devices' }).click()
  const retry = page.getByRole('button', { name: 'Retry' })
  await retry.waitFor()
  expect(asked).toBe(2)
  await retry.click()
  await page.getByText('This device', { exact: true }).waitFor()
  expect(asked).toBe(3)
  const elsewhere = await page.context().newPage()
  await elsewhere.bringToFront()
  await page.bringToFront()
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  // A request started by the focus would have been sent before this one.
  await page.evaluate(() => fetch('/healthz'))
  expect(asked).toBe(3)
})

test('A toast is at the top right, under the bar, on a phone above the navigation and beside the floating button', async () => {
  coversSpec('§8 Toasts: connected', '§9 Toasts')

  const page = await person({ url: server.url, viewport: viewports.desktop })
  // Its four seconds pass only as far as the test lets them, or a slow machine measures what is gone.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await openAs(page, ann, '/app/chat')
  const toast = page.getByRole('status').getByText('Connected to real-time messaging')
  await expect.poll(async () => (await page.clock.runFor(100), toast.count()), { interval: 100 }).toBe(1)
  const { x, y, width } = (await toast.boundingBox())!
  expect(viewports.desktop.width - (x + width)).toBeLessThan(60)
  expect(x).toBeGreaterThan(viewports.desktop.width / 2)
  expect(y).toBeLessThan(150)

  await page.setViewportSize(viewports.phone)
  const nav = (await page.getByRole('navigation', { name: 'Main' }).boundingBox())!
  const add = (await page.getByRole('button', { name: 'New group chat' }).boundingBox())!
  const card = toast.locator('xpath=ancestor::output/*')
  // It finds its place ten times a second.
  await page.clock.runFor(100)
  await expect.poll(async () => (await card.boundingBox())!.y).toBeGreaterThan(add.y - 8)
  const place = (await card.boundingBox())!
  expect(place.y + place.height).toBeLessThan(nav.y)
  expect(place.x + place.width).toBeLessThan(add.x)
})

test('The top bar stays in place while the page scrolls, and casts a shadow only then', async () => {
  coversSpec('§2 Route table: A fixed top bar')

  const page = await visit('/app/profile')
  const title = page.getByRole('heading', { name: 'Profile' })
  const top = async () => (await title.boundingBox())!.y
  const shadow = () => page.getByRole('banner').evaluate((bar) => getComputedStyle(bar).boxShadow)
  for (const size of [viewports.phone, viewports.desktop]) {
    await page.setViewportSize(size)
    const [place, flat] = [await top(), await shadow()]
    await page.setViewportSize({ ...size, height: 400 })
    // Not over the rail, which scrolls itself in a low window.
    await page.mouse.move(size.width / 2, 200)
    // Without effect until the page is higher than the window.
    const scroll = async () => {
      await page.mouse.wheel(0, 300)
      return page.evaluate(() => scrollY)
    }
    await expect.poll(scroll).toBeGreaterThan(0)
    await expect.poll(shadow).not.toBe(flat)
    expect(await top()).toBe(place)
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(shadow).toBe(flat)
  }
})

test('Online people have a mark in the list of conversations, and administrators one among the contacts', async () => {
  coversSpec(
    '§2 Conversation list: Each row',
    '§2 Contacts: Each contact',
    '§6 It appears as an administrator',
  )

  const gus = people[6]!
  expectSuccess(await ann.api.post('/conversations', { type: 'direct', participant_ids: [gus.id] }))
  await listen(Number(new URL(server.url).port), gus.api.token).waitFor('authenticated')
  const page = await visit('/app/chat')
  const row = page.getByRole('listitem').filter({ hasText: 'gus' })
  await row.getByText('Online').waitFor()
  // Administrators' accounts are created with the command line on the server.
  await page.route('**/api/users', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({
      response,
      json: { data: data.map((user: { id: string }) => ({ ...user, isAdmin: user.id === gus.id })) },
    })
  })
  await page.getByRole('link', { name: 'Contacts' }).click()
  const contact = page
    .getByRole('list', { name: 'Contacts' })
    .getByRole('listitem')
    .filter({ hasText: 'gus' })
  await contact.getByText('Administrator').waitFor()
  await expect.poll(() => page.getByText('Administrator').count(), { message: 'of him alone' }).toBe(1)
  await expect.poll(() => contact.getByText('Online').count()).toBe(1)
  await page.unrouteAll({ behavior: 'wait' })
})

test('Every protected screen has the real-time connection', async () => {
  coversSpec('§2 Route table: A real-time messaging connection')

  const start = { type: 'direct', participant_ids: [people[7]!.id] }
  const { conversation } = expectSuccess(await ann.api.post('/conversations', start))
  const page = await visit('/app')
  const screens = [`chat`, `chat/${conversation.id}`, 'contacts', 'travel', `travel/${trip}`, 'profile']
  for (const path of ['/app', ...screens.map((screen) => `/app/${screen}`)]) {
    let isConnected = false
    page.once('websocket', (socket) =>
      socket.on(
        'framereceived',
        ({ payload }) => (isConnected ||= payload.toString().includes('"authenticated"')),
      ),
    )
    await page.goto(path)
    await expect.poll(() => isConnected, { message: path }).toBe(true)
  }
})

test('The bars keep clear of the screen areas that a phone cuts out', async () => {
  coversSpec('§2 Route table: iPhone uses safe-area padding', '§2 Route table: A fixed top bar')

  const page = await visit('/app/contacts')
  // Without this a phone keeps the page out of these areas and says that there are none.
  const sizes = await page.locator('meta[name=viewport]').getAttribute('content')
  expect(sizes).toContain('viewport-fit=cover')
  const edges = async () => {
    const bar = (await page.getByRole('heading', { name: 'Contacts' }).boundingBox())!
    const place = (await page.getByRole('link', { name: 'Home' }).boundingBox())!
    return [bar.y, place.y + place.height]
  }
  await page.getByText(/^\d+ contacts$/).waitFor()
  const [top, bottom] = (await edges()) as [number, number]
  const protocol = await devTools(page)
  await protocol.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 47, bottom: 34 } })
  await expect.poll(edges).toEqual([top + 47, bottom - 34])
  await protocol.send('Emulation.setSafeAreaInsetsOverride', { insets: {} })
  await expect.poll(edges).toEqual([top, bottom])
  await protocol.detach()
})

test('The button for a new trip floats on a small screen, also at home', async () => {
  coversSpec('§2 Home: A floating add button', '§2 Trip details dialog: Six tabs')

  const page = await visit('/app')
  const add = page.getByRole('button', { name: 'Plan a New Trip' })
  await add.waitFor()
  await page.setViewportSize(viewports.desktop)
  await add.waitFor({ state: 'hidden' })
  await page.setViewportSize(viewports.phone)
  await expectFloating(add)
  await add.click()
  await page.getByRole('dialog', { name: 'Plan a New Trip' }).waitFor()
  await page.goto(`/app/travel/${trip}`)
  const tabs = page.getByRole('tab')
  await expect
    .poll(() => tabs.allTextContents())
    .toEqual('Overview Itinerary Chat Expenses Participants Money'.split(' '))
})

test('The bottom bar has five entries, and a profile without an e-mail address says so', async () => {
  coversSpec('§2 Route table: A bottom navigation', '§2 Profile: Avatar, username')

  const page = await visit('/app/profile')
  await page.getByText('No email provided', { exact: true }).waitFor()
  await page.getByRole('main').getByText('A', { exact: true }).waitFor()
  const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect
    .poll(async () => (await places.allTextContents()).map((text) => /[A-Z][a-z]+/.exec(text)?.[0]))
    .toEqual(['Chats', 'Contacts', 'Home', 'Travel', 'Profile'])
  expect(
    await places.evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    'where they lead',
  ).toEqual(['/app/chat', '/app/contacts', '/app', '/app/travel', '/app/profile'])
})
