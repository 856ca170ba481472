// The itinerary: planned by several people, also at the same time and offline.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectFloating } from '#tests/support/floatingButton.ts'
import { browserForFile, requestTo } from '#tests/support/browser.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { dayParts } from '#web/itinerary/activityLabels.ts'
import {
  logInAndOpen,
  client,
  expectToast,
  goOffline,
  inDays,
  openRefused,
} from '#tests/support/demoUsers.ts'

const { person } = browserForFile()
let server: Server
let alice: Client
let bob: string
let trip: string

beforeAll(async () => {
  server = await startServer()
  alice = await client(server, 'alice')
  const { data } = (await alice.get('/users')).body
  bob = data.find(({ username }: { username: string }) => username === 'bob').id
})

beforeEach(async () => {
  const plan = { title: 'Three days in Macau', destination: 'Macau', inviteUserIds: [bob] }
  const answer = await alice.post('/trips', { ...plan, startDate: inDays(2), endDate: inDays(4) })
  trip = expectSuccess(answer).trip.id
})

async function open(username = 'alice', expects: RegExp[] = []): Promise<Page> {
  const page = await person({ url: server.url, expects })
  await logInAndOpen(page, server, username, `/app/travel/${trip}#itinerary`)
  await page.getByRole('radiogroup', { name: 'Day' }).waitFor()
  return page
}

const plan = async (day: number, startTime: string, title: string, more: object = {}) =>
  expectSuccess(
    await alice.post(`/itineraries/${trip}/items`, { date: inDays(day), startTime, title, ...more }),
  ).item

/** Of the selected day. */
const titles = async (page: Page) => {
  const chip = page.getByRole('radiogroup', { name: 'Day' }).getByRole('radio', { checked: true })
  const day = (await chip.getAttribute('aria-label'))!.split(', ').slice(0, 2).join(', ')
  const rows = page
    .getByRole('list', { name: `Activities on ${day}` })
    .getByRole('button', { name: /^Actions for / })
  return (
    await rows.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')!))
  ).map((label) => /^Actions for (.*), \d/.exec(label)![1])
}

/** At the server, in order. */
async function storedTitles(): Promise<string[]> {
  const { itinerary } = expectSuccess(await alice.get(`/trips/${trip}/itinerary`))
  return (itinerary.items as { title: string }[]).map(({ title }) => title)
}

/** In the form. */
const dayOf = (dialog: Locator, date: string) =>
  dialog.getByRole('radio', { name: new RegExp(`^${dayParts(date).longDate}`) })

async function choose(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Actions for ${title}`) }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function add(page: Page, title: string, { start, end }: { start?: string; end?: string } = {}) {
  await page.getByRole('button', { name: 'Add Activity' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Add Activity' })
  await dialog.getByLabel('Title').fill(title)
  if (start !== undefined) await dialog.getByLabel('Start time').fill(start)
  if (end !== undefined) await dialog.getByLabel('End time').fill(end)
  await dialog.getByRole('button', { name: 'Add Activity' }).click()
}

describe('the itinerary', () => {
  test('An activity needs a title and valid times, which the form says while the user types, and stands in its place of the day', async () => {
    coversSpec(
      '§0 The product is a mobile-first web application',
      '§1 They keep a per-day',
      '§2 Itinerary: Empty state',
      '§2 Itinerary: A floating add button',
      '§2 Itinerary: Times default to 09:00',
      '§5 Itinerary item: title is required',
      '§5 Itinerary item: Save is disabled otherwise',
      '§7 Itinerary: POST /itineraries/{id}/items',
    )

    const page = await open()
    await page.getByText('No activities yet.').waitFor()
    await page.getByRole('button', { name: 'Add the First Activity' }).waitFor()
    await expectAccessible(page, 'the empty itinerary')
    await page.getByRole('button', { name: 'Add Activity' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Activity' })
    for (const label of ['Title', 'Location (Optional)', 'Status', 'Description (Optional)'])
      await dialog.getByLabel(label, { exact: true }).waitFor()
    const [start, end] = [dialog.getByLabel('Start time'), dialog.getByLabel('End time')]
    await expect.poll(() => start.inputValue()).toBe('09:00')
    await expect.poll(() => end.inputValue()).toBe('10:00')
    for (const time of [start, end]) await expect.poll(() => time.getAttribute('step')).toBe('300')
    const save = dialog.getByRole('button', { name: 'Add Activity' })
    await expect.poll(() => save.isEnabled()).toBe(false)
    await end.fill('08:55')
    await dialog.getByText('End time must be after start time').waitFor()
    await start.fill('')
    await dialog.getByText('Start time is required').waitFor()
    await dialog.getByLabel('Title').fill('Ruins of St. Paul’s')
    await expect.poll(() => save.isEnabled(), { message: 'with a title, but at no time' }).toBe(false)
    await start.fill('09:00')
    await end.fill('10:00')
    await expect.poll(() => save.isEnabled()).toBe(true)
    const sent = requestTo(page, 'POST', `/itineraries/${trip}/items`)
    await save.click()
    await sent
    await expectToast(page, 'Activity added')
    await dialog.waitFor({ state: 'detached' })
    await expectFloating(page.getByRole('button', { name: 'Add Activity' }))

    await add(page, 'Egg tarts', { start: '08:00', end: '08:45' })
    await expect.poll(() => titles(page)).toEqual(['Egg tarts', 'Ruins of St. Paul’s'])
    await add(page, 'Guia lighthouse', { start: '09:30', end: '' })
    await page.getByText('Overlaps with Ruins of St. Paul’s', { exact: true }).waitFor()
    await page.getByText('Overlaps with Guia lighthouse', { exact: true }).waitFor()
    await expectAccessible(page, 'a day of the itinerary')
  })

  test('Activities that start together keep the order people give them', async () => {
    coversSpec('§2 Itinerary: The selected day lists')

    for (const title of ['Ferry', 'Bus', 'Taxi']) await plan(2, '10:00', title)
    await plan(2, '09:30', 'Breakfast', { sortOrder: 9 })
    await plan(3, '09:00', 'Museum')
    const page = await open()
    await expect.poll(() => titles(page)).toEqual(['Breakfast', 'Ferry', 'Bus', 'Taxi'])
    await choose(page, 'Taxi', 'Move up')
    await expect.poll(() => titles(page)).toEqual(['Breakfast', 'Ferry', 'Taxi', 'Bus'])
    await choose(page, 'Ferry', 'Move down')
    await expect.poll(() => titles(page)).toEqual(['Breakfast', 'Taxi', 'Ferry', 'Bus'])
    await expect.poll(storedTitles).toEqual(['Breakfast', 'Taxi', 'Ferry', 'Bus', 'Museum'])
    await page.getByRole('button', { name: /^Actions for Taxi/ }).click()
    await page.getByRole('menuitem', { name: 'Move down' }).waitFor()
    await expect.poll(() => page.getByRole('menuitem', { name: 'Move up' }).count()).toBe(0)
  })

  test('Activities that start together can be dragged, Escape cancels, and Undo restores the order', async () => {
    for (const [time, title] of [
      ['09:00', 'Breakfast'],
      ['10:00', 'Ferry'],
      ['10:00', 'Bus'],
      ['10:00', 'Taxi'],
    ])
      await plan(2, time!, title!)
    const page = await open()
    await expect.poll(() => titles(page)).toEqual(['Breakfast', 'Ferry', 'Bus', 'Taxi'])
    const actions = (title: string) =>
      page.getByRole('button', { name: new RegExp(`^Actions for ${title},`) })
    const handle = (title: string) =>
      page
        .getByRole('listitem')
        .filter({ has: actions(title) })
        .getByTitle('Drag to reorder')
    await expect.poll(() => handle('Breakfast').count()).toBe(0)
    const drag = async (title: string, by: number) => {
      const box = (await handle(title).boundingBox())!
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x, y + by, { steps: 5 })
    }
    const orders: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') orders.push(request.postDataJSON())
    })
    // Far above the first of the group, which is as far as it moves.
    await drag('Taxi', -600)
    await page.mouse.up()
    await expect.poll(() => titles(page)).toEqual(['Breakfast', 'Taxi', 'Ferry', 'Bus'])
    await page.getByText('The order was changed.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => titles(page)).toEqual(['Breakfast', 'Ferry', 'Bus', 'Taxi'])
    await expect.poll(() => orders.length, { message: 'the order and its Undo' }).toBe(2)
    await expect.poll(storedTitles).toEqual(['Breakfast', 'Ferry', 'Bus', 'Taxi'])

    await drag('Ferry', 600)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect.poll(() => titles(page)).toEqual(['Breakfast', 'Ferry', 'Bus', 'Taxi'])
    await page.getByRole('radiogroup', { name: 'Day' }).waitFor()
    await expect.poll(() => page.getByText('The order was changed.').count()).toBe(0)
  })

  test('An activity is changed and deleted by anybody on the trip, and Undo brings it back', async () => {
    coversSpec(
      '§2 Itinerary: A floating add button',
      '§4 Itinerary item status: chosen freely',
      '§7 Itinerary: DELETE /itinerary-items/{id}',
    )

    const activity = await plan(2, '10:00', 'Cable car', { location: 'Guia Hill' })
    const page = await open('bob')
    await choose(page, 'Cable car', 'Edit activity')
    const dialog = page.getByRole('dialog', { name: 'Edit Activity' })
    await dialog.getByRole('radio', { name: 'Confirmed' }).check()
    await dayOf(dialog, inDays(4)).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Activity updated')
    // The day selection follows the activity to its new day.
    await expect.poll(() => page.getByRole('radio').last().getAttribute('aria-checked')).toBe('true')
    await page.getByRole('list', { name: 'Activities' }).getByText('Confirmed').waitFor()
    const sent = requestTo(page, 'DELETE', `/itinerary-items/${activity.id}`)
    await choose(page, 'Cable car', 'Delete activity')
    await sent
    await page.getByText('No activities yet.').waitFor()
    await expectToast(page, 'Activity deleted')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Activity restored')
    await page.getByRole('list', { name: 'Activities' }).getByText('Cable car').waitFor()
  })

  test('A form whose activity another person changed keeps the typed text and takes over the rest', async () => {
    coversSpec('§2 Itinerary: A floating add button')

    const activity = await plan(2, '10:00', 'Cable car')
    const page = await open('bob', [/409/])
    await choose(page, 'Cable car', 'Edit activity')
    const dialog = page.getByRole('dialog', { name: 'Edit Activity' })
    await dialog.getByLabel('Location').fill('Guia Hill')
    expectSuccess(
      await alice.send('PATCH', `/itinerary-items/${activity.id}`, {
        body: { title: 'Cable car, both ways' },
      }),
    )
    // It has arrived here, in the list below the form.
    await page.getByText('Cable car, both ways').first().waitFor({ state: 'attached' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Someone else changed this in the meantime. Please look again.').waitFor()
    await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('Cable car, both ways')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Activity updated')
    const { itinerary } = expectSuccess(await alice.get(`/trips/${trip}/itinerary`))
    expect(itinerary.items).toMatchObject([{ title: 'Cable car, both ways', location: 'Guia Hill' }])
  })
})

test('A link leads to its day, and one to no day to the itinerary', async () => {
  const page = await open()
  const chosen = page.getByRole('radiogroup', { name: 'Day' }).getByRole('radio', { checked: true })
  const label = () => chosen.getAttribute('aria-label')
  const first = await label()
  const leadTo = (day: string) => page.evaluate((hash) => (location.hash = hash), `#itinerary/${day}`)
  await leadTo(inDays(3))
  await expect.poll(label).not.toBe(first)
  const second = await label()
  for (const day of ['\\', 'soon', '2026-02-30']) {
    await leadTo(day)
    await expect.poll(() => page.url()).toMatch(/#itinerary$/)
    expect(await label()).toBe(second)
  }
})

test('An end keeps its distance when the start moves, the form says what is free after it, and its times stay readable on a folded phone and with doubled text', async () => {
  await plan(2, '16:00', 'Boat', { endTime: '17:30' })
  const page = await open()
  await page.getByRole('button', { name: 'Add Activity' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Add Activity' })
  await dialog.getByText('Free until 16:00.').waitFor()
  await dialog.getByLabel('Start time').fill('14:00')
  await dialog.getByText('End moved along: still 1 h. Free until 16:00.').waitFor()
  await expect.poll(() => dialog.getByLabel('End time').inputValue()).toBe('15:00')
  await dialog.getByLabel('Start time').fill('')
  await dialog.getByLabel('Start time').fill('15:30')
  await dialog.getByText('End moved along: still 1 h. Overlaps with Boat.').waitFor()
  await expect.poll(() => dialog.getByLabel('End time').inputValue()).toBe('16:30')
  await dialog.getByRole('img', { name: 'The day: 16:00–17:30, this one 15:30–16:30' }).waitFor()
  await expectAccessible(page, 'the form of an activity that overlaps')
  await dialog.getByLabel('Start time').fill('23:30')
  await dialog.getByText('End moved along: 29 min. Free for the rest of the day.').waitFor()
  await dialog.getByLabel('Start time').press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Add Activity' }).last().click()
  await dialog.getByLabel('Start time').fill('14:00')
  await dialog.getByText(/^End moved along/).waitFor()
  await dialog.getByRole('button', { name: 'Clear what you had typed' }).click()
  await dialog.getByText('Free until 16:00.', { exact: true }).waitFor()
  await dayOf(dialog, inDays(3)).click()
  await dialog.getByLabel('Start time').fill('14:00')
  await dialog.getByLabel('Title').fill('Museum')
  await dialog.getByRole('button', { name: 'Add Activity' }).click()
  await expect.poll(() => titles(page)).toEqual(['Museum'])
  await page.getByRole('button', { name: 'Actions for Museum, 14:00–15:00' }).waitFor()

  await page.getByRole('button', { name: 'Add Activity' }).last().click()
  const apart = async () => {
    const [start, end] = [dialog.getByLabel('Start time'), dialog.getByLabel('End time')]
    return (await end.boundingBox())!.y - (await start.boundingBox())!.y
  }
  await dialog.getByLabel('End time').waitFor()
  await page.setViewportSize({ width: 320, height: 653 })
  await expect.poll(apart).toBe(0)
  await page.setViewportSize({ width: 280, height: 653 })
  await expect.poll(apart, { message: 'on a folded phone' }).toBeGreaterThan(40)
  await page.setViewportSize({ width: 320, height: 653 })
  await expect.poll(apart).toBe(0)
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  await expect.poll(apart, { message: 'with doubled text' }).toBeGreaterThan(40)
})

test('A form closes before the server has responded, and opens with what was entered if it is refused then', async () => {
  const activity = await plan(2, '10:00', 'Ruins')
  const page = await open('bob', [/409/])
  let respond = (): void => undefined
  const responding = new Promise<void>((resolve) => (respond = resolve))
  await page.route('**/itinerary-items/*', async (route) => {
    await responding
    await route.fallback()
  })
  await choose(page, 'Ruins', 'Edit activity')
  const dialog = page.getByRole('dialog', { name: 'Edit Activity' })
  await dialog.getByLabel('Title').fill('Ruins of St. Paul')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => titles(page)).toEqual(['Ruins of St. Paul'])

  // Reaches the server first.
  const change = { location: 'Santo António' }
  expectSuccess(await alice.send('PATCH', `/itinerary-items/${activity.id}`, { body: change }))
  respond()
  await page.getByText('Someone else changed this in the meantime. Please look again.').first().waitFor()
  await expect.poll(() => titles(page)).toEqual(['Ruins'])
  await page.getByText('Santo António').waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('Ruins of St. Paul')
  await expect.poll(() => dialog.getByLabel('Location').inputValue()).toBe('Santo António')
  await page.unroute('**/itinerary-items/*')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Activity updated')
  const { itinerary } = expectSuccess(await alice.get(`/trips/${trip}/itinerary`))
  expect(itinerary.items).toMatchObject([{ title: 'Ruins of St. Paul', location: 'Santo António' }])
})

test('A change of an activity that somebody else has deleted says so with what was entered, until it is discarded', async () => {
  const activity = await plan(2, '10:00', 'Ruins')
  const page = await open('bob', [/ERR_INTERNET_DISCONNECTED/, /404/])
  await goOffline(page, 'ActivityDialog')
  await choose(page, 'Ruins', 'Edit activity')
  const dialog = page.getByRole('dialog', { name: 'Edit Activity' })
  await dialog.getByLabel('Title').fill('Ruins of St. Paul')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expectSuccess(await alice.del(`/itinerary-items/${activity.id}`))
  await page.context().setOffline(false)
  const lost = await openRefused(page)
  await lost.getByText('Someone else deleted it.').waitFor()
  await lost.getByText('You had entered “Ruins of St. Paul”.').waitFor()
  await lost.getByRole('button', { name: 'Discard Ruins of St. Paul' }).click()
  await lost.waitFor({ state: 'detached' })
})

test('New dates name the activities they leave outside, which are kept and marked', async () => {
  await plan(2, '10:00', 'Too early now')
  await plan(3, '10:00', 'Still on the trip')
  const page = await open()
  await page.getByRole('button', { name: 'Edit trip' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Trip' })
  await edit.getByLabel('End Date').fill(inDays(6))
  await expect.poll(() => edit.getByText(/outside these dates/).count()).toBe(0)
  await edit.getByLabel('Start Date').fill(inDays(3))
  await edit.getByText('1 activity falls outside these dates').waitFor()
  await edit.getByText('Too early now').waitFor()
  await edit.getByText('Nothing is lost: it stays in the itinerary').waitFor()
  await expectAccessible(page, 'the dates of a trip that leave something outside')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Trip updated successfully')
  const outside = page.getByRole('radio', { name: /outside the trip, 1 activity$/ })
  await outside.click()
  await page.getByText('This day is not part of the trip any more.').waitFor()
  await expectAccessible(page, 'a day outside the trip')
  await choose(page, 'Too early now', 'Edit activity')
  const dialog = page.getByRole('dialog', { name: 'Edit Activity' })
  await dayOf(dialog, inDays(5)).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await outside.waitFor({ state: 'detached' })
  await expect.poll(() => titles(page)).toEqual(['Too early now'])
  await page
    .getByRole('radio', { name: /1 activity$/ })
    .first()
    .click()
  await expect.poll(() => titles(page)).toEqual(['Still on the trip'])
})
