// The list of conversations: new direct conversations and groups, and the way back to the list.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { say, startDirect, startGroup } from '#tests/chat/requests.ts'
import { expectFloating } from '#tests/support/floatingButton.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { browserForFile, viewports } from '#tests/support/browser.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  type RegisteredPerson,
  composer,
  openAs,
  message,
  emptyServer,
  registerPeople,
} from '#tests/support/chatPeople.ts'
import { expectToast, openRefused } from '#tests/support/demoUsers.ts'

let server: Server
let crowd: Record<string, RegisteredPerson>
const { person } = browserForFile()
const names = Array.from({ length: 52 }, (_, n) => `walker${String(n + 1).padStart(2, '0')}`)

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
  crowd = await registerPeople(server, ...names)
})

async function screenOf(talker: RegisteredPerson, path: string): Promise<Page> {
  const page = await person({ url: server.url })
  await openAs(page, talker, path)
  return page
}

const listed = async ({ api }: RegisteredPerson): Promise<{ id: string; name: string; type: string }[]> =>
  (await api.get('/conversations?limit=100')).body.conversations

test('A new group with a name and contacts opens at once, and is in everybody’s list', async () => {
  coversSpec(
    '§0 The product is a mobile-first web application',
    '§1 They chat in direct',
    '§2 Route table: /app/chat',
    '§2 Conversation list: Empty state',
    '§2 Conversation list: A floating button creates',
    '§2 Conversation view: Header',
    '§5 Group chat: Name is required',
    '§5 Group chat: At least one participant',
    '§7 Conversations and trip chats: POST /conversations',
    '§8 Success toasts: Chat created successfully!',
  )

  const [ann, ben, cal] = names.map((name) => crowd[name]!) as [
    RegisteredPerson,
    RegisteredPerson,
    RegisteredPerson,
  ]
  const page = await screenOf(ann, '/app/chat')
  await page.getByText('No conversations yet', { exact: true }).waitFor()
  expect(await page.getByLabel('Search chats and messages').count()).toBe(0)
  await expectFloating(page.getByRole('button', { name: 'New group chat' }))
  await page.getByRole('button', { name: 'New group chat' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Group Chat' })
  const create = dialog.getByRole('button', { name: 'Create Group' })
  await dialog.getByText('Please select at least one participant').waitFor()
  await expectAccessible(page, 'the dialog of a group')
  await expect.poll(() => create.isDisabled()).toBe(true)
  await dialog.getByLabel('Group Name').fill('x')
  await dialog.getByLabel('Group Name').fill('')
  await dialog.getByText('Group name is required').waitFor()
  await dialog.getByLabel('Group Name').fill('Early birds')
  await dialog.getByLabel('Description (Optional)').fill('Before the shops open')

  await dialog.getByLabel('Search contacts').fill('WALKER03')
  await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(1)
  await dialog.getByRole('checkbox', { name: cal.username }).check()
  await dialog.getByLabel('Search contacts').fill('nobody of this name')
  await dialog.getByText('No contacts found').waitFor()
  await dialog.getByLabel('Search contacts').fill('')
  await dialog.getByRole('checkbox', { name: 'walker04' }).check()
  await dialog.getByRole('checkbox', { name: ben.username }).check()
  const chosen = dialog.getByRole('list', { name: 'Selected' }).getByRole('listitem')
  await expect.poll(() => chosen.allTextContents()).toHaveLength(3)
  await dialog.getByRole('button', { name: 'Remove walker04' }).click()
  await expect.poll(() => chosen.allTextContents()).toHaveLength(2)
  await expect.poll(() => dialog.getByRole('checkbox', { name: 'walker04' }).isChecked()).toBe(false)

  await create.click()
  await page.getByRole('heading', { name: 'Early birds' }).waitFor()
  await expectToast(page, 'Chat created successfully!')
  await page.getByText('3 participants').waitFor()
  await composer(page).waitFor()
  for (const one of [ben, cal])
    await expect
      .poll(() => listed(one))
      .toMatchObject([{ name: 'Early birds', description: 'Before the shops open' }])
})

test('A group that was refused after it had waited for the network is reported, with Discard', async () => {
  const page = await person({ url: server.url, expects: [/ERR_FAILED/, /404/] })
  await openAs(page, crowd['walker06']!, '/app/chat')
  const message = 'User not found'
  const refusal = { status: 404, json: { message, error: { code: 'NOT_FOUND', message } } }
  let isAway = true
  await page.route(/\/api\/conversations$/, async (route) => {
    if (route.request().method() !== 'POST') await route.fallback()
    else if (isAway) await route.abort()
    else await route.fulfill(refusal)
  })
  await page.getByRole('button', { name: 'New group chat' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Group Chat' })
  await dialog.getByLabel('Group Name').fill('Night owls')
  await dialog.getByRole('checkbox', { name: 'walker08' }).check()
  await dialog.getByRole('button', { name: 'Create Group' }).click()
  await dialog.waitFor({ state: 'hidden' })
  isAway = false
  const report = await openRefused(page)
  await report.getByText('Failed to create chat').waitFor()
  await report.getByText('Night owls').waitFor()
  await report.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => report.count()).toBe(0)
})

test('A group accepts at most forty-nine others', async () => {
  coversSpec('§2 Conversation list: A floating button creates', '§5 Group chat: At most 49', '§9 Group chat')

  const page = await screenOf(crowd['walker05']!, '/app/chat')
  await page.getByRole('button', { name: 'New group chat' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Group Chat' })
  await dialog.getByLabel('Group Name').fill('Everybody')
  await dialog.getByText('and 1 more: type a name to find them').waitFor()
  await dialog
    .getByRole('checkbox')
    .evaluateAll((boxes) => boxes.forEach((box) => (box as HTMLInputElement).click()))
  const tooMany = dialog.getByText('Maximum 49 participants allowed (50 including you)')
  await tooMany.waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Create Group' }).isDisabled()).toBe(true)
  await dialog.getByRole('checkbox', { name: 'walker07' }).uncheck()
  await tooMany.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Create Group' }).click()
  await page.getByText('50 participants').waitFor()
})

test('A contact leads with one press to the conversation with them, always the same one', async () => {
  coversSpec('§2 Route table: /app/contacts', '§2 Contacts: A count of contacts', '§2 Contacts: Each contact')

  const [ida, jon] = [crowd['walker51']!, crowd['walker52']!]
  const page = await screenOf(ida, '/app/contacts')
  await page.getByText('51 contacts').waitFor()
  const start = page.getByRole('button', { name: `Start chat with ${jon.username}` })
  await start.click()
  await page.getByRole('heading', { name: jon.username }).waitFor()
  const first = page.url()
  await page.goBack()
  await start.click()
  await page.waitForURL(first)
  await page.goBack()
  await start.waitFor()

  // Also in the conversation that he has started and her list does not contain yet.
  const kay = crowd['walker50']!
  const id = await startDirect(kay.api, ida.id)
  await page.getByRole('button', { name: `Start chat with ${kay.username}` }).click()
  await page.waitForURL(`**/app/chat/${id}`)
  const direct = (await listed(ida)).filter(({ type }) => type === 'direct')
  expect(direct.map(({ name }) => name).sort()).toEqual([kay.username, jon.username].sort())
})

test('The list counts unread messages below its first page, and is at the same position there after Back', async () => {
  coversSpec('§7 Conversations and trip chats: GET /conversations', '§9 Conversations page')

  const [lia, max] = [crowd['walker11']!, crowd['walker12']!]
  for (let n = 1; n <= 26; n++) {
    const id = await startGroup(lia.api, [max.id], `Group ${n}`)
    if (n === 3) await say(max.api, id, 'Down here')
  }
  const page = await screenOf(lia, '/app/chat')
  await page.getByRole('button', { name: 'Show more' }).waitFor()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Chats' })
    .getByText('1 unread')
    .waitFor()
  await expect.poll(() => page.title()).toMatch(/^\(1\) /)
  expect(await page.getByRole('link', { name: 'Group 3', exact: true }).count()).toBe(0)
  // The rows below stay, also while the first page is fetched again.
  let letThrough: () => void = () => undefined
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  let isHeld = false
  await page.route('**/api/conversations?limit=20&offset=0', async (route) => {
    isHeld = true
    await held
    await route.continue()
  })
  // Again while a fetch that began before is under way.
  const comeOnline = async () => (await page.evaluate(() => dispatchEvent(new Event('online'))), isHeld)
  await expect.poll(comeOnline).toBe(true)
  await page.getByRole('button', { name: 'Show more' }).press('Enter')
  await page.getByRole('link', { name: 'Group 4', exact: true }).waitFor()
  const readAgain = page.waitForResponse('**/api/conversations?limit=20&offset=0')
  letThrough()
  await readAgain
  const row = page.getByRole('link', { name: 'Group 4', exact: true })
  await expect.poll(() => row.count()).toBe(1)
  await row.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(300)
  for (const leave of ['control', 'browser'] as const) {
    await row.click()
    await composer(page).waitFor()
    if (leave === 'control') await page.getByRole('link', { name: 'Back to chats' }).click()
    else await page.goBack()
    await row.waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
  }
})

test('A link to a conversation opens it, or says that there is none, and its back button leads to the list', async () => {
  coversSpec(
    '§2 Route table: /app/chat/{chatId}',
    '§2 Route table: A fixed top bar',
    '§2 Conversation view: Header',
    '§8 Chat: Conversation not found',
  )

  const [nia, oz] = [crowd['walker21']!, crowd['walker22']!]
  const id = await startGroup(nia.api, [oz.id], 'By link')
  await say(oz.api, id, 'Here we are')
  const page = await person({ url: server.url, expects: [/ 40[34] /] })
  await openAs(page, nia, `/app/chat/${id}`)
  await message(page, 'Here we are').waitFor()
  await expect.poll(() => page.title()).toBe('By link · Group Trip Planner')
  const bar = page.getByRole('banner')
  const [back, title] = [
    (await bar.getByRole('link', { name: 'Back to chats' }).boundingBox())!,
    (await bar.getByRole('heading', { name: 'By link' }).boundingBox())!,
  ]
  expect(back.x + back.width, 'before the title').toBeLessThanOrEqual(title.x)
  await page.getByRole('link', { name: 'Back to chats' }).click()
  await page.waitForURL('**/app/chat')
  await page.getByRole('link', { name: 'By link' }).waitFor()
  expect(await bar.getByRole('link', { name: /^Back/ }).count(), 'a place of the navigation').toBe(0)

  // Its name and its code are loaded by now, and the page title is still the trip's and not the generic one.
  await page.getByRole('link', { name: 'By link' }).click()
  await message(page, 'Here we are').waitFor()
  await expect.poll(() => page.title()).toBe('By link · Group Trip Planner')
  await page.reload()
  await message(page, 'Here we are').waitFor()
  await expect.poll(() => page.title()).toBe('By link · Group Trip Planner')

  await page.goto('/app/chat/00000000-0000-4000-8000-000000000000')
  await page.getByText('Conversation not found.').waitFor()
  await page.setViewportSize(viewports.desktop)
  await page.getByRole('region', { name: 'Chats' }).getByRole('link', { name: 'By link' }).waitFor()
  expect(await page.getByRole('complementary').count(), 'nothing stands beside it').toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Back to chats' }).click()
  await page.waitForURL('**/app/chat')
})

test('An open conversation is shown while the list is late, and at its first unread message once the list has come', async () => {
  const { una, val } = await registerPeople(server, 'una', 'val')
  const chat = await startDirect(una.api, val.id)
  for (let n = 1; n <= 12; n++) await say(val.api, chat, `Letter ${n}${'\n…'.repeat(9)}`)
  const page = await person({ url: server.url, expects: [/ERR_FAILED/] })
  const lists = /\/api\/conversations(\/[^/]+)?(\?limit.*)?$/
  await page.route(lists, (route) => route.abort())
  await openAs(page, una, `/app/chat/${chat}`)
  await message(page, 'Letter 12').waitFor()
  // Longer than it takes to mark what is on the screen as read.
  await page.waitForTimeout(1200)
  const unread = async () => expectSuccess(await una.api.get('/conversations')).conversations[0].unread_count
  expect(await unread()).toBe(12)
  await page.unroute(lists)
  await page.getByText('New messages').waitFor()
  await message(page, 'Letter 1\n').waitFor()
  await expect.poll(unread).toBeLessThan(12)
  expect(await unread()).toBeGreaterThan(3)
})
