// Edits and ends of trips: by the user, by others at the same time, and offline.

import { describe, expect, test } from 'vitest'
import { requestTo } from '#tests/support/browser.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expectToast, inDays, tripNamed, goOffline, openRefused } from '#tests/support/demoUsers.ts'
import { card, details, tripScreensForFile } from '#tests/support/tripScreens.ts'

const setup = tripScreensForFile()

describe('changing a trip', () => {
  test('An edit of a trip sends the changed fields and is shown everywhere', async () => {
    coversSpec(
      '§2 Overview: Title, destination',
      '§2 Overview: A privacy card reads',
      '§3 Trip: Status values seen',
    )

    const trip = await setup.planned('Draft title', ['bob'])
    const page = await setup.visit('alice', `/app/travel/${trip}`)
    await details(page).getByRole('button', { name: 'Edit trip' }).click()
    const form = page.getByRole('dialog', { name: 'Edit Trip' })
    await expect.poll(() => form.getByLabel('Trip Title').inputValue()).toBe('Draft title')
    // Bob makes it public meanwhile, and that change stays.
    await setup.alice.put(`/trips/${trip}`, { isPublic: true })
    await form.getByLabel('Trip Title').fill('Final title')
    await form.getByLabel('Status').selectOption('Confirmed')
    await form.getByLabel('Description (Optional)').fill('Now with a plan.')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Trip updated successfully')
    await details(page).getByRole('heading', { name: 'Final title' }).waitFor()
    await details(page).getByText('Confirmed').waitFor()
    await details(page).getByText('Public Trip').waitFor()
    // Just after a dialog has closed, it still handles Escape.
    await form.waitFor({ state: 'hidden' })
    const closing = async () => {
      await page.keyboard.press('Escape')
      return details(page).count()
    }
    await expect.poll(closing, { interval: 200 }).toBe(0)
    await card(page, 'Final title').getByText('Confirmed').waitFor()
  })

  test('A trip under way keeps its start, and its currency once money is recorded', async () => {
    const trip = await tripNamed(setup.alice, 'Lisbon and the Algarve')
    const page = await setup.visit('alice', `/app/travel/${trip}`)
    await details(page).getByRole('button', { name: 'Edit trip' }).click()
    const form = page.getByRole('dialog', { name: 'Edit Trip' })
    await form.getByText('Fixed, because money was recorded in it.').waitFor()
    await expect.poll(() => form.getByLabel('Currency').isDisabled()).toBe(true)
    const save = form.getByRole('button', { name: 'Save Changes' })
    const start = await form.getByLabel('Start Date').inputValue()
    await form.getByLabel('Start Date').fill(inDays(-2))
    await form.getByText('Start date cannot be in the past').waitFor()
    await expect.poll(() => save.isDisabled()).toBe(true)
    await form.getByLabel('Start Date').fill(start)
    await form.getByLabel('End Date').fill(inDays(6))
    const next = form.getByRole('gridcell', { selected: true }).last().getByRole('button')
    await next.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(() => form.getByLabel('End Date').inputValue()).toBe(inDays(7))
    expect(await form.getByLabel('Start Date').inputValue(), 'a press in the calendar moves the end').toBe(
      start,
    )
    await expect.poll(() => save.isEnabled()).toBe(true)
    await save.click()
    await expectToast(page, 'Trip updated successfully')
  })

  test('An edit made offline is shown with a mark, and one that is refused then is reported on the trip, with Retry', async () => {
    coversSpec(
      '§2 Trip details dialog: Organizer and co_organizer see',
      '§6 The trip details header',
      '§8 Session: You are not authorized',
      '§8 Trips: Failed to update trip',
    )

    const trip = await setup.planned('Shared plan', ['carol'])
    const carol = (await setup.alice.get('/users')).body.data.find(
      ({ username }: { username: string }) => username === 'carol',
    )
    const role = `/trips/${trip}/participants/${carol.id}`
    await setup.alice.put(role, { role: 'co_organizer' })
    const page = await setup.visit('carol', `/app/travel/${trip}`, [/ERR_INTERNET_DISCONNECTED/, /403/])
    // The actions that only the organizer has.
    await details(page).getByRole('button', { name: 'Share trip' }).waitFor()
    await details(page).getByRole('button', { name: 'More actions' }).click()
    await expect
      .poll(() => page.getByRole('menuitem').allTextContents())
      .toEqual(['Trip history', 'Import', 'Export', 'Leave Trip', 'Delete Trip'])
    await page.keyboard.press('Escape')
    await details(page).getByRole('button', { name: 'Edit trip' }).click()
    const form = page.getByRole('dialog', { name: 'Edit Trip' })
    await form.getByLabel('Trip Title').fill('Her own plan')
    await goOffline(page)
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'No connection. This will be sent as soon as you are online')
    await details(page).getByRole('heading', { name: 'Her own plan' }).waitFor()
    await details(page).getByText('waiting to sync').waitFor()
    await setup.alice.put(role, { role: 'member' })
    await page.context().setOffline(false)
    await details(page).getByRole('heading', { name: 'Shared plan' }).waitFor()
    const refusal = (await openRefused(page))
      .getByRole('listitem')
      .filter({ hasText: 'Failed to update trip' })
    await refusal.getByText('You are not authorized to perform this action.').waitFor()
    await refusal.getByText('You had entered “Her own plan”.').waitFor()
    await expectAccessible(page, 'a trip with a refused change')
    await setup.alice.put(role, { role: 'co_organizer' })
    await refusal.getByRole('button', { name: 'Retry' }).click()
    await details(page).getByRole('heading', { name: 'Her own plan' }).waitFor()
    await refusal.waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await setup.alice.get(`/trips/${trip}`)).body.trip.title)
      .toBe('Her own plan')
  })
})

describe('end of a trip', () => {
  test('A trip is deleted for good after a confirmation that names the loss', async () => {
    coversSpec(
      '§2 Trip details dialog: The menu offers Delete',
      '§2 Trip details dialog: Success',
      '§7 Trips: DELETE /trips/{id}',
    )

    const trip = await setup.planned('Wrong dates')
    // The deletion is published while the dialog closes, so the page requests the trip once more.
    const page = await setup.visit('alice', '/app/travel', [/404/])
    await page.getByRole('link', { name: 'Wrong dates' }).click()
    await details(page).getByRole('button', { name: 'More actions' }).click()
    await expectAccessible(page, 'the menu of a trip')
    await page.getByRole('menuitem', { name: 'Delete Trip' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete this trip?' })
    await question
      .getByText('All trip data of Wrong dates, including expenses and participants, is permanently deleted.')
      .waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel')
    const sent = requestTo(page, 'DELETE', `/trips/${trip}`)
    await question.getByRole('button', { name: 'Delete Trip' }).click()
    await sent
    await expectToast(page, 'Trip deleted successfully')
    await page.waitForURL(`${setup.server.url}/app/travel`)
    await expect.poll(() => page.getByText('This trip is not here any more').count()).toBe(0)
    await expect.poll(() => page.getByRole('link', { name: 'Wrong dates' }).count()).toBe(0)
    expect((await setup.alice.get(`/trips/${trip}`)).status).toBe(404)
  })

  test('A member can leave the trip, and has no other action', async () => {
    coversSpec(
      '§2 Trip details dialog: Organizer and co_organizer see',
      '§6 The trip details header',
      '§7 Trips: POST /trips/{id}/leave',
    )

    const trip = await setup.planned('Early hike', ['carol'])
    // The socket may publish it before the dialog has closed, which then requests the trip once more.
    const page = await setup.visit('carol', `/app/travel/${trip}`, [/403/])
    await details(page).getByRole('button', { name: 'More actions' }).click()
    await expect
      .poll(() => page.getByRole('menuitem').allTextContents())
      .toEqual(['Trip history', 'Import', 'Export', 'Leave Trip'])
    for (const name of ['Edit trip', 'Share trip'])
      await expect.poll(() => details(page).getByRole('button', { name }).count()).toBe(0)
    await page.getByRole('menuitem', { name: 'Leave Trip' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave this trip?' })
    const sent = requestTo(page, 'POST', `/trips/${trip}/leave`)
    await question.getByRole('button', { name: 'Leave Trip' }).click()
    await sent
    await expectToast(page, 'You left Early hike')
    await page.waitForURL(`${setup.server.url}/app/travel`)
    await expect.poll(() => page.getByText('Early hike', { exact: true }).count()).toBe(0)
  })

  test('The deletion of an open trip by another person leads to the list', async () => {
    const trip = await setup.planned('Gone soon', ['bob'])
    const page = await setup.visit('bob', `/app/travel/${trip}`, [/404/])
    await details(page).getByRole('heading', { name: 'Gone soon' }).waitFor()
    await setup.alice.del(`/trips/${trip}`)
    await expectToast(page, 'This trip is not here any more, or you are not on it.')
    await page.waitForURL(`${setup.server.url}/app/travel`)
  })
})
