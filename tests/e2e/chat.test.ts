// Messages between people: their ticks, links and unread counts.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { say, startDirect, startGroup } from '#tests/chat/requests.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { type Visit, axe, browserForFile } from '#tests/support/browser.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  type RegisteredPerson,
  openAs,
  message,
  messageLog,
  messageWithStatus,
  emptyServer,
  registerPeople,
  textsOn,
  typeMessage,
  waitUntilConnected,
} from '#tests/support/chatPeople.ts'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
})

async function screenOf(talker: RegisteredPerson, path: string, visit: Partial<Visit> = {}): Promise<Page> {
  const page = await person({ url: server.url, ...visit })
  await openAs(page, talker, path)
  return page
}

test('A message is on the screen before the network responds, reaches the other person, and its ticks show when it is stored and when it is read', async () => {
  coversSpec('§0 The product is a mobile-first web application', '§1 They chat in direct')

  const { ann, ben } = await registerPeople(server, 'ann', 'ben')
  const chat = await startDirect(ann.api, ben.id)
  const anns = await screenOf(ann, `/app/chat/${chat}`)
  await anns.getByText('This is where your conversation begins').waitFor()

  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await anns.route('**/api/conversations/*/messages', async (route) => {
    await held
    await route.continue()
  })
  await typeMessage(anns, 'Are you up?')
  await messageWithStatus(anns, 'Are you up?', 'Sending').waitFor()
  letThrough()
  await messageWithStatus(anns, 'Are you up?', 'Sent').waitFor()

  const bens = await screenOf(ben, `/app/chat/${chat}`)
  await message(bens, 'Are you up?').waitFor()
  await messageWithStatus(anns, 'Are you up?', 'Read').waitFor()
  await typeMessage(bens, 'Since six!')
  await message(anns, 'Since six!').waitFor()
  await messageWithStatus(bens, 'Since six!', 'Read').waitFor()
  await expect.poll(() => textsOn(anns)).toEqual(['Are you up?', 'Since six!'])
  await expect.poll(() => textsOn(bens)).toEqual(['Are you up?', 'Since six!'])
  await expectAccessible(anns, 'a conversation of two')
  await anns.reload()
  await messageWithStatus(anns, 'Are you up?', 'Read').waitFor()
})

test('A message on the screen is not rendered again when time passes or another message arrives', async () => {
  const { kim, leo } = await registerPeople(server, 'kim', 'leo')
  const chat = await startDirect(kim.api, leo.id)
  await say(leo.api, chat, 'One')
  await say(kim.api, chat, 'Two')
  const page = await screenOf(kim, `/app/chat/${chat}`)
  await message(page, 'Two').waitFor()
  await waitUntilConnected(page)
  // React gives an element other properties whenever its component renders.
  const properties = () =>
    message(page, 'One').evaluateHandle((element) => {
      const name = Object.keys(element).find((key) => key.startsWith('__reactProps$'))!
      return (element as unknown as Record<string, object>)[name]!
    })
  const before = await properties()
  // The presence of the other person is derived anew each second.
  await page.waitForTimeout(1100)
  await say(leo.api, chat, 'Three')
  await message(page, 'Three').waitFor()
  expect(await page.evaluate(([one, other]) => one === other, [before, await properties()])).toBe(true)
})

test('The end of a conversation that opens at its first unread message and fits the screen stays in view when messages come and when the window gets lower', async () => {
  const { una, vic } = await registerPeople(server, 'una', 'vic')
  const chat = await startDirect(una.api, vic.id)
  for (const text of ['One', 'Two', 'Three']) await say(vic.api, chat, text)
  const page = await screenOf(una, `/app/chat/${chat}`)
  await page.getByText('New messages').waitFor()
  await message(page, 'Three').waitFor()
  await waitUntilConnected(page)
  const belowEnd = () =>
    messageLog(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
  // Who touches the conversation holds it where it is, which is its end.
  await message(page, 'Three').click()
  await page.setViewportSize({ width: 390, height: 420 })
  await expect.poll(belowEnd, { message: 'in a low window' }).toBeLessThan(1)
  await page.setViewportSize({ width: 390, height: 844 })
  for (let i = 4; i <= 20; i++) await say(vic.api, chat, `Number ${i}`)
  await message(page, 'Number 20').waitFor()
  await expect.poll(belowEnd, { message: 'after new messages' }).toBeLessThan(1)
})

test('A message moves its conversation up, is counted in the list and in the bottom bar, and is read on every device', async () => {
  coversSpec('§2 Conversation list: Each row', '§4 Messages: Marking a chat read')

  const { eve, fay } = await registerPeople(server, 'eve', 'fay')
  const [direct, group] = [
    await startDirect(eve.api, fay.id),
    await startGroup(eve.api, [fay.id], 'Cliff walkers'),
  ]
  const fays = await person({ url: server.url })
  const sent: string[] = []
  fays.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
  const countOf = (event: string) => sent.filter((frame) => frame.includes(`"${event}"`)).length
  await openAs(fays, fay, '/app/chat')
  await expect.poll(() => countOf('join_conversation')).toBe(2)
  const second = await fays.context().newPage()
  await second.goto('/app/contacts')

  // A background tab is painted once a second.
  await fays.bringToFront()

  for (const text of ['First', 'Second']) await say(eve.api, direct, text)
  await row(fays, 'eve').getByText('2 unread').waitFor()
  await expect.poll(() => rows(fays).first().textContent()).toContain('Second')
  expect(countOf('leave_conversation'), 'rooms left by a row that moved').toBe(0)
  await say(eve.api, group, 'Boots on!')
  await row(fays, 'Cliff walkers').getByText('1 unread').waitFor()
  for (const tab of [fays, second]) await badge(tab, '3 unread').waitFor()
  await expectAccessible(fays, 'the list of conversations')

  await row(fays, 'eve').getByRole('link').click()
  await message(fays, 'Second').waitFor()
  await badge(second, '1 unread').waitFor()
  await fays.getByRole('link', { name: 'Back to chats' }).click()
  await badge(fays, '1 unread').waitFor()
  await row(fays, 'eve').waitFor()
  await expect.poll(() => row(fays, 'eve').getByText('unread').count()).toBe(0)
})

test('An address opens in a new tab that knows nothing of this one, and an email address and a number elsewhere', async () => {
  // A signed-in person is led on from the log-in, maybe before this test sees its address.
  const address = `${server.url}/healthz`
  const texts = [
    `The timetable is here: ${address}.`,
    'Ask ann@example.com or +852 2345 6789!',
    'javascript:alert(1)',
  ]
  const page = await conversationWith(['gil', 'hal'], texts)
  await linkIn(page, address).waitFor()
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
  await linkIn(page, address).click()
  const opened = await opening
  await opened.waitForURL(address)
  expect(await opened.evaluate(() => opener as unknown)).toBeNull()
  await opened.close()
  expect(await axe(page)).toEqual([])

  // Beside the link the menu opens as ever.
  await message(page, address).hover()
  await message(page, address).getByRole('button', { name: 'Actions for the message of hal' }).click()
  await page.getByRole('menu').getByRole('menuitem', { name: 'Copy text' }).waitFor()
})

test('A tap opens a link, and a long press on words or a link opens the message’s menu, and a swipe there replies', async () => {
  const address = `${server.url}/healthz`
  const page = await conversationWith(['ida', 'jon'], ['Hold me', address], { hasTouch: true })
  const menu = page.getByRole('menu')
  let tabs = 0
  page.on('popup', () => (tabs += 1))
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  for (const what of [message(page, 'Hold me').getByText('Hold me'), linkIn(page, address)]) {
    // Also waits until it no longer moves.
    await what.hover()
    const box = (await what.boundingBox())!
    const at = { x: box.x + 20, y: box.y + box.height / 2 }

    await touch('touchStart', [at])
    await menu.waitFor()
    await touch('touchEnd', [])
    expect(await menu.count(), 'still open').toBe(1)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })

    // At once, because a finger that does not move for half a second opens the menu.
    await Promise.all([
      touch('touchStart', [at]),
      ...[15, 40, 80].map((moved) => touch('touchMove', [{ ...at, x: at.x + moved }])),
      touch('touchEnd', []),
    ])
    await page.getByText('Reply to jon').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Reply to jon').waitFor({ state: 'detached' })
  }
  expect(tabs).toBe(0)

  const opening = page.waitForEvent('popup')
  await linkIn(page, address).tap()
  await (await opening).waitForURL(address)
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
  const page = await screenOf(people[her]!, `/app/chat/${chat}`, visit)
  await message(page, texts.at(-1)!).waitFor()
  return page
}

const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
const row = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('link', { name, exact: true }) })
const badge = (page: Page, text: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chats' }).getByText(text)
const linkIn = (page: Page, name: string) => message(page, name).getByRole('link', { name, exact: true })
