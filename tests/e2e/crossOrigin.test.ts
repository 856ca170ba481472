// The app from one origin and the API from another (API_URL, ALLOWED_ORIGINS).

import { beforeAll, expect, test } from 'vitest'
import { browserForFile } from '#tests/support/browser.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  type RegisteredPerson,
  message,
  messageWithStatus,
  emptyServer,
  registerPeople,
  typeMessage,
} from '#tests/support/chatPeople.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { password } from '#tests/support/demoUsers.ts'

let app: Server
let api: Server
let ann: RegisteredPerson
let ben: RegisteredPerson
const { person } = browserForFile()

beforeAll(async () => {
  const before = await startServer({ env: emptyServer })
  app = await startServer({ env: { ...emptyServer, API_URL: before.url } })
  await before.stop()
  const again = { ...emptyServer, PORT: new URL(before.url).port, ALLOWED_ORIGINS: app.url }
  api = await startServer({ dataDir: before.dataDir, env: again })
  ;({ ann, ben } = await registerPeople(api, 'ann', 'ben'))
})

test('People log in, chat and receive messages in an app served from another origin than the API', async () => {
  const direct = { type: 'direct', participant_ids: [ann.id] }
  const talk = expectSuccess(await ben.api.post('/conversations', direct)).conversation.id
  const page = await person({ url: app.url })
  await page.goto('/login')
  await page.getByLabel('Username').fill(ann.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByRole('link', { name: /ben/ }).first().click()
  await typeMessage(page, 'From elsewhere')
  await messageWithStatus(page, 'From elsewhere', 'Sent').waitFor()
  expectSuccess(await ben.api.post(`/conversations/${talk}/messages`, { content: 'I hear you' }))
  await message(page, 'I hear you').waitFor()
  expect(new URL(page.url()).origin).toBe(app.url)
})
