// Who has read a message, between three screens and without a connection.

import { beforeAll, expect, test } from 'vitest'
import { startGroup } from '#tests/chat/requests.ts'
import { axe, browserForFile, networkErrors } from '#tests/support/browser.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  emptyServer,
  message,
  messageWithStatus,
  openAs,
  registerPeople,
  typeMessage,
  waitUntilConnected,
} from '#tests/support/chatPeople.ts'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
})

test('Two ticks come when all have read; info names who has, with the time, and who has not, also without a connection', async () => {
  const { ann, ben, cat } = await registerPeople(server, 'ann', 'ben', 'cat')
  const id = await startGroup(ann.api, [ben.id, cat.id])
  const open = async (who: typeof ann) => {
    const page = await person({ url: server.url, expects: networkErrors })
    await openAs(page, who, `/app/chat/${id}`)
    await waitUntilConnected(page)
    return page
  }
  const [hers, his] = [await open(ann), await open(ben)]
  await typeMessage(hers, 'Boat at half past three')
  await message(his, 'Boat').waitFor()
  await message(hers, 'Boat')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await hers.getByRole('menuitem', { name: 'Info Read by 1' }).click()
  const info = hers.getByRole('dialog', { name: 'Info' })
  const readers = info.getByRole('region', { name: 'Read by 1 of 2' })
  await readers.getByText('ben').waitFor()
  await readers.getByText(/^\d\d:\d\d$/).waitFor()
  await info.getByRole('region', { name: 'Not yet' }).getByText('cat').waitFor()
  expect(await axe(hers)).toEqual([])
  expect(await messageWithStatus(hers, 'Boat', 'Read').count()).toBe(0)
  await open(cat)
  await info.getByRole('region', { name: 'Read by 2 of 2' }).getByText('cat').waitFor()
  await info.getByRole('button', { name: 'Close' }).click()
  await messageWithStatus(hers, 'Boat', 'Read').waitFor()
  await hers.context().setOffline(true)
  await message(hers, 'Boat')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await hers.getByRole('menuitem', { name: 'Info Read by 2' }).click()
  await info.getByRole('region', { name: 'Read by 2 of 2' }).getByText('ben').waitFor()
})
