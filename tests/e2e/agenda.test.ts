// All days of a trip as one agenda, and as a week.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { axe, browserForFile } from '#tests/support/browser.ts'
import { emptyServer, openAs, type RegisteredPerson, registerPeople } from '#tests/support/chatPeople.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { inDays } from '#tests/support/demoUsers.ts'
import { type Server, startServer } from '#tests/support/server.ts'

const { person } = browserForFile()
let server: Server
let ann: RegisteredPerson
let trip: string

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
  ann = (await registerPeople(server, 'ann')).ann
  const plan = { title: 'Ten days', destination: 'Lisbon', startDate: inDays(2), endDate: inDays(11) }
  trip = expectSuccess(await ann.api.post('/trips', plan)).trip.id
  for (const day of [2, 3, 4, 6, 8])
    for (const [startTime, endTime, title] of [
      ['09:00', '10:00', 'Breakfast'],
      ['10:30', '14:00', 'Walk'],
      ['20:00', null, 'Dinner'],
    ] as const)
      await add(day, { startTime, endTime, title: `${title} ${day}` })
  await add(3, { startTime: '16:00', endTime: '17:00', title: 'Swim', location: 'Praia & café' })
})

const add = async (day: number, body: object) =>
  expectSuccess(await ann.api.post(`/itineraries/${trip}/items`, { date: inDays(day), ...body })).item

async function open(size?: { width: number; height: number }): Promise<Page> {
  const page = await person({ url: server.url, ...(size && { viewport: size }) })
  await openAs(page, ann, `/app/travel/${trip}#itinerary`)
  await page.getByRole('radiogroup', { name: 'Day' }).waitFor()
  return page
}

const chips = (page: Page) => page.getByRole('radiogroup', { name: 'Day' }).getByRole('radio')
const selected = (page: Page) =>
  chips(page).evaluateAll((all) => all.findIndex((it) => it.getAttribute('aria-checked') === 'true'))
const heading = (page: Page, day: number) => page.getByRole('heading', { level: 3 }).nth(day)

test('All days are one agenda: a chip scrolls to its day, also by the arrow keys, and the chips follow while one scrolls', async () => {
  coversSpec('§2 Itinerary: Horizontal day chips')

  const page = await open()
  for (const day of [2, 3, 4, 6, 8]) await page.getByText(`Walk ${day}`).waitFor()
  await expect.poll(() => selected(page)).toBe(0)
  const places = await chips(page).evaluateAll((all) => all.map((it) => it.getBoundingClientRect().toJSON()))
  expect(new Set(places.map(({ top }) => top)).size, 'in one row').toBe(1)
  expect(places, 'one per date').toHaveLength(10)
  await chips(page).nth(4).click()
  await expect.poll(() => selected(page)).toBe(4)
  const below = async (day: number) => {
    const [box, strip] = [await heading(page, day).boundingBox(), await chips(page).nth(day).boundingBox()]
    return Math.round(box!.y - strip!.y - strip!.height)
  }
  await expect.poll(() => below(4)).toSatisfy((px: number) => px > 0 && px < 60)

  const focusedLabel = () => page.locator(':focus').getAttribute('aria-label')
  await page.keyboard.press('Home')
  await expect.poll(() => selected(page)).toBe(0)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => selected(page)).toBe(1)
  await expect.poll(() => below(1)).toSatisfy((px: number) => px > 0 && px < 60)
  await expect.poll(focusedLabel).toMatch(/, 4 activities$/)
  await page.keyboard.press('End')
  await expect.poll(() => selected(page)).toBe(9)
  await expect.poll(focusedLabel).toMatch(/, no activities$/)

  await page.mouse.move(195, 600)
  await page.mouse.wheel(0, -3000)
  await expect.poll(() => selected(page)).toBe(0)
  await page.mouse.wheel(0, 9000)
  await expect.poll(() => selected(page), { message: 'the last day is reached too' }).toBe(9)
  await expectAccessible(page, 'the agenda')
})

test('Free days and free time are named, an activity can be planned on a free day, and a location opens a map without a trace of the trip', async () => {
  const page = await open()
  await page.getByText('Free until 16:00 · 2 h').waitFor()
  const link = page.getByRole('link', { name: /^Praia & café/ })
  const [href, rel, tab] = await Promise.all(['href', 'rel', 'target'].map((it) => link.getAttribute(it)))
  expect(href).toBe('https://www.google.com/maps/search/?api=1&query=Praia%20%26%20caf%C3%A9')
  expect([rel, tab]).toEqual(['noopener noreferrer', '_blank'])

  await page.getByText('Free', { exact: true }).first().waitFor()
  await chips(page).nth(3).click()
  await page.getByText('No activities yet.').waitFor()
  await page
    .getByRole('button', { name: /^Plan something on/ })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: 'Add Activity' })
  await form.getByLabel('Title').fill('Nap')
  await form.getByRole('button', { name: 'Add Activity' }).click()
  await page
    .getByRole('list', { name: /^Activities/ })
    .getByText('Nap')
    .waitFor()
  await expect.poll(() => chips(page).nth(3).getAttribute('aria-label')).toMatch(/, morning, 1 activity$/)
})

test('A wide tab shows the week as a board beside the selected day, a block opens its activity, and one that overlaps shows its sign whole', async () => {
  await add(6, { startTime: '12:00', endTime: '13:00', title: 'Check-out of the hotel on the hill' })
  const page = await open({ width: 1440, height: 900 })
  const day = page.getByRole('complementary', { name: 'The selected day' })
  await day.getByText('Walk 2').waitFor()
  await expect.poll(() => chips(page).count()).toBe(7)
  const overlapping = page.getByRole('button', {
    name: /^Check-out.*, overlaps with Walk 6, 12:00–13:00$/,
  })
  const [outer, sign] = [await overlapping.boundingBox(), await overlapping.locator('svg').boundingBox()]
  for (const [start, length] of [
    ['x', 'width'],
    ['y', 'height'],
  ] as const) {
    expect(sign![start]).toBeGreaterThan(outer![start])
    expect(sign![start] + sign![length]).toBeLessThan(outer![start] + outer![length])
  }
  await chips(page).nth(1).click()
  await day.getByText('Swim').waitFor()
  await page.keyboard.press('End')
  await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toMatch(/, no activities$/)
  await page.getByRole('button', { name: 'Later' }).waitFor()
  await page.getByRole('button', { name: 'Earlier' }).click()
  const block = page.getByRole('button', { name: 'Walk 4 , 10:30–14:00' })
  await expect.poll(() => block.evaluate((it) => it.getBoundingClientRect().height)).toBeGreaterThan(120)
  expect(await axe(page)).toEqual([])
  const shown = await block.elementHandle()
  await block.click()
  const form = page.getByRole('dialog', { name: 'Edit Activity' })
  await expect.poll(() => form.getByLabel('Title').inputValue()).toBe('Walk 4')
  // The sheet leaves the board narrower than one is shown otherwise.
  await expect.poll(async () => (await shown.boundingBox())?.width ?? Infinity).toBeLessThan(110)
  expect(await shown.isVisible(), 'the board stays beside the form').toBe(true)
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: 'Agenda' }).check()
  await page.getByText('Walk 8').waitFor()
})

test('A printed itinerary has all days in black on white without controls, and the trip is open afterwards', async () => {
  const page = await open()
  await page.getByText('Walk 2').waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const paper = page.getByRole('article').filter({ hasText: 'Ten days' })
  await paper.waitFor()
  await expect.poll(() => paper.getByRole('heading', { level: 2 }).count()).toBe(10)
  await paper.getByText('10:30–14:00').first().waitFor()
  await paper.getByText('Praia & café').waitFor()
  expect(await paper.getByRole('button').count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
  const colours = await paper.evaluate((it) => [
    getComputedStyle(it).color,
    getComputedStyle(document.documentElement).backgroundColor,
  ])
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await paper.waitFor({ state: 'detached' })
  await page.getByRole('radiogroup', { name: 'Day' }).waitFor()
})
