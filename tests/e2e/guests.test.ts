// Guests of a trip, who have no account: the organizer adds, changes and removes them, also without a network.

import { expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { requestTo } from '#tests/support/browser.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { client, expectToast, goOffline, openRefused } from '#tests/support/demoUsers.ts'
import { tripPeopleForFile, guests, users, row, choose } from '#tests/support/tripPeople.ts'

const people = tripPeopleForFile()
const { planned, visit } = people

test('A guest is added, changed based on the shown version, and removed', async () => {
  coversSpec(
    '§1 They invite registered users',
    '§2 Participants: Add, remove and edit',
    '§2 Participants: A guest dialog',
    '§5 Guest: Name is required',
    '§5 Guest: Email, if given',
    '§5 Guest: Role is member or co_organizer',
    '§6 Guest role choices',
    '§7 Trips: POST /trips/{id}/guest-participants',
    '§7 Trips: DELETE /trips/{id}/guest-participants/{guestId}',
    '§8 Success toasts: guest added',
    '§9 Guest name',
  )

  const trip = await planned('With a guest')
  const page = await visit('alice', trip, [/409/])
  await page.getByRole('button', { name: 'Add Guest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Guest' })
  const add = dialog.getByRole('button', { name: 'Add Guest' })
  await expect.poll(() => add.isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'More' }).click()
  await expect
    .poll(() => dialog.getByLabel('Role').locator('option').allTextContents())
    .toEqual(['Member', 'Co-organizer'])
  await dialog.getByLabel('Name').fill('x'.repeat(101))
  await dialog.getByText('Guest name must be 100 characters or less').waitFor()
  await dialog.getByLabel('Name').fill(' ')
  await dialog.getByText('Guest name is required').waitFor()
  await dialog.getByLabel('Name').fill('Zoë Lam')
  await dialog.getByLabel('Email').fill('zoe@')
  await dialog.getByText('Please enter a valid email address').waitFor()
  await expectAccessible(page, 'adding a guest')
  await dialog.getByLabel('Email').fill('')
  await dialog.getByLabel('Notes').fill('Brings a tent')
  const sent = requestTo(page, 'POST', `/trips/${trip}/guest-participants`)
  await add.click()
  expect((await sent).postDataJSON()).toEqual({ name: 'Zoë Lam', role: 'member', notes: 'Brings a tent' })
  await expectToast(page, 'Guest added successfully')
  await row(guests(page), 'Zoë Lam').getByText('Added by you').waitFor()

  const [guest] = expectSuccess(await people.alice.get(`/trips/${trip}/guest-participants`)).guestParticipants
  await choose(page, 'Zoë Lam', 'Edit guest')
  const edit = page.getByRole('dialog', { name: 'Edit Guest' })
  await expect.poll(() => edit.getByLabel('Notes').inputValue()).toBe('Brings a tent')
  expectSuccess(
    await people.alice.put(`/trips/${trip}/guest-participants/${guest.id}`, { phone: '+852 5555 0000' }),
  )
  await edit.getByLabel('Role').selectOption('Co-organizer')
  // It has arrived here, in the list below the form.
  await page.getByText('+852 5555 0000').first().waitFor({ state: 'attached' })
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.getByText('Someone else changed this in the meantime. Please look again.').waitFor()
  await edit.getByLabel('Phone').fill('+852 5555 0000')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Guest updated successfully')
  await row(guests(page), 'Zoë Lam').getByText('Co-organizer').waitFor()
  await row(guests(page), 'Zoë Lam').getByText('+852 5555 0000').waitFor()

  await choose(page, 'Zoë Lam', 'Remove guest')
  const confirm = page.getByRole('alertdialog')
  await confirm.getByText('are deleted and cannot be brought back').waitFor()
  const removed = requestTo(page, 'DELETE', `/trips/${trip}/guest-participants/${guest.id}`)
  await confirm.getByRole('button', { name: 'Remove' }).click()
  await removed
  await expectToast(page, 'Guest removed successfully')
  await page.getByText('No guests yet').waitFor()
})

test('Guests are added in a row: Enter adds a name and keeps the focus, and each name says what became of it', async () => {
  const trip = await planned('Five friends')
  const page = await visit('alice', trip, [/ERR_INTERNET_DISCONNECTED/])
  await page.getByRole('button', { name: 'Add Guest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Guest' })
  const name = dialog.getByLabel('Name')
  const added = dialog.getByRole('list', { name: 'Added guests' }).getByRole('listitem')
  await expect.poll(() => name.evaluate((it) => it === document.activeElement)).toBe(true)
  for (const friend of ['Mia', 'Zoë Lam', '王小明']) {
    await page.keyboard.type(friend)
    await page.keyboard.press('Enter')
    await added.filter({ hasText: friend }).getByText('Added', { exact: true }).waitFor()
    expect(await name.inputValue()).toBe('')
  }
  await page.keyboard.press('Enter')
  await goOffline(page, 'GuestDialog')
  await page.keyboard.type('Out of reach')
  await page.keyboard.press('Enter')
  await added.filter({ hasText: 'Out of reach' }).getByText('waiting to sync').waitFor()
  expect(await added.count()).toBe(4)
  await expectAccessible(page, 'guests in a row')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.context().setOffline(false)
  await expect.poll(() => namesOf(trip)).toEqual(['Mia', 'Out of reach', 'Zoë Lam', '王小明'])
})

test('A pasted list is shown before its names are added; guests of the trip and doubles are left out', async () => {
  const trip = await planned('A list from the chat')
  expectSuccess(await people.alice.post(`/trips/${trip}/guest-participants`, { name: 'Mia' }))
  const page = await visit('alice', trip)
  await row(guests(page), 'Mia').waitFor()
  await page.getByRole('button', { name: 'Add Guest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Guest' })
  await dialog.getByLabel('Name').evaluate((input) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '1. Ann\n2. mia\n\n3. Ben\n- ann\n* Carl')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await dialog.getByRole('button', { name: 'Add 3 Guests' }).waitFor()
  await dialog.getByRole('button', { name: 'Remove Carl' }).click()
  await dialog.getByRole('button', { name: 'Add 2 Guests' }).click()
  const added = dialog.getByRole('list', { name: 'Added guests' }).getByRole('listitem')
  await expect.poll(() => added.count()).toBe(2)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => namesOf(trip)).toEqual(['Ann', 'Ben', 'Mia'])
})

test('Where the phone offers its contacts, people are chosen from them; elsewhere nothing says so', async () => {
  const trip = await planned('From the phone')
  const page = await visit('alice', trip)
  await page.getByRole('button', { name: 'Add Guest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Guest' })
  const choose = dialog.getByRole('button', { name: 'Choose from contacts' })
  await dialog.getByLabel('Name').waitFor()
  expect(await choose.count()).toBe(0)
  await page.evaluate(() => {
    const chosen = [
      { name: ['Zoë Lam'], email: ['zoe@example.org'], tel: ['+852 5555 0101'] },
      { name: ['Ben'] },
    ]
    Object.defineProperty(navigator, 'contacts', { value: { select: () => Promise.resolve(chosen) } })
  })
  await dialog.getByLabel('Name').fill(' ')
  await choose.click()
  await dialog.getByRole('button', { name: 'Add 2 Guests' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await row(guests(page), 'Zoë Lam').getByText('zoe@example.org').waitFor()
  await row(guests(page), 'Zoë Lam').getByText('+852 5555 0101').waitFor()
  await expect.poll(() => namesOf(trip)).toEqual(['Ben', 'Zoë Lam'])
})

const namesOf = async (trip: string): Promise<string[]> => {
  const { guestParticipants } = expectSuccess(await people.alice.get(`/trips/${trip}/guest-participants`))
  return guestParticipants.map(({ name }: { name: string }) => name).sort()
}

test('A second conflict while the user compares is detected, and they save only what they have seen', async () => {
  const trip = await planned('Overtaken twice')
  const { guestParticipant: guest } = expectSuccess(
    await people.alice.post(`/trips/${trip}/guest-participants`, { name: 'Zoë Lam' }),
  )
  const path = `/trips/${trip}/guest-participants/${guest.id}`
  const page = await visit('alice', trip, [/409/])
  await choose(page, 'Zoë Lam', 'Edit guest')
  const edit = page.getByRole('dialog', { name: 'Edit Guest' })
  await edit.getByLabel('Notes').fill('Brings a tent')
  expectSuccess(await people.alice.put(path, { phone: '+852 5555 0000' }))
  // In the list behind the dialog.
  await page.getByText('+852 5555 0000').waitFor()

  // The request after the refusal is aborted when the next one, for one more change, starts.
  let readings = 0
  const overtaken = Promise.withResolvers<void>()
  await page.route(`**/trips/${trip}/guest-participants`, async (route) => {
    readings += 1
    if (readings === 1) {
      expectSuccess(await people.alice.put(path, { phone: '+852 5555 0001' }))
      await overtaken.promise
    } else {
      overtaken.resolve()
      await page.waitForTimeout(300)
    }
    await route.continue()
  })
  const save = edit.getByRole('button', { name: 'Save' })
  await save.click()
  await edit.getByText('Someone else changed this in the meantime. Please look again.').waitFor()
  await save.click()
  await expectToast(page, 'Guest updated successfully')
  expect(readings).toBeGreaterThan(1)
})

test('Changes made offline of people who are gone meanwhile are named, and can be discarded', async () => {
  const trip = await planned('Far from a mast', 'bob')
  const guestPath = `/trips/${trip}/guest-participants`
  const { id } = expectSuccess(await people.alice.post(guestPath, { name: 'Zoë Lam' })).guestParticipant
  const page = await visit('alice', trip, [/ERR_INTERNET_DISCONNECTED/, /40[049]/])
  await row(guests(page), 'Zoë Lam').waitFor()
  await goOffline(page, 'GuestDialog')
  await choose(page, 'Zoë Lam', 'Edit guest')
  const dialog = page.getByRole('dialog', { name: 'Edit Guest' })
  await dialog.getByLabel('Phone (Optional)').fill('+852 5555 0101')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row(guests(page), 'Zoë Lam').getByText('waiting to sync').waitFor()
  await choose(page, 'bob', 'Make co-organizer')
  await row(users(page), 'bob').getByText('waiting to sync').waitFor()
  // On another device, and by bob.
  expectSuccess(await people.alice.del(`${guestPath}/${id}`))
  expectSuccess(await (await client(people.server, 'bob')).post(`/trips/${trip}/leave`))
  await page.context().setOffline(false)
  await page.getByText('2 changes were not accepted').waitFor()
  const sheet = await openRefused(page)
  await sheet.getByText('Failed to update guest participant').waitFor()
  await sheet.getByText('You had entered “Zoë Lam”.').waitFor()
  await sheet.getByText('This person is no longer on the trip.').waitFor()
  await expectAccessible(page, 'the refused changes of people who are gone')
  const discards = sheet.getByRole('button', { name: /^Discard/ })
  for (const left of [1, 0]) {
    await discards.first().click()
    await expect.poll(() => discards.count()).toBe(left)
  }
  await sheet.waitFor({ state: 'detached' })
})
