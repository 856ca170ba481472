// What happens on a trip, as cards between the messages of its first chat.

import { beforeAll, expect, test } from 'vitest'
import { openTripChat, say } from '#tests/chat/requests.ts'
import { browserForFile, viewports } from '#tests/support/browser.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  emptyServer,
  message,
  messageLog,
  openAs,
  planTrip,
  registerPeople,
  type RegisteredPerson,
} from '#tests/support/chatPeople.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { goOffline } from '#tests/support/demoUsers.ts'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
})

async function spend({ api, id }: RegisteredPerson, trip: string, description: string): Promise<string> {
  const who = { type: 'user', id }
  const { expense } = expectSuccess(
    await api.post(`/trips/${trip}/expenses`, {
      description,
      amount: 40,
      category: 'transportation',
      paidBy: who,
      sharedBy: [who],
    }),
  )
  return expense.id
}

test('An expense of another person is a card in the chat at once, as it is now, without being unread; after a time offline too', async () => {
  const { ann, ben } = await registerPeople(server, 'ann', 'ben')
  const trip = await planTrip(ann, [ben])
  const chat = await openTripChat(ann.api, trip, 'Plans')
  await say(ben.api, chat, 'Where are you?')
  const page = await person({ url: server.url, expects: [/ERR_INTERNET_DISCONNECTED/] })
  await openAs(page, ann, `/app/chat/${chat}`)
  await message(page, 'Where are you?').waitFor()
  const card = (name: string) => messageLog(page).getByRole('link', { name: new RegExp(`ben added ${name}`) })

  const bus = await spend(ben, trip, 'Bus')
  await card('Bus').getByText('HK$40.00').waitFor()
  await card('Bus').getByText('ben paid').waitFor()
  await expectAccessible(page, 'a chat with a card')
  expectSuccess(await ann.api.put(`/expenses/${bus}`, { amount: 50 }))
  await card('Bus').getByText('HK$50.00').waitFor()
  expect(await page.title()).not.toMatch(/^\(/)
  // Without it, all that follows would be one run of cards.
  await say(ann.api, chat, 'Too much')

  await goOffline(page)
  await spend(ben, trip, 'Boat')
  await ben.api.del(`/expenses/${bus}`)
  await page.context().setOffline(false)
  await card('Boat').waitFor()
  await card('Bus').getByText('deleted').waitFor()

  await card('Boat').click()
  await page.getByRole('tab', { name: 'Expenses', selected: true }).waitFor()
})

test('Without a network the cards of an earlier visit are there; a person chooses for a chat which there are, and the second chat of a trip has none', async () => {
  const { cal, dan } = await registerPeople(server, 'cal', 'dan')
  const trip = await planTrip(cal, [dan])
  const chat = await openTripChat(cal.api, trip, 'Plans')
  const second = await openTripChat(cal.api, trip, 'Food')
  await say(dan.api, chat, 'Here we go')
  await say(dan.api, second, 'Soup?')
  await spend(dan, trip, 'Bus')
  const page = await person({
    url: server.url,
    viewport: { ...viewports.desktop, width: 1440 },
    expects: [/ERR_INTERNET_DISCONNECTED/],
  })
  await openAs(page, cal, `/app/chat/${chat}`)
  const card = messageLog(page).getByRole('link', { name: /dan added Bus/ })
  await card.waitFor()
  await goOffline(page)
  await page.getByRole('link', { name: /^Food/ }).click()
  await page.goBack()
  await card.waitFor()
  await page.context().setOffline(false)

  const choice = page.getByLabel('Plan and money between messages')
  await choice.selectOption('Plan')
  await card.waitFor({ state: 'detached' })
  await page.reload()
  await message(page, 'Here we go').waitFor()
  await expect.poll(() => choice.inputValue()).toBe('plan')
  await expect.poll(() => card.count()).toBe(0)
  await choice.selectOption('Everything')
  await card.waitFor()

  await page.goto(`/app/chat/${second}`)
  await message(page, 'Soup?').waitFor()
  await choice.waitFor()
  await expect.poll(() => card.count()).toBe(0)
})

test('A chat older than a page of its trip’s history shows the first card above its first message', async () => {
  const { eve, fox } = await registerPeople(server, 'eve', 'fox')
  const trip = await planTrip(eve, [fox])
  const chat = await openTripChat(eve.api, trip, 'Plans')
  await spend(fox, trip, 'Ferry')
  await say(fox.api, chat, 'The ferry is booked')
  for (let n = 0; n < 101; n += 1) expectSuccess(await eve.api.put(`/trips/${trip}`, { title: `Plan ${n}` }))
  const page = await person({ url: server.url })
  await openAs(page, eve, `/app/chat/${chat}`)
  await messageLog(page)
    .getByRole('link', { name: /fox added Ferry/ })
    .waitFor()
  await message(page, 'The ferry is booked').waitFor()
})
