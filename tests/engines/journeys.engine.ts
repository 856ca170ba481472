// The main journeys, each written once and run in every engine.

import { beforeAll, describe, expect, test } from 'vitest'
import { type Page, expectAddress, expectText, expectThe } from '#tests/engines/support/page.ts'
import { browsersOf, engineNames, filmOf } from '#tests/engines/support/engines.ts'
import { framesOf } from '#tests/engines/support/frames.ts'
import { until } from '#tests/engines/support/until.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { type RegisteredPerson, planTrip, emptyServer, registerPeople } from '#tests/support/chatPeople.ts'
import { type TcpProxy, createTcpProxy } from '#tests/support/tcpProxy.ts'
import { inDays, password } from '#tests/support/demoUsers.ts'

/** CSS pixels: the narrowest phone, a common one, and the breakpoints. */
const widths = [320, 390, 768, 1024, 1440]

let server: Server
beforeAll(async () => {
  server = await startServer({ env: emptyServer })
})

describe.each(engineNames)('journeys in %s', (engine) => {
  const { open } = browsersOf(engine)
  let ann: RegisteredPerson
  let ben: RegisteredPerson
  let trip: string
  let talk: string
  const dinner = 'Dinner at the pier'

  beforeAll(async () => {
    const [first, second] = [`ann${engine}`.toLowerCase(), `ben${engine}`.toLowerCase()]
    const people = await registerPeople(server, first, second)
    ;[ann, ben] = [people[first]!, people[second]!]
    trip = await planTrip(ann, [ben], 'Up the coast')
    const direct = { type: 'direct', participant_ids: [ben.id] }
    talk = expectSuccess(await ann.api.post('/conversations', direct)).conversation.id
    const sharedBy = [ann.id, ben.id]
    const expense = { description: dinner, amount: 300, category: 'food', sharedBy }
    expectSuccess(await ann.api.post(`/trips/${trip}/expenses`, expense))
    // On another day, so that the spending chart is shown.
    expectSuccess(
      await ann.api.post(`/trips/${trip}/expenses`, { ...expense, expenseDate: inDays(-3), amount: 12 }),
    )
    const activity = { title: 'Cable car', date: inDays(3), startTime: '10:00' }
    expectSuccess(await ann.api.post(`/itineraries/${trip}/items`, activity))
  })

  async function visit(path: string, who = ann, site = server.url): Promise<Page> {
    const page = await open(site)
    await enter(page, who, path)
    return page
  }

  test('A person logs in, is told of a wrong password, and stays logged in after a reload', async () => {
    const page = await open(server.url)
    await page.goto('/login')
    await page.fill('Username', ann.username)
    await page.fill('Password', 'not my password')
    await page.press('button', 'Log in')
    await expectText(page, 'Invalid username or password')
    await page.fill('Password', password)
    await page.press('button', 'Log in')
    await expectThe(page, 'heading', 'Chats')
    await page.reload()
    await expectThe(page, 'heading', 'Chats')
  })

  test('Every screen and every tab of a trip shows its content', async () => {
    const page = await visit('/app')
    await expectText(page, `Welcome, ${ann.username}`)
    for (const [place, words] of [
      ['Contacts', ben.username],
      ['Travel', 'Up the coast'],
      ['Profile', 'Change password'],
      ['Chats', ben.username],
    ] as const) {
      await page.press('link', place)
      await expectText(page, words)
    }
    await page.goto(`/app/travel/${trip}`)
    for (const [tab, words] of [
      ['Itinerary', 'Cable car'],
      ['Chat', 'No chats yet'],
      ['Expenses', dinner],
      ['Participants', ben.username],
      ['Money', 'Add Money'],
    ] as const) {
      await page.press('tab', tab)
      await expectText(page, words)
    }
  })

  test('An expense, an activity and a guest are added by their forms', async () => {
    const own = await planTrip(ann, [], 'For forms')
    const page = await visit(`/app/travel/${own}#expenses`)
    await page.press('button', 'Add Expense')
    await page.fill('Description', 'Ferry')
    await page.fill('Amount', '30')
    await page.press('button', 'Add Expense')
    await expectText(page, 'Expense added')
    await expectText(page, 'Ferry')
    await page.press('tab', 'Itinerary')
    await page.press('button', 'Add Activity')
    await page.fill('Title', 'Bat cave')
    await page.press('button', 'Add Activity')
    await expectText(page, 'Bat cave')
    await page.press('tab', 'Participants')
    await page.press('button', 'Add Guest')
    await page.fill('Name', 'Zoë')
    await page.press('button', 'Add Guest')
    await expectText(page, 'Zoë')
    const { expenses } = expectSuccess(await ann.api.get(`/trips/${own}/expenses`))
    expect(expenses.map(({ description }: { description: string }) => description)).toEqual(['Ferry'])
  })

  test('A link leads a stranger with a name and three presses to the form of the first expense', async () => {
    const own = await planTrip(ann, [], 'By a link')
    const { inviteLink } = expectSuccess(await ann.api.post(`/trips/${own}/invite-link`, {}))
    const page = await open(server.url)
    const begin = performance.now()
    const film = filmOf(page, `${engine} from a link`)
    await page.goto(inviteLink.url)
    await expectText(page, `${ann.username} invites you`)
    await film('0 the link is opened')
    await page.fill('Your name', 'Mia Chen')
    await film('1 a name is typed')
    await page.press('button', 'Join the trip')
    await expectText(page, 'Hello, Mia!')
    await film('2 the first minute, after one press')
    await page.press('tab', 'Expenses')
    await page.press('button', 'Add Expense')
    await expectThe(page, 'heading', 'Add Expense')
    console.log(`${engine}: link to form in ${((performance.now() - begin) / 1000).toFixed(1)} s`)
    await film('3 the form of an expense, after three presses')
    await page.fill('Amount', '12.50')
    await page.fill('Description', 'Tram for all')
    await page.press('button', 'Add Expense')
    await expectText(page, 'Tram for all')
    await expect
      .poll(async () => (await ann.api.get(`/trips/${own}/expenses`)).body.expenses)
      .toMatchObject([{ paidBy: { name: 'Mia Chen' } }])
    await film('4 the first expense')
  })

  test('Two people chat, and each sees at once the messages of the other', async () => {
    const [hers, his] = await Promise.all([visit(`/app/chat/${talk}`), visit(`/app/chat/${talk}`, ben)])
    await write(hers, 'Are you there?')
    await expectText(his, 'Are you there?')
    await write(his, 'I am.')
    await expectText(hers, 'I am.')
    await expectState(hers, 'Are you there?', 'Read')
  })

  test('A message written offline survives a reload, and is sent once when the network is back', async () => {
    const line = await lineTo(server)
    const page = await visit(`/app/chat/${talk}`, ann, line.url)
    await kept(page)
    line.proxy.cut()
    await write(page, 'From the tunnel')
    await expectState(page, 'From the tunnel', 'Waiting to be sent')
    await page.reload()
    await expectState(page, 'From the tunnel', 'Waiting to be sent')
    line.proxy.heal()
    await expectState(page, 'From the tunnel', 'Sent')
    expect(await said(ann, talk, 'From the tunnel')).toBe(1)
    await line.proxy.close()
  })

  test('A second visit opens without the server, from the offline cache', async () => {
    const line = await lineTo(server)
    const page = await visit(`/app/travel/${trip}#expenses`, ann, line.url)
    await expectText(page, dinner)
    await kept(page)
    await keptOf(page, trip, 'replicas')
    line.proxy.cut()
    await page.goto('/app/contacts')
    await expectThe(page, 'heading', 'Contacts')
    await page.goto(`/app/travel/${trip}#expenses`)
    await expectText(page, dinner)
    await line.proxy.close()
  })

  test('The demo shows a settlement without an account', async () => {
    const page = await open(server.url)
    await page.goto('/demo/settlement')
    await expectText(page, 'is owed')
  })

  test('A dialog is opened, filled in and closed with the keyboard alone, and the focus returns', async () => {
    const page = await visit(`/app/travel/${trip}#expenses`)
    await expectText(page, dinner)
    await tabTo(page, 'Add Expense')
    await page.key('Enter')
    await expectThe(page, 'dialog', 'Add Expense')
    await until('the first field has the focus', () => focusIn(page).then((name) => name === 'Amount'))
    await page.key('Escape')
    await until('the focus is where it was', () => focusIn(page).then((name) => name === 'Add Expense'))
  })

  test('A private window logs in, sends a message and keeps it', async () => {
    const page = await open(server.url, { isPrivate: true })
    await enter(page, ann, `/app/chat/${talk}`)
    await write(page, 'In private')
    await expectState(page, 'In private', 'Sent')
    await page.reload()
    await expectState(page, 'In private', 'Sent')
  })

  describe('past failures of engines', () => {
    test('A page that is left during a write to the offline cache leaves its database usable', async () => {
      const page = await visit('/app/chat')
      await until('something seen is kept', () =>
        page.run(`return indexedDB.databases().then((all) => all.some(({ name }) => name === 'seen'))`),
      )
      for (let round = 0; round < 3; round++) {
        await page.goto('/app/chat')
        await expectText(page, ben.username)
        // The outbox writes about 300 ms after the list shows.
        await page.run('setTimeout(() => location.assign("/demo/settlement"), 300)')
        await expectAddress(page, '/demo/settlement')
        expect(await answerOf(page, 'seen')).toBe('rows')
      }
    })

    test('A message is sent and stays though the page is left at once, and so does the next one', async () => {
      const page = await visit(`/app/chat/${talk}`)
      for (const round of [1, 2, 3]) {
        await page.goto(`/app/chat/${talk}`)
        await expectThe(page, 'textbox', 'Message')
        await page.run(
          `addEventListener('keydown', ({ key }) => key === 'Enter' && setTimeout(() => location.assign('/demo/settlement'), 30), { capture: true })`,
        )
        await write(page, `Left at once ${engine} ${round}`)
        await expectAddress(page, '/demo/settlement')
        await page.goto(`/app/chat/${talk}`)
        await write(page, `And the next ${engine} ${round}`)
        await expectState(page, `And the next ${engine} ${round}`, 'Sent')
        await page.reload()
        await expectState(page, `Left at once ${engine} ${round}`, 'Sent')
        expect(await said(ann, talk, `Left at once ${engine} ${round}`)).toBe(1)
      }
    })

    test('A demo that is left at once shows its figures when it is opened again', async () => {
      // Whether the worker is still being installed at that moment varies, so this runs several times.
      for (let round = 0; round < 4; round++) {
        const page = await open(server.url)
        await page.goto('/demo/settlement')
        await page.goto('/login')
        await page.goto('/demo/settlement')
        await expectText(page, 'is owed')
      }
    })

    test('No screen scrolls sideways at any width', async () => {
      const frames = await framesOf(server)
      const page = await visit('/frame', ann, frames.url)
      const found: Record<string, string[]> = {}
      for (const [path, words] of [
        ['/app', 'Welcome'],
        ['/app/chat', ben.username],
        [`/app/chat/${talk}`, ben.username],
        ['/app/contacts', ben.username],
        ['/app/travel', 'Up the coast'],
        ['/app/profile', 'Change password'],
        [`/app/travel/${trip}#itinerary`, 'Cable car'],
        [`/app/travel/${trip}#chat`, 'No chats yet'],
        [`/app/travel/${trip}#expenses`, 'Spending'],
        [`/app/travel/${trip}#participants`, ben.username],
        [`/app/travel/${trip}#money`, 'Add Money'],
      ] as const) {
        await page.run(frames.show, path)
        let text = ''
        await until(
          () => `“${words}” is shown at ${path}, which shows: ${text}`,
          async () => (text = await page.run<string>(frames.text)).includes(words),
        )
        for (const width of widths) {
          const wide = await page.run<string[]>(frames.scrollingSideways, width)
          if (wide.length > 0) found[`${path} at ${width}`] = wide
        }
      }
      expect(found).toEqual({})
      await frames.close()
    })

    test('The Back button loses no text typed into a form', async () => {
      const page = await visit('/app/travel')
      await page.goto(`/app/travel/${trip}#expenses`)
      await page.press('button', 'Add Expense')
      await page.fill('Description', 'Half an idea')
      await page.back()
      await page.goto(`/app/travel/${trip}#expenses`)
      await page.press('button', 'Add Expense')
      await expectText(page, 'Restored what you had typed')
      expect(await page.valueOf('Description')).toBe('Half an idea')
    })

    test('A first fetch that failed is repeated by itself when the server is back', async () => {
      const line = await lineTo(server)
      const page = await visit('/app/travel', ann, line.url)
      await expectText(page, 'Up the coast')
      await kept(page)
      const fresh = await planTrip(ann, [], 'Not seen yet')
      expectSuccess(
        await ann.api.post(`/itineraries/${fresh}/items`, {
          title: 'Lighthouse',
          date: inDays(3),
          startTime: '10:00',
        }),
      )
      await page.reload()
      await expectText(page, 'Not seen yet')
      line.proxy.cut()
      await page.goto(`/app/travel/${fresh}#itinerary`)
      await expectText(page, 'Failed to fetch')
      line.proxy.heal()
      await expectText(page, 'Lighthouse')
      await line.proxy.close()
    })

    test('An empty date filter looks empty', async () => {
      const page = await visit(`/app/travel/${trip}#expenses`)
      await page.press('button', 'View All Expenses')
      await page.press('button', 'Filters')
      // WebKit itself draws only the text there; the field's label stays.
      const draw = (color: string) =>
        page.run(`document.querySelector('input[type=date]').style.color = arguments[0]`, color)
      await expect
        .poll(async () => {
          await draw('')
          const asItIs = await page.pictureOf('From date')
          await draw('transparent')
          return asItIs === (await page.pictureOf('From date'))
        })
        .toBe(true)
    })
  })
})

/** Signs a person in without the form, and opens the address. */
async function enter(page: Page, { api }: RegisteredPerson, path: string): Promise<void> {
  // A document of the site that runs no script.
  await page.goto('/icons/icon.svg')
  await page.run('localStorage.setItem("token", arguments[0])', api.token)
  await page.goto(path)
}

async function write(page: Page, text: string): Promise<void> {
  await page.fill('Message', text)
  await page.key('Enter')
}

/**
 * Waits until an own message has this state: 'Waiting to be sent', 'Sent', 'Read'. 'Sent' also accepts later states.
 */
async function expectState(
  page: Page,
  text: string,
  wanted: 'Waiting to be sent' | 'Sent' | 'Read',
): Promise<void> {
  const good = wanted === 'Sent' ? ['Sent', 'Delivered', 'Read'] : [wanted]
  await until(`“${text}” is ${wanted}`, () =>
    page.run(
      `const [text, good] = arguments
       return [...document.querySelectorAll('[data-message]')].some((one) =>
         one.textContent.includes(text) && good.includes(one.querySelector('[title]')?.title))`,
      text,
      good,
    ),
  )
}

/** The number of messages with this text on the server. */
async function said({ api }: RegisteredPerson, conversation: string, text: string): Promise<number> {
  const { messages } = expectSuccess(await api.get(`/conversations/${conversation}/messages?limit=100`))
  return messages.filter(({ content }: { content: string }) => content === text).length
}

/** A proxy in front of the server that can cut the network. */
async function lineTo({ url }: Server): Promise<{ proxy: TcpProxy; url: string }> {
  const proxy = await createTcpProxy({ target: { port: Number(new URL(url).port) } })
  return { proxy, url: `http://127.0.0.1:${proxy.port}` }
}

/** Waits until the whole app is in the service worker's cache and the worker controls the page. */
const kept = (page: Page) =>
  until('the worker has the page', async () => {
    const has = await page.run<boolean>(`return navigator.serviceWorker.controller?.state === 'activated'`)
    return has
  })

/** Waits until the offline cache has a response with this name, or the replica of a trip with this id. */
const keptOf = (page: Page, name: string, store: 'rows' | 'replicas' = 'rows') =>
  until(`${name} is kept`, () =>
    page.run(
      `const [name, store] = arguments
       return new Promise((resolve) => {
         const opening = indexedDB.open('seen')
         opening.onerror = () => resolve(false)
         opening.onsuccess = () => {
           const db = opening.result
           const keys = db.transaction(store).objectStore(store).getAllKeys()
           keys.onerror = () => { db.close(); resolve(false) }
           keys.onsuccess = () => { db.close(); resolve(keys.result.some(([, key]) => key === name)) }
         }
       })`,
      name,
      store,
    ),
  )

/** Whether a transaction returns its 'rows', returns 'nothing' before a timeout, or the database is 'missing'. */
const answerOf = (page: Page, database: string) =>
  page.run<'rows' | 'nothing' | 'missing'>(
    `const [name, patience] = arguments
     return new Promise((resolve) => {
       setTimeout(() => resolve('nothing'), patience)
       const opening = indexedDB.open(name)
       opening.onupgradeneeded = () => { opening.transaction.abort(); resolve('missing') }
       opening.onsuccess = () => {
         const db = opening.result
         const count = db.transaction('rows', 'readwrite').objectStore('rows').count()
         count.onsuccess = () => { db.close(); resolve('rows') }
       }
     })`,
    database,
    // The engines end a script after 30 s.
    TIMEOUT_MS / 3,
  )

/** The accessible name of the focused element. */
const focusIn = (page: Page) =>
  page.run<string>(
    `const one = document.activeElement
     return (one?.getAttribute('aria-label') ?? one?.labels?.[0]?.textContent ?? one?.textContent ?? '').trim()`,
  )

async function tabTo(page: Page, name: string): Promise<void> {
  await until(`Tab comes to “${name}”`, async () => {
    await page.key('Tab')
    return (await focusIn(page)) === name
  })
}
