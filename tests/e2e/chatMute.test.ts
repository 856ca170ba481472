// A muted conversation, on two devices of one person and without a connection.

import { beforeAll, expect, test } from 'vitest'
import { say, startGroup } from '#tests/chat/requests.ts'
import { axe, browserForFile, networkErrors } from '#tests/support/browser.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { emptyServer, openAs, registerPeople, waitUntilConnected } from '#tests/support/chatPeople.ts'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
})

test('A chat that is muted without a connection is muted on the other device afterwards, and does not count', async () => {
  const { ann, ben } = await registerPeople(server, 'ann', 'ben')
  const id = await startGroup(ann.api, [ben.id])
  const [phone, laptop] = [
    await person({ url: server.url, expects: networkErrors }),
    await person({ url: server.url }),
  ]
  await openAs(phone, ann, `/app/chat/${id}`)
  await waitUntilConnected(phone)
  await openAs(laptop, ann, '/app/chat')
  await laptop.getByRole('link', { name: 'Walkers' }).waitFor()
  await say(ben.api, id, 'Hello')
  await expect.poll(() => laptop.title()).toContain('(1)')
  await phone.getByRole('heading', { level: 1 }).getByRole('button', { name: 'Walkers' }).click()
  const setting = phone.getByRole('dialog', { name: 'Walkers' }).getByLabel('Notifications')
  expect(await axe(phone)).toEqual([])
  await phone.context().setOffline(true)
  await setting.selectOption('Nothing')
  expect(await setting.inputValue()).toBe('none')
  await phone.context().setOffline(false)
  await laptop.getByTitle('Muted').waitFor()
  await say(ben.api, id, 'Are you there?')
  await laptop.getByText('Are you there?').waitFor()
  expect(await laptop.title()).not.toContain('(')
  expect(await axe(laptop)).toEqual([])
  await setting.selectOption('Nothing for 8 hours')
  await setting.getByText('Nothing until').waitFor({ state: 'attached' })
  await setting.selectOption('All messages')
  await laptop.getByTitle('Muted').waitFor({ state: 'hidden' })
})
