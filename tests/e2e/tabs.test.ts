// Two tabs of one browser and two people who share it.

import { beforeAll, expect, test } from 'vitest'
import { browserForFile } from '#tests/support/browser.ts'
import type { Server } from '#tests/support/server.ts'
import { startServer } from '#tests/support/server.ts'
import type { Talker } from '#tests/support/talkers.ts'
import { enter, planTrip, quietServer, talkers } from '#tests/support/talkers.ts'

let server: Server
let ann: Talker
let ben: Talker
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: quietServer })
  ;({ ann, ben } = await talkers(server, 'ann', 'ben'))
  await planTrip(ann, [], 'Ann goes alone')
  await planTrip(ben, [], 'Ben goes alone')
})

test('a tab shows what is theirs who signed in in the other one, and nothing of who was there before', async () => {
  const page = await person({ url: server.url })
  await enter(page, ann, '/app/travel')
  await page.getByText('Ann goes alone').waitFor()
  const other = await page.context().newPage()
  await other.goto('/')
  // A tab in the background hears of the log-out and of the log-in that follows it in one go.
  await other.evaluate((token) => localStorage.setItem('token', token!), ben.api.token)
  await page.getByText('Ben goes alone').waitFor()
  await expect.poll(() => page.getByText('Ann goes alone').count()).toBe(0)
})
