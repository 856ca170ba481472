// A user who says that they are a guest of the trip, and the organizer's answer.

import { expect, test } from 'vitest'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { createClient, expectSuccess } from '#tests/support/client.ts'
import { expectToast } from '#tests/support/demoUsers.ts'
import { tripPeopleForFile, guests, users } from '#tests/support/tripPeople.ts'

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
  return { trip, path, mia: createClient(port, token) }
}

test('The organizer sees what a yes does to the money, and with it the guest is the user', async () => {
  const { trip, path, mia } = await tripWithClaim('Who is Mia')
  const page = await visit('alice', trip)
  const card = page.getByRole('article').filter({ hasText: 'says: I am the guest Mia Chen' })
  await card.getByText(/their 1 expense and .HK\$42\.00 become Mia Chen/).waitFor()
  await expectAccessible(page, 'a claim')
  await card.getByRole('button', { name: 'Yes' }).click()
  await expectToast(page, 'is the guest Mia Chen now')
  await card.waitFor({ state: 'detached' })
  await users(page).getByText('Mia Chen', { exact: true }).waitFor()
  await page.getByText('No guests yet').waitFor()
  const { user } = expectSuccess(await mia.get('/auth/me'))
  const { settlement } = expectSuccess(await mia.get(`${path}/settlement`))
  expect(settlement.participants.find(({ id }: { id: string }) => id === user.id).netBalance).toBe(-42)
})

test('With a no both stay', async () => {
  const { trip } = await tripWithClaim('Not that Mia')
  const page = await visit('alice', trip)
  const card = page.getByRole('article').filter({ hasText: 'says: I am the guest Mia Chen' })
  await card.getByRole('button', { name: 'No', exact: true }).click()
  await expectToast(page, 'stay two')
  await card.waitFor({ state: 'detached' })
  await guests(page).getByText('Mia Chen').waitFor()
})
