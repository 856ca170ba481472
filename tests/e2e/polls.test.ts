// Polls in the chat of a trip.

import { beforeAll, expect, test } from 'vitest'
import { openTripChat, say } from '#tests/chat/requests.ts'
import { browserForFile } from '#tests/support/browser.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { emptyServer, message, openAs, planTrip, registerPeople } from '#tests/support/chatPeople.ts'
import { goOffline } from '#tests/support/demoUsers.ts'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
})

test('A poll is asked from the composer, and votes reach the other person at once, and after a time offline', async () => {
  const { ann, ben } = await registerPeople(server, 'ann', 'ben')
  const trip = await planTrip(ann, [ben])
  const chat = await openTripChat(ann.api, trip, 'Plans')
  await say(ben.api, chat, 'Hungry')
  const anns = await person({ url: server.url })
  const bens = await person({ url: server.url, expects: [/ERR_INTERNET_DISCONNECTED/] })
  await openAs(anns, ann, `/app/chat/${chat}`)
  await openAs(bens, ben, `/app/travel/${trip}#chat`)
  for (const page of [anns, bens]) await message(page, 'Hungry').waitFor()

  await anns.getByRole('button', { name: 'Add', exact: true }).click()
  await anns.getByRole('button', { name: 'Poll' }).click()
  const form = anns.getByRole('dialog', { name: 'New poll' })
  await form.getByLabel('Question').fill('Dinner?')
  await form.getByLabel('Question').press('Enter')
  await anns.keyboard.type('Grill')
  await anns.keyboard.press('Enter')
  await anns.keyboard.type('grill')
  await form.getByRole('button', { name: 'Ask' }).click()
  await form.getByText('This answer is there already').waitFor()
  await expectAccessible(anns, 'the form of a poll')
  await form.getByLabel('Answer 2').fill('Sardines')
  await form.getByRole('button', { name: 'Ask' }).click()
  await form.waitFor({ state: 'detached' })
  const poll = (page: typeof anns) => page.getByRole('region', { name: 'Poll: Dinner?' })
  const answer = (page: typeof anns, name: string) =>
    poll(page).getByRole('radio', { name: new RegExp(name) })
  await answer(bens, 'Grill').click()
  await poll(anns).getByText('1 vote').waitFor()
  await answer(anns, 'Grill: ben|Grill.*1: ben').or(answer(anns, 'Grill')).waitFor()
  await expectAccessible(anns, 'a chat with a poll')

  await goOffline(bens)
  await answer(bens, 'Sardines').click()
  await expect.poll(() => answer(bens, 'Sardines').getAttribute('aria-checked')).toBe('true')
  await answer(anns, 'Sardines').click()
  await bens.context().setOffline(false)
  for (const page of [anns, bens]) await answer(page, 'Sardines').getByText(/2: /).waitFor()

  await answer(anns, 'Grill').click()
  await poll(anns).getByRole('button', { name: 'Close poll' }).click()
  await poll(anns).getByText('Several answers have the most votes. Choose one of them.').waitFor()
  await poll(anns).getByRole('button', { name: 'Choose Sardines' }).click()
  await poll(bens).getByText('2 votes · Closed').waitFor()
  await poll(bens).getByText('Sardines, the winner').waitFor()
  expect(await bens.title()).not.toMatch(/^\(/)
})
