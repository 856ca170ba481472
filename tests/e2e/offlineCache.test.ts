// What of a person's trips is in the offline cache of their device: it follows the changes, and is deleted with the session
// and with the place in a trip.

import { expect, test } from 'vitest'
import { networkErrors } from '#tests/support/browser.ts'
import { createClient, expectSuccess } from '#tests/support/client.ts'
import { logInAndOpen, password } from '#tests/support/demoUsers.ts'
import { cachedNames, waitUntilCached } from '#tests/support/offlineCache.ts'
import { restartableServerForFile, waitForWorker } from '#tests/support/restartableServer.ts'

const setup = restartableServerForFile()

test('The offline cache is cleared with the log-out and with a session ended from another device, and the next person in the browser finds only their own data', async () => {
  const trip = await setup.trips.planned('For three pairs of eyes')
  const page = await setup.person({
    url: setup.server.url,
    expects: [...networkErrors, /status of 401/],
    serviceWorkers: 'allow',
  })
  await logInAndOpen(page, setup.server, 'alice', `/app/travel/${trip}`)
  await waitUntilCached(page, `replicas ${trip}`, `pieces ${trip}`, /^\/trips\?/)
  await waitForWorker(page)
  await page.goto('/app/profile')
  // The list of devices; it would be refused after the log-out.
  await page.getByText(/^This one/).waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => cachedNames(page)).toEqual([])

  await page.getByLabel('Username').fill('dave')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/app/chat')
  await waitUntilCached(page, 'list')
  await page.context().setOffline(true)
  await page.goto('/app/travel')
  await page.getByText('Failed to fetch trips').first().waitFor()
  await expect.poll(() => page.getByText('For three pairs of eyes').count()).toBe(0)

  expect(await cachedNames(page)).not.toEqual([])
  const token = await page.evaluate(() => localStorage.getItem('token')!)
  const elsewhere = createClient(Number(new URL(setup.server.url).port), token)
  expect((await elsewhere.post('/auth/logout')).status).toBe(204)
  await page.context().setOffline(false)
  await page.waitForURL('**/login')
  await expect.poll(() => cachedNames(page)).toEqual([])
})

test('A person who is removed from an open trip has nothing of it on the device a second later', async () => {
  const trip = await setup.trips.planned('Without bob')
  await setup.trips.spend(trip, 300)
  const page = await setup.person({ url: setup.server.url, expects: [/status of 40[34]/] })
  await logInAndOpen(page, setup.server, 'bob', `/app/travel/${trip}#expenses`)
  await page.getByText('Dinner for 300').first().waitFor()
  await waitUntilCached(page, `replicas ${trip}`, `pieces ${trip}`)
  const { ids, as } = setup.trips
  expectSuccess(await as.alice.del(`/trips/${trip}/participants/${ids.bob}`))
  await page.getByText('This trip is not here any more').first().waitFor()
  const ofTrip = async () => (await cachedNames(page)).filter((name) => name.endsWith(trip))
  await expect.poll(ofTrip).toEqual([])
  // A write that was under way would have stored it again by now.
  await page.waitForTimeout(1000)
  expect(await ofTrip()).toEqual([])
})

test('A person who is removed from a trip while the app is closed has nothing of it on the device after the next start', async () => {
  const { trips } = setup
  const [lost, others] = [await trips.planned('Without carol'), await trips.planned('Still with carol')]
  const page = await setup.person({ url: setup.server.url, expects: [/status of 40[34]/] })
  const cached = (trip: string) =>
    waitUntilCached(page, `replicas ${trip}`, `pieces ${trip}`, `/trips/${trip}/all-participants`)
  await logInAndOpen(page, setup.server, 'carol', `/app/travel/${lost}`)
  await cached(lost)
  await page.goto(`/app/travel/${others}`)
  await cached(others)
  await page.goto('about:blank')
  expectSuccess(await trips.as.alice.del(`/trips/${lost}/participants/${trips.ids.carol}`))

  await page.goto('/app')
  await page.getByText('Welcome, carol').waitFor()
  const ofTrip = async (trip: string) => (await cachedNames(page)).filter((name) => name.includes(trip))
  await expect.poll(() => ofTrip(lost)).toEqual([])
  expect(await ofTrip(others)).toContain(`replicas ${others}`)
})

test('A known trip is shown from the device while the server is slow, and then follows the changes', async () => {
  const trip = await setup.trips.planned('Known already')
  await setup.trips.spend(trip, 300)
  const page = await setup.person({ url: setup.server.url })
  await logInAndOpen(page, setup.server, 'bob', `/app/travel/${trip}#expenses`)
  await page.getByText('Dinner for 300').first().waitFor()
  await waitUntilCached(page, `replicas ${trip}`, `pieces ${trip}`)
  await setup.trips.spend(trip, 450)
  await page.getByText('Dinner for 450').first().waitFor()
  const shown = Promise.withResolvers<void>()
  await page.route('**/replica', async (route) => {
    await shown.promise
    await route.fallback()
  })
  await page.reload()
  await page.getByText('Dinner for 300').first().waitFor()
  shown.resolve()
  await setup.trips.spend(trip, 600)
  await page.getByText('Dinner for 600').first().waitFor()
  await expect.poll(() => page.getByText('Dinner for 450').count()).toBeGreaterThan(0)
})

test('Without a session nothing of an open trip is asked for without a token, and the next start clears the offline cache', async () => {
  const trip = await setup.trips.planned('Followed once')
  const page = await setup.person({ url: setup.server.url, expects: networkErrors })
  const bearers: (string | undefined)[] = []
  await page.route('**/changes', async (route) => {
    bearers.push(route.request().headers()['authorization'])
    await route.abort()
  })
  await logInAndOpen(page, setup.server, 'bob', `/app/travel/${trip}`)
  await expect.poll(() => bearers.length).toBeGreaterThan(0)
  const retry = () =>
    page.evaluate(async () => {
      dispatchEvent(new Event('online'))
      await fetch('/healthz')
    })
  const first = bearers.length
  await retry()
  await expect.poll(() => bearers.length).toBeGreaterThan(first)
  await waitUntilCached(page, `replicas ${trip}`)
  await page.evaluate(() => localStorage.removeItem('token'))
  await retry()
  for (const bearer of bearers) expect(bearer).toMatch(/^Bearer ./)
  await page.goto('/login')
  await expect.poll(() => cachedNames(page)).toEqual([])
})
