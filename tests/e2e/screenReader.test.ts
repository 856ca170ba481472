// Announcements to a screen reader: repeated controls are described by what they belong to, and news is announced once.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { say, startDirect } from '#tests/chat/requests.ts'
import { browserForFile } from '#tests/support/browser.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  openAs,
  messageLog,
  message,
  planTrip,
  emptyServer,
  registerPeople,
} from '#tests/support/chatPeople.ts'
import { expectToast } from '#tests/support/demoUsers.ts'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
})

/** The description that a screen reader reads after the name of a control. */
async function descriptionOf(it: Locator): Promise<string> {
  return it.evaluate((control) =>
    (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )
}

test('The arrow keys move from message to message, and each is announced with its text', async () => {
  const { ann, ben } = await registerPeople(server, 'ann', 'ben')
  const chat = await startDirect(ann.api, ben.id)
  for (const words of ['Which way?', 'Up the hill?']) await say(ben.api, chat, words)
  const page = await person({ url: server.url })
  await openAs(page, ann, `/app/chat/${chat}`)
  await message(page, 'Up the hill?').waitFor()
  await messageLog(page).focus()
  await page.keyboard.press('Tab')
  const focused = page.locator(':focus')
  await expect.poll(() => descriptionOf(focused)).toContain('ben: Up the hill?')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => descriptionOf(focused)).toContain('ben: Which way?')
})

test('A lost connection is shown in the conversation, and announced in the toast alone', async () => {
  const { cyn, dan } = await registerPeople(server, 'cyn', 'dan')
  const page = await person({ url: server.url, expects: [/ERR_INTERNET_DISCONNECTED/] })
  await openAs(page, cyn, `/app/chat/${await startDirect(cyn.api, dan.id)}`)
  await expectToast(page, 'Connected to real-time messaging')
  await page.context().setOffline(true)
  await expectToast(page, 'Connection lost')
  await page.getByRole('main').getByText('onnect', { exact: false }).first().waitFor()
  expect(await heardIn(page.getByRole('main'))).toEqual([])
})

/** The texts of the live regions. */
const heardIn = (place: Locator): Promise<string[]> =>
  place
    .locator('output, [role=status], [role=alert], [aria-live=polite], [aria-live=assertive]')
    .evaluateAll((all) => all.map(({ textContent }) => textContent?.trim() ?? '').filter(Boolean))

test('The controls of each change in the history are described by their change', async () => {
  const { eve, fay } = await registerPeople(server, 'eve', 'fay')
  const trip = await planTrip(eve, [fay])
  const page: Page = await person({ url: server.url })
  await openAs(page, eve, `/app/travel/${trip}/history`)
  const change = page.getByRole('article').filter({ hasText: 'eve planned the trip' })
  await change.waitFor()
  for (const name of ['See the trip at this point', 'Overview'])
    await expect
      .poll(() => descriptionOf(change.getByRole(/Overview/.test(name) ? 'link' : 'button', { name })), {
        message: name,
      })
      .toContain('eve planned the trip')
})
