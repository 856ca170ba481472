// Invite links in browsers: letting people in, joining with a name, the first minute, and keeping the account.

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { networkErrors, viewports } from '#tests/support/browser.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import {
  client,
  expectToast,
  goOffline,
  goOnline,
  logInAndOpen,
  plannedTrip,
  storeToken,
} from '#tests/support/demoUsers.ts'
import { swipe } from '#tests/support/finger.ts'
import { startServer } from '#tests/support/server.ts'
import { details, tripScreensForFile } from '#tests/support/tripScreens.ts'

const setup = tripScreensForFile()
let bob: Client
beforeAll(async () => {
  bob = await client(setup.server, 'bob')
})

const sheet = (page: Page) => page.getByRole('dialog', { name: /^Invite to/ })
const join = (page: Page) => page.getByRole('button', { name: 'Join the trip' }).click()
const greeting = (page: Page, name: string) =>
  page.getByRole('heading', { name: `Hello, ${name}!` }).waitFor()
const stateOf = (page: Page) =>
  page.evaluate(() => [location.pathname + location.hash, history.state?.secret])
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

async function linkTo(trip: string, body: object = {}): Promise<{ id: string; url: string }> {
  return expectSuccess(await setup.alice.post(`/trips/${trip}/invite-link`, body)).inviteLink
}

const addGuest = async (trip: string, name: string): Promise<string> =>
  expectSuccess(await setup.alice.post(`/trips/${trip}/guest-participants`, { name })).guestParticipant.id

const namesOn = async (trip: string): Promise<string[]> =>
  expectSuccess(await setup.alice.get(`/trips/${trip}`)).trip.participants.map(
    ({ user }: { user: { username: string } }) => user.username,
  )

/** Somebody without an account opens the link. */
async function open(url: string, expects: RegExp[] = []): Promise<Page> {
  const page = await setup.person({ url: setup.server.url, expects })
  await page.goto(url)
  return page
}

/** A person on the trip who joined by its link and has no password. */
async function joined(trip: string, name: string, expects: RegExp[] = []): Promise<Page> {
  const page = await open((await linkTo(trip)).url, expects)
  await page.getByLabel('Your name').fill(name)
  await join(page)
  await greeting(page, name.split(' ')[0]!)
  return page
}

test('A link leads a stranger with a name and three presses to the first expense, then to the chat and to an account for every device', async () => {
  coversSpec('§2 Trip details dialog: Organizer and co_organizer see')

  const trip = await setup.planned('Link to Lisbon', ['bob'])
  expectSuccess(await setup.alice.post(`/trips/${trip}/chats`, { name: 'Lisbon plans' }))
  const organizer = await setup.visit('alice', `/app/travel/${trip}`)
  await organizer.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const name of ['Edit trip', 'More actions'])
    await details(organizer).getByRole('button', { name }).waitFor()
  await details(organizer).getByRole('button', { name: 'Share trip' }).click()
  await sheet(organizer).getByText('Off. Whoever joined stays.').waitFor()
  await sheet(organizer).getByRole('switch', { name: 'Anyone with the link can join' }).click()
  await sheet(organizer).getByRole('img', { name: 'QR code of the link' }).waitFor()
  await expectAccessible(organizer, 'the link of a trip')
  await sheet(organizer).getByRole('button', { name: 'Copy' }).click()
  await sheet(organizer).getByRole('button', { name: 'Copied' }).waitFor()
  await sheet(organizer).getByRole('button', { name: 'Copy', exact: true }).waitFor()
  const url = await organizer.evaluate(() => navigator.clipboard.readText())
  expect(url).toMatch(new RegExp(`^${setup.server.url}/join#[\\w-]{22}\\.[\\w-]{22}$`))

  const page = await open(url)
  await page.getByText('alice invites you').waitFor()
  await page.getByRole('heading', { name: 'Link to Lisbon' }).waitFor()
  await expectAccessible(page, 'the page of a link')
  await page.getByLabel('Your name').fill('Mia Chen')
  await join(page)
  await greeting(page, 'Mia')
  await page.getByText('What was shared with you so far is already here.').waitFor()
  await page.getByText('Nothing is open yet').waitFor()
  await expectAccessible(page, 'the first minute')
  await page.getByRole('tab', { name: 'Expenses' }).click()
  await page.getByRole('button', { name: 'Add Expense' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add Expense' })
  await form.getByLabel('Amount').fill('12.50')
  await form.getByLabel('Description').fill('Tram for all')
  await form.getByRole('button', { name: 'Add Expense' }).click()
  await expect
    .poll(async () => (await bob.get(`/trips/${trip}/expenses`)).body.expenses)
    .toMatchObject([{ description: 'Tram for all', paidBy: { name: 'Mia Chen' } }])

  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByText('You are owed').first().waitFor()
  await page.getByRole('button', { name: 'Say hello' }).click()
  await page.getByLabel('Message', { exact: true }).fill('Hello all')
  await page.keyboard.press('Enter')
  await page.getByText('Hello all').waitFor()

  await page.goto(`/app/travel/${trip}`)
  await page.getByRole('button', { name: 'Add a password' }).click()
  const keep = page.getByRole('dialog', { name: 'Keep your account' })
  await expectAccessible(page, 'the form that keeps an account')
  await keep.getByLabel('Username').fill('mia.chen')
  await keep.getByLabel('Password', { exact: true }).fill('over-the-hills')
  await keep.getByRole('button', { name: 'Keep account' }).click()
  await expectToast(page, 'Your account is kept.')
  await expect.poll(() => page.getByRole('button', { name: 'Add a password' }).count()).toBe(0)

  const elsewhere = await setup.person({ url: setup.server.url, viewport: viewports.desktop })
  await elsewhere.goto('/login')
  await elsewhere.getByLabel('Username').fill('mia.chen')
  await elsewhere.getByLabel('Password', { exact: true }).fill('over-the-hills')
  await elsewhere.getByRole('button', { name: 'Log in' }).click()
  await elsewhere.waitForURL('**/app/chat')
  await elsewhere.goto('/app/profile')
  await elsewhere.getByRole('heading', { name: 'Mia Chen' }).waitFor()
  await elsewhere.getByText('Username mia.chen').waitFor()
})

describe('the page of a link', () => {
  test('The secret leaves the address at once, outlives a reload and the way back from the log-in, and is dropped by joining', async () => {
    const trip = await setup.planned('Kept secret')
    const { url } = await linkTo(trip)
    const secret = url.split('#')[1]
    const page = await open(url)
    await page.getByLabel('Your name').waitFor()
    expect(await stateOf(page)).toEqual(['/join', secret])
    await page.reload()
    await page.getByRole('heading', { name: 'Kept secret' }).waitFor()

    await page.getByRole('link', { name: 'Log in' }).click()
    await page.waitForURL('**/login')
    await page.getByLabel('Username').fill('erin')
    await page.getByLabel('Password', { exact: true }).fill('travel-demo')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Join as erin' }).click()
    await greeting(page, 'erin')
    expect((await stateOf(page))[1]).toBeUndefined()
    // Without a question for a password, which erin has.
    await expect.poll(() => page.getByRole('button', { name: 'Add a password' }).count()).toBe(0)
    expect(await namesOn(trip)).toContain('erin')

    await page.goto(url)
    await page.waitForURL(`**/app/travel/${trip}`)
    await details(page).getByRole('heading', { name: 'Kept secret' }).waitFor()
  })

  test('By keyboard alone a person says who they are; an open link chooses nobody, and a taken name is said at its field', async () => {
    const trip = await setup.planned('Who is who', ['carol'])
    await addGuest(trip, 'Nora')
    const page = await open((await linkTo(trip)).url, [/409/])
    await page.getByRole('radio', { name: 'I am Nora' }).waitFor()
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Join the trip' }).press('Enter')
    await page.getByText('Choose who you are').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
    await expect.poll(focused).toBe('who')
    await page.keyboard.press('Space')
    await expect.poll(() => page.getByRole('radio', { name: 'I am Nora' }).isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.type('carol')
    await expect.poll(() => page.getByRole('radio', { name: 'Someone else' }).isChecked()).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByText('carol is on this trip already. Are you another one? Add a letter.').waitFor()
    await expect.poll(focused).toBe('name')
    await expectAccessible(page, 'a taken name')
    await page.keyboard.type('a')
    await page.keyboard.press('Enter')
    await greeting(page, 'carola')
    expect(await namesOn(trip)).toContain('carola')
  })

  test('Who says by the open link to be a guest is on the trip at once, and is told that the organizer has to confirm it', async () => {
    const trip = await setup.planned('Perhaps Nora')
    await addGuest(trip, 'Nora')
    const page = await open((await linkTo(trip)).url)
    await page.getByText('alice will confirm it once').waitFor()
    await page.getByRole('radio', { name: 'I am Nora' }).check()
    await join(page)
    await greeting(page, 'Nora')
    await page.getByText('alice has to confirm that you are Nora').waitFor()
    expect(await namesOn(trip)).toHaveLength(2)
  })

  test('Without a network the name stays, and the person joins once, by themselves, when it is back', async () => {
    const trip = await setup.planned('Patchy network')
    const page = await open((await linkTo(trip)).url, networkErrors)
    await page.getByLabel('Your name').fill('Noor')
    // The response of the first attempt is lost.
    let isLost = true
    await page.route('**/invite-links/join', async (route) => {
      if (!isLost) return route.fallback()
      await route.fetch()
      await route.abort()
    })
    await join(page)
    await page.getByText('No connection').waitFor()
    expect(await page.getByLabel('Your name').inputValue()).toBe('Noor')
    isLost = false
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await greeting(page, 'Noor')
    expect((await namesOn(trip)).filter((name) => name === 'Noor')).toHaveLength(1)
  })

  test('A link that could not be read is read again by itself', async () => {
    const trip = await setup.planned('Read later')
    const page = await setup.person({ url: setup.server.url, expects: networkErrors })
    let isLost = true
    await page.route('**/invite-links/preview', (route) => (isLost ? route.abort() : route.fallback()))
    await page.goto((await linkTo(trip)).url)
    await page.getByText('No connection').waitFor()
    await expectAccessible(page, 'a link without a network')
    isLost = false
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByRole('heading', { name: 'Read later' }).waitFor()
  })

  test('A failure of the server is said, and Retry joins', async () => {
    const trip = await setup.planned('Server away')
    const page = await open((await linkTo(trip)).url, [/status of 503/])
    await page.getByLabel('Your name').fill('Kim')
    let isAway = true
    await page.route('**/invite-links/join', (route) =>
      isAway ? route.fulfill({ status: 503, body: '' }) : route.fallback(),
    )
    await join(page)
    await page.getByRole('alert').filter({ hasText: 'That did not work.' }).waitFor()
    isAway = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await greeting(page, 'Kim')
    expect(await namesOn(trip)).toContain('Kim')
  })

  test('A link that has ended names the organizer and nothing of the trip; half a link names nobody', async () => {
    const trip = await setup.planned('Nothing of this')
    const { id, url } = await linkTo(trip)
    expectSuccess(await setup.alice.del(`/trips/${trip}/invite-link/${id}`))
    const page = await open(url, [/404/])
    await page.getByRole('heading', { name: 'This link has ended' }).waitFor()
    expect(await page.locator('body').innerText()).not.toContain('Nothing of this')
    await expectAccessible(page, 'a link that has ended')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Ask alice for a new link' }).click()
    await expectToast(page, 'Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'The link to our trip has ended. Can you send me a new one?',
    )

    await page.goto(url.slice(0, -4))
    await page.getByRole('heading', { name: 'This link is not complete' }).waitFor()
    expect(await page.locator('body').innerText()).not.toContain('alice')
    expect(await page.getByRole('button').count()).toBe(0)
    await page.goto('/join')
    await page.getByRole('heading', { name: 'This link is not complete' }).waitFor()
  })

  test('A session that has ended is no hindrance: the page goes on as for nobody', async () => {
    const trip = await setup.planned('Old session')
    const page = await setup.person({ url: setup.server.url, expects: [/401/] })
    const old = await client(setup.server, 'dave')
    await storeToken(page, old.token!)
    expectSuccess(await old.post('/auth/logout'))
    await page.goto((await linkTo(trip)).url)
    await page.getByLabel('Your name').fill('Dave again')
    await join(page)
    await greeting(page, 'Dave')
  })

  test('Six guests scroll inside their list, which has a search; whom it does not find can still be somebody else', async () => {
    const trip = await setup.planned('Many guests')
    for (const name of ['Ana', 'Ben Ong', 'Cleo', 'Dev', 'Eli', 'Zoë Lam']) await addGuest(trip, name)
    const page = await open((await linkTo(trip)).url)
    const radio = (name: string) => page.getByRole('radio', { name })
    await radio('I am Ana').waitFor()
    const scrolls = radio('I am Ana').evaluate((input) => {
      for (let of = input.parentElement; of; of = of.parentElement)
        if (getComputedStyle(of).overflowY === 'auto') return of.scrollHeight > of.clientHeight
      return false
    })
    expect(await scrolls).toBe(true)
    const search = page.getByLabel('Search your name')
    await search.fill('zoe')
    await expect.poll(() => page.getByRole('radio', { name: /^I am/ }).count()).toBe(1)
    await expectAccessible(page, 'a search among the guests')
    await radio('I am Zoë Lam').check()
    // Whoever is chosen stays, also where the search has other words.
    await search.fill('nobody')
    expect(await radio('I am Zoë Lam').isChecked()).toBe(true)
    await radio('Someone else').check()
    await page.getByText('Nobody here is called that.').waitFor()
    await page.getByRole('textbox', { name: 'Your name' }).fill('Fay')
    await join(page)
    await greeting(page, 'Fay')
  })

  test('Too many tries are said in words, and what was typed stays', async () => {
    const trip = await setup.planned('Too fast')
    const page = await open((await linkTo(trip)).url, [/429/])
    const message = 'Too many new accounts. Please wait a while.'
    const tooMany = { error: { code: 'RATE_LIMITED', message }, message }
    await page.route('**/invite-links/join', (route) => route.fulfill({ status: 429, json: tooMany }))
    await page.getByLabel('Your name').fill('Hana')
    await join(page)
    await page.getByRole('alert').filter({ hasText: message }).waitFor()
    expect(await page.getByLabel('Your name').inputValue()).toBe('Hana')
    await page.unroute('**/invite-links/join')
    await page.getByRole('button', { name: 'Retry' }).click()
    await greeting(page, 'Hana')
  })

  test('A link of one guest has them chosen, and everything fits 320 px', async () => {
    const trip = await setup.planned('For one')
    const guestId = await addGuest(trip, 'Grandmother Bernadette-Louise')
    await addGuest(trip, 'Somebody')
    const page = await setup.person({ url: setup.server.url, viewport: { width: 320, height: 640 } })
    await page.goto((await linkTo(trip, { guestId })).url)
    const radio = page.getByRole('radio', { name: 'I am Grandmother Bernadette-Louise' })
    await expect.poll(() => radio.isChecked()).toBe(true)
    expect(await page.getByText('I am Somebody').count()).toBe(0)
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await width()).toBe(320)
    await join(page)
    await greeting(page, 'Grandmother')
    expect(await width()).toBe(320)
  })
})

describe('letting people in', () => {
  test('The organizer makes a new link after a question, hands a guest one of their own, and turns the link off; whoever joined is listed', async () => {
    const trip = await setup.planned('Doors')
    await addGuest(trip, 'Mia Chen')
    await joined(trip, 'Olu')
    const page = await setup.visit('alice', `/app/travel/${trip}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await details(page).getByRole('button', { name: 'Share trip' }).click()
    await sheet(page).getByText('1 joined').waitFor()
    const field = sheet(page).getByLabel('Link', { exact: true })
    const first = await field.inputValue()
    await sheet(page).getByRole('button', { name: 'New link' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'New link' }).click()
    await expect.poll(() => field.inputValue()).not.toBe(first)

    await sheet(page).getByRole('button', { name: 'Invite Mia' }).click()
    await expectToast(page, 'Copied. Send it to Mia Chen.')
    await sheet(page).getByText('Sent today').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).not.toBe(await field.inputValue())
    await sheet(page).getByRole('listitem').filter({ hasText: 'Olu' }).waitFor()

    await sheet(page).getByRole('switch').click()
    await sheet(page).getByText('Off. Whoever joined stays.').waitFor()
    expect(await field.count()).toBe(0)
    await sheet(page).getByRole('listitem').filter({ hasText: 'Olu' }).waitFor()
  })

  test('On a phone it is a sheet over the trip, which a finger that drags it down, Back, Escape, its cross and a press beside it close', async () => {
    const trip = await setup.planned('Risen')
    await linkTo(trip)
    for (let i = 0; i < 9; i += 1) await addGuest(trip, `Guest${i}`)
    const page = await setup.person({ url: setup.server.url, hasTouch: true })
    await logInAndOpen(page, setup.server, 'alice', `/app/travel/${trip}`)
    const share = details(page).getByRole('button', { name: 'Share trip' })
    const top = async () => (await sheet(page).getByRole('heading', { level: 2 }).boundingBox())!.y
    const open = async () => {
      await share.click()
      await sheet(page).getByRole('button', { name: 'Invite Guest8' }).waitFor()
    }
    const closings = {
      drag: () => swipe(page, 0, { x: 150, y: 100 }, 400),
      back: () => page.goBack(),
      escape: () => page.keyboard.press('Escape'),
      cross: () => sheet(page).getByRole('button', { name: 'Close' }).click(),
      beside: () => page.touchscreen.tap(150, 20),
    }
    for (const [name, close] of Object.entries(closings)) {
      await open()
      await close()
      await sheet(page).waitFor({ state: 'detached' })
      await expect
        .poll(() => share.evaluate((it) => it === document.activeElement), { message: name })
        .toBe(true)
    }

    await open()
    const last = sheet(page).getByRole('button', { name: 'Invite Guest8' })
    await last.scrollIntoViewIfNeeded()
    expect(await top(), 'stays while its content scrolls').toBeLessThan(100)
    await swipe(page, 0, { x: 150, y: 400 }, 300)
    await expect.poll(() => last.evaluate((it) => it.getBoundingClientRect().top > innerHeight)).toBe(true)
    expect(await sheet(page).count(), 'a finger that scrolls closes nothing').toBe(1)

    const before = await top()
    await swipe(page, 0, { x: 150, y: 100 }, 150, false)
    expect(await top(), 'nothing moves for who asked for less motion').toBe(before)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await swipe(page, 0, { x: 150, y: 100 }, 150, false)
    await expect.poll(top, { message: 'it is where the finger is' }).toBe(before + 150)
  })

  test('A browser that does not copy has the link selected; offline the known link is still there', async () => {
    const trip = await setup.planned('No clipboard')
    await linkTo(trip)
    const page = await setup.visit('alice', `/app/travel/${trip}`, networkErrors)
    await details(page).getByRole('button', { name: 'Share trip' }).click()
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
    })
    await sheet(page).getByRole('button', { name: 'Copy' }).click()
    await sheet(page).getByText('The link is selected.').waitFor()
    const address = await sheet(page).getByLabel('Link', { exact: true }).inputValue()
    await expect.poll(() => page.evaluate(() => document.getSelection()?.toString())).toBe(address)
    await goOffline(page)
    await sheet(page).getByText('No connection. This link still works.').waitFor()
    await expect.poll(() => sheet(page).getByRole('switch').isDisabled()).toBe(true)
    await goOnline(page)
    await expect.poll(() => sheet(page).getByRole('switch').isEnabled()).toBe(true)
  })

  test('A co-organizer shares the link and cannot turn it off; a member has no such button', async () => {
    const trip = await setup.planned('Two in charge', ['bob', 'carol'])
    await linkTo(trip)
    const { trip: shown } = expectSuccess(await setup.alice.get(`/trips/${trip}`))
    const of = (name: string) =>
      shown.participants.find(({ user }: { user: { username: string } }) => user.username === name).id
    expectSuccess(await setup.alice.put(`/trips/${trip}/participants/${of('bob')}`, { role: 'co_organizer' }))
    const page = await setup.visit('bob', `/app/travel/${trip}`)
    await details(page).getByRole('button', { name: 'Share trip' }).click()
    await sheet(page).getByRole('button', { name: 'Copy' }).waitFor()
    expect(await sheet(page).getByRole('switch').count()).toBe(0)
    expect(await sheet(page).getByRole('button', { name: 'New link' }).count()).toBe(0)
    const member = await setup.visit('carol', `/app/travel/${trip}`)
    await details(member).getByRole('button', { name: 'More actions' }).waitFor()
    expect(await details(member).getByRole('button', { name: 'Share trip' }).count()).toBe(0)
  })
})

describe('an account without a password', () => {
  test('What waits on the device is sent after the account is kept: the person is the same', async () => {
    const trip = await setup.planned('Kept outbox')
    const page = await joined(trip, 'Ines', networkErrors)
    await page.getByRole('button', { name: 'Add Expense' }).waitFor()
    await page.getByRole('button', { name: 'Add Expense' }).click()
    const form = page.getByRole('dialog', { name: 'Add Expense' })
    await form.waitFor()
    // Only what is sent later is lost, so that the account can be kept meanwhile.
    await page.route('**/expenses*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    for (const [amount, description] of [
      ['7', 'Water'],
      ['8', 'Bread'],
    ] as const) {
      await form.getByLabel('Amount').fill(amount)
      await form.getByLabel('Description').fill(description)
      await form
        .getByRole('button', { name: description === 'Water' ? 'Save and add another' : 'Add Expense' })
        .click()
    }
    await form.waitFor({ state: 'hidden' })
    await page.goto('/app/profile')
    await page.getByText('2 changes not sent yet.').waitFor()
    await page.getByRole('button', { name: 'Keep your account' }).click()
    const keep = page.getByRole('dialog', { name: 'Keep your account' })
    await keep.getByLabel('Password', { exact: true }).fill('over-the-hills')
    await keep.getByRole('button', { name: 'Keep account' }).click()
    await page.getByRole('button', { name: 'Change password' }).waitFor()
    await page.getByText('2 changes not sent yet.').waitFor()
    await page.unroute('**/expenses*')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByText('Everything you entered has been sent.').waitFor()
    const { expenses } = expectSuccess(await setup.alice.get(`/trips/${trip}/expenses`))
    expect(expenses.map((one: { description: string }) => one.description).sort()).toEqual(['Bread', 'Water'])
  })

  test('The card about the account goes for good with its cross, and comes once more with a second trip; the profile keeps the offer', async () => {
    const page = await joined(await setup.planned('First trip'), 'Uma')
    await page.getByRole('button', { name: 'Not now' }).click()
    const card = page.getByRole('button', { name: 'Add a password' })
    await expect.poll(() => card.count()).toBe(0)
    await page.reload()
    await greeting(page, 'Uma')
    expect(await card.count()).toBe(0)
    const second = await linkTo(await setup.planned('Second trip'))
    await page.goto(second.url)
    await page.getByRole('button', { name: 'Join as Uma' }).click()
    await card.waitFor()
    await page.getByRole('button', { name: 'Not now' }).click()
    const third = await linkTo(await setup.planned('Third trip'))
    await page.goto(third.url)
    await page.getByRole('button', { name: 'Join as Uma' }).click()
    await greeting(page, 'Uma')
    expect(await card.count()).toBe(0)
    await page.goto('/app/profile')
    await page.getByRole('button', { name: 'Keep your account' }).waitFor()
  })

  test('A new trip asks for a password first, and a log-out says that it is for good', async () => {
    const page = await joined(await setup.planned('Only this one'), 'Vera')
    await page.goto('/app')
    await page.getByRole('heading', { name: 'Welcome, Vera!' }).waitFor()
    await page.getByRole('button', { name: 'New Trip', exact: true }).click()
    const keep = page.getByRole('dialog', { name: 'Keep your account' })
    await keep.getByText('Add a password first').waitFor()
    await keep.getByRole('button', { name: 'Cancel' }).click()
    await keep.waitFor({ state: 'hidden' })
    await page.goto('/app/profile')
    await page.getByRole('button', { name: 'Logout' }).click()
    const question = page.getByRole('alertdialog', { name: 'Log out for good?' })
    await question.getByText('Without a password you cannot come back').waitFor()
    await expectAccessible(page, 'the question before a log-out for good')
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await tokenOf(page)).not.toBeNull()
    await page.getByRole('button', { name: 'Logout' }).click()
    await question.getByRole('button', { name: 'Log out anyway' }).click()
    await page.waitForURL('**/login')
    await expect.poll(() => tokenOf(page)).toBeNull()
  })
})

test('With links turned off on the server an earlier one has ended, and the switch says why it does not turn', async () => {
  const first = await startServer()
  const alice = await client(first, 'alice')
  const trip = await plannedTrip(alice, 'No links here')
  const { inviteLink } = expectSuccess(await alice.post(`/trips/${trip}/invite-link`, {}))
  await first.stop()
  const off = await startServer({ dataDir: first.dataDir, env: { INVITE_LINKS: 'off' } })

  const page = await setup.person({ url: off.url, expects: [/409/] })
  await page.goto(inviteLink.url)
  await page.getByRole('heading', { name: 'This link has ended' }).waitFor()
  expect(await page.locator('body').innerText()).not.toContain('No links here')

  await logInAndOpen(page, off, 'alice', `/app/travel/${trip}`)
  await details(page).getByRole('button', { name: 'Share trip' }).click()
  await sheet(page).getByText('Off. Whoever joined stays.').waitFor()
  await sheet(page).getByRole('switch').click()
  await sheet(page)
    .getByRole('alert')
    .filter({ hasText: 'Invite links are turned off on this server' })
    .waitFor()
  await expect.poll(() => sheet(page).getByRole('switch').isChecked()).toBe(false)
})
