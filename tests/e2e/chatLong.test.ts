// A conversation of a hundred thousand messages: it opens at the last read message, visible messages never move by
// themselves, and scrolling is as smooth as in a short one.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { page as pageOf, read, say, startGroup } from '#tests/chat/requests.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { browserForFile } from '#tests/support/browser.ts'
import { fillConversation, messageIdOf, senderOf, messageText } from '#tests/support/longConversation.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'
import {
  type RegisteredPerson,
  openAs,
  messageLog,
  message,
  emptyServer,
  registerPeople,
  textsOn,
  typeMessage,
} from '#tests/support/chatPeople.ts'

const MESSAGES = 100_000
let server: Server
let people: readonly [RegisteredPerson, RegisteredPerson, RegisteredPerson]
let chat: string
const { person } = browserForFile()

beforeAll(async () => {
  const first = await startServer({ env: emptyServer })
  const { ann, ben, cal } = await registerPeople(first, 'ann', 'ben', 'cal')
  people = [ann, ben, cal]
  chat = await startGroup(ann.api, [ben.id, cal.id], 'For years')
  await first.stop()
  await fillConversation(first.dataDir, chat, people, MESSAGES)
  const env = { ...emptyServer, PORT: new URL(first.url).port }
  server = await startServer({ env, dataDir: first.dataDir })
})

const idOf = (seq: number) => messageIdOf(senderOf(people, seq), seq)

/** Opens the conversation as a person who has read up to this message. */
async function opened(talker: RegisteredPerson, readUpTo: string): Promise<Page> {
  await read(talker.api, chat, readUpTo)
  const page = await person({ url: server.url })
  await openAs(page, talker, `/app/chat/${chat}`)
  await messageLog(page).locator('[data-message]').first().waitFor()
  return page
}

const newest = async ({ api }: RegisteredPerson): Promise<string> =>
  (await pageOf(api, chat, 'limit=1')).messages[0]!.id

test('A conversation opens at the first unread message, below a separator, and is marked as read down to the last visible one', async () => {
  coversSpec('§7 Conversations and trip chats: The client first fetches')

  const [ann] = people
  const page = await opened(ann, idOf(MESSAGES - 60))
  const line = page.getByText('New messages')
  await line.waitFor()
  const first = Array.from({ length: 60 }, (_, n) => MESSAGES - 59 + n).find(
    (seq) => senderOf(people, seq) !== ann,
  )!
  const topOf = async (what: Locator) => (await what.boundingBox())?.y ?? -Infinity
  await expect.poll(() => topOf(line)).toSatisfy((y: number) => y > 50 && y < 250)
  const belowLine = async () => (await topOf(message(page, messageText(first)).first())) - (await topOf(line))
  await expect.poll(belowLine).toSatisfy((px: number) => px > 0 && px < 150)

  const unread = async () => {
    const { body } = await ann.api.get(`/conversations/${chat}`)
    return body.conversation.unread_count as number
  }
  /** The number of other people's messages below the visible ones. */
  const below = async () => {
    const last = (await wholeOn(page)).at(-1)!
    const seqs = Array.from({ length: MESSAGES - last }, (_, n) => last + n + 1)
    return seqs.filter((seq) => senderOf(people, seq) !== ann).length
  }
  await still(page)
  const atFirst = await below()
  expect(atFirst, 'more than fits on the screen').toBeGreaterThan(0)
  await expect.poll(unread).toBe(atFirst)
  await scrollBy(page, 200)
  const further = await below()
  expect(further).toBeLessThan(atFirst)
  await expect.poll(unread).toBe(further)
  await page.getByRole('button', { name: /jump to latest/i }).click()
  await message(page, messageText(MESSAGES)).waitFor()
  await expect.poll(unread).toBe(0)
})

test.each([
  ['also where the wheel comes after the scrolling', 1],
  ['also where a row below grows meanwhile', 2],
] as const)(
  'Who scrolls while the conversation opens at the first unread message stays there, %s',
  async (_, who) => {
    const talker = people[who]
    await read(talker.api, chat, idOf(MESSAGES - 60))
    const page = await person({ url: server.url })
    await openAs(page, talker, '/app/chat')
    const moved = page.evaluate(async (grows) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const separator = () =>
        document.evaluate('//*[text()="New messages"]', document).iterateNext() as Element | null
      const top = () => separator()?.getBoundingClientRect().top ?? Infinity
      while (top() > 250) await frame()
      // The list's own scrolling is reported in the next frame.
      await frame()
      await frame()
      const box = document.querySelector('[role=log]')!
      box.scrollTop += 50
      if (grows) box.dispatchEvent(new WheelEvent('wheel', { deltaY: 50, bubbles: true }))
      box.dispatchEvent(new Event('scroll'))
      const before = top()
      if (grows) [...box.querySelectorAll<HTMLElement>('[data-message]')].at(-1)!.style.paddingBottom = '9px'
      await new Promise((resolve) => setTimeout(resolve, 1000))
      return top() - before
    }, who === 2)
    await page.getByRole('link', { name: 'For years' }).click()
    expect(Math.abs(await moved), 'px that the separator has moved').toBeLessThanOrEqual(1)
  },
)

test('A new message scrolls into view at the end, and is counted without moving anything for who has scrolled away, also right after a message of their own', async () => {
  const [ann, ben] = people
  const page = await opened(ann, await newest(ann))
  await say(ben.api, chat, 'News at the end')
  await message(page, 'News at the end').waitFor()
  await expect.poll(() => toEnd(page)).toBeLessThan(1)
  await typeMessage(page, 'Own at the end')
  await message(page, 'Own at the end').waitFor()
  await expect.poll(() => toEnd(page)).toBeLessThan(1)

  await scrollBy(page, -1500)
  const before = await places(page)
  expect(before.size, 'messages to watch').toBeGreaterThan(3)
  for (const text of ['Meanwhile one', 'Meanwhile two']) await say(ben.api, chat, text)
  await page.getByRole('button', { name: '2 new, jump to latest' }).waitFor()
  await still(page)
  expectSamePlaces(await places(page, before.keys()), before)

  await page.getByRole('button', { name: '2 new, jump to latest' }).click()
  await message(page, 'Meanwhile two').waitFor()
  await expect.poll(() => toEnd(page)).toBeLessThan(1)
  await page.getByRole('button', { name: /jump to latest/i }).waitFor({ state: 'detached' })

  // Also where the wheel comes after the scrolling.
  const isScrolled = messageLog(page).evaluate(async (box) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    while (!box.textContent.includes('Before I scroll')) await frame()
    await frame()
    box.scrollTop -= 1500
    // A scroll by the reader moves the box and reports it in the same frame. A script's own is reported in the next one,
    // and rows that change in between would be scrolled to the end.
    box.dispatchEvent(new Event('scroll'))
    await frame()
    await frame()
    box.dispatchEvent(new WheelEvent('wheel', { deltaY: -1500, bubbles: true }))
  })
  await typeMessage(page, 'Before I scroll')
  await isScrolled
  await say(ben.api, chat, 'Further down')
  await page.getByRole('button', { name: '1 new, jump to latest' }).waitFor()
  expect(await toEnd(page)).toBeGreaterThan(1000)
})

test('Older messages are inserted above without moving the visible ones, and of a thousand only those near the screen are rendered', async () => {
  const [ann] = people
  const page = await opened(ann, await newest(ann))
  const letThrough: (() => void)[] = []
  let isHeld = true
  // A whole page, and not a request for changes.
  await page.route('**/messages?limit=50&before_id=*', async (route) => {
    if (isHeld) await new Promise<void>((resolve) => letThrough.push(resolve))
    return route.continue()
  })
  for (let pages = 0; pages < 2; pages++) {
    // At the upper end of the loaded messages the wheel moves nothing, and the request may come a moment later.
    await messageLog(page).hover()
    const isAsked = async () => {
      if (letThrough.length === 0) await page.mouse.wheel(0, -1800)
      await still(page)
      return letThrough.length > 0
    }
    await expect.poll(isAsked, { interval: 10, timeout: 3 * TIMEOUT_MS }).toBe(true)
    const before = await places(page)
    expect(before.size, 'messages to watch').toBeGreaterThan(3)
    const height = () => messageLog(page).evaluate((box) => box.scrollHeight)
    const heightBefore = await height()
    letThrough.splice(0).forEach((resolve) => resolve())
    await expect.poll(height).toBeGreaterThan(heightBefore + 1000)
    await still(page)
    expectSamePlaces(await places(page, before.keys()), before)
  }
  isHeld = false
  letThrough.splice(0).forEach((resolve) => resolve())
  expect(await backThrough(page, 1000), 'messages drawn at a time').toBeLessThan(120)
})

test('A quote leads to its message, however old, and one press leads back to the end', async () => {
  const [ann, ben] = people
  const old = 50
  await say(ben.api, chat, 'I still think so', { reply_to: idOf(old) })
  const page = await opened(ann, await newest(ann))
  const quote = message(page, 'I still think so').getByRole('button', { name: /in reply to/i })
  await quote.click()
  // The message is visible.
  await expect.poll(async () => (await places(page)).has(idOf(old))).toBe(true)
  await scrollBy(page, -4000)
  await page.getByText('This is where your conversation begins').waitFor()
  await page.getByRole('button', { name: /jump to latest/i }).click()
  await message(page, 'I still think so').waitFor()
  await expect.poll(() => toEnd(page)).toBeLessThan(1)
})

/** Scrolls up with the wheel past this many messages. @returns the largest number of rows drawn at a time */
async function backThrough(page: Page, count: number): Promise<number> {
  await page.evaluate(() => {
    const seen = { mostRows: 0 }
    Object.assign(globalThis, { seen })
    const count = () => {
      seen.mostRows = Math.max(seen.mostRows, document.querySelectorAll('[data-message]').length)
      requestAnimationFrame(count)
    }
    count()
  })
  await messageLog(page).hover()
  const reached = async () => {
    await page.mouse.wheel(0, -1500)
    return Number(/\d+/.exec((await textsOn(page))[0] ?? '')?.[0] ?? MESSAGES)
  }
  await expect.poll(reached, { interval: 10, timeout: 3 * TIMEOUT_MS }).toBeLessThanOrEqual(MESSAGES - count)
  return page.evaluate(() => (globalThis as unknown as { seen: { mostRows: number } }).seen.mostRows)
}

/** The distance in px from the window to the end of the list. */
const toEnd = (page: Page) =>
  messageLog(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)

/** The numbers of the messages that are wholly visible. */
const wholeOn = async (page: Page): Promise<number[]> => {
  const seqs = new Map(Array.from({ length: 100 }, (_, n) => [idOf(MESSAGES - n), MESSAGES - n]))
  return [...(await places(page)).keys()].flatMap((id) => seqs.get(id) ?? [])
}

/**
 * The positions of the texts of messages, by id, in px from the top: of these, or of all wholly visible messages.
 * The text is measured, because a name may appear or disappear above it with the message before.
 */
async function places(page: Page, ids?: Iterable<string>): Promise<Map<string, number>> {
  const wanted = ids && [...ids]
  return new Map(
    await messageLog(page).evaluate((box, wanted) => {
      const { top, bottom } = box.getBoundingClientRect()
      return [...box.querySelectorAll<HTMLElement>('[data-message]')]
        .map((one) => ({
          id: one.dataset['message']!,
          at: one.getBoundingClientRect(),
          wordsAt: one.querySelector('bdi:has(time)')!.getBoundingClientRect().top,
        }))
        .filter(({ id, at }) => (wanted ? wanted.includes(id) : at.top >= top && at.bottom <= bottom))
        .map(({ id, wordsAt }) => [id, wordsAt] as const)
    }, wanted),
  )
}

/** Within a pixel: an offset between two pixels may be rounded either way when the list above is measured. */
function expectSamePlaces(now: Map<string, number>, before: Map<string, number>): void {
  const moves = [...before].map(([id, at]) => Math.abs((now.get(id) ?? Infinity) - at))
  expect(Math.max(...moves), 'px that a message has moved').toBeLessThanOrEqual(1)
}

/** Turns the wheel, and waits until the list has moved and is still. */
async function scrollBy(page: Page, pixels: number): Promise<void> {
  const top = () => messageLog(page).evaluate((box) => box.scrollTop)
  const before = await top()
  await messageLog(page).hover()
  await page.mouse.wheel(0, pixels)
  await expect.poll(top, { interval: 10, timeout: 3 * TIMEOUT_MS }).not.toBe(before)
  await still(page)
}

/** Waits until no row has moved for some frames: after a turn of the wheel, rows are rendered and then measured. */
const still = (page: Page) =>
  messageLog(page).evaluate(
    (box) =>
      new Promise<void>((resolve) => {
        let [last, since, frames] = ['', 0, 0]
        const look = (now: number) => {
          const rows = [...box.querySelectorAll('[data-message]')]
          const places = rows.map((row) => row.getBoundingClientRect().top).join(' ')
          if (places !== last) [last, since, frames] = [places, now, 0]
          frames += 1
          if (now - since > 200 && frames > 5) resolve()
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
  )
