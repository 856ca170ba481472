// The composer and the actions on a message, with the mouse and the keyboard.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { page as pageOf, say, startDirect } from '#tests/chat/requests.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { axe, browserForFile, networkErrors } from '#tests/support/browser.ts'
import { expectToast } from '#tests/support/demoUsers.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  type RegisteredPerson,
  composer,
  openAs,
  messageLog,
  message,
  messageWithStatus,
  emptyServer,
  registerPeople,
  textsOn,
  typeMessage,
} from '#tests/support/chatPeople.ts'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
})

interface Talk {
  /** With her conversation open. */
  page: Page
  chat: string
  her: RegisteredPerson
  him: RegisteredPerson
}

async function talk(her: string, him: string): Promise<Talk> {
  const people = await registerPeople(server, her, him)
  const chat = await startDirect(people[her]!.api, people[him]!.id)
  const page = await person({ url: server.url })
  await openAs(page, people[her]!, `/app/chat/${chat}`)
  await page.getByText('This is where your conversation begins').waitFor()
  return { page, chat, her: people[her]!, him: people[him]! }
}

const stored = async ({ her, chat }: Talk): Promise<string[]> =>
  (await pageOf(her.api, chat)).messages.map(({ content }) => content)

describe('writing', () => {
  test('Enter sends once however often it is pressed, Shift+Enter breaks the line, and a blank text is not sent', async () => {
    coversSpec('§2 Conversation view: Enter sends', '§5 Message send')

    const talking = await talk('ann', 'ben')
    const { page } = talking
    const field = composer(page)
    for (const blank of ['', '   ', '\n\n', '\u200b\u2060']) {
      await field.fill(blank)
      await field.press('Enter')
    }
    await field.fill('One line')
    await field.press('Shift+Enter')
    await field.pressSequentially('and another')
    await page.keyboard.down('Enter')
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.keyboard.press('Enter')
    await messageWithStatus(page, 'and another', 'Sent').waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
    await field.fill('With the button')
    await page.getByRole('button', { name: 'Send' }).dblclick()
    await messageWithStatus(page, 'With the button', 'Sent').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: 'the keyboard stays' })
      .toBe('TEXTAREA')
    expect(await stored(talking)).toEqual(['One line\nand another', 'With the button'])
    await expect.poll(() => textsOn(page)).toEqual(['One line\nand another', 'With the button'])
  })

  test('A message that is sent before the code of the outbox is loaded stays in the field, and is sent once with it', async () => {
    const { una, zoe } = await registerPeople(server, 'una', 'zoe')
    const chat = await startDirect(una.api, zoe.id)
    const page = await person({ url: server.url, expects: networkErrors })
    let comes = false
    await page.route(/\/assets\/sender-/, (route) => (comes ? route.continue() : route.abort()))
    await openAs(page, una, `/app/chat/${chat}`)
    await page.getByText('This is where your conversation begins').waitFor()
    await composer(page).fill('Wait for me')
    await composer(page).press('Enter')
    await expectToast(page, 'Network error occurred. Please try again.')
    expect(await composer(page).inputValue()).toBe('Wait for me')
    comes = true
    await composer(page).press('Enter')
    await composer(page).press('Enter')
    await messageWithStatus(page, 'Wait for me', 'Sent').waitFor()
    expect(await composer(page).inputValue()).toBe('')
    expect(await stored({ page, chat, her: una, him: zoe })).toEqual(['Wait for me'])
  })

  test('The message field grows to five lines and shrinks again, and a text above 4,000 characters is refused and kept', async () => {
    coversSpec('§2 Conversation view: A multiline input reading')

    const talking = await talk('eve', 'fay')
    const { page } = talking
    const height = async () => (await composer(page).boundingBox())!.height
    const one = await height()
    await composer(page).fill('1\n2\n3')
    await expect.poll(height).toBeGreaterThan(one + 30)
    const three = await height()
    await composer(page).fill(Array.from({ length: 30 }, (_, n) => n).join('\n'))
    await expect.poll(height).toBeGreaterThan(three + 30)
    expect(await height()).toBeLessThan(one * 4)
    await composer(page).fill('')
    await expect.poll(height).toBe(one)

    const pasted = 'All of it. '.repeat(1000).slice(0, 10_000)
    await composer(page).evaluate((field, text) => {
      field.focus()
      document.execCommand('insertText', false, text)
    }, pasted)
    await page.getByRole('alert').filter({ hasText: 'Message must be 4,000 characters or less' }).waitFor()
    await composer(page).press('Enter')
    await expect.poll(() => composer(page).inputValue()).toBe(pasted)
    await typeMessage(page, 'x'.repeat(4000))
    await messageWithStatus(page, 'x'.repeat(100), 'Sent').waitFor()
    expect(await stored(talking)).toEqual(['x'.repeat(4000)])
  })
})

const menuButton = (page: Page, words: string): Locator =>
  message(page, words).getByRole('button', { name: /^Actions for the message/ })

/** The description that a screen reader reads after the name of a control. */
const descriptionOf = (it: Locator): Promise<string> =>
  it.evaluate((control) =>
    (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )

const choose = (page: Page, item: string) => page.getByRole('menuitem', { name: item }).click()

describe('messages', () => {
  test('A reply shows the quoted message, and its quote is restored with the draft, after an edit and a reload, until it is sent', async () => {
    const talking = await talk('vic', 'wes')
    const { page, chat, him, her } = talking
    for (const text of ['Tram or boat?', 'Or a taxi?']) await say(him.api, chat, text)
    const own = await say(her.api, chat, 'Let me see')
    await menuButton(page, 'Tram or boat?').click()
    await page.getByRole('menuitem', { name: 'Reply' }).waitFor()
    expect(await axe(page)).toEqual([])
    await choose(page, 'Reply')
    await composer(page).fill('Boat, ')
    await menuButton(page, own.content).click()
    await choose(page, 'Edit')
    await page.keyboard.press('Escape')
    await page.getByText('Reply to wes').waitFor()
    await page.reload()
    await page.getByText('Reply to wes').waitFor()
    await expect.poll(() => composer(page).inputValue()).toBe('Boat, ')
    await typeMessage(page, 'Boat, of course')
    const quote = message(page, 'Boat, of course').getByRole('button', { name: /In reply to/ })
    await expect.poll(() => quote.textContent()).toContain('Tram or boat?')
    await page.reload()
    await message(page, 'Boat, of course').waitFor()
    await expect.poll(() => page.getByText('Reply to wes', { exact: true }).count()).toBe(0)
  })

  test('An edit that was left, or ended with Escape, is restored when the message is edited again, until it is cancelled', async () => {
    const { page, chat, her } = await talk('xia', 'yan')
    await say(her.api, chat, 'At nine at the harbour')
    const edit = async () => {
      await menuButton(page, 'At nine at the harbour').click()
      await choose(page, 'Edit')
    }
    await edit()
    await composer(page).fill('At ten at the')
    await page.reload()
    await message(page, 'At nine at the harbour').waitFor()
    expect(await composer(page).inputValue()).toBe('')
    await edit()
    await expect.poll(() => composer(page).inputValue()).toBe('At ten at the')
    await page.keyboard.press('Escape')
    await expect.poll(() => composer(page).inputValue()).toBe('')
    await edit()
    await expect.poll(() => composer(page).inputValue()).toBe('At ten at the')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => composer(page).inputValue()).toBe('')
    await edit()
    await expect.poll(() => composer(page).inputValue()).toBe('At nine at the harbour')
  })

  test('The author can edit a message, which both people see marked as edited', async () => {
    const { page, chat, him } = await talk('kim', 'lou')
    const theirs = await person({ url: server.url })
    await openAs(theirs, him, `/app/chat/${chat}`)
    await typeMessage(page, 'At nien')
    await message(theirs, 'At nien').waitFor()
    // A message can be edited once it is sent, and its reader has it open.
    await messageWithStatus(page, 'At nien', 'Read').waitFor()
    await composer(page).fill('Half a thought')
    await menuButton(page, 'At nien').click()
    await choose(page, 'Edit')
    await expect.poll(() => composer(page).inputValue()).toBe('At nien')
    await typeMessage(page, 'At nine')
    for (const screen of [page, theirs]) {
      await message(screen, 'At nine').getByText('edited').waitFor()
      await expect.poll(() => textsOn(screen)).toEqual(['At nine'])
    }
    await expect.poll(() => composer(page).inputValue()).toBe('Half a thought')
    await menuButton(theirs, 'At nine').click()
    await theirs.getByRole('menuitem', { name: 'Reply' }).waitFor()
    await expect.poll(() => theirs.getByRole('menuitem', { name: 'Edit' }).count()).toBe(0)
  })

  test('The arrow keys move from message to message, and the keyboard reaches the text, links and actions of each', async () => {
    const { page, chat, him } = await talk('mia', 'ned')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    for (const text of ['On www.example.com/one', 'On www.example.com/two']) await say(him.api, chat, text)
    await message(page, 'two').getByRole('link').waitFor()
    const focused = page.locator(':focus')
    const expectActionsOf = async (text: string) => {
      await expect.poll(() => descriptionOf(focused)).toContain(`ned: ${text}`)
    }
    await messageLog(page).focus()
    await page.keyboard.press('Tab')
    await expect.poll(() => focused.textContent()).toBe('www.example.com/two')
    await page.keyboard.press('Tab')
    await expectActionsOf('On www.example.com/two')
    await page.keyboard.press('ArrowUp')
    await expectActionsOf('On www.example.com/one')
    await page.keyboard.press('Shift+Tab')
    await expect.poll(() => focused.textContent()).toBe('www.example.com/one')
    await page.keyboard.press('Tab')
    await expectActionsOf('On www.example.com/one')

    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem', { name: 'Copy text' })
    const isInMenu = () => page.getByRole('menu').locator(':focus').count()
    await expect.poll(isInMenu).toBe(1)
    await page.keyboard.press('Escape')
    await item.waitFor({ state: 'detached' })
    await expectActionsOf('On www.example.com/one')
    await page.keyboard.press('Enter')
    await expect.poll(isInMenu).toBe(1)
    await page.keyboard.press('c')
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Copied' }).first().waitFor()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('On www.example.com/one')
    await expectActionsOf('On www.example.com/one')
  })
})
