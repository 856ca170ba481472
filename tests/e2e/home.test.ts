// The home screen: the greeting, shortcuts, current trips and upcoming ones.

import { beforeAll, expect, test } from 'vitest'
import { say } from '#tests/chat/requests.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { axe, browserForFile, viewports } from '#tests/support/browser.ts'
import {
  emptyServer,
  openAs,
  planTrip,
  type RegisteredPerson,
  registerPeople,
} from '#tests/support/chatPeople.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { logInAndOpen, client, expectToast, inDays } from '#tests/support/demoUsers.ts'
import { formatDateRange } from '#web/platform/time/format.ts'

const { person } = browserForFile()
let server: Server
beforeAll(async () => {
  server = await startServer()
})

test('The home screen greets, shows the next two trips and those of the next thirty days, and opens a trip over itself', async () => {
  coversSpec(
    '§1 The home greeting is a welcome',
    '§2 Route table: /app',
    '§2 Home: Welcome banner',
    '§2 Home: Pinned Trips',
    '§2 Home: Upcoming Trips',
    '§2 Home: Clicking a trip opens',
    '§2 Overview: Title, destination',
    '§9 Pinned trips',
  )

  const alice = await client(server, 'alice')
  for (const [title, day] of [
    ['In four weeks', 28],
    ['In six weeks', 42],
  ] as const) {
    const plan = { title, destination: 'Macau', startDate: inDays(day), endDate: inDays(day + 2) }
    expectSuccess(await alice.post('/trips', plan))
  }
  const page = await person({ url: server.url })
  await logInAndOpen(page, server, 'alice', '/app')
  await page.getByRole('heading', { name: 'Welcome, alice!' }).waitFor()
  await page.getByText('Friend Chat & Travel Planner').waitFor()
  // The trip under way comes first, with what the person owes on it.
  const currentTrip = page.getByRole('article').filter({ has: page.getByRole('heading', { level: 2 }) })
  await currentTrip.getByText(/^Day \d+ of 10$/).waitFor()
  await currentTrip.getByRole('link', { name: 'You owe HK$488.43' }).waitFor()
  const pinned = page.getByRole('region', { name: 'Pinned Trips' })
  await pinned.getByRole('heading', { name: 'Pinned Trips', level: 2 }).waitFor()
  await expect.poll(() => pinned.getByRole('article').count()).toBe(2)
  const { trips } = expectSuccess(await alice.get('/trips'))
  expect(trips.length).toBeGreaterThan(2)
  await expect
    .poll(() => pinned.getByRole('heading', { level: 3 }).allTextContents())
    .toEqual(trips.slice(0, 2).map(({ title }: { title: string }) => title))
  // Its level is below its section's heading, for navigation by headings.
  await expect.poll(() => pinned.getByRole('heading', { level: 3 }).count()).toBe(2)
  await page.getByRole('heading', { name: 'Upcoming Trips', level: 2 }).waitFor()
  const next = page.getByRole('list', { name: 'Upcoming Trips' })
  await next.getByText('In four weeks').waitFor()
  await expect.poll(() => next.getByText('In six weeks').count()).toBe(0)
  for (const row of await next.getByRole('listitem').allTextContents())
    expect(row).toMatch(/Planning|Confirmed|In progress|Completed|Cancelled/)

  await next.getByRole('link', { name: 'In four weeks' }).click()
  const details = page.getByRole('dialog', { name: 'Trip Details' })
  await details.getByRole('heading', { name: 'Trip Details, In four weeks' }).waitFor()
  // The browser is in Hong Kong, where the next day may have begun.
  const dates = formatDateRange(inDays(28), inDays(30))
  await details.getByText(new RegExp(`^${dates}\\s·\\sin 2[78] days$`)).waitFor()
  await details.getByRole('tabpanel').getByText('Macau').waitFor()
  await details.getByRole('tabpanel').getByText('Planning').waitFor()
  await details.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL(`${server.url}/app`)
  await pinned.getByRole('link', { name: trips[1].title }).click()
  await details.getByRole('heading', { name: `Trip Details, ${trips[1].title}` }).waitFor()
  await details.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL(`${server.url}/app`)
  await pinned.getByRole('link', { name: 'View All' }).click()
  await page.waitForURL('**/app/travel')
})

test('The home screen leads to what belongs to the current trip, and to messages, trips, contacts and the form for a trip', async () => {
  coversSpec('§2 Home: Quick action cards')

  const page = await person({ url: server.url })
  await logInAndOpen(page, server, 'alice', '/app')
  const trip = page.getByRole('dialog', { name: 'Trip Details' })
  const backHome = async () => {
    await trip.getByRole('button', { name: 'Close' }).click()
    await trip.waitFor({ state: 'detached' })
    await page.waitForURL(`${server.url}/app`)
  }
  const expense = page.getByRole('dialog', { name: 'Add Expense' })
  // The smallest phone: the floating button covers no other action.
  await page.setViewportSize({ width: 320, height: 640 })
  const card = page.getByRole('article').filter({ hasText: 'Settle up' })
  await card.waitFor()
  const floating = (await page.getByRole('button', { name: 'Plan a New Trip' }).boundingBox())!
  for (const action of await card.getByRole('link', { name: /^(Add Expense|Chat)/ }).all()) {
    const { x, y, width, height } = (await action.boundingBox())!
    expect(x + width <= floating.x || y + height <= floating.y, 'stands beside or above it').toBe(true)
  }
  await page.setViewportSize(viewports.phone)
  await page.getByRole('link', { name: 'Add Expense' }).click()
  await expense.getByLabel('Description').waitFor()
  await expense.getByRole('button', { name: 'Cancel' }).click()
  await expense.waitFor({ state: 'detached' })
  await backHome()
  const settlement = page.getByRole('dialog', { name: 'Settlement', exact: true })
  await page.getByRole('link', { name: /^You owe/ }).click()
  await settlement.getByRole('heading', { name: 'Settlement Needed' }).waitFor()
  await settlement.getByRole('button', { name: 'Close' }).click()
  await settlement.waitFor({ state: 'detached' })
  await backHome()
  await page.getByRole('main').getByRole('link', { name: 'Chat' }).click()
  await trip.getByRole('button', { name: 'Back to the trip' }).click()
  await backHome()

  const quick = page.getByRole('navigation', { name: 'Quick actions' })
  for (const [label, path] of [
    ['Messages', '/app/chat'],
    ['All Trips', '/app/travel'],
    ['Contacts', '/app/contacts'],
  ] as const) {
    await quick.getByRole('link', { name: label }).click()
    await page.waitForURL(`${server.url}${path}`)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    await page.waitForURL(`${server.url}/app`)
  }
  await quick.getByRole('button', { name: 'New Trip' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plan a New Trip' })
  await dialog.getByLabel('Trip Title').fill('Straight to the sea')
  await dialog.getByLabel('Destination').fill('Lantau')
  await dialog.getByRole('button', { name: 'Create Trip' }).click()
  await expectToast(page, 'Trip created successfully!')
})

test('Without trips Home offers to plan one, to join one, and the file of another app', async () => {
  coversSpec('§2 Home: Empty state')

  const open = await startServer({ env: emptyServer })
  const { gil, hal } = await registerPeople(open, 'gil', 'hal')
  const page = await person({ url: open.url, expects: [/400/] })
  await openAs(page, hal, '/app')
  await page.getByText('No trips planned yet').waitFor()
  await expectAccessible(page, 'home without trips')
  await page.getByRole('button', { name: 'Plan Your First Trip' }).click()
  const plan = page.getByRole('dialog', { name: 'Plan a New Trip' })
  await plan.getByRole('button', { name: 'Cancel' }).click()
  await plan.waitFor({ state: 'detached' })
  const rows = page.getByRole('list', { name: 'Other ways to start' }).getByRole('listitem')
  await rows.getByRole('button', { name: 'Bring expenses along' }).click()
  await page.getByRole('dialog', { name: 'Import as a New Trip' }).waitFor()
  // Refused, it stays open, though the list was not empty meanwhile.
  const [sent, refuse] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/trips', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent.resolve()
    await refuse.promise
    await route.fulfill({ status: 400, json: { error: { code: 'VALIDATION_ERROR', message: 'Not today' } } })
  })
  await page.locator('input[type=file]').setInputFiles('tests/imports/samples/splitwise-friend.csv')
  await page.getByLabel('Which of them is you?').selectOption({ index: 1 })
  await page.getByLabel('Destination').fill('Lamma')
  await page.getByRole('button', { name: 'Create the Trip' }).click()
  await sent.promise
  await rows.first().waitFor({ state: 'detached' })
  refuse.resolve()
  await page.getByText(/Not today/).waitFor()
  await page.unroute('**/api/trips')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => rows.count(), { message: 'there is no public trip' }).toBe(1)

  const trip = await planTrip(gil, [], 'Open to all')
  expectSuccess(await gil.api.put(`/trips/${trip}`, { isPublic: true }))
  await page.reload()
  await rows.filter({ hasText: '1 that you can ask to join' }).getByRole('link').click()
  await page.getByRole('link', { name: 'Open to all' }).waitFor()
})

test('What others changed since the last visit is one press away, and then it is not new any more', async () => {
  const [alice, bob] = [await client(server, 'alice'), await client(server, 'bob')]
  const { trips } = expectSuccess(await alice.get('/trips'))
  const { id, title } = trips[0] as { id: string; title: string }
  const page = await person({ url: server.url })
  await logInAndOpen(page, server, 'alice', `/app/travel/${id}#participants`)
  // From the trip's replica, whose position the visit has.
  await page.getByText('Registered Users').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('article').filter({ hasText: title }).waitFor()
  expect(await page.getByText(/changes? since/).count()).toBe(0)

  const { chat } = expectSuccess(await bob.post(`/trips/${id}/chats`, { name: 'Boat day' }))
  expect(chat).toBeTruthy()
  await page.reload()
  await page.getByText(/^1 change since \d\d:\d\d$/).waitFor({ state: 'attached' })
  await page.getByRole('link', { name: 'Home' }).click()
  const news = page
    .getByRole('region', { name: 'Pinned Trips' })
    .getByRole('link', { name: /^1 change since/ })
  await news.waitFor()
  await expectAccessible(page, 'home with something new')
  await news.click()
  const happened = page.getByRole('region', { name: 'What happened' })
  await happened.getByText(/Boat day/).waitFor()
  await expect.poll(() => happened.getByRole('listitem').count()).toBeLessThan(3)
  await expect
    .poll(() => page.getByRole('link', { name: 'New', exact: true }).getAttribute('aria-current'))
    .toBe('true')
  await page.getByRole('link', { name: 'Show All Changes' }).waitFor()
  // The visit has the position of the newest change, which is read beside the list.
  await expect.poll(() => page.getByRole('button', { name: 'Export history' }).isEnabled()).toBe(true)
  await page.goBack()
  await page.getByRole('heading', { name: 'Welcome, alice!' }).waitFor()
  await news.waitFor({ state: 'detached' })
})

test('A wide home adds what is open on every trip, and invitations', async () => {
  // An earlier test may have read it: the only chat of a trip opens with its tab.
  const bob = await client(server, 'bob')
  const { conversations } = expectSuccess(await bob.get('/conversations?limit=100'))
  const chat = conversations.find(({ name }: { name: string }) => name === 'Lisbon plans')
  await say(bob, chat.id, 'Anyone for a swim?')
  const page = await person({ url: server.url, viewport: { width: 1440, height: 900 } })
  await logInAndOpen(page, server, 'alice', '/app')
  const open = page.getByRole('region', { name: 'Over all trips' })
  await open.getByRole('link', { name: /Lisbon and the Algarve −HK\$/ }).waitFor()
  await open.getByRole('link', { name: /Hanoi long weekend \+HK\$/ }).waitFor()
  await open.getByText('Over all trips you owe').waitFor()
  const unread = page.getByRole('region', { name: 'Unread' })
  await unread.getByRole('link', { name: 'Lisbon plans' }).waitFor()
  await unread.getByRole('link', { name: 'Sunday runners' }).waitFor()
  // Which activities come next depends on the time of the day.
  const next = page.locator('a[href*="#itinerary"]')
  await expect.poll(() => next.count()).toBe(2)
  await page.getByRole('region', { name: 'Invitations' }).getByRole('button', { name: 'Answer' }).waitFor()
  expect(await axe(page)).toEqual([])
})

test('An invitation that is not answered counts nowhere, and its question says what one is owed there', async () => {
  const server = await startServer({ env: emptyServer })
  const { una, vic } = await registerPeople(server, 'una', 'vic')
  const today = inDays(0)
  const plan = async (by: RegisteredPerson, title: string, startDate: string, others: RegisteredPerson[]) => {
    const inviteUserIds = others.map(({ id }) => id)
    const body = { title, destination: 'Macau', startDate, endDate: inDays(30), inviteUserIds }
    return expectSuccess(await by.api.post('/trips', body)).trip.id as string
  }
  const pay = async (by: RegisteredPerson, trip: string, payer: RegisteredPerson, amount: number) =>
    expectSuccess(
      await by.api.post(`/trips/${trip}/expenses`, {
        description: 'Ferry',
        amount,
        category: 'transportation',
        paidBy: { type: 'user', id: payer.id },
        sharedBy: [una, vic].map(({ id }) => ({ type: 'user', id })),
      }),
    )
  const ownTrip = await plan(vic, 'Own weekend', inDays(9), [una])
  const [{ id: accepted }] = expectSuccess(
    await una.api.get(`/trip-invitations?to=me&tripId=${ownTrip}`),
  ).invitations
  expectSuccess(await una.api.put(`/trip-invitations/${accepted}/respond`, { response: 'accepted' }))
  await pay(vic, ownTrip, vic, 60)
  const other = await plan(vic, 'Under way', today, [una])
  await pay(vic, other, una, 300)

  // Whether a trip that was left may still be read is asked before it is deleted on the device.
  const page = await person({ url: server.url, viewport: { width: 1440, height: 900 }, expects: [/403/] })
  await openAs(page, una, '/app')
  await page.getByRole('region', { name: 'Invitations' }).getByText('Under way').waitFor()
  const rail = page.getByRole('region', { name: 'Trips at hand' })
  await rail.getByRole('link', { name: 'Own weekend' }).waitFor()
  expect(await rail.getByText('Under way').count()).toBe(0)
  const current = page.getByRole('article').filter({ has: page.getByRole('heading', { level: 2 }) })
  await current.getByText('Own weekend').waitFor()
  const pinned = page.getByRole('region', { name: 'Pinned Trips' }).getByRole('article')
  await expect
    .poll(() => pinned.filter({ hasText: 'Under way' }).getByText('You are invited').count())
    .toBe(1)
  expect(await page.getByText('HK$150.00').count()).toBe(0)
  await page.getByRole('button', { name: 'Answer: Under way' }).click()
  const question = page.getByRole('dialog', { name: 'vic invites you Under way' })
  await question
    .getByText('You are owed HK$150.00 in it. Until you accept, it counts in none of your sums.')
    .waitFor()
  expect(await axe(page)).toEqual([])
  await question.getByRole('button', { name: 'Decline' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Invitations' }).getByText('Declined').waitFor()
  await pinned.filter({ hasText: 'Under way' }).waitFor({ state: 'detached' })

  await openAs(page, una, `/app/travel/${ownTrip}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Leave Trip' }).click()
  await page.getByText('You owe HK$30.00 in it. Leave anyway?').waitFor()
})

test('On a phone an invitation is one row that opens its question, and says in its place that it was accepted', async () => {
  const server = await startServer({ env: emptyServer })
  const { una, vic, wes, zoe } = await registerPeople(server, 'una', 'vic', 'wes', 'zoe')
  const trip = await planTrip(vic, [una, wes, zoe], 'Ski week')
  const page = await person({ url: server.url })
  await openAs(page, una, '/app')
  const row = page.getByRole('list', { name: 'Invitations' }).getByRole('listitem')
  await row.getByText(/^vic invites you/).waitFor()
  await expectAccessible(page, 'home with an invitation and a pin')
  const ask = row.getByRole('button', { name: 'Answer: Ski week' })
  await ask.click()
  const question = page.getByRole('dialog', { name: 'vic invites you Ski week' })
  await question.getByText('vic, wes, and zoe').waitFor()
  await question.getByText(/^You are in no expense of it yet\./).waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => ask.evaluate((button) => button === document.activeElement)).toBe(true)

  await ask.click()
  await question.getByRole('link', { name: 'Look at the trip first' }).click()
  await page.waitForURL(`**/app/travel/${trip}`)
  // What is not accepted is no pin.
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Trip history' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Pin to Home' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close' }).click()

  await ask.click()
  await question.getByRole('button', { name: 'Accept' }).click()
  await question.waitFor({ state: 'detached' })
  await row.getByText('You joined').waitFor()
  const current = page.getByRole('article').filter({ has: page.getByRole('heading', { level: 2 }) })
  await current.getByText('Ski week').waitFor()
})

test('A trip that is pinned from its menu comes first on Home, also before the network is back, and a third one says whose place it takes', async () => {
  const server = await startServer({ env: emptyServer })
  const { una } = await registerPeople(server, 'una')
  const plan = async (title: string, day: number) => {
    const dates = { startDate: inDays(day), endDate: inDays(day + 2) }
    return expectSuccess(await una.api.post('/trips', { title, destination: 'Macau', ...dates })).trip.id
  }
  const [, , kyoto, hanoi] = [
    await plan('First', 5),
    await plan('Second', 15),
    await plan('Kyoto', 40),
    await plan('Hanoi', 50),
  ] as const
  const page = await person({ url: server.url, expects: [/ERR_INTERNET_DISCONNECTED/] })
  await openAs(page, una, '/app')
  const pinned = page.getByRole('region', { name: 'Pinned Trips' }).getByRole('heading', { level: 3 })
  await expect.poll(() => pinned.allTextContents()).toEqual(['First', 'Second'])
  const choose = async (id: string, item: string) => {
    await page.goto(`${server.url}/app/travel/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const goHome = async () => {
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  }
  await choose(kyoto, 'Pin to Home')
  await expectToast(page, 'Pinned to Home')
  await goHome()
  await expect.poll(() => pinned.allTextContents()).toEqual(['Kyoto', 'First'])
  await page.getByRole('article').filter({ hasText: 'Kyoto' }).getByText('Pinned', { exact: true }).waitFor()
  await expectAccessible(page, 'home with a pinned trip')

  await choose(hanoi, 'Pin to Home')
  await page.getByRole('button', { name: 'Close' }).click()
  await page
    .getByRole('article')
    .filter({ hasText: 'First' })
    .getByRole('button', { name: 'View Details' })
    .click()
  await page.getByRole('dialog', { name: 'Trip Details' }).getByRole('tabpanel').getByText('Macau').waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Pin to Home' }).click()
  await goHome()
  await expect.poll(() => pinned.allTextContents()).toEqual(['First', 'Hanoi'])
  await page.context().setOffline(false)
  await expect
    .poll(async () => {
      const { trips } = expectSuccess(await una.api.get('/trips'))
      return trips
        .map(({ title, pinned: isPinned }: Record<string, unknown>) => [title, isPinned])
        .slice(0, 2)
    })
    .toEqual([
      ['First', true],
      ['Hanoi', true],
    ])

  await choose(kyoto, 'Pin to Home')
  await expectToast(page, 'Pinned to Home instead of Hanoi')
  await choose(kyoto, 'Unpin')
  await expectToast(page, 'Not pinned to Home any more')
  await goHome()
  await expect.poll(() => pinned.allTextContents()).toEqual(['First', 'Second'])
})

test('During a trip its overview begins with what is at hand and what is new, and its facts open in place', async () => {
  coversSpec('§2 Overview: A privacy card reads', '§2 Overview: A budget card appears')

  const [alice, bob] = [await client(server, 'alice'), await client(server, 'bob')]
  const { trips } = expectSuccess(await alice.get('/trips'))
  const { id } = trips.find(({ status }: { status: string }) => status === 'in_progress')
  const page = await person({ url: server.url })
  await logInAndOpen(page, server, 'alice', `/app/travel/${id}`)
  const panel = page.getByRole('dialog', { name: 'Trip Details' }).getByRole('tabpanel')
  const atHand = panel.getByRole('list', { name: 'At hand' })
  const owed = atHand.getByRole('link', { name: /^You owe/ })
  await owed.waitFor()
  // Each row leads to its tab and back.
  const tab = (name: string) => page.getByRole('tab', { name, selected: true })
  await atHand.getByRole('link').first().click()
  await tab('Itinerary').waitFor()
  await expect.poll(() => tab('Itinerary').evaluate((it) => it === document.activeElement)).toBe(true)
  expect(page.url()).toMatch(/#itinerary$/)
  await page.goBack()
  await tab('Overview').waitFor()
  await owed.click()
  await page.getByRole('dialog', { name: /^Settlement/ }).waitFor()
  await page.keyboard.press('Escape')
  await tab('Money').waitFor()
  await page.goBack()
  await tab('Overview').waitFor()
  const news = panel.getByRole('region', { name: /changes? since/ })
  expect(await news.count()).toBe(0)
  const facts = panel.getByRole('button', { name: 'In progress · Private Trip' })
  await panel.getByText(/a day left for \d days/).waitFor()
  expect(await panel.getByText('Only visible to participants').count()).toBe(0)
  await facts.click()
  await expect.poll(() => facts.getAttribute('aria-expanded')).toBe('true')
  await panel.getByText('Only visible to participants').waitFor()
  await panel.getByRole('heading', { name: 'Budget' }).waitFor()
  await expectAccessible(page, 'the open facts of a trip')

  for (const name of ['Boat', 'Beach', 'Bread', 'Books'])
    expectSuccess(await bob.post(`/trips/${id}/chats`, { name }))
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'View Details' }).first().click()
  await news.getByRole('heading', { name: /^4 changes since/ }).waitFor()
  await expect.poll(() => news.getByRole('listitem').count()).toBe(3)
  await news.getByRole('listitem').first().getByText(/Books/).waitFor()
  await expectAccessible(page, 'the overview of a trip under way')
  await news.getByRole('link', { name: '1 more' }).click()
  await page.getByRole('link', { name: 'Show All Changes' }).waitFor()
})
