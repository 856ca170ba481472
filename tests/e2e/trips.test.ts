// Trips: planned, listed, opened and closed, and invitations answered.

import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectFloating } from '#tests/support/floatingButton.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { waitForActiveList, tapTwice } from '#tests/support/taps.ts'
import {
  logInAndOpen,
  client,
  expectToast,
  inDays,
  loseUntilRetried,
  tripNamed,
  blockSockets,
} from '#tests/support/demoUsers.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { card, details, tripScreensForFile } from '#tests/support/tripScreens.ts'

const setup = tripScreensForFile()

describe('planning a trip', () => {
  test('The form reports errors while the user types, and can be operated with the keyboard', async () => {
    coversSpec(
      '§1 Signed-in users plan trips',
      '§2 Travel list: A floating add button',
      '§2 Plan a New Trip dialog: Fields',
      '§2 Plan a New Trip dialog: Helper text for Public',
      '§2 Plan a New Trip dialog: Helper text for Private',
      '§2 Plan a New Trip dialog: Submit is disabled',
      '§2 Plan a New Trip dialog: Validation runs on change',
      '§3 Trip: Status values seen',
      '§5 Trip form: validated on change',
      '§5 Trip form: isPublic',
      '§8 Success toasts: Trip created successfully!',
    )

    const page = await setup.visit('alice')
    await expectFloating(page.getByRole('button', { name: 'Plan a New Trip' }))
    await page.getByRole('button', { name: 'Plan a New Trip' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Plan a New Trip' })
    const create = dialog.getByRole('button', { name: 'Create Trip' })
    await expect.poll(() => focusedName(page)).toBe('destination')
    await expect.poll(() => dialog.getByLabel('Start Date').inputValue()).toBe(await hongKongDay(page, 1))
    await expect.poll(() => dialog.getByLabel('End Date').inputValue()).toBe(await hongKongDay(page, 8))
    await dialog.getByRole('button', { name: 'More' }).click()
    await expect.poll(() => dialog.getByLabel('Currency').inputValue()).toBe('HKD')
    const isPublic = dialog.getByRole('switch', { name: 'Public trip', exact: true })
    await expect.poll(() => isPublic.isChecked()).toBe(false)
    await expect.poll(() => create.isDisabled()).toBe(true)
    await expect
      .poll(() => dialog.locator('label:not([role=group] label)').allTextContents())
      .toEqual([
        'Destination',
        'Trip Title',
        'Start Date',
        'End Date',
        'Budget (Optional)',
        'Currency',
        'Description (Optional)',
        'Public trip',
      ])

    await dialog.getByLabel('Destination').focus()
    await page.keyboard.type('C')
    await dialog.getByText('Destination must be at least 2 characters').waitFor()
    await page.keyboard.type('heung Chau')
    // The suggestion is selected, so that what is typed replaces it.
    await page.keyboard.press('Tab')
    await page.keyboard.type('Ky')
    await dialog.getByText('Title must be at least 3 characters').waitFor()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('Ferry to Cheung Chau')
    await dialog.getByLabel('Start Date').fill(inDays(20))
    await dialog.getByText('End date must be after start date').waitFor()
    await dialog.getByLabel('End Date').fill(inDays(22))
    await dialog.getByText('End date must be after start date').waitFor({ state: 'detached' })
    const budget = dialog.getByLabel('Budget (Optional)')
    await budget.fill('-1')
    await dialog.getByText('Budget must be a positive number').waitFor()
    await budget.fill('100.50')
    await dialog.getByLabel('Currency').selectOption('JPY')
    await dialog.getByText('Budget must be a positive number').waitFor()
    await expect
      .poll(() => create.isDisabled(), { message: 'with all that is required, and one thing wrong' })
      .toBe(true)
    await dialog.getByLabel('Currency').selectOption('HKD')
    await dialog.getByText('Budget must be a positive number').waitFor({ state: 'detached' })
    await expect.poll(() => create.isEnabled()).toBe(true)

    await dialog.getByLabel('Description (Optional)').fill('Bring sun cream')
    await dialog.getByText('Private: Only invited participants can see it.').waitFor()
    await isPublic.focus()
    await page.keyboard.press('Space')
    await dialog.getByText('Public: Other users can discover and request to join the trip.').waitFor()
    await expect.poll(() => isPublic.isChecked(), { message: 'under the same name' }).toBe(true)
    await dialog.getByLabel('Trip Title').focus()
    await page.keyboard.press('Enter')
    await expectToast(page, 'Trip created successfully!')
    await dialog.waitFor({ state: 'detached' })
    const trip = page.getByRole('dialog', { name: 'Trip Details' })
    await trip.getByRole('heading', { name: 'Ferry to Cheung Chau' }).waitFor()
    const steps = trip.getByRole('region', { name: 'Next steps' }).getByRole('listitem')
    await expect.poll(() => steps.count()).toBe(3)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
    await page.keyboard.press('Escape')
    await trip.waitFor({ state: 'detached' })
    const made = card(page, 'Ferry to Cheung Chau')
    await made.getByText('Planning').waitFor()
    await made.getByText('1 person').waitFor()
    const { body } = await setup.alice.get(`/trips/${await tripNamed(setup.alice, 'Ferry to Cheung Chau')}`)
    expect(body.trip).toMatchObject({
      destination: 'Cheung Chau',
      startDate: inDays(20),
      endDate: inDays(22),
      budget: 100.5,
      currency: 'HKD',
      description: 'Bring sun cream',
      isPublic: true,
    })
  })

  test('The next steps of a trip that has not begun stay until they are done, also with friends on it', async () => {
    const trip = await setup.planned('Planned together', ['bob'])
    const page = await setup.visit('alice', `/app/travel/${trip}`)
    const steps = page.getByRole('region', { name: 'Next steps' }).getByRole('listitem')
    await steps.filter({ hasText: 'Plan the first activity' }).waitFor()
    expect(await steps.count(), 'nobody is to be added').toBe(2)
    const { id } = expectSuccess(await setup.alice.get('/auth/me')).user
    const activity = { date: inDays(3), startTime: '09:00', title: 'Egg tarts' }
    expectSuccess(await setup.alice.post(`/itineraries/${trip}/items`, activity))
    await expect
      .poll(() => steps.allTextContents())
      .toEqual([expect.stringContaining('Note the first expense')])
    const me = { type: 'user', id }
    const expense = {
      description: 'Ferry',
      amount: 20,
      category: 'transportation',
      paidBy: me,
      sharedBy: [me],
    }
    expectSuccess(await setup.alice.post(`/trips/${trip}/expenses`, expense))
    await expect.poll(() => steps.count()).toBe(0)
  })

  test('A trip is planned with all contacts, and the number of added people is shown', async () => {
    coversSpec(
      '§2 Plan a New Trip dialog: An Add Participants list',
      '§8 Success toasts: Trip created successfully!',
    )

    const page = await setup.visit('alice')
    await page.getByRole('button', { name: 'Plan a New Trip' }).click()
    const dialog = page.getByRole('dialog', { name: 'Plan a New Trip' })
    await dialog.getByLabel('Trip Title').fill('Junk boat day')
    await dialog.getByLabel('Destination').fill('Sai Kung')
    const people = dialog.getByRole('group', { name: 'Add Participants' })
    await expect.poll(() => people.getByRole('checkbox').count()).toBe(6)
    await expect.poll(() => people.getByRole('checkbox', { name: 'alice' }).count()).toBe(0)
    await people.getByRole('button', { name: 'Select All (6)' }).click()
    const ticked = people.getByRole('checkbox', { checked: true })
    await expect.poll(() => ticked.count()).toBe(6)
    await people.getByRole('checkbox', { name: 'dave' }).uncheck()
    await expect.poll(() => ticked.count()).toBe(5)
    await dialog.getByText(/, with .+ and 2 more$/).waitFor()
    await expectAccessible(page, 'the form of a new trip')
    await people.getByRole('button', { name: 'Clear Selection' }).click()
    await expect.poll(() => ticked.count()).toBe(0)
    await people.getByRole('checkbox', { name: 'bob' }).check()
    await people.getByRole('checkbox', { name: 'carol' }).check()
    // A double tap sends one request.
    await dialog.getByRole('button', { name: 'Create Trip' }).dblclick()
    await expectToast(page, 'Trip created and 2 participant(s) added!')
    const trip = page.getByRole('dialog', { name: 'Trip Details' })
    await trip.getByRole('heading', { name: 'Junk boat day' }).waitFor()
    await trip.getByRole('button', { name: 'Close' }).click()
    await card(page, 'Junk boat day').getByText('3 people').waitFor()
    await tripNamed(setup.alice, 'Junk boat day')
  })
})

describe('the dates of a new trip', () => {
  const START = '2027-04-10'

  async function openForm(hasTouch = false) {
    const page = await setup.person({ url: setup.server.url, hasTouch })
    await logInAndOpen(page, setup.server, 'alice', '/app/travel')
    await page.getByRole('button', { name: 'Plan a New Trip' }).click()
    const dialog = page.getByRole('dialog', { name: 'Plan a New Trip' })
    const grid = dialog.getByRole('grid')
    const chosen = () =>
      Promise.all(['Start Date', 'End Date'].map((label) => dialog.getByLabel(label).inputValue()))
    return { page, dialog, grid, chosen, day: (name: string) => grid.getByRole('button', { name }) }
  }

  test('The calendar is one stop for the Tab key; arrows move a day or a week, the Page keys a month, and what is chosen is heard', async () => {
    const { page, dialog, grid, chosen, day } = await openForm()
    await dialog.getByLabel('Destination').fill('Lake Bled, Slovenia')
    await dialog.getByLabel('Start Date').fill(START)
    await dialog.getByLabel('End Date').fill('2027-04-11')
    await dialog.getByRole('button', { name: 'Later month' }).focus()
    await page.keyboard.press('Tab')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    expect(await focused()).toBe('Saturday, 10 April 2027, first day')
    await page.keyboard.press('Enter')
    await dialog
      .getByText('From Saturday, 10 April 2027. Choose the last day.')
      .waitFor({ state: 'attached' })
    await expect.poll(chosen).toEqual([START, ''])
    const create = dialog.getByRole('button', { name: 'Create Trip' })
    expect(await create.isDisabled(), 'until there is an end').toBe(true)
    expect(await dialog.getByText('End date is required').count(), 'it is about to be pressed').toBe(0)

    const way = ['PageDown', 'End', 'ArrowRight', 'ArrowDown', 'Home', 'ArrowUp', 'ArrowLeft', 'PageUp']
    const led = []
    for (const key of way) {
      await page.keyboard.press(key)
      led.push((await focused())?.replace(/^\w+, /, ''))
    }
    expect(led).toEqual([
      ...['10 May 2027', '16 May 2027', '17 May 2027', '24 May 2027'],
      ...['24 May 2027', '17 May 2027', '16 May 2027', '16 April 2027'],
    ])
    await page.keyboard.press('Space')
    await expect.poll(chosen).toEqual([START, '2027-04-16'])
    await dialog
      .getByText('Saturday, 10 April 2027 to Friday, 16 April 2027, 7 days')
      .waitFor({ state: 'attached' })
    expect(await grid.getByRole('gridcell', { selected: true }).count()).toBe(7)
    await day('12 April 2027, in the trip').waitFor()
    await expect.poll(() => create.isEnabled()).toBe(true)
    await expectAccessible(page, 'a calendar with a range')
  })

  test('Days before today are off and today is marked; more than 366 days are refused in words', async () => {
    const { page, dialog, grid } = await openForm()
    const marked = grid.locator('[aria-current=date]')
    await marked.waitFor()
    expect(await grid.getByRole('button', { disabled: false }).first().getAttribute('aria-current')).toBe(
      'date',
    )
    await marked.focus()
    await page.keyboard.press('PageUp')
    await expect.poll(() => marked.evaluate((it) => it === document.activeElement)).toBe(true)
    expect(await dialog.getByRole('button', { name: 'Earlier month' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Start Date').fill(START)
    await dialog.getByLabel('End Date').fill('2028-04-10')
    await dialog.getByText('A trip can be at most 366 days long').waitFor()
    await dialog.getByLabel('End Date').fill('2028-04-09')
    await dialog.getByText('A trip can be at most 366 days long').waitFor({ state: 'detached' })
  })

  test('On a touch screen two taps choose both days, also in two months, and a tap inside starts again', async () => {
    const { dialog, chosen, day } = await openForm(true)
    await dialog.getByLabel('Start Date').fill(START)
    await day(', 28 April 2027').tap()
    await dialog.getByRole('button', { name: 'Later month' }).tap()
    await day(', 2 May 2027').tap()
    await expect.poll(chosen).toEqual(['2027-04-28', '2027-05-02'])
    await day(', 1 May 2027').tap()
    await expect.poll(chosen).toEqual(['2027-05-01', ''])
  })

  test('The title is suggested from the destination and the month until it is typed, and the head is that of the trip', async () => {
    const { page, dialog } = await openForm()
    const title = dialog.getByLabel('Trip Title')
    await dialog.getByLabel('Start Date').fill(START)
    await dialog.getByLabel('End Date').fill('2027-04-14')
    await dialog.getByLabel('Destination').pressSequentially('Lake Bled, Slovenia')
    await expect.poll(() => title.inputValue()).toBe('Lake Bled in April')
    await dialog.getByText('Suggested').waitFor()
    await dialog.getByLabel('Start Date').fill('2027-03-31')
    await expect.poll(() => title.inputValue()).toBe('Lake Bled in March')
    await title.fill('Round the lake')
    await dialog.getByText('Suggested').waitFor({ state: 'detached' })
    await dialog.getByLabel('Destination').fill('Lake Bohinj')
    await dialog.getByLabel('Start Date').fill(START)
    await expect.poll(() => title.inputValue()).toBe('Round the lake')
    const trees = (of: Locator) => of.locator('.cover path[fill="var(--c-far)"]').first().getAttribute('d')
    await expect.poll(() => dialog.locator('.cover-pine').count()).toBe(1)
    const drawn = await trees(dialog)
    await dialog.getByRole('button', { name: 'Create Trip' }).click()
    await details(page).getByRole('heading', { name: 'Round the lake' }).waitFor()
    expect(await trees(details(page))).toBe(drawn)
  })
})

describe('list', () => {
  test('The list shows twenty trips at a time, and a search those whose title or place has its words, also of later pages', async () => {
    coversSpec(
      '§2 Route table: /app/travel',
      '§2 Travel list: One card per trip',
      '§9 Trips and invitations page size',
    )

    const dave = await client(setup.server, 'dave')
    for (let i = 1; i <= 21; i += 1) await setup.planned(`Walk ${i}`, [], dave)
    const page = await setup.visit('dave')
    await page.getByRole('button', { name: 'Search trips' }).click()
    const words = page.getByRole('searchbox', { name: 'Search trips' })
    await expect.poll(() => words.evaluate((field) => field === document.activeElement)).toBe(true)
    const titles = () => page.getByRole('article').getByRole('heading').allTextContents()
    await words.fill('hong kong')
    await expect.poll(titles).toEqual(['Sai Kung weekend'])
    await expectAccessible(page, 'a search for trips')
    await words.fill('no such place')
    await page.getByText('No trip with these words').waitFor()
    await page.getByRole('button', { name: 'Close search' }).click()
    await page.getByRole('link', { name: 'Lisbon and the Algarve' }).waitFor()
    await card(page, 'Walk 1').first().getByText('Macau').waitFor()
    const cards = page.getByRole('article').filter({ hasText: 'View Details' })
    await expect.poll(() => cards.count()).toBe(20)
    await page.getByRole('button', { name: 'Show more' }).click()
    const all = expectSuccess(await dave.get('/trips?limit=100')).trips
    expect(all.length).toBeGreaterThan(20)
    await expect.poll(() => cards.count()).toBe(all.length)
    await expect.poll(() => page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    await cards
      .filter({ hasText: 'Lisbon and the Algarve' })
      .getByRole('button', { name: 'View Details' })
      .click()
    await details(page).getByRole('heading', { name: 'Lisbon and the Algarve' }).waitFor()
  })

  test('A failed fetch of the list is reported, and retried', async () => {
    const page = await setup.person({ url: setup.server.url, expects: [/ERR_FAILED/] })
    await blockSockets(page)
    await loseUntilRetried(page, '**/api/trips?*')
    await logInAndOpen(page, setup.server, 'bob', '/app/travel')
    await page.getByText('Failed to fetch trips').waitFor()
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('link', { name: 'Lisbon and the Algarve' }).waitFor()
    await expect.poll(() => page.getByText('Failed to fetch trips').count()).toBe(0)
  })
})

describe('invitations', () => {
  test('An invitation is accepted with one press and keeps its place, and the second of two taps accepts no other', async () => {
    coversSpec('§4 Invitations', '§7 Invitations: PUT /trip-invitations/{id}/respond')

    const trips = new Map<string, string>()
    for (const title of ['First of two', 'Second of two'])
      trips.set(title, await setup.planned(title, ['bob']))
    const page = await setup.visit('bob')
    const invitations = page.getByRole('region', { name: 'Invitations' })
    const first = invitations.getByRole('article').first()
    await first.getByRole('button', { name: 'Accept' }).waitFor()
    const titles = () => invitations.getByRole('heading', { level: 3 }).allTextContents()
    const before = await titles()
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
    const accept = invitations.getByRole('button', { name: 'Accept' })
    await tapTwice(accept.first(), { until: 'You joined', then: accept.nth(1) })
    await expect.poll(() => titles()).toEqual(before)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('You joined')
    await waitForActiveList(page)
    await expectToast(page, `You joined ${before[0]}`)
    expect(sent).toHaveLength(1)
    const { body } = await setup.alice.get(`/trip-invitations?tripId=${trips.get(before[0]!)}`)
    expect(body.invitations).toMatchObject([{ status: 'accepted' }])
    await expectAccessible(page, 'an invitation that was accepted')
    await first.getByRole('link', { name: 'Open Trip' }).click()
    await page.getByRole('dialog', { name: 'Trip Details' }).waitFor()
  })

  test('An invitation is among the first twenty, and the number of further ones is shown', async () => {
    // Not by Alice, whose list other tests here check.
    const erin = await client(setup.server, 'erin')
    for (let i = 1; i <= 22; i++) await setup.planned(`Trip ${i} of many`, ['carol'], erin)
    const page = await setup.visit('carol')
    const invitations = page.getByRole('region', { name: 'Invitations' })
    const later = invitations.getByText('more will show as you answer these.')
    await later.waitFor()
    await expect.poll(() => invitations.getByRole('article').count()).toBe(20)
    const count = async () => Number.parseInt((await later.textContent())!)
    const before = await count()
    expect(before).toBeGreaterThanOrEqual(2)
    await invitations.getByRole('button', { name: 'Accept' }).first().click()
    await expect.poll(count).toBe(before - 1)
  })

  test('A declined invitation removes the person from the trip, after a confirmation', async () => {
    await setup.planned('Karaoke', ['bob'])
    const page = await setup.visit('bob')
    const invitation = card(page, 'invites you').filter({ hasText: 'Karaoke' })
    const question = page.getByRole('alertdialog', { name: 'Decline the invitation?' })
    await invitation.getByRole('button', { name: 'Decline' }).click()
    await question.getByText('You leave Karaoke and no longer see it.').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Karaoke' }).waitFor()
    await invitation.getByRole('button', { name: 'Decline' }).click()
    await question.getByRole('button', { name: 'Decline' }).click()
    await expectToast(page, 'You left Karaoke')
    await invitation.getByText('Declined', { exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Declined')
    await expect.poll(() => page.getByRole('link', { name: 'Karaoke' }).count()).toBe(0)
  })
})

describe('address of a trip', () => {
  test('The address opens the trip over the list, keeps the tab through a reload, and closing leads to the list', async () => {
    coversSpec(
      '§2 Route table: /app/travel/{tripId}',
      '§2 Trip details dialog: Header',
      '§2 Overview: Title, destination',
      '§2 Overview: A budget card appears',
      '§2 Overview: A privacy card reads',
    )

    const trip = await tripNamed(setup.alice, 'Lisbon and the Algarve')
    const page = await setup.visit('alice', `/app/travel/${trip}`)
    await details(page).getByRole('heading', { name: 'Lisbon and the Algarve' }).waitFor()
    await expect.poll(() => page.title()).toContain('Lisbon and the Algarve')
    await details(page).getByRole('button', { name: 'In progress · Private Trip' }).click()
    await details(page).getByText('Only visible to participants').waitFor()
    await details(page).getByText('HK$20,000.00').waitFor()
    await details(page)
      .getByText(/HK\$[\d,.]+ spent, HK\$[\d,.]+ left/)
      .waitFor()
    await details(page)
      .getByText(/^HK\$[\d,.]+ a day left$/)
      .waitFor()
    await expectAccessible(page, 'the overview')
    await details(page).getByRole('tab', { name: 'Overview' }).focus()
    for (let presses = 0; presses < 4; presses++) await page.keyboard.press('ArrowRight')
    await details(page).getByRole('tabpanel', { name: 'Participants' }).waitFor()
    await expect.poll(() => new URL(page.url()).hash).toBe('#participants')
    await page.reload()
    await details(page).getByRole('tabpanel', { name: 'Participants' }).waitFor()
    await details(page).locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(`${setup.server.url}/app/travel`)
    await details(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.title()).toContain('Travel')
  })

  test('A tab opens at its top, and comes back where it was left', async () => {
    const trip = await tripNamed(setup.alice, 'Lisbon and the Algarve')
    const page = await setup.visit('alice', `/app/travel/${trip}`)
    const offset = () =>
      details(page)
        .getByRole('tabpanel')
        .evaluate((panel) => panel.parentElement!.scrollTop)
    const scrollTo = async (top: number) => {
      await details(page)
        .getByRole('tabpanel')
        .evaluate((panel, top) => (panel.parentElement!.scrollTop = top), top)
      await expect.poll(offset).toBe(top)
      // The scroll event comes with the next frame.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    }
    const open = async (name: string) => {
      await details(page).getByRole('tab', { name }).click()
      await details(page).getByRole('tabpanel', { name }).waitFor()
    }
    await open('Expenses')
    await details(page).getByRole('list').first().waitFor()
    await scrollTo(500)
    await open('Money')
    await details(page).getByRole('heading', { name: 'Balances', exact: true }).waitFor()
    expect(await offset(), 'of a tab that was never open').toBe(0)
    await scrollTo(200)
    await open('Expenses')
    expect(await offset(), 'of the first tab').toBe(500)
    await open('Money')
    expect(await offset(), 'of the second tab').toBe(200)
    await open('Itinerary')
    await details(page).getByRole('radiogroup', { name: 'Day' }).waitFor()
    await scrollTo(80)
    await open('Money')
    await open('Itinerary')
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    expect(await offset(), 'of the itinerary, which first opens at a day').toBe(80)
  })

  test('The address of an unknown or a former trip leads to the list, with a message instead of an error page', async () => {
    coversSpec('§6 Trip detail 403 errors')

    const secret = await setup.planned('A surprise for bob')
    const former = await setup.planned('Without bob', ['bob'])
    const { body } = await setup.alice.get('/users/search?q=bob')
    expect((await setup.alice.del(`/trips/${former}/participants/${body.users[0].id}`)).status).toBe(204)
    const page = await setup.visit('bob', `/app/travel/${secret}`, [/404/, /403/])
    const expectList = async () => {
      await expectToast(page, 'This trip is not here any more, or you are not on it.')
      await page.waitForURL(`${setup.server.url}/app/travel`)
      await page.getByRole('link', { name: 'Lisbon and the Algarve' }).waitFor()
      await expect.poll(() => details(page).count()).toBe(0)
      await expect.poll(() => page.getByText('Failed to fetch trip').count()).toBe(0)
    }
    await expectList()
    await page.goto(`/app/travel/${former}`)
    await expectList()
  })
})

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

/** The calendar day this many days from today in the browser's time zone. */
const hongKongDay = (page: Page, days: number) =>
  page.evaluate((days) => new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE'), days)
