// A user who says that they are a guest of the trip, and the organizer's answer.

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { networkErrors } from '#tests/support/browser.ts'
import { createClient, expectSuccess } from '#tests/support/client.ts'
import { goOffline, goOnline } from '#tests/support/demoUsers.ts'
import { waitForActiveList } from '#tests/support/taps.ts'
import { choose, guests, row, tripPeopleForFile, users } from '#tests/support/tripPeople.ts'

const people = tripPeopleForFile()
const { planned, visit } = people

/** A trip with the guest Mia Chen, who owes half of an expense of 84; somebody joins by its link as her. */
async function tripWithClaim(title: string) {
  const trip = await planned(title)
  const path = `/trips/${trip}`
  const guest = await people.alice.post(`${path}/guest-participants`, { name: 'Mia Chen' })
  const guestId: string = expectSuccess(guest).guestParticipant.id
  const { user: alice } = expectSuccess(await people.alice.get('/auth/me'))
  const sharedBy = [
    { id: alice.id, type: 'user' },
    { id: guestId, type: 'guest' },
  ]
  const expense = { description: 'Tram', amount: 84, category: 'transportation', sharedBy }
  expectSuccess(await people.alice.post(`${path}/expenses-enhanced`, expense))
  const { inviteLink } = expectSuccess(await people.alice.post(`${path}/invite-link`, {}))
  const port = Number(new URL(people.server.url).port)
  const stranger = createClient(port)
  const joining = { secret: inviteLink.url.split('#')[1], guestId }
  const { token } = expectSuccess(await stranger.post('/invite-links/join', joining))
  return { trip, path, guestId, mia: createClient(port, token) }
}

const claim = (page: Page) => page.getByRole('article').filter({ hasText: 'says: I am the guest Mia Chen' })
const whoIsWho = (page: Page) => page.getByRole('region', { name: 'Who is who' })
const undo = (page: Page) => whoIsWho(page).getByRole('button', { name: 'Undo' })

test('The organizer sees what a yes does to the money; with it the guest is the user, until it is undone in the same place', async () => {
  const { trip, path, mia } = await tripWithClaim('Who is Mia')
  const page = await visit('alice', trip)
  await claim(page)
    .getByText(/their 1 expense and .HK\$42\.00 become Mia Chen/)
    .waitFor()
  await row(users(page), 'Mia Chen').getByText('joined by link').waitFor()
  await row(users(page), 'Mia Chen').getByText('Asks', { exact: true }).waitFor()
  await row(guests(page), 'Mia Chen').getByText('In 1 expense').waitFor()
  await expectAccessible(page, 'a claim')
  await claim(page).getByRole('button', { name: 'Yes' }).click()
  await whoIsWho(page).getByText('Mia Chen is the guest Mia Chen now').waitFor()
  await page.getByText('No guests yet').waitFor()
  await expect.poll(() => users(page).getByText('Asks', { exact: true }).count()).toBe(0)
  await expectAccessible(page, 'a claim that is accepted')
  const { user } = expectSuccess(await mia.get('/auth/me'))
  const netOf = async () =>
    expectSuccess(await mia.get(`${path}/settlement`)).settlement.participants.find(
      ({ id }: { id: string }) => id === user.id,
    )?.netBalance
  expect(await netOf()).toBe(-42)

  await waitForActiveList(whoIsWho(page))
  await undo(page).click()
  await claim(page).getByRole('button', { name: 'Yes' }).waitFor()
  await row(guests(page), 'Mia Chen').getByText('In 1 expense').waitFor()
  expect(await netOf()).toBe(0)
})

test('An undo that is not possible, as after money was recorded since, says why on the same row', async () => {
  const { trip, path, mia } = await tripWithClaim('Mia for good')
  const page = await visit('alice', trip, [/409/])
  await claim(page).getByRole('button', { name: 'Yes' }).click()
  await undo(page).waitFor()
  const { user } = expectSuccess(await mia.get('/auth/me'))
  const expense = { description: 'Ferry', amount: 10, category: 'transportation' }
  const sharedBy = [{ id: user.id, type: 'user' }]
  expectSuccess(await mia.post(`${path}/expenses-enhanced`, { ...expense, sharedBy }))
  await waitForActiveList(whoIsWho(page))
  const history = `**/api${path}/history*`
  await page.route(history, (route) => route.fulfill({ json: { entries: [], has_more: false } }))
  await undo(page).click()
  const alert = whoIsWho(page).getByRole('alert')
  await alert.filter({ hasText: 'Failed to undo the change' }).waitFor()
  await page.unroute(history)
  await undo(page).click()
  await alert.filter({ hasText: '“Ferry” names Mia Chen and was recorded since' }).waitFor()
  await whoIsWho(page).getByText('Mia Chen is the guest Mia Chen now').waitFor()
})

test('With a no both stay, and its card says so without an Undo', async () => {
  const { trip } = await tripWithClaim('Not that Mia')
  const page = await visit('alice', trip)
  await claim(page).getByRole('button', { name: 'No', exact: true }).click()
  await claim(page).getByText('Both stay', { exact: true }).waitFor()
  expect(await undo(page).count()).toBe(0)
  await guests(page).getByText('Mia Chen').waitFor()
})

test('A user of the trip says from the guest’s row to be that guest, once, also without a network', async () => {
  const trip = await planned('Ben is Leo', 'bob')
  expectSuccess(await people.alice.post(`/trips/${trip}/guest-participants`, { name: 'Leo' }))
  const page = await visit('bob', trip, networkErrors)
  await row(guests(page), 'Leo').waitFor()
  await goOffline(page, 'ClaimDialog')
  await choose(page, 'Leo', 'I am this guest')
  const question = page.getByRole('alertdialog', { name: 'Are you Leo?' })
  await question.getByText('alice has to confirm it.').waitFor()
  await expectAccessible(page, 'saying to be a guest')
  await question.getByRole('button', { name: 'I am this guest' }).click()
  await row(guests(page), 'Leo').getByText('your question: waiting to sync').waitFor()
  await row(guests(page), 'Leo').getByText('alice has to confirm that you are Leo').waitFor()
  expect(await page.getByRole('button', { name: 'Actions for Leo' }).count()).toBe(0)
  await goOnline(page)
  await expect.poll(() => page.getByText('waiting to sync').count()).toBe(0)
  await row(users(page), 'bob').getByText('Asks', { exact: true }).waitFor()

  const host = await visit('alice', trip)
  const asked = host.getByRole('article').filter({ hasText: 'bob says: I am the guest Leo' })
  await asked.getByText('nothing is open').waitFor()
  await asked.getByRole('button', { name: 'Yes' }).click()
  await whoIsWho(host).getByText('bob is the guest Leo now').waitFor()
  await page.getByText('No guests yet').waitFor()
})

test('The organizer is a guest at once, after a question', async () => {
  const trip = await planned('Alice herself')
  expectSuccess(await people.alice.post(`/trips/${trip}/guest-participants`, { name: 'Mum' }))
  const page = await visit('alice', trip)
  await choose(page, 'Mum', 'I am this guest')
  await page.getByRole('alertdialog').getByRole('button', { name: 'I am this guest' }).click()
  await page.getByText('No guests yet').waitFor()
  await expect
    .poll(async () => (await people.alice.get(`/trips/${trip}/history?limit=1`)).body.entries[0].text)
    .toBe('alice is now the guest Mum')
})

test('Whoever is removed and came by the link of the trip can be kept from coming back by it', async () => {
  const { trip, path } = await tripWithClaim('Not welcome')
  const linkNow = async () => expectSuccess(await people.alice.get(`${path}/invite-link`)).inviteLink.id
  const before = await linkNow()
  const page = await visit('alice', trip)
  await choose(page, 'Mia Chen (', 'Remove from trip')
  const question = page.getByRole('alertdialog')
  const tick = question.getByRole('checkbox', { name: 'Also make a new link' })
  expect(await tick.isChecked()).toBe(false)
  await tick.check()
  await expectAccessible(page, 'removing somebody who came by the link')
  await question.getByRole('button', { name: 'Remove' }).click()
  await question.waitFor({ state: 'detached' })
  await row(users(page), 'Mia Chen').waitFor({ state: 'detached' })
  expect(await linkNow()).not.toBe(before)
})

test('Names wrap, also at 320 px beside everything that a row says', async () => {
  const trip = await planned('Long names')
  const { inviteLink } = expectSuccess(await people.alice.post(`/trips/${trip}/invite-link`, {}))
  const name = 'Nguyễn Thị Phương Anh Katharina Rose Mai'
  const stranger = createClient(Number(new URL(people.server.url).port))
  expectSuccess(await stranger.post('/invite-links/join', { secret: inviteLink.url.split('#')[1], name }))
  const page = await visit('alice', trip)
  await page.setViewportSize({ width: 320, height: 640 })
  const shown = row(users(page), name).getByText(name, { exact: true })
  await shown.waitFor()
  const isCut = await shown.evaluate((of) => {
    const { scrollWidth, clientWidth } = of.parentElement!
    return scrollWidth > clientWidth || document.documentElement.scrollWidth > 320
  })
  expect(isCut).toBe(false)
})
