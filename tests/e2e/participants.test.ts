// The people of a trip: everybody sees them, and only the organizer changes them.

import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { requestTo } from '#tests/support/browser.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expectSuccess } from '#tests/support/client.ts'
import {
  logInAndOpen,
  expectToast,
  loseUntilRetried,
  tripNamed,
  blockSockets,
  openRefused,
} from '#tests/support/demoUsers.ts'
import { tripPeopleForFile, guests, details, users, row, choose } from '#tests/support/tripPeople.ts'

const people = tripPeopleForFile()
const { planned, visit } = people

/** The name is the first element of a row that is isolated from the direction of the text around it. */
const namesIn = (list: Locator) =>
  list.locator('li').evaluateAll((rows) => rows.map((one) => one.querySelector('bdi')?.textContent))

describe('list of people', () => {
  test('The user comes first, then the organizers, and only the organizer finds actions', async () => {
    coversSpec(
      '§2 Participants: A Registered Users list',
      '§2 Participants: A Guest Participants list',
      '§2 Participants: Add, remove and edit',
      '§6 Only the organizer sees',
      '§6 Participants are registered users or guests',
    )

    const lisbon = await tripNamed(people.alice, 'Lisbon and the Algarve')
    const page = await visit('bob', lisbon)
    for (const name of ['Registered Users', 'Guest Participants'])
      await page.getByRole('heading', { name }).waitFor()
    await guests(page).getByText('mia@example.com').waitFor()
    await guests(page).getByText('Vegetarian').waitFor()
    await expect.poll(() => namesIn(users(page))).toEqual(['bob', 'alice', 'carol', 'dave'])
    await row(users(page), 'bob').getByText('(you)').waitFor()
    await row(users(page), 'bob').getByText('Co-organizer').waitFor()
    await row(users(page), 'alice').getByText('alice@example.com').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Add/ }).count()).toBe(0)
    expect(
      await users(page)
        .getByRole('button', { name: /^Actions for/ })
        .count(),
    ).toBe(0)
    await guests(page)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['I am this guest'])
  })

  test('A failed fetch of the people is reported, and Retry fetches again', async () => {
    coversSpec(
      '§8 Participants and users: Failed to load trip participants',
      '§8 Participants and users: Failed to load guest participants',
    )

    const trip = await planned('No signal', 'bob')
    const page = await people.person({ url: people.server.url, expects: [/ERR_FAILED/] })
    await blockSockets(page)
    await loseUntilRetried(page, /\/all-participants$/, { presses: 1 })
    await loseUntilRetried(page, /\/guest-participants$/, { presses: 2 })
    await logInAndOpen(page, people.server, 'alice', `/app/travel/${trip}#participants`)
    await page.getByText('Failed to load trip participants').waitFor()
    await page.getByText('Failed to load guest participants').waitFor()
    await expectAccessible(page, 'participants that could not be read')
    for (const name of ['Registered Users', 'Guest Participants'])
      await page.getByRole('region', { name }).getByRole('button', { name: 'Retry' }).click()
    await row(users(page), 'bob').waitFor()
    await page.getByText('No guests yet').waitFor()
  })
})

describe('adding users', () => {
  test('The first users are offered, a pause in typing searches, and participants are left out', async () => {
    coversSpec(
      '§1 They invite registered users',
      '§2 Participants: An add-users dialog searches',
      '§5 Add users to trip: at least one selected',
      '§5 Add users to trip: User search',
      '§7 Users: It is debounced 300 ms',
      '§8 Success toasts: {n} user(s) added to trip',
      '§9 User search',
    )

    const page = await visit('alice', await planned('Many friends', 'bob'))
    const asked: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname.endsWith('/users/search')) asked.push(url.searchParams.get('q') ?? '')
    })
    await page.getByRole('button', { name: 'Add Users' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Users' })
    await dialog.getByRole('checkbox', { name: 'carol' }).waitFor()
    await expect.poll(() => dialog.getByRole('checkbox', { name: /alice|bob/ }).count()).toBe(0)
    await dialog.getByText('Please select at least one user to add').waitFor()
    const add = dialog.getByRole('button', { name: 'Add Users' })
    await expect.poll(() => add.isDisabled()).toBe(true)
    await expectAccessible(page, 'adding users')

    await dialog.getByRole('searchbox').fill('erin')
    await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(1)
    await dialog.getByRole('checkbox', { name: 'erin' }).check()
    expect(asked).toEqual(['a', 'erin'])

    await dialog.getByRole('searchbox').fill('d')
    await dialog.getByRole('checkbox', { name: 'carol' }).waitFor()
    await dialog.getByRole('checkbox', { name: 'dave' }).check()
    await dialog.getByRole('button', { name: 'Remove dave' }).click()
    await expect.poll(() => dialog.getByRole('checkbox', { name: 'dave' }).isChecked()).toBe(false)
    await dialog.getByRole('checkbox', { name: 'dave' }).check()
    expect(asked).toEqual(['a', 'erin'])

    await dialog.getByRole('searchbox').fill('nobody of this name')
    await dialog.getByText('No users found').waitFor()
    await dialog.getByRole('button', { name: 'Add 2' }).click()
    await expectToast(page, '2 user(s) added to trip successfully')
    await expect.poll(() => namesIn(users(page))).toEqual(['alice', 'bob', 'dave', 'erin'])
  })

  /** Chooses bob and carol and presses Add. @returns responds that carol could not be added */
  async function addSlowly(page: Page): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/invite', async (route) => {
      const { userIds } = route.request().postDataJSON()
      await promise
      const json = { added: [userIds[0]], failed: [{ userId: userIds[1], message: 'User not found' }] }
      await route.fulfill({ json })
    })
    await page.getByRole('button', { name: 'Add Users' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Users' })
    for (const name of ['bob', 'carol']) await dialog.getByRole('checkbox', { name }).check()
    // Escape follows before the form looks busy by itself.
    await dialog.getByRole('button', { name: 'Add 2' }).evaluate(async (button: HTMLElement) => {
      button.click()
      await new Promise((resolve) => setTimeout(resolve))
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    })
    return resolve
  }

  test('A user who could not be added is named with the reason and stays selected, also after Escape meanwhile', async () => {
    coversSpec('§7 Trips: POST /trips/{id}/invite')

    const page = await visit('alice', await planned('Half of them'))
    const respond = await addSlowly(page)
    const dialog = page.getByRole('dialog', { name: 'Add Users' })
    await dialog.getByRole('button', { name: 'Adding...' }).waitFor()
    respond()
    await expectToast(page, '1 user(s) added to trip successfully')
    const refusal = dialog.getByRole('alert').filter({ hasText: 'Failed to add users to trip' })
    await refusal.getByText('carol: User not found').waitFor()
    await dialog.getByRole('button', { name: 'Add 1' }).waitFor()
  })

  test('Who hands the trip over while people are being added learns from a toast who could not be added', async () => {
    const trip = await planned('Handed over', 'dave')
    const page = await visit('alice', trip)
    const respond = await addSlowly(page)
    expectSuccess(await people.alice.post(`/trips/${trip}/organizer`, { userId: people.ids['dave'] }))
    await page.getByRole('dialog', { name: 'Add Users' }).waitFor({ state: 'detached' })
    respond()
    await expectToast(page, 'Failed to add users to trip. carol: User not found')
  })

  test('A user who could not be added after the command had waited is named at the foot, with Retry', async () => {
    const page = await visit('alice', await planned('Half of them later'), [/ERR_FAILED/])
    let isAway = true
    let failsFor = 1
    await page.route('**/invite', async (route) => {
      if (isAway) return route.abort()
      const { userIds } = route.request().postDataJSON()
      const json = {
        added: userIds.slice(failsFor),
        failed: [{ userId: userIds[0], message: 'User not found' }],
      }
      await route.fulfill({ json: failsFor > 0 ? json : { added: userIds, failed: [] } })
    })
    await page.getByRole('button', { name: 'Add Users' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Users' })
    await dialog.getByRole('checkbox', { name: 'bob' }).check()
    await dialog.getByRole('checkbox', { name: 'carol' }).check()
    await dialog.getByRole('button', { name: 'Add 2' }).click()
    await page.getByText('invitation: waiting to sync').waitFor()
    isAway = false
    await page.evaluate(() => dispatchEvent(new Event('online')))
    const sheet = await openRefused(page)
    await sheet.getByText('Failed to add users to trip').waitFor()
    await sheet.getByText('User not found').waitFor()
    await sheet.getByText('You had entered “bob”.').waitFor()
    failsFor = 0
    await sheet.getByRole('button', { name: 'Retry bob' }).click()
    await expect.poll(() => sheet.count()).toBe(0)
    await expect.poll(() => page.getByText('was not accepted').count()).toBe(0)
  })
})

describe('roles and removal', () => {
  test('A member becomes co-organizer and member again, then organizer, and the old organizer loses the actions', async () => {
    coversSpec('§2 Participants: Add, remove and edit', '§6 Organizers themselves')

    const trip = await planned('Handed over', 'bob', 'carol')
    const page = await visit('alice', trip)
    await page.getByRole('button', { name: 'Actions for carol' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Actions for alice' }).count()).toBe(0)
    await choose(page, 'carol', 'Make co-organizer')
    await expectToast(page, 'carol is now a co-organizer')
    await expect.poll(() => namesIn(users(page))).toEqual(['alice', 'carol', 'bob'])
    await choose(page, 'carol', 'Make member')
    await expectToast(page, 'carol is now a member')

    await choose(page, 'bob', 'Make organizer')
    const confirm = page.getByRole('alertdialog', { name: 'Make bob the organizer?' })
    await expect.poll(() => focusedText(page)).toBe('Cancel')
    await confirm.getByRole('button', { name: 'Hand over' }).click()
    await expectToast(page, 'bob is now the organizer')
    await row(users(page), 'bob').getByText('Organizer', { exact: true }).waitFor()
    await row(users(page), 'alice').getByText('Co-organizer').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^(Add |Actions for)/ }).count()).toBe(0)
    const roles = async () => {
      const { participants } = expectSuccess(await people.alice.get(`/trips/${trip}`)).trip
      return participants.map(({ role, user }: { role: string; user: { username: string } }) => [
        user.username,
        role,
      ])
    }
    await expect
      .poll(async () => Object.fromEntries(await roles()))
      .toEqual({ alice: 'co_organizer', bob: 'organizer', carol: 'member' })
  })

  test('A person with money is removed after a note that their past shares stay', async () => {
    coversSpec(
      '§7 Trips: DELETE /trips/{id}/participants/{participantId}',
      '§8 Success toasts: User removed from trip',
    )

    const trip = await planned('Gone early', 'bob', 'carol')
    expectSuccess(
      await people.alice.post(`/trips/${trip}/expenses`, {
        description: 'Dinner',
        amount: 90,
        category: 'food',
        sharedBy: [people.ids['alice'], people.ids['bob']],
      }),
    )
    const page = await visit('alice', trip, [/403/])
    await choose(page, 'carol', 'Remove from trip')
    const confirm = page.getByRole('alertdialog')
    await confirm.getByText('carol loses access to the trip.').waitFor()
    await expect.poll(() => confirm.getByText('share of the past').count()).toBe(0)
    const sent = requestTo(page, 'DELETE', `/trips/${trip}/participants/${people.ids['carol']}`)
    await confirm.getByRole('button', { name: 'Remove' }).click()
    await sent
    await expectToast(page, 'User removed from trip successfully')
    await expect.poll(() => namesIn(users(page))).toEqual(['alice', 'bob'])
    await confirm.waitFor({ state: 'detached' })

    await page.route(`**/participants/${people.ids['bob']}`, (route) =>
      route.fulfill({ status: 403, json: { error: { code: 'ACCESS_DENIED', message: 'Not today' } } }),
    )
    await choose(page, 'bob', 'Remove from trip')
    await confirm.getByText('bob has money in this trip. Their share of the past stays').waitFor()
    await confirm.getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, 'Failed to remove user from trip. Not today')
    await users(page).getByText('removal: Not today').waitFor()
    await page.unroute(`**/participants/${people.ids['bob']}`)
    await users(page).getByRole('button', { name: 'Retry' }).click()
    await confirm.waitFor({ state: 'detached' })

    await details(page).getByRole('tab', { name: 'Money' }).click()
    await page.getByRole('button', { name: 'Settlement' }).click()
    const figures = page.getByRole('list', { name: 'Figures of each participant' })
    await row(figures, 'bob').getByText('left', { exact: true }).waitFor()
    await row(figures, 'bob').getByText('HK$45.00').first().waitFor()
  })
})

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
