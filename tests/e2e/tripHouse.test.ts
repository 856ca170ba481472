// The head and the tabs of a trip on a phone: how much room they leave, how they fold and how a finger moves between the
// tabs; and the card that grows into its trip.

import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openTripChat, say } from '#tests/chat/requests.ts'
import { viewports } from '#tests/support/browser.ts'
import { logInAndOpen, tripNamed, waitForChunk } from '#tests/support/demoUsers.ts'
import { swipe } from '#tests/support/finger.ts'
import { card, details, tripScreensForFile } from '#tests/support/tripScreens.ts'

const setup = tripScreensForFile()
const demoTrip = 'Lisbon and the Algarve'
const tabNames = ['Overview', 'Itinerary', 'Chat', 'Expenses', 'Participants', 'Money']

/** The trip at a tab, on a phone with a touch screen. */
async function openTrip(tab: string, title = demoTrip): Promise<Page> {
  const page = await setup.person({ url: setup.server.url, hasTouch: true })
  await logInAndOpen(page, setup.server, 'alice', `/app/travel/${await tripNamed(setup.alice, title)}#${tab}`)
  await details(page).getByRole('tabpanel').waitFor()
  return page
}

const tab = (page: Page, name: string) => details(page).getByRole('tab', { name })
const tabList = (page: Page) => details(page).getByRole('tablist')
const headHeight = async (page: Page) => {
  const [dialog, list] = await Promise.all([details(page).boundingBox(), tabList(page).boundingBox()])
  return list!.y - dialog!.y
}

/** Scrolls the open tab, and waits for the frame with its event. */
const scrollTo = (page: Page, top: number) =>
  details(page)
    .getByRole('tabpanel')
    .evaluate(async (panel, top) => {
      panel.parentElement!.scrollTop = top
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve))
    }, top)

describe('the head of a trip on a phone', () => {
  test('Scrolled by more than 40 px it is one line of 48 px above tabs of 52 px, and content has more than 88 % of the window', async () => {
    const page = await openTrip('expenses')
    await details(page).getByRole('list').first().waitFor()
    expect(await headHeight(page)).toBeGreaterThan(120)
    await scrollTo(page, 40)
    expect(await headHeight(page), 'at 40 px').toBeGreaterThan(120)
    await scrollTo(page, 41)
    expect(await headHeight(page), 'at 41 px').toBe(48)
    const below = await tabList(page).evaluate((list) => list.parentElement!.getBoundingClientRect().bottom)
    expect(below).toBe(48 + 52)
    expect((viewports.phone.height - below) / viewports.phone.height).toBeGreaterThan(0.88)
  })

  test('It is that line at once in Itinerary and Chat, and in every tab below 600 px of height', async () => {
    const page = await openTrip('overview')
    for (const name of ['Itinerary', 'Chat']) {
      await tab(page, name).click()
      if (name === 'Chat') {
        // The trip has one, which opens at once and has a head of its own.
        await page.getByRole('button', { name: 'Chat actions' }).click()
        await page.getByRole('menuitem', { name: 'All chats' }).click()
      }
      await expect.poll(() => headHeight(page), { message: name }).toBe(48)
    }
    for (const name of ['Overview', 'Expenses', 'Participants', 'Money']) {
      await tab(page, name).click()
      await page.setViewportSize({ width: 390, height: 600 })
      expect(await headHeight(page), name).toBeGreaterThan(120)
      // As much as a keyboard leaves, or a phone that is held sideways.
      for (const low of [
        { width: 390, height: 599 },
        { width: 844, height: 390 },
      ]) {
        await page.setViewportSize(low)
        await expect.poll(() => headHeight(page), { message: `${name}, ${low.width} px wide` }).toBe(48)
      }
    }
  })

  test('What stands below it moves only as far as one scrolls, the tab scrolls as far as before, and going back a little unfolds nothing', async () => {
    const page = await openTrip('expenses')
    const panel = details(page).getByRole('tabpanel')
    const first = panel.getByRole('list').first()
    await first.waitFor()
    const range = () => panel.evaluate(({ parentElement: it }) => it!.scrollHeight - it!.clientHeight)
    const [y, most] = [(await first.boundingBox())!.y, await range()]
    for (const [top, isFolded] of [
      [30, false],
      [41, true],
      [20, true],
      [60, true],
      [5, true],
      [3, false],
      [39, false],
      [300, true],
      [0, false],
    ] as const) {
      await scrollTo(page, top)
      expect((await headHeight(page)) === 48, `folded at ${top} px`).toBe(isFolded)
      expect((await first.boundingBox())!.y, `at ${top} px`).toBe(y - top)
      expect(await range()).toBe(most)
    }
  })

  test('A tab comes back where it was left below the folded head, and a new one begins below the whole one', async () => {
    const page = await openTrip('expenses')
    const first = details(page).getByRole('tabpanel').getByRole('list').first()
    await first.waitFor()
    await scrollTo(page, 200)
    const y = (await first.boundingBox())!.y
    for (const name of ['Participants', 'Itinerary']) {
      await tab(page, name).click()
      await details(page).getByRole('tabpanel', { name }).waitFor()
      if (name === 'Participants') expect(await headHeight(page), 'of a new tab').toBeGreaterThan(120)
      await tab(page, 'Expenses').click()
      expect(await headHeight(page), `after ${name}`).toBe(48)
      expect((await first.boundingBox())!.y, `after ${name}`).toBe(y)
    }
  })

  test('A long name ends in an ellipsis beside the buttons, and is spoken whole', async () => {
    const title = 'Seven islands, three volcanoes and one very long ferry ride home'
    await setup.planned(title)
    const page = await openTrip('itinerary', title)
    await page.getByRole('dialog', { name: `Trip Details, ${title}`, exact: true }).waitFor()
    const name = details(page).getByRole('heading', { level: 2 }).locator('> :last-child')
    const { isCut, right } = await name.evaluate((element) => ({
      isCut:
        element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis',
      right: element.getBoundingClientRect().right,
    }))
    expect(isCut).toBe(true)
    const edit = (await details(page).getByRole('button', { name: 'Edit trip' }).boundingBox())!
    expect(right).toBeLessThanOrEqual(edit.x)
  })

  test('It folds within 200 ms, and at once for people who want less motion', async () => {
    const page = await openTrip('expenses')
    await details(page).getByRole('list').first().waitFor()
    await page.evaluate(() => {
      const moved: unknown[] = []
      const animate = Element.prototype.animate
      Element.prototype.animate = function (keyframes, options) {
        moved.push((options as KeyframeAnimationOptions).duration)
        return animate.call(this, keyframes, options)
      }
      Object.assign(window, { moved })
    })
    const moved = () => page.evaluate(() => (window as unknown as { moved: unknown[] }).moved)
    await scrollTo(page, 100)
    expect(await headHeight(page)).toBe(48)
    expect(await moved()).toEqual([])
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await scrollTo(page, 0)
    // The head and the tabs.
    expect(await moved()).toEqual([200, 200])
  })
})

describe('the tabs of a trip on a phone', () => {
  test('All six are in view as icon and word, and below 360 px only the selected one shows its word', async () => {
    const page = await openTrip('overview')
    for (const [width, words] of [
      [390, tabNames],
      [360, tabNames],
      [320, ['Money']],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      await tab(page, 'Money').click()
      const shown = await tabList(page).evaluate((list) =>
        [...list.children].map((one) => {
          const [box, word] = [one, one.querySelector('[data-label]')!].map((it) =>
            it.getBoundingClientRect(),
          )
          return { ...box!.toJSON(), word: word!.width > 1 ? word!.width : 0, text: one.textContent }
        }),
      )
      for (const { left, right, width: wide, word, text } of shown) {
        expect(left, text).toBeGreaterThanOrEqual(0)
        expect(right, text).toBeLessThanOrEqual(width)
        expect(word, text).toBeLessThanOrEqual(wide)
        expect(wide, text).toBeGreaterThanOrEqual(44)
      }
      expect(shown.filter(({ word }) => word > 0).map(({ text }) => text!.match(/^[A-Z][a-z]+/)![0])).toEqual(
        words,
      )
      expect(await tabList(page).evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
      // Spoken all the same.
      for (const name of tabNames) await tab(page, name).waitFor()
    }
  })

  test('A swipe across the content goes to the next tab or the previous one, as far as there is one, and the selected tab has the focus', async () => {
    const page = await openTrip('expenses')
    await swipe(page, -150)
    await expectTab(page, 'Participants')
    await expect
      .poll(() => tab(page, 'Participants').evaluate((it) => it === document.activeElement))
      .toBe(true)
    await swipe(page, -150)
    await expectTab(page, 'Money')
    await swipe(page, -150)
    await expectTab(page, 'Money')
    await swipe(page, 150)
    await swipe(page, 150)
    await expectTab(page, 'Expenses')
  })

  test('Nothing else is taken for a swipe: scrolling, an edge of the screen, or what moves sideways itself', async () => {
    await say(
      setup.alice,
      await openTripChat(setup.alice, await tripNamed(setup.alice, demoTrip), 'Swiped'),
      'Swipe me',
    )
    const page = await openTrip('expenses')
    const panel = details(page).getByRole('tabpanel')
    await panel.getByRole('list').first().waitFor()
    const top = () => panel.evaluate((it) => it.parentElement!.scrollTop)
    await swipe(page, -60, { x: 300, y: 600 }, -300)
    await expect.poll(top).toBeGreaterThan(100)
    await expectTab(page, 'Expenses')
    await scrollTo(page, 0)
    await swipe(page, -200, { x: 380, y: 600 })
    await swipe(page, 200, { x: 10, y: 600 })
    await expectTab(page, 'Expenses')
    await swipe(page, -150, await middleOf(panel.getByRole('button', { name: /^Accommodation/ }).first()))
    await expectTab(page, 'Expenses')
    await swipe(page, -150, await middleOf(panel.getByRole('slider').first()))
    await expectTab(page, 'Expenses')

    await tab(page, 'Itinerary').click()
    await swipe(page, -150, await middleOf(panel.getByRole('radio', { checked: true })))
    await expectTab(page, 'Itinerary')

    await tab(page, 'Chat').click()
    await panel.getByRole('button', { name: /^Swiped/ }).click()
    await page.getByRole('log').getByText('Swipe me').waitFor()
    await swipe(page, -150)
    await swipe(page, 150)
    await page.getByRole('button', { name: 'Back to chats' }).click()
    await expectTab(page, 'Chat')
  })
})

describe('the card of a trip', () => {
  test('It grows into its trip and back, and what is pressed meanwhile is pressed', async () => {
    const page = await visitList('no-preference')
    const thereAndBack = async () => {
      await press(page)
      // Already during the movement.
      await details(page).getByRole('button', { name: 'Close' }).click()
      await details(page).waitFor({ state: 'detached' })
      return new Set(await grown(page))
    }
    // Again, because on a busy machine the trip may be later than its card waits.
    const all = ['opened new', 'opened old', 'closed new', 'closed old']
    await expect.poll(thereAndBack, { timeout: 60_000 }).toEqual(new Set(all))
    await press(page)
    await tab(page, 'Money').click()
    await expectTab(page, 'Money')
    await expect.poll(() => page.locator('html').getAttribute('data-growing')).toBe(null)
  })

  test('For people who want less motion it does not', async () => {
    const page = await visitList('reduce')
    await press(page)
    await details(page).getByRole('button', { name: 'Close' }).click()
    await details(page).waitFor({ state: 'detached' })
    expect(await grown(page)).toEqual([])
  })

  test('A trip whose code is still on its way opens without it once the code is there', async () => {
    const page = await visitList('no-preference', /TripDialog-/)
    await press(page)
    await page.waitForURL(/\/app\/travel\/./)
    await expect.poll(() => page.locator('html').getAttribute('data-growing')).toBe(null)
    expect(await details(page).count()).toBe(0)
    release()
    await tab(page, 'Money').waitFor()
    expect(await grown(page)).toEqual([])
  })
})

let release = () => {}

/** The list of trips, with the code of a trip loaded, or held until `release` where it is named. */
async function visitList(reducedMotion: 'reduce' | 'no-preference', held?: RegExp): Promise<Page> {
  const page = await setup.person({ url: setup.server.url, hasTouch: true })
  if (held) {
    const gate = new Promise<void>((resolve) => (release = resolve))
    await page.route(held, async (route) => {
      await gate
      await route.continue()
    })
  }
  await page.emulateMedia({ reducedMotion })
  await logInAndOpen(page, setup.server, 'alice', '/app/travel')
  await card(page, demoTrip).getByRole('link').waitFor()
  if (!held) await waitForChunk(page, 'TripDialog')
  await page.evaluate(() => {
    const seen: string[] = []
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const transition = start(update)
      const note = () => {
        for (const { effect } of document.getAnimations()) {
          const [, image] =
            /^::view-transition-(old|new)\(pane\)/.exec((effect as KeyframeEffect).pseudoElement ?? '') ?? []
          if (image) seen.push(`${document.querySelector('.pane.page') ? 'opened' : 'closed'} ${image}`)
        }
      }
      transition.ready.then(note, () => undefined)
      return transition
    }
    Object.assign(window, { seen })
  })
  return page
}

const press = (page: Page) => card(page, demoTrip).getByRole('link').click()

/** Which pictures of the pane and of its card were in the transitions so far. */
const grown = (page: Page) => page.evaluate(() => (window as unknown as { seen: string[] }).seen)

const expectTab = (page: Page, name: string) =>
  details(page).getByRole('tab', { name, selected: true }).waitFor()

async function middleOf(it: Locator): Promise<{ x: number; y: number }> {
  await it.scrollIntoViewIfNeeded()
  const box = (await it.boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
