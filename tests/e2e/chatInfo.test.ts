// Info of a conversation, and groups that change, between two screens and without a connection.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openTripChat, say, startDirect, startGroup } from '#tests/chat/requests.ts'
import { axe, browserForFile, networkErrors } from '#tests/support/browser.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  emptyServer,
  message,
  messageLog,
  openAs,
  planTrip,
  registerPeople,
  type RegisteredPerson,
  typeMessage,
  waitUntilConnected,
} from '#tests/support/chatPeople.ts'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
})

/** Of who was removed, and without a connection. */
const expects = [...networkErrors, /404/]

async function open(who: RegisteredPerson, path: string, viewport?: { width: number; height: number }) {
  const page = await person({ url: server.url, expects, ...(viewport && { viewport }) })
  await openAs(page, who, path)
  return page
}

async function openChat(who: RegisteredPerson, id: string, viewport?: { width: number; height: number }) {
  const page = await open(who, `/app/chat/${id}`, viewport)
  await waitUntilConnected(page)
  return page
}

const line = (page: Page, text: string) => messageLog(page).getByText(text)

async function openInfo(page: Page, name: string) {
  await page.getByRole('heading', { level: 1 }).getByRole('button', { name, exact: true }).click()
  const info = page.getByRole('dialog', { name, exact: true })
  await info.waitFor()
  return info
}

test('The organizer renames the group and adds and removes people, and all of it is on both screens at once', async () => {
  const people = await registerPeople(server, 'ann', 'ben', 'cat')
  const id = await startGroup(people.ann.api, [people.ben.id])
  await say(people.ben.api, id, 'A secret of two')
  // Contacts are those whom a person knows by a conversation or trip.
  const [hers, his] = [await openChat(people.ann, id), await openChat(people.ben, id)]
  const info = await openInfo(hers, 'Walkers')
  await info.getByText('2 participants').waitFor()
  expect(await axe(hers)).toEqual([])
  await info.getByRole('button', { name: 'Edit' }).click()
  const form = hers.getByRole('dialog', { name: 'Edit Group' })
  await form.getByLabel('Group Name').fill('Runners')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await form.waitFor({ state: 'hidden' })
  await line(his, 'ann renamed the group to “Runners”').waitFor()
  await his.getByRole('heading', { level: 1, name: 'Runners' }).waitFor()
  const renamed = hers.getByRole('dialog', { name: 'Runners' })
  await renamed.getByRole('button', { name: 'Add people' }).click()
  const adding = hers.getByRole('dialog', { name: 'Add People' })
  await adding.getByRole('checkbox', { name: 'cat' }).check()
  expect(await axe(hers)).toEqual([])
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await adding.waitFor({ state: 'hidden' })
  await line(his, 'ann added cat').waitFor()
  await renamed.getByText('3 participants').waitFor()

  const later = await openChat(people.cat, id)
  await line(later, 'ann added cat').waitFor()
  await later.getByText('This is where your conversation begins').waitFor()
  expect(await message(later, 'A secret of two').count()).toBe(0)
  await typeMessage(later, 'Hello from cat')
  await message(his, 'Hello from cat').waitFor()
  await renamed.getByRole('button', { name: 'Actions for cat' }).click()
  await hers.getByRole('menuitem', { name: 'Remove from the group' }).click()
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await line(his, 'ann removed cat').waitFor()
  await later.getByText('Conversation not found.').waitFor()
  await later.getByRole('link', { name: 'Back to chats' }).last().click()
  await later.getByText('Runners').waitFor({ state: 'hidden' })
})

test('Who leaves is led to the chats; who was removed without a connection loses the copy when it is back', async () => {
  const people = await registerPeople(server, 'dan', 'eve', 'fox')
  const id = await startGroup(people.dan.api, [people.eve.id, people.fox.id], 'Climbers')
  await say(people.dan.api, id, 'The rope is in the shed')
  const [hers, his] = [await openChat(people.eve, id), await openChat(people.fox, id)]
  await message(his, 'The rope').waitFor()
  await his.context().setOffline(true)
  const info = await openInfo(hers, 'Climbers')
  expect(await info.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  await info.getByRole('button', { name: 'Leave this chat' }).click()
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await hers.waitForURL(/\/app\/chat$/)
  await hers.getByText('Climbers').waitFor({ state: 'hidden' })
  await people.dan.api.del(`/conversations/${id}/participants/${people.fox.id}`)
  await his.context().setOffline(false)
  await his.getByText('Conversation not found.').waitFor()
  await his.context().setOffline(true)
  expect(await message(his, 'The rope').count()).toBe(0)
})

test('From the chat of a trip to the trip is one press in its info, and of a person there are the trips together and the search', async () => {
  const people = await registerPeople(server, 'gil', 'hal')
  const trip = await planTrip(people.gil, [people.hal], 'Up the coast')
  const chat = await openTripChat(people.gil.api, trip)
  const page = await openChat(people.gil, chat)
  const info = await openInfo(page, 'Food')
  await info.getByRole('listitem').filter({ hasText: 'hal' }).waitFor()
  expect(await info.getByRole('button', { name: 'Leave this chat' }).count()).toBe(0)
  expect(await axe(page)).toEqual([])
  await info.getByRole('link', { name: /Up the coast/ }).click()
  await page.waitForURL(new RegExp(trip))
  const pair = await startDirect(people.gil.api, people.hal.id)
  const direct = await openChat(people.gil, pair)
  const ofHal = await openInfo(direct, 'hal')
  await ofHal
    .getByRole('region', { name: 'Trips together' })
    .getByRole('link', { name: 'Up the coast' })
    .waitFor()
  expect(await axe(direct)).toEqual([])
  await ofHal.getByRole('button', { name: 'Search in this chat' }).click()
  await direct.getByRole('search', { name: 'This conversation' }).waitFor()
  await ofHal.waitFor({ state: 'detached' })
  await direct.goBack()
  await direct.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
})

test('In the widest window the head of a conversation hides its column, and the device remembers', async () => {
  const people = await registerPeople(server, 'ida', 'jon')
  const id = await startGroup(people.ida.api, [people.jon.id], 'Swimmers')
  const page = await openChat(people.ida, id, { width: 1500, height: 900 })
  const head = page.getByRole('heading', { level: 1 }).getByRole('button', { name: 'Swimmers' })
  const column = page.getByRole('complementary', { name: 'People' })
  await column.getByText('2 participants').waitFor()
  await head.click()
  await column.waitFor({ state: 'hidden' })
  expect(await head.getAttribute('aria-expanded')).toBe('false')
  await page.reload()
  await waitUntilConnected(page)
  expect(await column.count()).toBe(0)
  await head.click()
  await column.waitFor()
})
