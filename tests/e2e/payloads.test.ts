// Text from users is text: none of it runs on any screen.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { browserForFile } from '#tests/support/browser.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { type RegisteredPerson, openAs, emptyServer, registerPeople } from '#tests/support/chatPeople.ts'
import { inDays } from '#tests/support/demoUsers.ts'

const payloads = [
  '<script>hit()</script>',
  '<img src=x onerror=hit()>',
  '"><svg onload=hit()>',
  "' autofocus onfocus=hit() x='",
  'javascript:hit()',
  '<iframe src="javascript:parent.hit()">',
  '{{constructor.constructor("hit()")()}}',
  '${hit()}',
  '</title><script>hit()</script>',
  '</script><script>hit()</script>',
  '<a href="data:text/html,<script>hit()</script>">open</a>',
  '<style>@import "javascript:hit()"</style>',
]
const all = payloads.join(' ')

let server: Server
let ann: RegisteredPerson
let trip: string
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
  const { ann: first, ben } = await registerPeople(server, 'ann', 'ben')
  ann = first
  const { api } = ann
  const plan = { title: payloads[0], destination: payloads[1], startDate: inDays(2), endDate: inDays(4) }
  trip = expectSuccess(await api.post('/trips', { ...plan, description: all, inviteUserIds: [ben.id] })).trip
    .id
  const at = (path: string) => `/trips/${trip}/${path}`
  for (const name of payloads) expectSuccess(await api.post(at('guest-participants'), { name, notes: all }))
  for (const title of payloads)
    expectSuccess(
      await api.post(`/itineraries/${trip}/items`, {
        // The first day of a trip that has not begun, whether the day of the device is today or tomorrow in UTC.
        date: inDays(2),
        startTime: '10:00',
        title,
        location: title,
        description: all,
      }),
    )
  const sharedBy = [ann.id, ben.id]
  for (const description of payloads)
    expectSuccess(await api.post(at('expenses'), { description, amount: 10, category: 'food', sharedBy }))
  expectSuccess(await api.post(at('pool/contribute'), { amount: 10, description: all }))
  const talk = expectSuccess(await api.post('/conversations', { type: 'direct', participant_ids: [ben.id] }))
    .conversation.id
  for (const content of payloads)
    expectSuccess(await api.post(`/conversations/${talk}/messages`, { content }))
  expectSuccess(
    await api.post('/conversations', { type: 'group', name: payloads[2], participant_ids: [ben.id] }),
  )
})

/** A page that records what a payload would do and what the content security policy blocked. */
async function watched(): Promise<Page> {
  const page = await person({ url: server.url })
  await page.addInitScript(() => {
    const hits: string[] = []
    Object.assign(window, { hits, hit: () => hits.push(`ran at ${location.href}`) })
    addEventListener('securitypolicyviolation', ({ blockedURI, sourceFile }) =>
      hits.push(`stopped ${blockedURI} of ${sourceFile}`),
    )
  })
  return page
}

const hits = (page: Page) => page.evaluate(() => (window as unknown as { hits: string[] }).hits)

test('Text from users is shown as it was written, and none of it runs', async () => {
  const page = await watched()
  const expectShown = async (where: Locator, text: string | undefined, screen: string) => {
    await where.getByText(text!).first().waitFor()
    expect(await hits(page), screen).toEqual([])
  }
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  await openAs(page, ann, '/app')
  await expectShown(main, payloads[0], 'home')
  await page.getByRole('link', { name: 'Travel' }).click()
  await expectShown(main, payloads[1], 'the trips')
  await page.getByRole('link', { name: payloads[0]! }).click()
  await expectShown(dialog, payloads[11], 'the overview')
  for (const [tab, text] of [
    ['Itinerary', payloads[2]],
    ['Expenses', payloads[11]],
    ['Participants', payloads[3]],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expectShown(page.getByRole('tabpanel', { name: tab }), text, tab)
  }
  await page.goto(`/app/travel/${trip}/history`)
  await expectShown(main, payloads[9], 'the history')
  await page.goto('/app/chat')
  await expectShown(main, payloads[2], 'the conversations')
  await page.getByRole('listitem').filter({ hasText: payloads[11]! }).getByRole('link').click()
  await expectShown(page.getByRole('log'), payloads[4], 'a conversation')
})
