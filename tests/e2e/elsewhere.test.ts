// The app from one address, the API at another (API_URL, ALLOWED_ORIGINS).

import { beforeAll, expect, test } from 'vitest'
import { browserForFile } from '#tests/support/browser.ts'
import type { Server } from '#tests/support/server.ts'
import { startServer } from '#tests/support/server.ts'
import type { Talker } from '#tests/support/talkers.ts'
import { message, messageIn, quietServer, talkers, write } from '#tests/support/talkers.ts'
import { done } from '#tests/support/client.ts'
import { password } from '#tests/support/travellers.ts'

let app: Server
let api: Server
let ann: Talker
let ben: Talker
const { person } = browserForFile()

beforeAll(async () => {
  const before = await startServer({ env: quietServer })
  app = await startServer({ env: { ...quietServer, API_URL: before.url } })
  await before.stop()
  const again = { ...quietServer, PORT: new URL(before.url).port, ALLOWED_ORIGINS: app.url }
  api = await startServer({ dataDir: before.dataDir, env: again })
  ;({ ann, ben } = await talkers(api, 'ann', 'ben'))
})

test('people log in, talk and hear each other as anywhere', async () => {
  const direct = { type: 'direct', participant_ids: [ann.id] }
  const talk = done(await ben.api.post('/conversations', direct)).conversation.id
  const page = await person({ url: app.url })
  await page.goto('/login')
  await page.getByLabel('Username').fill(ann.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByRole('link', { name: /ben/ }).first().click()
  await write(page, 'From elsewhere')
  await messageIn(page, 'From elsewhere', 'Sent').waitFor()
  done(await ben.api.post(`/conversations/${talk}/messages`, { content: 'I hear you' }))
  await message(page, 'I hear you').waitFor()
  expect(new URL(page.url()).origin).toBe(app.url)
})
