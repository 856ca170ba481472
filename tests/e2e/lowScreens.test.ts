// Screens of little height: a phone held sideways, with its keyboard open, or a page at 400 %. The focused field is
// visible, text has room, and every control is reachable.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openTripChat, say, startDirect } from '#tests/chat/requests.ts'
import { type Visit, browserForFile } from '#tests/support/browser.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  type RegisteredPerson,
  composer,
  openAs,
  messageLog,
  message,
  planTrip,
  emptyServer,
  registerPeople,
} from '#tests/support/chatPeople.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { inDays, waitForChunk } from '#tests/support/demoUsers.ts'

const sideways = { width: 667, height: 375 }
/** The browser shrinks the page to this height, because it has interactive-widget=resizes-content. */
const withKeyboard = { width: 667, height: 180 }
const upright = { width: 390, height: 844 }
const uprightWithKeyboard = { width: 390, height: 440 }
/** 1280 × 880 at 400 %. */
const zoomed = { width: 320, height: 220 }

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
})

async function screenOf(talker: RegisteredPerson, path: string, viewport: NonNullable<Visit['viewport']>) {
  const page = await person({ url: server.url, viewport, hasTouch: true })
  await openAs(page, talker, path)
  return page
}

/** The number of visible px of its height. */
const seenOf = async (it: Locator): Promise<number> =>
  it.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return Math.min(bottom, window.innerHeight) - Math.max(top, 0)
  })
/** It is wholly inside the window, and nothing covers it. */
const isInView = (it: Locator): Promise<boolean> =>
  it.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const [x, middle] = [(left + right) / 2, (top + bottom) / 2]
    const isWhole = top >= 0 && bottom <= window.innerHeight
    return (
      isWhole && [top + 2, middle, bottom - 2].every((y) => element.contains(document.elementFromPoint(x, y)))
    )
  })

test('The keyboard of a phone held sideways or upright leaves the last field of a dialog visible, with its label', async () => {
  const { hal } = await registerPeople(server, 'hal')
  const page = await screenOf(hal, '/app/travel', sideways)
  await page.getByRole('button', { name: 'Plan Your First Trip' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plan a New Trip' })
  const field = dialog.getByLabel('Description (Optional)')
  // A dialog that opens moves the focus itself.
  await dialog.locator(':focus').waitFor()
  await dialog.getByRole('button', { name: 'More' }).click()
  for (const [before, after] of [
    [sideways, withKeyboard],
    [upright, uprightWithKeyboard],
  ] as const) {
    await page.setViewportSize(before)
    await dialog.getByLabel('Trip Title').focus()
    await field.focus()
    await page.setViewportSize(after)
    await expect.poll(() => isInView(field)).toBe(true)
    await expect.poll(() => isInView(dialog.getByText('Description (Optional)'))).toBe(true)
    await dialog.getByRole('button', { name: 'Create Trip' }).scrollIntoViewIfNeeded()
    await expect.poll(() => isInView(dialog.getByRole('button', { name: 'Cancel' }))).toBe(true)
  }
})

test('A conversation has half of a low screen during typing, and its header again afterwards', async () => {
  const { ann, ben } = await registerPeople(server, 'ann', 'ben')
  const chat = await startDirect(ann.api, ben.id)
  await say(ben.api, chat, 'Which way?')
  const page = await screenOf(ann, `/app/chat/${chat}`, sideways)
  await message(page, 'Which way?').waitFor()
  const head = page.getByRole('heading', { level: 1 })
  await composer(page).focus()
  await expect.poll(() => head.isVisible(), { message: 'held sideways without a keyboard' }).toBe(true)
  await page.setViewportSize(withKeyboard)
  await expectRoomToWrite(page)
  await composer(page).fill('A line\n'.repeat(9))
  await expect.poll(() => isInView(composer(page))).toBe(true)
  await expect.poll(() => seenOf(messageLog(page))).toBeGreaterThan(60)
  await messageLog(page).focus()
  await head.waitFor()
})

test('A trip chat has half of a low screen during typing too', async () => {
  const { cyn, dan } = await registerPeople(server, 'cyn', 'dan')
  const trip = await planTrip(cyn, [dan])
  await say(dan.api, await openTripChat(cyn.api, trip, 'Where to'), 'Left or right?')
  const page = await screenOf(cyn, `/app/travel/${trip}#chat`, sideways)
  await message(page, 'Left or right?').waitFor()
  await composer(page).focus()
  await page.setViewportSize(withKeyboard)
  await expectRoomToWrite(page)
})

test('The Tab key at 400 % reaches no control hidden below the floating button', async () => {
  const { gil } = await registerPeople(server, 'gil')
  const trip = await planTrip(gil, [])
  const date = inDays(3)
  for (const [at, title] of ['Breakfast', 'Museum', 'Lunch', 'Harbour', 'Supper'].entries())
    expectSuccess(
      await gil.api.post(`/itineraries/${trip}/items`, { date, startTime: `${10 + at}:00`, title }),
    )
  const page = await screenOf(gil, `/app/travel/${trip}#itinerary`, { width: 320, height: 256 })
  await page.getByRole('button', { name: /^Actions for Supper/ }).waitFor()
  const first = page.getByRole('button', { name: /^Actions for Breakfast/ })
  await first.focus()
  for (const title of ['Breakfast', 'Museum', 'Lunch', 'Harbour', 'Supper']) {
    const actions = page.getByRole('button', { name: new RegExp(`^Actions for ${title}`) })
    while (!(await actions.evaluate((it) => it === document.activeElement))) await page.keyboard.press('Tab')
    await expect.poll(() => isInView(actions), { message: title }).toBe(true)
  }
})

async function expectRoomToWrite(page: Page): Promise<void> {
  await expect.poll(() => isInView(composer(page))).toBe(true)
  await expect.poll(() => seenOf(messageLog(page))).toBeGreaterThan(withKeyboard.height / 2)
}

test('The menu of a message is reachable at 400 %, though the conversation is lower than the menu', async () => {
  const { eve, fay } = await registerPeople(server, 'eve', 'fay')
  const chat = await startDirect(eve.api, fay.id)
  const asked = await say(fay.api, chat, 'Where?')
  await say(eve.api, chat, 'Outside', { reply_to: asked.id })
  const page = await screenOf(eve, `/app/chat/${chat}`, zoomed)
  // Until then a press opens nothing, and the next one would close what the first has opened.
  await waitForChunk(page, 'MessageMenu')
  const button = message(page, 'Outside').getByRole('button', { name: /^Actions for the message/ })
  const items = page.getByRole('menuitem')
  // A press is lost if the conversation moves the button away between pointer down and up, as it may while it opens.
  const opened = async () => {
    if ((await items.count()) === 0) await button.click()
    return items.count()
  }
  await expect.poll(opened, { message: 'needs to be higher than the conversation' }).toBe(7)
  for (const item of await items.all()) {
    await item.scrollIntoViewIfNeeded()
    await expect.poll(() => isInView(item)).toBe(true)
  }
  // Neither scrolling nor a new message closes it.
  await messageLog(page).evaluate((log) => log.scrollTo(0, 0))
  await say(fay.api, chat, 'By the door?')
  await message(page, 'By the door?').waitFor({ state: 'attached' })
  expect(await items.count()).toBe(7)
})
