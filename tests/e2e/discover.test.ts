// Discovering public trips and asking to join, on the screens of asker and organizer.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { browserForFile } from '#tests/support/browser.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  logInAndOpen,
  client,
  expectToast,
  goOffline,
  inDays,
  loseUntilRetried,
  openRefused,
  blockSockets,
} from '#tests/support/demoUsers.ts'

const { person } = browserForFile()
let server: Server
let alice: Client
beforeAll(async () => {
  server = await startServer()
  alice = await client(server, 'alice')
})

/** Plans a public trip with alice as its organizer. @returns its id */
async function open(title: string, more: object = {}): Promise<string> {
  const plan = { title, destination: 'Macau', startDate: inDays(3), endDate: inDays(5), isPublic: true }
  return expectSuccess(await alice.post('/trips', { ...plan, ...more })).trip.id
}

async function visit(username: string, path: string, expects: RegExp[] = []): Promise<Page> {
  const page = await person({ url: server.url, expects })
  await logInAndOpen(page, server, username, path)
  return page
}

const discover = '/app/travel?view=discover'
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
const details = (page: Page) => page.getByRole('dialog', { name: 'Trip Details' })
const asks = (page: Page) => page.getByRole('dialog', { name: 'Ask to join' })
/** Of the list of trips, or of an open trip, which may be above a list that has some too. */
const requests = (within: Page | Locator) => within.getByRole('region', { name: 'Requests to join' })
const sendRequest = (page: Page) => asks(page).getByRole('button', { name: 'Send Request' }).click()

test('A person asks to join, the organizer accepts, and both see it on their open screens', async () => {
  coversSpec('§2 Plan a New Trip dialog: Helper text for Public')

  await open('Egg tart tour', { description: 'All of them, in one day.' })
  const erin = await visit('erin', '/app/travel')
  await erin.getByRole('link', { name: 'Discover' }).click()
  await erin.waitForURL(`**${discover}`)
  const found = card(erin, 'Egg tart tour')
  await found.getByText('Organized by alice, 1 person').waitFor()
  await found.getByText('All of them, in one day.').waitFor()
  const height = async () => (await found.boundingBox())!.height
  const before = await height()

  await found.getByRole('button', { name: 'Ask to join' }).click()
  await asks(erin).getByText('alice decides who comes along to Egg tart tour.').waitFor()
  const message = asks(erin).getByLabel('Message (Optional)')
  await message.fill('x'.repeat(301))
  await asks(erin).getByText('Message must be 300 characters or less').waitFor()
  await expect.poll(() => asks(erin).getByRole('button', { name: 'Send Request' }).isDisabled()).toBe(true)
  await expectAccessible(erin, 'asking to join')
  await message.fill('I know the best baker.')
  await sendRequest(erin)
  await expectToast(erin, 'You asked to join Egg tart tour')
  await found.getByText('Asked to join').waitFor()
  expect(await height()).toBe(before)
  await expectAccessible(erin, 'discover, having asked')

  const host = await visit('alice', '/app/travel')
  const request = requests(host).getByRole('article').filter({ hasText: 'Egg tart tour' })
  await request.getByText('erin asks to join Egg tart tour').waitFor()
  await request.getByText('I know the best baker.').waitFor()
  await request.getByRole('button', { name: 'Accept' }).click()
  await expectToast(host, 'erin is in: Egg tart tour')
  await request.getByText('Joined', { exact: true }).waitFor()
  await expect.poll(() => host.evaluate(() => document.activeElement?.textContent)).toBe('Joined')

  // Erin does not reload: the change feed updates her page.
  await found.waitFor({ state: 'detached' })
  await erin.getByRole('link', { name: 'My Trips' }).click()
  await card(erin, 'Egg tart tour').getByText('2 people').waitFor()
  await erin.getByRole('link', { name: 'Egg tart tour' }).click()
  await details(erin).getByRole('tab', { name: 'Expenses' }).waitFor()
})

test('The address of a public trip shows a stranger its public fields, and becomes their own trip when the organizer accepts', async () => {
  const trip = await open('Night hike')
  const dave = await visit('dave', `/app/travel/${trip}`, [/403/])
  await details(dave).getByText('Organized by alice, 1 person').waitFor()
  await details(dave).getByText('Public Trip').waitFor()
  await expect.poll(() => details(dave).getByRole('tab').count()).toBe(0)
  await expect.poll(() => details(dave).getByRole('button', { name: 'Edit trip' }).count()).toBe(0)
  await details(dave).getByRole('button', { name: 'Ask to join' }).click()
  await sendRequest(dave)
  await details(dave).getByText('Asked to join').waitFor()
  await expectAccessible(dave, 'the trip of somebody else, having asked')

  // Alice's page is open and receives the request.
  const host = await visit('alice', `/app/travel/${trip}`)
  await details(host).getByRole('tab', { name: 'Participants 1 request to join' }).click()
  await requests(details(host)).getByText('dave asks to join').waitFor()
  await expectAccessible(host, 'the people of a trip with a request to join')
  await requests(details(host)).getByRole('button', { name: 'Accept' }).click()
  await host.getByRole('list', { name: 'Registered Users' }).getByText('dave', { exact: true }).waitFor()
  await details(host).getByRole('tab', { name: 'Participants', exact: true }).waitFor()
  await details(dave).getByRole('tab', { name: 'Expenses' }).waitFor()
})

test('A request appears live to the organizer, who declines, and can be made again and withdrawn', async () => {
  const trip = await open('Cliff diving')
  const host = await visit('alice', `/app/travel/${trip}#participants`)
  await host.getByRole('list', { name: 'Registered Users' }).waitFor()
  const erin = await visit('erin', discover)
  const ask = async () => {
    await card(erin, 'Cliff diving').getByRole('button', { name: 'Ask to join' }).click()
    await sendRequest(erin)
    await card(erin, 'Cliff diving').getByText('Asked to join').waitFor()
  }
  await ask()
  await requests(details(host)).getByText('erin asks to join').waitFor()
  await requests(details(host)).getByRole('button', { name: 'Decline' }).click()
  await expectToast(host, 'Request declined')
  await requests(details(host)).getByText('Declined', { exact: true }).waitFor()
  await erin.reload()
  await ask()
  await requests(details(host)).getByText('erin asks to join').waitFor()
  await card(erin, 'Cliff diving').getByRole('button', { name: 'Cancel request' }).click()
  await expectToast(erin, 'Request cancelled')
  await card(erin, 'Cliff diving').getByRole('button', { name: 'Ask to join' }).waitFor()
  await expect
    .poll(() => erin.evaluate(() => document.activeElement?.textContent), { message: 'the focus' })
    .toBe('Ask to join')
  await requests(details(host)).getByText('erin asks to join').waitFor({ state: 'detached' })
})

describe('Discover screen', () => {
  test('The Discover screen has an address, to which closing a trip and going back lead', async () => {
    const page = await visit('bob', discover, [/403/])
    const title = page.getByRole('link', { name: 'Marrakesh over New Year' })
    await title.click()
    await details(page).getByText('Organized by nina, 2 people').waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(`**${discover}`)
    await title.click()
    await details(page).waitFor()
    await page.reload()
    await details(page).getByText('Organized by nina, 2 people').waitFor()
    await details(page).getByRole('button', { name: 'Close' }).click()
    await page.waitForURL(`**${discover}`)
    await page.getByRole('link', { name: 'My Trips' }).click()
    await page.getByRole('link', { name: 'Lisbon and the Algarve' }).waitFor()
    await page.goBack()
    await title.waitFor()
    expect(page.url()).toBe(server.url + discover)
  })

  test('The Discover screen reports a failed fetch, retries, and says when there is nothing', async () => {
    const page = await person({ url: server.url, expects: [/ERR_FAILED/] })
    await blockSockets(page)
    const nothing = { trips: [], pagination: { limit: 20, offset: 0, total: 0 } }
    await loseUntilRetried(page, '**/api/trips?scope=*', { json: nothing })
    await logInAndOpen(page, server, 'bob', discover)
    await page.getByText('Failed to fetch trips').waitFor()
    await expectAccessible(page, 'discover that could not be read')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('No public trips to discover yet').waitFor()
    await expectAccessible(page, 'discover with nothing to find')
    await page.getByRole('button', { name: 'Plan a Trip of Your Own' }).click()
    await page.getByRole('dialog', { name: 'Plan a New Trip' }).waitFor()
  })

  test('The Discover screen fits long words, right-to-left names and many lines on the narrowest phone', async () => {
    await open('Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen', {
      destination: 'الرياض'.repeat(20),
      description: '東京タワー🗼\n'.repeat(60),
    })
    const page = await person({ url: server.url, viewport: { width: 320, height: 640 } })
    await logInAndOpen(page, server, 'bob', discover)
    const long = card(page, 'Donaudampf')
    await long.waitFor()
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(wider).toBeLessThanOrEqual(0)
    await long.getByRole('button', { name: 'Ask to join' }).click()
    await asks(page).getByRole('button', { name: 'Send Request' }).waitFor()
  })
})

describe('without a network', () => {
  test('A form that is sent before the outbox was loaded blames the network, and the next press sends it', async () => {
    await open('Early bird')
    const page = await visit('bob', discover, [/ERR_FAILED/])
    let isLost = true
    await page.route('**/sending-*.js', (route) => (isLost ? route.abort() : route.continue()))
    await page.reload()
    await card(page, 'Early bird').getByRole('button', { name: 'Ask to join' }).click()
    await sendRequest(page)
    await asks(page).getByText('Network error occurred. Please try again.').waitFor()
    isLost = false
    await sendRequest(page)
    await expectToast(page, 'You asked to join Early bird')
  })

  test('A request made offline waits on its trip and is sent by itself', async () => {
    const trip = await open('Slow boat')
    const page = await visit('bob', discover, [/ERR_INTERNET_DISCONNECTED/])
    const boat = card(page, 'Slow boat')
    await boat.waitFor()
    await goOffline(page, 'AskToJoinDialog')
    await boat.getByRole('button', { name: 'Ask to join' }).click()
    await sendRequest(page)
    await expectToast(page, 'No connection. This will be sent as soon as you are online.')
    await boat.getByText('request: waiting to sync').waitFor()
    await page.context().setOffline(false)
    await boat.getByText('Asked to join').waitFor()
    const { invitations } = expectSuccess(
      await alice.get(`/trip-invitations?direction=request&tripId=${trip}`),
    )
    expect(invitations).toHaveLength(1)
  })

  test('An answer given offline to a request that is withdrawn meanwhile waits, and its refusal is said at the foot', async () => {
    const trip = await open('Second thoughts')
    const dave = await client(server, 'dave')
    const asked = expectSuccess(await dave.post(`/trips/${trip}/join-requests`, {})).invitation.id
    const host = await visit('alice', `/app/travel/${trip}#participants`, [
      /ERR_INTERNET_DISCONNECTED/,
      / 40[49] /,
    ])
    const request = requests(details(host))
    await request.getByText('dave asks to join').waitFor()
    await goOffline(host)
    await request.getByRole('button', { name: 'Accept' }).click()
    await request.getByText('answer: waiting to sync').waitFor()
    expectSuccess(await dave.del(`/trip-invitations/${asked}`))
    await host.context().setOffline(false)
    // With its heading.
    await request.waitFor({ state: 'detached' })
    const refusal = await openRefused(host)
    await refusal.getByText('Failed to answer the invitation or request').waitFor()
    await refusal.getByRole('button', { name: 'Discard' }).click()
    await refusal.waitFor({ state: 'detached' })
  })
})

test('A trip that has turned private shows a message and leaves the list', async () => {
  const trip = await open('Members only soon')
  const page = await visit('bob', discover, [/404/])
  await card(page, 'Members only soon').getByRole('button', { name: 'Ask to join' }).click()
  await asks(page).waitFor()
  expectSuccess(await alice.put(`/trips/${trip}`, { isPublic: false }))
  await sendRequest(page)
  await expectToast(page, 'This trip cannot be joined any more.')
  await card(page, 'Members only soon').waitFor({ state: 'detached' })
  expect(expectSuccess(await alice.get(`/trip-invitations?tripId=${trip}`)).invitations).toEqual([])
})

test('A request made on another device is not made twice, and the screen says so', async () => {
  const trip = await open('Two phones')
  const page = await visit('bob', discover, [/409/])
  let respond = (): void => undefined
  const isHeld = new Promise<void>((resolve) => (respond = resolve))
  await page.route(/trip-invitations\?.*tripId=/, async (route) => {
    await isHeld
    await route.continue()
  })
  await card(page, 'Two phones').getByRole('button', { name: 'Ask to join' }).click()
  await asks(page).waitFor()
  expectSuccess(await (await client(server, 'bob')).post(`/trips/${trip}/join-requests`, {}))
  await sendRequest(page)
  await asks(page).getByText('You have asked already. The organizer has not answered yet.').waitFor()
  await asks(page).getByRole('button', { name: 'Close' }).click()
  await card(page, 'Two phones').getByText('Asked to join').waitFor()
  const { invitations } = expectSuccess(await alice.get(`/trip-invitations?direction=request&tripId=${trip}`))
  expect(invitations).toHaveLength(1)
  const cancel = card(page, 'Two phones').getByRole('button', { name: 'Cancel request' })
  await expect.poll(() => cancel.getAttribute('aria-busy'), { message: 'until it is read' }).toBe('true')
  respond()
  await expect.poll(() => cancel.getAttribute('aria-busy')).toBeNull()
  await cancel.click()
  await expectToast(page, 'Request cancelled')
})
