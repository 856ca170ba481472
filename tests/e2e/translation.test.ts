// The browser translates the page while the app changes, as Google Translate does: each text node is replaced by elements
// with the translated words. Here they are the same words, so that a figure that is not the present one shows.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { browserForFile } from '#tests/support/browser.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { logInAndOpen } from '#tests/support/demoUsers.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { type TripsOfThree, tripsOfThree } from '#tests/support/tripOfThree.ts'

let server: Server
let trips: TripsOfThree
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer()
  trips = await tripsOfThree(server)
})

/** From now on until the next document. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const translated = (text: Text) => {
      if (text.data.trim() === '' || text.parentElement?.closest('font, script, style, textarea, svg')) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
    const translateAll = () => {
      const texts: Text[] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      texts.forEach(translated)
    }
    translateAll()
    new MutationObserver(translateAll).observe(document.body, { childList: true, subtree: true })
  })

test('What a person owes is the present figure in a translated page, on each tab of the trip', async () => {
  const trip = await trips.planned('Auf Deutsch')
  await trips.spend(trip, 300)
  const page = await person({ url: server.url })
  await logInAndOpen(page, server, 'bob', `/app/travel/${trip}#expenses`)
  await page.getByText('Dinner for 300').first().waitFor()
  await translate(page)
  await page.locator('font').first().waitFor({ state: 'attached' })
  await page.getByRole('tab', { name: 'Money' }).click()
  await page.getByRole('tabpanel').getByText('You owe').first().waitFor()
  const turned = {
    description: 'The boat',
    amount: 450,
    category: 'food',
    sharedBy: [trips.ids.alice, trips.ids.bob, trips.ids.carol],
  }
  expectSuccess(await trips.as.bob.post(`/trips/${trip}/expenses`, turned))
  await page.getByRole('tabpanel').getByText('You are owed').first().waitFor()
  await expect.poll(() => page.getByRole('tabpanel').getByText('You owe', { exact: true }).count()).toBe(0)
  expect(await page.getByRole('dialog').first().innerText()).not.toMatch(/You owe/)
  await trips.deposit(trip, 'carol', 60)
  await page.getByText(/^1 contributor/).waitFor()
  for (const name of ['Overview', 'Participants', 'Itinerary', 'Chat', 'Expenses', 'Money'])
    await page.getByRole('tab', { name }).click()
  await trips.spend(trip, 900)
  await page.getByRole('tabpanel').getByText('You owe').first().waitFor()
  await expect
    .poll(() => page.getByRole('tabpanel').getByText('You are owed', { exact: true }).count())
    .toBe(0)
})

test('The list of conversations goes on in a translated page', async () => {
  const { as, ids } = trips
  const page = await person({ url: server.url })
  const { conversation } = expectSuccess(
    await as.carol.post('/conversations', {
      type: 'group',
      name: 'Three',
      participant_ids: [ids.alice, ids.bob],
    }),
  )
  await logInAndOpen(page, server, 'bob', '/app/chat')
  const row = page.getByRole('listitem').filter({ hasText: 'Three' })
  await row.getByText('No messages yet').waitFor()
  await translate(page)
  const say = async (by: 'alice' | 'bob' | 'carol', content: string) =>
    expectSuccess(
      await as[by].post(`/conversations/${conversation.id}/messages`, { content, message_type: 'text' }),
    )
  const shows = async (text: string) => await expect.poll(() => row.innerText()).toContain(text)
  await say('carol', 'First')
  await shows('carol: First')
  expect(await row.innerText()).not.toContain('No messages yet')
  await say('bob', 'Second')
  await shows('You: Second')
  expect(await row.innerText()).not.toContain('carol:')
  await say('alice', 'Third')
  await shows('alice: Third')
  expect(await row.innerText()).not.toContain('You:')
  await row.getByRole('link').click()
  await page.getByRole('log').getByText('Third').waitFor()
  await say('carol', 'Fourth')
  await page.getByRole('log').getByText('Fourth').waitFor()
  await page.goBack()
  await shows('carol: Fourth')
})

test('A message stands once in a translated page, also where the code that finds its links comes later', async () => {
  const { as, ids } = trips
  const { conversation } = expectSuccess(
    await as.alice.post('/conversations', { type: 'direct', participant_ids: [ids.carol] }),
  )
  const content = 'Fifth, see https://example.com'
  expectSuccess(await as.carol.post(`/conversations/${conversation.id}/messages`, { content }))
  const page = await person({ url: server.url })
  const comes = Promise.withResolvers<void>()
  await page.route(/\/assets\/textParts-/, async (route) => {
    await comes.promise
    await route.continue()
  })
  await logInAndOpen(page, server, 'alice', `/app/chat/${conversation.id}`)
  const log = page.getByRole('log')
  await log.getByText('Fifth').waitFor()
  await translate(page)
  await log.locator('font').filter({ hasText: 'Fifth' }).first().waitFor()
  comes.resolve()
  await log.getByRole('link', { name: 'https://example.com' }).waitFor()
  expect((await log.innerText()).match(/Fifth/g)).toHaveLength(1)
})

test('The demo goes on in a translated page', async () => {
  const page = await person({ url: server.url, serviceWorkers: 'allow' })
  await page.goto('/demo/settlement')
  await page.getByText('Karaoke until four').waitFor()
  await translate(page)
  await page.getByRole('button', { name: 'Settlement' }).click()
  const settlement = page.getByRole('dialog', { name: 'Settlement' })
  await settlement.getByText('Settlement Needed').waitFor()
  const pay = settlement.getByRole('button', { name: /^Mark as paid/ })
  // Before a payment between two others.
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' })
  const payNext = async () => {
    if ((await confirm.count()) > 0) await confirm.click()
    else if ((await pay.count()) > 0) await pay.first().click()
    return (await pay.count()) + (await confirm.count())
  }
  await expect.poll(payNext, { timeout: 20_000 }).toBe(0)
  await page.getByText('Settlement Needed').waitFor({ state: 'detached' })
  await page.getByText('You are settled up').first().waitFor()
  await expect.poll(() => page.getByText(/^You owe/).count()).toBe(0)
})
