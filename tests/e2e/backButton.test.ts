// The Back button of an Android phone. Chromium on a desktop has none, so the tests send its close request to the
// browser's own CloseWatchers.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { browserForFile } from '#tests/support/browser.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  type RegisteredPerson,
  openAs,
  planTrip,
  emptyServer,
  registerPeople,
} from '#tests/support/chatPeople.ts'

let server: Server
let ann: RegisteredPerson
let trip: string
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
  ;({ ann } = await registerPeople(server, 'ann'))
  trip = await planTrip(ann, [])
})

interface Watcher extends EventTarget {
  requestClose(): void
  destroy(): void
}

interface Watched {
  watchers: Set<Watcher>
}

async function onAPhone(path: string): Promise<Page> {
  const page = await person({ url: server.url, hasTouch: true })
  await page.addInitScript(() => {
    const browser = globalThis as unknown as Watched & { CloseWatcher: new () => Watcher }
    const watchers = new Set<Watcher>()
    class Noted extends browser.CloseWatcher {
      constructor() {
        super()
        watchers.add(this)
        this.addEventListener('close', () => watchers.delete(this))
      }
      override destroy(): void {
        watchers.delete(this)
        super.destroy()
      }
    }
    Object.assign(browser, { watchers, CloseWatcher: Noted })
  })
  await openAs(page, ann, path)
  return page
}

/** Requests that the topmost dialog or menu closes. */
const back = (page: Page) =>
  page.evaluate(() => [...(globalThis as unknown as Watched).watchers].at(-1)?.requestClose())

test('The Back button closes the topmost dialog, one after another, and none below it', async () => {
  const page = await onAPhone(`/app/travel/${trip}#expenses`)
  await page.getByRole('button', { name: 'Add Expense' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add Expense' })
  await form.getByLabel('Description').fill('Ferry')
  await back(page)
  await form.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(`/app/travel/${trip}`)
  const details = page.getByRole('dialog', { name: 'Trip Details' })
  await details.waitFor()
  await back(page)
  await details.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/app/travel')
})

test('Escape closes one dialog, not two', async () => {
  const page = await onAPhone(`/app/travel/${trip}#expenses`)
  await page.getByRole('button', { name: 'Add Expense' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add Expense' })
  await form.getByLabel('Description').press('Escape')
  await form.waitFor({ state: 'detached' })
  await page.getByRole('dialog', { name: 'Trip Details' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/app/travel/${trip}`)
})
