// Two tabs of one browser that two people share.

import { beforeAll, expect, test } from 'vitest'
import { browserForFile } from '#tests/support/browser.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  type RegisteredPerson,
  openAs,
  planTrip,
  emptyServer,
  registerPeople,
} from '#tests/support/chatPeople.ts'

let server: Server
let ann: RegisteredPerson
let ben: RegisteredPerson
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
  ;({ ann, ben } = await registerPeople(server, 'ann', 'ben'))
  await planTrip(ann, [], 'Ann goes alone')
  await planTrip(ben, [], 'Ben goes alone')
})

test('A tab shows the data of the person who signed in in the other tab, and nothing of the former one', async () => {
  const page = await person({ url: server.url })
  await openAs(page, ann, '/app/travel')
  await page.getByText('Ann goes alone').waitFor()
  const other = await page.context().newPage()
  await other.goto('/')
  // A background tab receives the log-out and the log-in after it together.
  await other.evaluate((token) => localStorage.setItem('token', token!), ben.api.token)
  await page.getByText('Ben goes alone').waitFor()
  await expect.poll(() => page.getByText('Ann goes alone').count()).toBe(0)
})
