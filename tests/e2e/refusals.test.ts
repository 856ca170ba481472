// A refused command has a text, also when the response has none; trip chats have a text for each status.

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { say } from '#tests/chat/requests.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { viewports } from '#tests/support/browser.ts'
import { composer, messageLog, message, typeMessage } from '#tests/support/chatPeople.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { expectToast, openRefused, waitForChunk } from '#tests/support/demoUsers.ts'
import {
  button,
  cancelDialog,
  expectText,
  failRequests,
  failuresForFile,
  retryUntilGone,
} from '#tests/support/failures.ts'

const setup = failuresForFile()

/** Presses the single Discard, and waits until it is gone: the next refusal has another one. */
async function discard(page: Page): Promise<void> {
  await button(page, 'Discard').click()
  await button(page, 'Discard').waitFor({ state: 'detached' })
}

describe('refusals without a text', () => {
  test('A refused change of a trip or its people has a text of its own', async () => {
    coversSpec(
      '§2 Plan a New Trip dialog: Buttons',
      '§2 Plan a New Trip dialog: On failure it shows',
      '§2 Trip details dialog: Failure',
      '§8 Trips: Failed to update trip',
      '§8 Trips: Failed to delete trip',
      '§8 Trips: Failed to create trip. Please try again',
      '§8 Participants and users: Failed to add users to trip',
      '§8 Participants and users: Failed to remove user from trip',
    )

    const page = await setup.visit('/app/travel')
    await failRequests(page, 'POST', /\/trips$|\/guest-participants$|\/invite$/, 400)
    await failRequests(page, 'PUT', /\/trips\/[^/]+$|\/guest-participants\/[^/]+$/, 400)
    await failRequests(page, 'DELETE', /\/trips\/[^/]+$|-?participants\/[^/]+$/, 400)
    await button(page, 'Plan a New Trip').click()
    await page.getByLabel('Trip Title').fill('Nowhere')
    await page.getByLabel('Destination').fill('Nowhere')
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await page.route(/\/api\/trips$/, async (route) => {
      await answered
      await route.fallback()
    })
    await button(page, 'Create Trip').click()
    await button(page, 'Creating...').waitFor()
    answer()
    await expectText(page, 'Failed to create trip. Please try again.')
    const refusal = { message: 'Not today', error: { code: 'ACCESS_DENIED', message: 'Not today' } }
    await page.route(/\/api\/trips$/, (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 })
    await button(page, 'Create Trip').click()
    await page.getByRole('dialog').getByText('Not today').waitFor()
    await cancelDialog(page)

    const guest = { name: 'Zoë', role: 'member' }
    const { id } = expectSuccess(
      await setup.ann.api.post(`/trips/${setup.trip}/guest-participants`, guest),
    ).guestParticipant
    await page.getByRole('link', { name: 'Up the coast' }).click()
    await page.getByRole('tab', { name: 'Participants' }).click()
    await button(page, 'Actions for Zoë').waitFor()
    await button(page, 'Add Guest').click()
    await page.getByLabel('Name').fill('Yann')
    await button(page, 'Add Guest').click()
    await expectText(page, 'Failed to add guest participant')
    await discard(page)
    await button(page, 'Actions for Zoë').click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('Zoé')
    await button(page, 'Save').click()
    await expectText(page, 'Failed to update guest participant')
    await discard(page)
    for (const [name, text] of [
      ['Zoë', 'Failed to remove guest participant'],
      ['ben', 'Failed to remove user from trip'],
    ] as const) {
      await button(page, `Actions for ${name}`).click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      await button(page, 'Remove').click()
      await expectText(page, text)
      await discard(page)
    }
    await button(page, 'Add Users').click()
    await page.getByRole('checkbox', { name: 'cal' }).check()
    await button(page, 'Add 1').click()
    await expectText(page, 'Failed to add users to trip')
    await cancelDialog(page)

    await button(page, 'Edit trip').click()
    await page.getByLabel('Trip Title').fill('Down the coast')
    await button(page, 'Save Changes').click()
    await openRefused(page)
    await expectText(page, 'Failed to update trip')
    await discard(page)
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: 'Delete Trip' }).click()
    await button(page, 'Delete Trip').click()
    await expectToast(page, 'Failed to delete trip')
    expectSuccess(await setup.ann.api.del(`/trips/${setup.trip}/guest-participants/${id}`))
  })

  test('A refused trip that was planned offline has a text of its own', async () => {
    coversSpec("§8 Trips: 'Failed to create trip'")

    const page = await setup.visit('/app/travel')
    await failRequests(page, 'POST', /\/trips$/, 'lost')
    await button(page, 'Plan a New Trip').click()
    await page.getByLabel('Trip Title').fill('In the tunnel')
    await page.getByLabel('Destination').fill('Nowhere')
    await button(page, 'Create Trip').click()
    await expectToast(page, 'No connection.')
    await failRequests(page, 'POST', /\/trips$/, 400)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    const sheet = await openRefused(page)
    await expectText(page, 'Failed to create trip')
    await sheet.getByRole('button', { name: 'Close' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: 'Welcome, ann' }).waitFor()
    await openRefused(page)
    await expectText(page, 'Failed to create trip')
  })

  test('A change that is refused while its person is elsewhere is said there, with what was typed, without a network, until it is corrected', async () => {
    const museum = { description: 'Museum', amount: 30, category: 'food', sharedBy: [setup.ann.id] }
    expectSuccess(await setup.ann.api.post(`/trips/${setup.trip}/expenses`, museum))
    const page = await setup.visit(`/app/travel/${setup.trip}#expenses`)
    await failRequests(page, 'PUT', /\/expenses\/[^/]+$/, 'lost')
    await button(page, /^Museum/).click()
    const details = page.getByRole('dialog', { name: 'Expense Details' })
    await details.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Description').fill('Night at the museum')
    await button(page, 'Save Changes').click()
    await details.getByText('change waiting to sync').waitFor()
    await details.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog', { name: 'Trip Details' }).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: 'Contacts' }).click()
    await page.getByRole('heading', { name: 'Contacts' }).waitFor()

    await failRequests(page, 'PUT', /\/expenses\/[^/]+$/, 400)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByText('1 change was not accepted', { exact: true }).waitFor()
    await waitForChunk(page, 'RefusedDialog')
    await page.route('**', (route) => route.abort())
    const sheet = await openRefused(page)
    const row = sheet.getByRole('listitem')
    await row.getByText('Failed to update expense').waitFor()
    await row.getByText('Up the coast').waitFor()
    await row.getByText('You had entered “Night at the museum”.').waitFor()
    await expectAccessible(page, 'the sheet of what was refused')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.locator('output button:focus').getByText('Show').waitFor()
    await page.unroute('**')

    await openRefused(page)
    await row.getByRole('link', { name: 'Edit Night at the museum' }).click()
    await sheet.waitFor({ state: 'detached' })
    await button(page, 'Edit Museum').click()
    const form = page.getByRole('dialog', { name: 'Edit Expense' })
    await expect.poll(() => form.getByLabel('Description').inputValue()).toBe('Night at the museum')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'detached' })
    await page.unrouteAll()
    await openRefused(page)
    await row.getByRole('button', { name: 'Retry Night at the museum' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByText('1 change was not accepted').waitFor({ state: 'detached' })
    await button(page, /^Night at the museum/).waitFor()
  })

  test('When the last refusal is discarded above an open trip, the focus is in the trip', async () => {
    const page = await setup.visit(`/app/travel/${setup.trip}#expenses`)
    await page.setViewportSize(viewports.phone)
    await failRequests(page, 'POST', /\/expenses(-enhanced)?$/, 400)
    await button(page, 'Add Expense').last().click()
    const form = page.getByRole('dialog', { name: 'Add Expense' })
    await form.getByLabel('Description').fill('Ferry')
    await form.getByLabel('Amount').fill('12')
    await form.getByRole('button', { name: 'Add Expense' }).click()
    await page.getByText('1 change was not accepted').waitFor()
    await page.reload()
    const sheet = await openRefused(page)
    await sheet.getByRole('button', { name: 'Discard Ferry' }).click()
    await sheet.waitFor({ state: 'detached' })
    const focused = page.getByRole('dialog', { name: 'Trip Details' }).locator(':focus')
    await expect.poll(() => focused.count()).toBe(1)
    await page.unrouteAll()
  })

  test('A refused expense, change, deletion or deposit has a text of its own', async () => {
    coversSpec(
      '§7 Expenses and pool: GET /expense-categories',
      '§8 Expenses: Failed to create expense',
      '§8 Pool: Failed to contribute to pool',
    )

    const dinner = { description: 'Dinner', amount: 30, category: 'food', sharedBy: [setup.ann.id] }
    expectSuccess(await setup.ann.api.post(`/trips/${setup.trip}/expenses`, dinner))
    const page = await setup.visit(`/app/travel/${setup.trip}#expenses`)
    for (const method of ['POST', 'PUT', 'DELETE'])
      await failRequests(page, method, /\/expenses(-enhanced)?(\/[^/]+)?$|\/contribute$/, 400)
    await failRequests(page, 'GET', /\/expense-categories$/, 'lost')
    await expectText(page, 'You are settled up')
    const asked = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/expense-categories'),
    )
    await button(page, 'Add Expense').click()
    await asked
    await expect
      .poll(() => page.getByRole('radiogroup', { name: 'Category' }).locator('label').allTextContents())
      .toEqual('Food Accommodation Transportation Entertainment Shopping Activities Other'.split(' '))
    await page.getByLabel('Description').fill('Lunch')
    await page.getByLabel('Amount').fill('12')
    await button(page, 'Add Expense').click()
    await expectText(page, 'Failed to create expense.')
    await button(page, /^Dinner/).click()
    await page.getByRole('dialog', { name: 'Expense Details' }).getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Description').fill('Late dinner')
    await button(page, 'Save Changes').click()
    await expectText(page, 'Failed to update expense.')
    await button(page, 'Delete').click()
    await expectToast(page, 'Failed to delete expense')

    await page.getByRole('tab', { name: 'Money' }).click()
    await button(page, 'Add Money').click()
    await page.getByLabel('Amount').fill('5')
    await page.getByRole('checkbox', { name: 'ann' }).check()
    await button(page, /^Add Money \(1/).click()
    await page.getByText('Failed to contribute to pool').first().waitFor()
  })

  test('A refused group, conversation, read marker or message has a text of its own', async () => {
    coversSpec(
      '§8 Chat: Failed to create chat',
      '§8 Chat: Failed to send message',
      '§8 Chat: Failed to start chat',
      '§8 Trip chat service: Failed to mark chat as read',
    )

    await say(setup.ben.api, setup.conversation, 'Still there?')
    const page = await setup.visit('/app/chat')
    await failRequests(page, 'POST', /\/conversations$|\/messages$|\/read$/, 418)
    await button(page, 'New group chat').click()
    await page.getByLabel('Group Name').fill('Early birds')
    await page.getByRole('checkbox', { name: 'ben' }).check()
    await button(page, 'Create Group').click()
    await expectText(page, 'Failed to create chat')
    await cancelDialog(page)
    await page.getByRole('link', { name: 'Contacts' }).click()
    await button(page, 'Start chat with cal').click()
    await expectToast(page, 'Failed to start chat with cal. Please try again.')

    await page.getByRole('link', { name: 'Chats' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Still there?' }).getByRole('link').click()
    await expectToast(page, 'Failed to mark chat as read')
    await typeMessage(page, 'Into the void')
    await message(page, 'Into the void').getByText('Failed to send message. Please try again.').waitFor()
  })
})

describe('trip chats', () => {
  test('A failed list of trip chats shows the server’s text, else that of the status, else that of the action, until Retry succeeds', async () => {
    coversSpec(
      "§8 Trip chat service: the server's error.message is used",
      '§8 Trip chat service: 403',
      '§8 Trip chat service: Otherwise a default per action',
      '§8 Toasts: When the server supplies',
    )

    const page = await setup.outside()
    const chats = /\/chats$/
    await failRequests(page, 'GET', chats, 'lost')
    await page.goto(`/app/travel/${setup.trip}#chat`)
    await expectText(page, 'Failed to fetch trip chats')
    await page.route(chats, (route) =>
      route.fulfill({ status: 500, json: { error: { message: 'Not today' } } }),
    )
    await button(page, 'Retry').click()
    await expectText(page, 'Not today')
    for (const [status, text] of [
      [400, 'Invalid request data'],
      [403, 'Access denied'],
      [404, 'Trip chat not found'],
      [409, 'Conflict - operation cannot be completed'],
      [500, 'Server error occurred'],
      [418, 'Failed to fetch trip chats'],
    ] as const) {
      await failRequests(page, 'GET', chats, status)
      await button(page, 'Retry').click()
      await expectText(page, text)
    }
    await page.unrouteAll()
    await retryUntilGone(page, 'Failed to fetch trip chats')
  })

  test('A failed trip chat dialog or message shows its text in the same order', async () => {
    coversSpec('§8 Trip chat service: Failed to create trip chat')

    const { chat } = expectSuccess(await setup.ann.api.post(`/trips/${setup.trip}/chats`, { name: 'Food' }))
    await say(setup.ben.api, chat.id, 'Soup?')
    const page = await setup.visit(`/app/travel/${setup.trip}#chat`)
    for (const method of ['POST', 'PUT', 'DELETE'])
      await failRequests(page, method, /\/chats(\/[^/]+)?$/, 418)
    await failRequests(page, 'GET', /\/messages$/, 'lost')
    await button(page, 'Chat actions').click()
    await page.getByRole('menuitem', { name: 'All chats' }).click()
    await button(page, 'Create New Chat').click()
    await page.getByLabel('Chat Name').fill('Drinks')
    await button(page, 'Create Chat').click()
    await expectText(page, 'Failed to create trip chat')
    await cancelDialog(page)

    await page.getByRole('list', { name: 'Chats' }).getByRole('button').click()
    await expectText(page, 'Failed to fetch trip chat messages')
    await button(page, 'Chat actions').click()
    await page.getByRole('menuitem', { name: 'Edit chat' }).click()
    await page.getByLabel('Chat Name').fill('Soup')
    await button(page, 'Save Changes').click()
    await expectText(page, 'Failed to update trip chat')
    await cancelDialog(page)
    await button(page, 'Chat actions').click()
    await page.getByRole('menuitem', { name: 'Delete chat' }).click()
    await button(page, 'Delete Chat').click()
    await expectText(page, 'Failed to delete trip chat')
    await cancelDialog(page)

    await failRequests(page, 'GET', /\/messages$/, 409)
    await button(page, 'Retry').click()
    const conflict = 'Conflict - operation cannot be completed'
    await expectText(page, conflict)

    await page.unrouteAll()
    await retryUntilGone(page, conflict)
    await messageLog(page).getByText('Soup?').waitFor()
    for (const [status, text] of [
      [418, 'Failed to send message'],
      [403, 'Access denied'],
    ] as const) {
      await failRequests(page, 'POST', /\/messages$/, status)
      await composer(page).fill(`With ${status} noodles`)
      await composer(page).press('Enter')
      const bubble = message(page, `With ${status} noodles`)
      await bubble.getByText(`Not sent · ${text}`, { exact: true }).waitFor()
    }
  })
})
