// Reactions and deletion, between two screens and without a connection.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openTripChat, page as pageOf, say } from '#tests/chat/requests.ts'
import { axe, browserForFile, networkErrors } from '#tests/support/browser.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  composer,
  emptyServer,
  message,
  openAs,
  planTrip,
  registerPeople,
  typeMessage,
  waitUntilConnected,
} from '#tests/support/chatPeople.ts'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
})

async function twoScreens(first: string, second: string) {
  const people = await registerPeople(server, first, second)
  const [organizer, member] = [people[first]!, people[second]!]
  const chat = await openTripChat(organizer.api, await planTrip(organizer, [member]))
  const open = async (who: typeof organizer): Promise<Page> => {
    const page = await person({ url: server.url, expects: networkErrors })
    await openAs(page, who, `/app/chat/${chat}`)
    await waitUntilConnected(page)
    return page
  }
  return { organizer, member, chat, open }
}

/** Of the first message with these words. */
const openMenu = (page: Page, words: string): Promise<void> =>
  message(page, words)
    .first()
    .getByRole('button', { name: /^Actions for the message/ })
    .click()
const reaction = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Reactions' }).getByRole('button', { name, exact: true })
const isPressed = (it: Locator) => it.getAttribute('aria-pressed')

test('A reaction is on both screens at once, counts each person, and is taken back by a press', async () => {
  const { organizer, member, chat, open } = await twoScreens('ann', 'ben')
  await say(member.api, chat, 'Boat at half past three')
  const [hers, his] = [await open(organizer), await open(member)]
  await openMenu(hers, 'Boat')
  await hers.getByRole('menuitemcheckbox', { name: '👍' }).waitFor()
  expect(await axe(hers)).toEqual([])
  await hers.getByRole('menuitemcheckbox', { name: '👍' }).click()
  await reaction(his, '👍 1').click()
  await reaction(hers, '👍 2').waitFor()
  expect(await isPressed(reaction(hers, '👍 2'))).toBe('true')
  expect(await axe(hers)).toEqual([])
  await reaction(hers, '👍 2').click()
  await reaction(his, '👍 1').waitFor()
  expect(await isPressed(reaction(hers, '👍 1'))).toBe('false')
  await openMenu(hers, 'Boat')
  await hers.getByRole('menu').getByText('👍 ben').waitFor()
  await hers.getByRole('menuitem', { name: 'Another emoji' }).click()
  await hers.getByRole('textbox', { name: 'An emoji' }).pressSequentially('🐟')
  await reaction(his, '🐟 1').waitFor()
})

test('Reactions and a deletion without a connection are shown at once and sent once it is back', async () => {
  const { organizer, member, chat, open } = await twoScreens('cat', 'dan')
  await say(member.api, chat, 'Who drives?')
  await say(organizer.api, chat, 'The code is 1234')
  const [hers, his] = [await open(organizer), await open(member)]
  await message(his, 'The code is 1234').waitFor()
  await openMenu(hers, 'Who drives?')
  await hers.getByRole('menuitemcheckbox', { name: '❤️' }).waitFor()
  await hers.context().setOffline(true)
  await hers.getByRole('menuitemcheckbox', { name: '❤️' }).click()
  await reaction(hers, '❤️ 1').waitFor()
  await openMenu(hers, 'The code')
  await hers.getByRole('menuitem', { name: 'Delete' }).click()
  const question = hers.getByRole('alertdialog', { name: 'Delete for everyone?' })
  await question.waitFor()
  expect(await axe(hers)).toEqual([])
  await question.getByRole('button', { name: 'Delete' }).click()
  await message(hers, 'This message was deleted').waitFor()
  await expect.poll(() => message(hers, 'The code is 1234').count()).toBe(0)
  expect(await message(his, 'The code is 1234').count()).toBe(1)
  await hers.context().setOffline(false)
  await reaction(his, '❤️ 1').waitFor()
  await message(his, 'This message was deleted').waitFor()
  expect((await pageOf(member.api, chat)).messages).toMatchObject([
    { content: 'Who drives?', reactions: [{ emoji: '❤️', users: [organizer.id] }] },
    { content: '', deleted: true },
  ])
})

test('The organizer deletes what another wrote in the chat of a trip, and its quotes, the list and a reload do not say it', async () => {
  const { organizer, member, chat, open } = await twoScreens('eve', 'fox')
  await say(member.api, chat, 'My secret')
  const [hers, his] = [await open(organizer), await open(member)]
  await openMenu(hers, 'My secret')
  await hers.getByRole('menuitem', { name: 'Reply' }).click()
  await composer(hers).waitFor()
  await typeMessage(hers, 'Do not write that here')
  const quote = (page: Page) => message(page, 'Do not write that here').getByText('In reply to')
  await quote(his).waitFor()
  await openMenu(hers, 'My secret')
  await hers.getByRole('menuitem', { name: 'Delete' }).click()
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  for (const page of [hers, his]) {
    await message(page, 'Do not write that here').getByText('This message was deleted').waitFor()
    await expect.poll(() => page.getByText('My secret').count()).toBe(0)
  }
  await his.reload()
  await message(his, 'Do not write that here').getByText('This message was deleted').waitFor()
  expect(await his.getByText('My secret').count()).toBe(0)
  await openMenu(his, 'Do not write')
  await his.getByRole('menuitem', { name: 'Reply' }).waitFor()
  expect(await his.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0)
})
