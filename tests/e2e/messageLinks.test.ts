// Web addresses, email addresses and phone numbers in messages can be opened, with the mouse, the keyboard and touch.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { say, startDirect } from '#tests/chat/requests.ts'
import { type Visit, axe, browserForFile } from '#tests/support/browser.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { emptyServer, message, openAs, registerPeople, textsOn } from '#tests/support/chatPeople.ts'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
})

/** A conversation in which he has written these messages; on her screen. */
async function conversationWith(
  [her, him]: [string, string],
  texts: readonly string[],
  visit: Partial<Visit> = {},
): Promise<Page> {
  const people = await registerPeople(server, her, him)
  const chat = await startDirect(people[her]!.api, people[him]!.id)
  for (const text of texts) await say(people[him]!.api, chat, text)
  const page = await person({ url: server.url, ...visit })
  await openAs(page, people[her]!, `/app/chat/${chat}`)
  await message(page, texts.at(-1)!).waitFor()
  return page
}

const link = (page: Page, name: string) => message(page, name).getByRole('link', { name, exact: true })
const menu = (page: Page) => page.getByRole('menu')

test('An address opens in a new tab that knows nothing of this one, and an email address and a number elsewhere', async () => {
  // A signed-in person is led on from the log-in, maybe before this test sees its address.
  const address = `${server.url}/healthz`
  const texts = [
    `The timetable is here: ${address}.`,
    'Ask ann@example.com or +852 2345 6789!',
    'javascript:alert(1)',
  ]
  const page = await conversationWith(['ann', 'ben'], texts)
  await link(page, address).waitFor()
  await expect.poll(() => textsOn(page)).toEqual(texts)
  const links = page.getByRole('log').getByRole('link')
  await expect
    .poll(() =>
      links.evaluateAll((all) =>
        all.map((one) => ['href', 'target', 'rel'].map((name) => one.getAttribute(name))),
      ),
    )
    .toEqual([
      [address, '_blank', 'noopener noreferrer'],
      ['mailto:ann@example.com', null, null],
      ['tel:+85223456789', null, null],
    ])
  const opening = page.waitForEvent('popup')
  await link(page, address).click()
  const opened = await opening
  await opened.waitForURL(address)
  expect(await opened.evaluate(() => opener as unknown)).toBeNull()
  await opened.close()
  expect(await axe(page)).toEqual([])

  // Beside the link the menu opens as ever.
  await message(page, address).hover()
  await message(page, address).getByRole('button', { name: 'Actions for the message of ben' }).click()
  await menu(page).getByRole('menuitem', { name: 'Copy text' }).waitFor()
})

test('The Tab key comes to the links of the message that the arrow keys have come to, and to no other', async () => {
  const page = await conversationWith(['cat', 'dan'], ['On www.example.com/one', 'On www.example.com/two'])
  await link(page, 'www.example.com/two').waitFor()
  await page.getByRole('log').focus()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await page.keyboard.press('Tab')
  await expect.poll(focused).toBe('www.example.com/two')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+Tab')
  await expect.poll(focused).toBe('www.example.com/one')
})

test('A tap opens a link, a long press on it opens the message’s menu, and a swipe replies', async () => {
  const address = `${server.url}/healthz`
  const page = await conversationWith(['eve', 'fay'], [address], { hasTouch: true })
  await link(page, address).waitFor()
  // Also waits until it no longer moves.
  await message(page, address).hover()
  let tabs = 0
  page.on('popup', () => (tabs += 1))
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const box = (await link(page, address).boundingBox())!
  const at = { x: box.x + 20, y: box.y + box.height / 2 }

  await touch('touchStart', [at])
  await menu(page).waitFor()
  await touch('touchEnd', [])
  expect(await menu(page).count(), 'still open').toBe(1)
  await page.keyboard.press('Escape')
  await menu(page).waitFor({ state: 'detached' })

  // At once, because a finger that does not move for half a second opens the menu.
  await Promise.all([
    touch('touchStart', [at]),
    ...[15, 40, 80].map((moved) => touch('touchMove', [{ ...at, x: at.x + moved }])),
    touch('touchEnd', []),
  ])
  await page.getByText('Reply to fay').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Reply to fay').waitFor({ state: 'detached' })
  expect(tabs).toBe(0)

  const opening = page.waitForEvent('popup')
  await link(page, address).tap()
  await (await opening).waitForURL(address)
})
