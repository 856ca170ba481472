// The UI components in a real browser: the focus is never lost, the keyboard reaches every control, nothing jumps or is
// cut off, and axe finds nothing.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { browserForFile, type Visit, viewports } from '#tests/support/browser.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { buildGallery, galleryUrl, openGallery } from '#tests/ui/gallery/served.ts'

const { person } = browserForFile()
let files: Awaited<ReturnType<typeof buildGallery>>

beforeAll(async () => {
  files = await buildGallery()
})

async function gallery(visit: Partial<Visit> = {}): Promise<Page> {
  const page = await person({ url: galleryUrl, ...visit })
  await openGallery(page, files)
  return page
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The accessible name of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    return at?.getAttribute('aria-label') ?? (at instanceof HTMLInputElement ? at.name : at?.textContent)
  })
const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe('a dialog', () => {
  test('A dialog loaded on demand focuses its first field and returns the focus, the first time too, and to a button that a click does not focus', async () => {
    const page = await gallery()
    for (const close of ['Escape', 'Cancel', 'Close'] as const) {
      // With the keyboard nothing is fetched before it is requested.
      await button(page, 'New Trip').focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => focused(page)).toBe('title')
      if (close === 'Escape') await page.keyboard.press('Escape')
      else await button(page, close).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect.poll(() => focused(page)).toBe('New Trip')
    }
    await button(page, 'New Trip').evaluate((pressed: HTMLButtonElement) => {
      // As in Safari.
      pressed.blur()
      pressed.click()
    })
    await expect.poll(() => focused(page)).toBe('title')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('New Trip')
  })

  test('A dialog whose opener is gone focuses the title of the page', async () => {
    const page = await gallery()
    await button(page, 'View Details').click()
    await expect.poll(() => focused(page)).toBe('Trip Details')
    await page.evaluate(() => document.querySelector('main')?.remove())
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('Travel')
  })

  test('A dialog keeps its main button visible, however far its content scrolls', async () => {
    const page = await gallery()
    await button(page, 'View Details').click()
    const add = page.getByRole('dialog').getByRole('button', { name: 'Add Expense' })
    const before = (await add.boundingBox())!
    expect(before.y + before.height).toBeLessThan(viewports.phone.height)
    const last = page.getByRole('dialog').getByRole('listitem').last()
    await last.evaluate((row) => {
      row.style.marginBottom = '2000px'
      row.scrollIntoView()
    })
    expect((await last.boundingBox())!.y, 'needs to be scrolled').toBeLessThan(viewports.phone.height / 2)
    expect((await add.boundingBox())!.y).toBe(before.y)
  })

  test('A dialog makes the page behind it inert, loaded on demand or not, and without fields it focuses its title and keeps the Tab key inside', async () => {
    const page = await gallery()
    const behind = () => page.evaluate(() => document.getElementById('root')?.inert)
    const open = async (opener: string) => {
      await expect.poll(behind).toBe(false)
      await button(page, opener).click()
      await expect.poll(behind).toBe(true)
    }
    await open('New Trip')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await open('View Details')
    await expect.poll(() => focused(page)).toBe('Trip Details')
    for (let i = 0; i < 12; i += 1) await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
  })

  test('A destructive confirmation focuses Cancel, names the loss, and returns the focus, also to the menu button of a dialog under it', async () => {
    const page = await gallery()
    await button(page, 'Delete Trip').click()
    const asking = page.getByRole('alertdialog', { name: 'Delete Trip?' })
    await expect.poll(() => focused(page)).toBe('Cancel')
    const told = await asking.evaluate(
      (dialog) => document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent,
    )
    expect(told).toContain('permanently deleted')
    await page.keyboard.press('Enter')
    await asking.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Delete Trip')

    await button(page, 'View Details').click()
    const dialog = page.getByRole('dialog', { name: 'Trip Details' })
    await dialog.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete Trip' }).click()
    await asking.waitFor()
    await expect.poll(() => focused(page)).toBe('Cancel')
    await page.keyboard.press('Escape')
    await asking.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('More actions')
    expect(await dialog.isVisible()).toBe(true)
  })

  test('A dialog fills the screen of a phone and is a card on a desktop', async () => {
    coversSpec('§2 Plan a New Trip dialog: Dialogs go full-screen on mobile')

    const page = await gallery({ viewport: viewports.phone })
    await button(page, 'View Details').click()
    const title = page.getByRole('heading', { name: 'Trip Details' })
    await title.waitFor()
    const box = () =>
      title.evaluate((h2) => {
        const { x, y, width, height } = h2.closest('[id^=headlessui-dialog-panel]')!.getBoundingClientRect()
        return { x, y, width, height }
      })
    expect(await box()).toEqual({ x: 0, y: 0, ...viewports.phone })
    await page.setViewportSize(viewports.desktop)
    await expect.poll(async () => (await box()).width).toBe(920)
    expect((await box()).height).toBeLessThan(viewports.desktop.height)
  })
})

describe('a menu', () => {
  test('A menu is operated with arrows, Home, End and letters, wraps around at its ends, and is closed by a press beside it or Escape, which closes only the menu', async () => {
    const page = await gallery()
    await button(page, 'More actions').click()
    await expect.poll(() => focused(page)).toBe('Edit Trip')
    const keys = {
      ArrowUp: 'Delete Trip',
      ArrowDown: 'Edit Trip',
      End: 'Delete Trip',
      Home: 'Edit Trip',
      d: 'Delete Trip',
    }
    for (const [key, item] of Object.entries(keys)) {
      await page.keyboard.press(key)
      await expect.poll(() => focused(page), { message: key }).toBe(item)
    }
    await page.mouse.click(20, 400)
    await expect.poll(() => page.getByRole('menu').count()).toBe(0)

    await button(page, 'View Details').click()
    const menuButton = page.getByRole('dialog').getByRole('button', { name: 'More actions' })
    // A dialog that opens moves the focus itself.
    await expect.poll(() => focused(page)).toBe('Trip Details')
    await menuButton.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).toBe('Delete Trip')
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('More actions')
    expect(await page.getByRole('dialog', { name: 'Trip Details' }).isVisible()).toBe(true)
  })

  test('A menu keeps the focus when a dialog that has just closed returns it to its opener', async () => {
    const page = await gallery()
    // Returns the focus to a closed dialog's opener at the same moment as a menu opens.
    await page.evaluate(async () => {
      const named = (selector: string) => document.querySelector<HTMLElement>(selector)!
      named('#root button[aria-label="More actions"]').click()
      while (!document.activeElement?.matches('[role=menuitem]'))
        await new Promise((resolve) => requestAnimationFrame(resolve))
      named('#root button:not([aria-haspopup], [role])').focus()
    })
    await expect.poll(() => focused(page)).toBe('Edit Trip')
    expect(await page.getByRole('menu').count()).toBe(1)
  })
})

describe('tabs', () => {
  test('Tabs are one stop of the Tab key, arrows select, the selected tab is visible with its panel, and none changes its width', async () => {
    const page = await gallery()
    await button(page, 'View Details').click()
    const tabs = page.getByRole('tab')
    await expect.poll(() => focused(page)).toBe('Trip Details')
    const widths = () => tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().width))
    const before = await widths()
    await tabs.first().focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => tabs.nth(1).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('End')
    await page.getByRole('tabpanel', { name: 'Money' }).waitFor()
    await expect
      .poll(() => tabs.last().evaluate((tab) => tab.getBoundingClientRect().right))
      .toBeLessThan(390)
    expect(await widths()).toEqual(before)
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tabpanel', { name: 'Overview' }).waitFor()
    expect(await tabs.evaluateAll((all) => all.filter((tab) => tab.tabIndex === 0).length)).toBe(1)
  })
})

describe('a field', () => {
  test('A field is announced with its label, its help and its error, and a password is shown and hidden', async () => {
    const page = await gallery()
    const described = (label: string) =>
      page
        .getByLabel(label, { exact: true })
        .evaluate((field) =>
          (field.getAttribute('aria-describedby') ?? '')
            .split(' ')
            .map((id) => document.getElementById(id)?.textContent),
        )
    expect(await described('Username')).toEqual(['3 to 20 characters'])
    expect(await described('Password')).toEqual(['Password must be at least 6 characters'])
    expect(await described('Amount')).toEqual(['HK$'])
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByLabel('Username').getAttribute('aria-invalid')).toBeNull()

    const password = page.getByLabel('Password', { exact: true })
    expect(await password.getAttribute('type')).toBe('password')
    await button(page, 'Show password').click()
    await expect.poll(() => password.getAttribute('type')).toBe('text')
    expect(await password.inputValue()).toBe('trip')
    await button(page, 'Hide password').click()
    await expect.poll(() => password.getAttribute('type')).toBe('password')
  })
})

test('A checked person moves nobody in the list', async () => {
  const page = await gallery()
  const people = page.getByRole('group', { name: 'Participants' }).getByRole('checkbox')
  const row = page.getByRole('group', { name: 'Participants' }).getByRole('checkbox', { name: 'erin' })
  await row.scrollIntoViewIfNeeded()
  const before = await people.last().boundingBox()
  await row.check()
  expect(await people.last().boundingBox()).toEqual(before)
  await row.uncheck()
  await expect.poll(() => row.isChecked()).toBe(false)
  await button(page, 'Select All (8)').click()
  await expect.poll(() => row.isChecked()).toBe(true)
  await button(page, 'Deselect All').click()
  await expect.poll(() => row.isChecked()).toBe(false)
})

test('A busy button keeps the focus and ignores a second press', async () => {
  const page = await gallery()
  await button(page, 'Create Trip').focus()
  await page.keyboard.press('Enter')
  await button(page, 'Creating...').waitFor()
  await page.keyboard.press('Enter')
  await button(page, 'Creating...').click({ force: true })
  expect(await page.getByText(/^Sent \d/).textContent()).toBe('Sent 1 times')
  await expect.poll(() => focused(page)).toBe('Creating...')
})

test('A plain click on a link stays in the app, and other clicks go to the browser', async () => {
  const page = await gallery()
  const link = page.getByRole('link', { name: 'To my profile' })
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    link.click({ modifiers: ['Control'] }),
  ])
  await opened.close()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Travel')
  await link.click()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Profile')
  expect(page.url()).toBe(`${galleryUrl}/`)
})

test('A toast is announced over an open dialog and disappears after four seconds', async () => {
  coversSpec('§9 Toasts')

  const page = await person({ url: galleryUrl })
  await page.clock.install()
  await openGallery(page, files)
  await button(page, 'New Trip').click()
  const create = page.getByRole('dialog').getByRole('button', { name: 'Create Trip' })
  await create.click()
  const toast = page.getByText('Failed to create trip. Please try again.')
  await toast.waitFor()
  const region = toast.locator('xpath=ancestor::output')
  expect(await region.getAttribute('aria-live')).toBe('polite')
  expect(await region.evaluate((said) => said.closest('[inert], [aria-hidden=true]'))).toBeNull()
  // The next toast appears while the clock is stopped.
  const now = () => page.evaluate(() => Date.now())
  await page.clock.pauseAt((await now()) + 10_000)
  const untilGone = async (stepMs: number) => {
    await expect.poll(async () => (await page.clock.runFor(stepMs), toast.count()), { interval: 10 }).toBe(0)
  }
  await untilGone(1000)
  await create.click()
  await toast.waitFor()
  const shownAt = await now()
  await page.clock.runFor(3700)
  await untilGone(25)
  // Including the 200 ms in which it fades out.
  const stood = (await now()) - shownAt
  expect(stood).toBeGreaterThanOrEqual(4100)
  expect(stood).toBeLessThan(4500)
})

test('One toast is shown at a time, and equal ones are counted', async () => {
  const page = await person({ url: galleryUrl })
  await page.clock.install()
  await openGallery(page, files)
  const shown = page.locator('body > output > *')
  await button(page, 'Say it worked').click()
  await shown.waitFor()
  await button(page, 'Say it worked').click()
  await expect.poll(() => shown.allTextContents()).toEqual(['Trip created successfully! (2)'])
  await button(page, 'More actions').first().click()
  await page.getByRole('menuitem', { name: 'Edit Trip' }).click()
  await expect.poll(() => shown.allTextContents()).toEqual(['Nothing to edit'])
})

test.each(['mouse', 'finger'])('A toast ignores the %s: the control below it gets the press', async (by) => {
  const hasTouch = by === 'finger'
  // So low that the first card's button can be scrolled to the foot.
  const page = await person({ url: galleryUrl, hasTouch, viewport: { width: 390, height: 400 } })
  await page.clock.install()
  await openGallery(page, files)
  // The toast stays while the clock is stopped; without it the press would reach the control in any case.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
  await button(page, 'Say it worked').click()
  const toast = page.getByRole('status').filter({ hasText: 'Trip created successfully!' }).locator('> *')
  await toast.waitFor()
  const place = (await toast.boundingBox())!
  const [x, y] = [place.x + place.width - 40, place.y + place.height / 2]
  const covered = button(page, 'View Details')
  await covered.evaluate((it, middle) => {
    const { top, height } = it.getBoundingClientRect()
    scrollBy(0, top + height / 2 - middle)
  }, y)
  const below = (await covered.boundingBox())!
  expect([below.x < x, below.x + below.width > x], 'needs to lie under it').toEqual([true, true])
  expect([below.y < y, below.y + below.height > y], 'needs to lie under it').toEqual([true, true])
  await (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
  await page.getByRole('dialog', { name: 'Trip Details' }).waitFor()
  await page.clock.runFor(300)
  await expect.poll(() => toast.count(), { message: 'makes room' }).toBe(0)
})

test('A table is sorted by its headings, and on a phone it is a list of cards with a sort field', async () => {
  const page = await gallery({ viewport: viewports.desktop })
  const heading = page.getByRole('columnheader', { name: 'Date' })
  expect(await heading.getAttribute('aria-sort')).toBe('descending')
  await heading.getByRole('button').click()
  await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending')

  await page.setViewportSize(viewports.phone)
  await page.getByLabel('Sort by').selectOption('Sort by Amount')
  expect(await page.getByRole('table').count()).toBe(0)
  await button(page, 'Smallest first').click()
  await button(page, 'Largest first').waitFor()
})

test('Every control has a touch target of 44 px, and every field text of 16 px, for which no phone zooms in', async () => {
  const page = await gallery()
  const small = await page.evaluate(() => {
    const controls = [...document.querySelectorAll('button, a[href], input, select, textarea')]
    return controls.flatMap((control) => {
      control.scrollIntoView({ block: 'center', inline: 'center' })
      // A row's button takes the presses of all the row.
      const isStretched = getComputedStyle(control, '::after').position === 'absolute'
      const target = (isStretched && (control as HTMLElement).offsetParent) || control
      const { left, top, width, height } = target.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const missed = [-21.5, 21.5].flatMap((by) =>
        [document.elementFromPoint(x + by, y), document.elementFromPoint(x, y + by)].filter((hit) => {
          const label = hit?.closest('label')
          return !(hit && control.contains(hit)) && !(label && label.control === control)
        }),
      )
      return control.matches(':disabled') || missed.length === 0 ? [] : [control.outerHTML.slice(0, 120)]
    })
  })
  expect(small).toEqual([])
  const sizes = await page
    .locator('input:not([type=checkbox]), select, textarea')
    .evaluateAll((all) => all.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)))
  expect(sizes.length).toBeGreaterThan(8)
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16)
})

test('In forced colours a selected control differs from others, and a button has an edge', async () => {
  const page = await gallery()
  await page.emulateMedia({ forcedColors: 'active' })
  const groundOf = (it: Locator) => it.evaluate((element) => getComputedStyle(element).backgroundColor)
  const box = page.getByRole('group', { name: 'Participants' }).getByRole('checkbox', { name: 'erin' })
  const empty = await groundOf(box)
  await box.check()
  await expect.poll(() => groundOf(box)).not.toBe(empty)
  const edge = await button(page, 'New Trip').evaluate((element) => getComputedStyle(element).outlineStyle)
  expect(edge).toBe('solid')

  await button(page, 'View Details').click()
  const tabs = page.getByRole('tab')
  await tabs.first().waitFor()
  await expect.poll(() => groundOf(tabs.first())).not.toBe(await groundOf(tabs.nth(1)))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await button(page, 'New Trip').click()
  const toggle = page.getByRole('dialog').getByRole('switch')
  const off = await groundOf(toggle)
  await toggle.check()
  await expect.poll(() => groundOf(toggle)).not.toBe(off)
  const knob = toggle.locator('+ *')
  expect(await groundOf(knob), 'stands out from it').not.toBe(await groundOf(toggle))
})

test('No text overflows at 320 px and with doubled text', async () => {
  const page = await gallery({ viewport: { width: 320, height: 640 } })
  expect(await sidewaysScroll(page)).toBe(0)
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
  expect(await sidewaysScroll(page)).toBe(0)
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) => !element.closest('.overflow-x-auto, .sr-only'))
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
      .map((element) => element.outerHTML.slice(0, 120)),
  )
  expect(cut).toEqual([])
})

test('axe finds nothing on the page, with a toast, and on a confirmation', async () => {
  const page = await gallery()
  await button(page, 'Say it worked').click()
  await page.getByText('Trip created successfully!').waitFor()
  await expectAccessible(page, 'the page')
  await button(page, 'Delete Trip').click()
  await page.getByRole('alertdialog').waitFor()
  await expectAccessible(page, 'a question')
})
