// Two people in two browsers: messages, their ticks and unread counts.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { say, startDirect, startGroup } from '#tests/chat/requests.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { browserForFile } from '#tests/support/browser.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  type RegisteredPerson,
  openAs,
  message,
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

async function screenOf(talker: RegisteredPerson, path: string): Promise<Page> {
  const page = await person({ url: server.url })
  await openAs(page, talker, path)
  return page
}

test('A message reaches the other person, and its ticks show when it is stored and when it is read', async () => {
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

test('A sent message is on the screen before the network responds', async () => {
  const { cleo, dan } = await registerPeople(server, 'cleo', 'dan')
  const chat = await startDirect(cleo.api, dan.id)
  const page = await screenOf(cleo, `/app/chat/${chat}`)
  await page.getByText('This is where your conversation begins').waitFor()
  await page.route('**/api/conversations/*/messages', () => undefined)
  for (const text of ['One', 'Two']) {
    await typeMessage(page, text)
    await messageWithStatus(page, text, 'Sending').waitFor()
  }
  await expect.poll(() => textsOn(page)).toEqual(['One', 'Two'])
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
  await page.waitForTimeout(1500)
  await say(leo.api, chat, 'Three')
  await message(page, 'Three').waitFor()
  expect(await page.evaluate(([one, other]) => one === other, [before, await properties()])).toBe(true)
})

test('The unread count is in the list and in the bottom bar, and clears on every device', async () => {
  coversSpec('§2 Conversation list: Each row', '§4 Messages: Marking a chat read')

  const { eve, fay } = await registerPeople(server, 'eve', 'fay')
  const [direct, group] = [
    await startDirect(eve.api, fay.id),
    await startGroup(eve.api, [fay.id], 'Cliff walkers'),
  ]
  const eves = await screenOf(eve, `/app/chat/${direct}`)
  const fays = await screenOf(fay, '/app/chat')
  await row(fays, 'eve').waitFor()
  const second = await fays.context().newPage()
  await second.goto('/app/contacts')

  // A background tab is painted once a second.
  await fays.bringToFront()

  for (const text of ['First', 'Second']) await typeMessage(eves, text)
  await row(fays, 'eve').getByText('2 unread').waitFor()
  await row(fays, 'eve').getByText('Second').waitFor()
  await eve.api.post(`/conversations/${group}/messages`, { content: 'Boots on!' })
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

const row = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const badge = (page: Page, text: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chats' }).getByText(text)
