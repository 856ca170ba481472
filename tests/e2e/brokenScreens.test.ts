// A screen or dialog that throws while it renders: a sentence and Reload stand in its place, and nothing typed is lost.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { browserForFile } from '#tests/support/browser.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { logInAndOpen } from '#tests/support/demoUsers.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { type TripsOfThree, tripsOfThree } from '#tests/support/tripOfThree.ts'

let server: Server
let trips: TripsOfThree
let trip: string
const { person } = browserForFile()
const expects = [/Thrown by the test/, /ERR_FAILED/, /status of 404/]

beforeAll(async () => {
  server = await startServer()
  trips = await tripsOfThree(server)
  trip = await trips.planned('Where all breaks')
})

interface Fiber {
  type: { getDerivedStateFromError?: unknown } | null
  return: Fiber | null
  stateNode: { props: { children: { type: unknown } }; forceUpdate(): void }
}

/** Renders the part of the page that has its own boundary, and this element in it, once more with a component that throws. */
async function breakAround(inside: Locator): Promise<void> {
  // An element that is just replaced belongs to no component any more.
  await expect.poll(() => inside.first().evaluate(throwAround)).toBe(true)
}

/** Runs in the page. @returns whether it found the component of the element */
function throwAround(element: Element): boolean {
  const key = Object.keys(element).find((name) => name.startsWith('__reactFiber'))
  if (key === undefined) return false
  let fiber = (element as unknown as Record<string, Fiber | null>)[key]!
  while (!fiber.type?.getDerivedStateFromError) fiber = fiber.return!
  fiber.stateNode.props.children.type = () => {
    throw new Error('Thrown by the test')
  }
  fiber.stateNode.forceUpdate()
  return true
}

async function expectSentence(page: Page): Promise<Locator> {
  await page.getByText('Something went wrong here.').waitFor()
  await page.getByText('What you typed and what is not sent yet is kept.').waitFor()
  return page.getByRole('button', { name: 'Reload' })
}

test('Each screen that throws leaves the rest of the app as it is, and is back after Reload', async () => {
  const page = await person({ url: server.url, expects })
  await logInAndOpen(page, server, 'bob', '/app')
  const names = ['Home', 'Chats', 'Contacts', 'Travel', 'Profile']
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name })
  for (const [index, name] of names.entries()) {
    await link(name).click()
    const heading = page.getByRole('heading', { name: name === 'Home' ? 'Welcome' : name }).first()
    await heading.waitFor()
    await breakAround(heading)
    await expectSentence(page)
    // Another screen is there, and this one is rendered anew.
    await link(names[(index + 1) % names.length]!).click()
    await page.getByText('Something went wrong here.').waitFor({ state: 'detached' })
  }
  for (const path of [`/app/travel/${trip}/history`, '/app/chat/nothing']) {
    await page.goto(path)
    const heading = page.locator('h1, h2').filter({ visible: true })
    await heading.first().waitFor()
    await breakAround(heading)
    const reload = await expectSentence(page)
    await expectAccessible(page, `the sentence at ${path}`)
    await reload.click()
    await heading.first().waitFor()
    await expect.poll(() => page.getByText('Something went wrong here.').count()).toBe(0)
  }
})

test('Each dialog that throws can be closed, and is rendered anew', async () => {
  const page = await person({ url: server.url, expects })
  await logInAndOpen(page, server, 'alice', `/app/travel/${trip}`)
  for (const [tab, button, title] of [
    ['Overview', 'Edit trip', 'Edit Trip'],
    ['Itinerary', 'Add Activity', 'Add Activity'],
    ['Participants', 'Add guest', 'Add Guest'],
    ['Chat', 'Create New Chat', 'Create New Chat'],
    ['Expenses', 'Add Expense', 'Add Expense'],
    ['Money', 'Add Money', 'Add Money'],
    ['Money', 'Details', 'Pool Transaction History'],
    ['Money', 'Settlement', 'Settlement'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('button', { name: button }).first().click()
    const dialog = page.getByRole('dialog', { name: new RegExp(title, 'i') }).last()
    await dialog.waitFor()
    await breakAround(dialog)
    await expectSentence(page)
    await page
      .getByRole('alert')
      .filter({ hasText: 'Something went wrong here.' })
      .getByRole('button', { name: 'Close' })
      .click()
    await page.getByText('Something went wrong here.').waitFor({ state: 'detached' })
  }
  // A tab has a boundary of its own.
  await breakAround(page.getByRole('tabpanel').locator('*'))
  await expectSentence(page)
  await page.getByRole('tab', { name: 'Expenses' }).click()
  await page.getByText('Something went wrong here.').waitFor({ state: 'detached' })
})

test('A form that throws keeps its draft, and what waits in the outbox is sent', async () => {
  const page = await person({ url: server.url, expects })
  await page.route('**/expenses*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await logInAndOpen(page, server, 'bob', `/app/travel/${trip}#expenses`)
  const form = page.getByRole('dialog', { name: 'Add Expense' })
  const add = async (description: string) => {
    await page.getByRole('button', { name: 'Add Expense' }).first().click()
    await form.getByLabel('Description').fill(description)
    await form.getByLabel('Amount').fill('30')
  }
  await add('Torches')
  await form.getByRole('button', { name: 'Add Expense' }).click()
  await page.getByText('waiting to sync').first().waitFor()
  await add('Ropes')
  await breakAround(form.getByLabel('Description'))
  await (await expectSentence(page)).click()
  await page.getByText('Torches').first().waitFor()
  await page.getByText('waiting to sync').first().waitFor()
  await page.getByRole('button', { name: 'Add Expense' }).first().click()
  await expect.poll(() => form.getByLabel('Description').inputValue()).toBe('Ropes')
  await page.unroute('**/expenses*')
  await form.getByRole('button', { name: 'Add Expense' }).click()
  await page.getByText('waiting to sync').first().waitFor({ state: 'detached' })
  const { expenses } = (await trips.as.bob.get(`/trips/${trip}/expenses`)).body
  expect(expenses.map(({ description }: { description: string }) => description).sort()).toEqual([
    'Ropes',
    'Torches',
  ])
})

test('The app and the demo as a whole show the sentence instead of an empty page', async () => {
  const page = await person({ url: server.url, expects, serviceWorkers: 'allow' })
  await logInAndOpen(page, server, 'bob', '/app')
  await page.getByRole('heading', { name: 'Welcome' }).first().waitFor()
  await breakAround(page.getByRole('navigation').filter({ visible: true }).first())
  await expectSentence(page)
  await page.goto('/demo/settlement')
  await page.getByText('Karaoke until four').waitFor()
  await breakAround(page.getByText('Karaoke until four'))
  await (await expectSentence(page)).click()
  await page.getByText('Karaoke until four').waitFor()
})
