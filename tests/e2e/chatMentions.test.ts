// Mentions, between two screens and without a connection.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { page as pageOf, startGroup } from '#tests/chat/requests.ts'
import { axe, browserForFile, networkErrors } from '#tests/support/browser.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  composer,
  emptyServer,
  message,
  openAs,
  registerPeople,
  type RegisteredPerson,
  waitUntilConnected,
} from '#tests/support/chatPeople.ts'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
})

async function open(who: RegisteredPerson, id: string): Promise<Page> {
  const page = await person({ url: server.url, expects: networkErrors })
  await openAs(page, who, `/app/chat/${id}`)
  await waitUntilConnected(page)
  return page
}

const picker = (page: Page) => page.getByRole('listbox', { name: 'People to mention' })
const mentionIn = (page: Page, words: string, name: string) =>
  message(page, words).getByRole('button', { name, exact: true })

test('An @ opens the people, keys and presses choose one, and a press on a mention shows the person', async () => {
  const { ann, ben, bella } = await registerPeople(server, 'ann', 'ben', 'bella')
  const id = await startGroup(ann.api, [ben.id, bella.id])
  const [hers, his] = [await open(ann, id), await open(ben, id)]
  await composer(hers).pressSequentially('The keys, @')
  await picker(hers).getByRole('option', { name: 'all' }).waitFor()
  expect(await axe(hers)).toEqual([])
  await composer(hers).pressSequentially('be')
  expect(await picker(hers).getByRole('option').allTextContents()).toEqual(['Bben', 'Bbella'])
  await composer(hers).press('ArrowDown')
  await composer(hers).press('ArrowUp')
  await composer(hers).press('Enter')
  expect(await composer(hers).inputValue()).toBe('The keys, @ben ')
  await composer(hers).pressSequentially('and @bel')
  await picker(hers).getByRole('option', { name: 'bella' }).click()
  expect(await composer(hers).inputValue()).toBe('The keys, @ben and @bella ')
  await hers.reload()
  await waitUntilConnected(hers)
  expect(await composer(hers).inputValue()).toBe('The keys, @ben and @bella ')
  await composer(hers).press('Enter')
  await mentionIn(his, 'The keys', '@ben').waitFor()
  expect((await pageOf(ben.api, id)).messages[0]!.mentions).toEqual([
    { start: 10, length: 4, userId: ben.id },
    { start: 19, length: 6, userId: bella.id },
  ])
  expect(await axe(his)).toEqual([])
  await mentionIn(his, 'The keys', '@bella').click()
  const row = his.getByRole('dialog', { name: 'Walkers' }).getByRole('listitem').filter({ hasText: 'bella' })
  await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(true)
})

test('A mention without a connection is sent once it is back, an edit keeps it, and nobody else than the organizer names all', async () => {
  const { cat, dan } = await registerPeople(server, 'cat', 'dan')
  const id = await startGroup(cat.api, [dan.id])
  const [hers, his] = [await open(cat, id), await open(dan, id)]
  await composer(his).pressSequentially('@')
  await picker(his).getByRole('option', { name: 'cat' }).waitFor()
  expect(await picker(his).getByRole('option', { name: 'all' }).count()).toBe(0)
  await composer(his).press('Escape')
  await picker(his).waitFor({ state: 'hidden' })
  await composer(hers).pressSequentially('@dan')
  await picker(hers).getByRole('option', { name: 'dan' }).waitFor()
  await hers.context().setOffline(true)
  await composer(hers).press('Enter')
  await composer(hers).pressSequentially('comes')
  await composer(hers).press('Enter')
  await mentionIn(hers, 'comes', '@dan').waitFor()
  await hers.context().setOffline(false)
  await mentionIn(his, 'comes', '@dan').waitFor()
  await message(hers, 'comes')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await hers.getByRole('menuitem', { name: 'Edit' }).click()
  await composer(hers).fill('Well, @dan comes')
  await composer(hers).press('Enter')
  await mentionIn(his, 'Well', '@dan').waitFor()
})
