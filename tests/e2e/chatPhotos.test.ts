// Photos in a conversation: chosen, sent, shown, and sent once whatever happens to the network and the page.

import { createHash, randomBytes } from 'node:crypto'
import type { Locator, Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openTripChat, page as pageOf, read, say } from '#tests/chat/requests.ts'
import { axe, browserForFile, networkErrors, viewports } from '#tests/support/browser.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { largePhoto, photo } from '#tests/support/photo.ts'
import { jpeg, thumbOf } from '#tests/support/pictures.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import {
  composer,
  emptyServer,
  message,
  messageLog,
  openAs,
  planTrip,
  registerPeople,
  waitUntilConnected,
} from '#tests/support/chatPeople.ts'

let server: Server
const { person } = browserForFile()

beforeAll(async () => {
  server = await startServer({ env: emptyServer })
})

const filesPath = '**/api/files/*'

async function conversation(first: string, second: string) {
  const people = await registerPeople(server, first, second)
  const [sender, reader] = [people[first]!, people[second]!]
  const chat = await openTripChat(sender.api, await planTrip(sender, [reader]))
  const open = async (who: typeof sender, more = {}): Promise<Page> => {
    const page = await person({ url: server.url, expects: networkErrors, ...more })
    await openAs(page, who, `/app/chat/${chat}`)
    await waitUntilConnected(page)
    return page
  }
  return { sender, reader, chat, open, messages: async () => (await pageOf(sender.api, chat)).messages }
}

async function choose(page: Page, ...shades: number[]): Promise<void> {
  const plus = page.getByRole('button', { name: 'Add' })
  if (await plus.isVisible()) await plus.click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Photo', exact: true }).click(),
  ])
  await chooser.setFiles(shades.map((shade) => photo(shade)))
}

const tray = (page: Page): Locator => page.getByRole('list', { name: /chosen$/ })
const send = (page: Page): Promise<void> => page.getByRole('button', { name: 'Send' }).click()
const photoButton = (page: Page, name: string | RegExp): Locator =>
  messageLog(page).getByRole('button', { name })
async function isLoaded(button: Locator, width = 400): Promise<void> {
  const widths = () =>
    button
      .locator('img[src^="blob:"]')
      .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))
  await expect.poll(widths).toEqual([width])
}

test('Photos are chosen, sent with a caption and shown to the other person in their final size, and open in full screen', async () => {
  const { sender, reader, open, messages } = await conversation('ann', 'ben')
  const [hers, his] = [await open(sender), await open(reader)]
  await choose(hers, 10, 20)
  await expect.poll(() => tray(hers).getByText('Ready').count()).toBe(2)
  expect(await axe(hers)).toEqual([])
  await hers.getByRole('button', { name: 'Take photo 2 out' }).click()
  await choose(hers, 30)
  await expect.poll(() => tray(hers).getByText('Ready').count()).toBe(2)
  await composer(hers).fill('Two views')
  await send(hers)
  await tray(hers).waitFor({ state: 'detached' })
  await message(his, 'Two views').waitFor()
  const second = photoButton(his, 'Photo 2 of 2 from ann. Open')
  await isLoaded(second)
  expect(await axe(his)).toEqual([])
  expect(await messages()).toMatchObject([
    { content: 'Two views', message_type: 'image', files: [{ width: 400, height: 300 }, {}] },
  ])
  await second.click()
  const viewer = his.getByRole('dialog', { name: 'Photo 2 of 2 from ann' })
  await viewer.getByText('Two views').waitFor()
  expect(await axe(his)).toEqual([])
  await his.keyboard.press('ArrowLeft')
  await his.getByRole('dialog', { name: 'Photo 1 of 2 from ann' }).waitFor()
  const [download] = await Promise.all([
    his.waitForEvent('download'),
    his.getByRole('button', { name: 'Save' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^photo-[-\d]+\.jpg$/)
  await his.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  await expect.poll(() => second.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('A page that is closed while it uploads sends its message once, from the next page, and nothing before', async () => {
  const { sender, open, messages } = await conversation('cat', 'dan')
  const page = await open(sender)
  const hang = () => undefined
  await page.context().route(filesPath, hang)
  await choose(page, 40, 50)
  await expect.poll(() => page.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBeNull()
  await composer(page).fill('On its way')
  await send(page)
  await message(page, 'On its way').getByText('0 %').first().waitFor()
  const next = await page.context().newPage()
  await page.close()
  await next.context().unroute(filesPath, hang)
  await next.goto('/app/chat')
  await expect.poll(async () => (await messages()).map(({ content }) => content)).toEqual(['On its way'])
  await next.reload()
  await next.getByText('Photo').first().waitFor()
  expect(await messages()).toMatchObject([{ files: [{}, {}] }])
})

test('Chosen photos are there again after a reload, and photos without a connection are shown as waiting until it is back', async () => {
  const { sender, open, messages } = await conversation('eve', 'fox')
  const page = await open(sender)
  await choose(page, 60, 70, 80)
  await expect.poll(() => tray(page).getByText('Ready').count()).toBe(3)
  await page.reload()
  await expect.poll(() => tray(page).getByRole('img').count()).toBe(3)
  await page.getByRole('button', { name: 'Take photo 3 out' }).click()
  await expect.poll(() => tray(page).getByRole('img').count()).toBe(2)
  await choose(page, 80)
  await expect.poll(() => tray(page).getByText('Ready').count()).toBe(3)
  await page.reload()
  await expect.poll(() => tray(page).getByRole('img').count()).toBe(3)
  await page.context().setOffline(true)
  await choose(page, 90)
  await expect.poll(() => tray(page).getByRole('img').count()).toBe(4)
  await send(page)
  await expect.poll(() => messageLog(page).getByText('Waiting', { exact: true }).count()).toBeGreaterThan(0)
  expect(await messages()).toEqual([])
  await page.context().setOffline(false)
  await expect.poll(async () => (await messages()).map(({ files }) => files?.length)).toEqual([4])
})

test('Of several photos only the refused one says that it is not sent, and a file that is no photo never leaves', async () => {
  const { sender, open, messages } = await conversation('gus', 'hal')
  const page = await open(sender, { expects: [/status of 4\d\d/] })
  let refused = ''
  const refuseOne = (route: Route) => {
    const { pathname } = new URL(route.request().url())
    refused ||= pathname
    if (pathname !== refused) return route.fallback()
    const error = { code: 'TOO_LARGE', message: 'A photo has at most 5 MB' }
    return route.fulfill({ status: 413, json: { message: error.message, error } })
  }
  await page.context().route(filesPath, refuseOne)
  await choose(page, 110, 120)
  await tray(page).getByText('Not sent').waitFor()
  await page.getByText('A photo has at most 5 MB').waitFor()
  await send(page)
  await expect.poll(async () => (await messages()).map(({ files }) => files?.length)).toEqual([1])
  await tray(page).getByText('Not sent').waitFor()
  expect(await axe(page)).toEqual([])
})

test('A conversation with 200 photos transfers less than 300 kB before it is scrolled, and moves nothing as photos arrive', async () => {
  const { ida, jon, kat, lou } = await registerPeople(server, 'ida', 'jon', 'kat', 'lou')
  const people = [ida, jon, kat, lou]
  const chat = await openTripChat(ida.api, await planTrip(ida, [jon, kat, lou]))
  const files = await Promise.all(
    [1, 2, 3].map(async (shade) => {
      const bytes = largePhoto(shade)
      const hash = createHash('sha256').update(bytes).digest('hex')
      const { file } = expectSuccess(await ida.api.put(`/files/${hash}`, bytes))
      return { ...file, thumb: thumbOf(jpeg({ data: randomBytes(300).toString('hex') })) }
    }),
  )
  // Nobody may send more at once.
  for (let i = 0; i < 67; i += 1)
    await say(people[Math.floor(i / 17)]!.api, chat, '', { message_type: 'image', files })
  const { messages } = await pageOf(jon.api, chat, 'limit=1')
  await read(jon.api, chat, messages[0]!.id)
  let received = 0
  const page = await person({ url: server.url })
  page.on('response', async (response) => {
    if (!response.url().includes('/api/')) return
    // The page is closed while some are still loading.
    const sizes = await response
      .request()
      .sizes()
      .catch(() => null)
    received += sizes?.responseBodySize ?? 0
  })
  await openAs(page, jon, `/app/chat/${chat}`)
  const last = photoButton(page, 'Photo 3 of 3 from lou. Open').last()
  await isLoaded(last, 200)
  const top = () => last.evaluate((button) => button.getBoundingClientRect().top)
  const before = await top()
  const loaded = () =>
    messageLog(page)
      .locator('img[src^="blob:"]')
      .evaluateAll((all) => new Set(all.map((one) => (one as HTMLImageElement).src)).size)
  await expect.poll(loaded).toBe(2)
  expect(received).toBeLessThan(300_000)
  await messageLog(page).dispatchEvent('wheel')
  await expect.poll(loaded).toBe(3)
  expect(Math.abs((await top()) - before), 'px, apart from how text is rounded').toBeLessThan(1)
})

test('The info of a conversation has its last photos, the newest first, opens one in full screen, and says where photos will stand', async () => {
  const { sender, open } = await conversation('sam', 'uma')
  const page = await open(sender)
  const head = page.getByRole('heading', { level: 1 }).getByRole('button')
  const photos = page.getByRole('region', { name: 'Photos' })
  await head.click()
  await photos.getByText('Photos you send stand here').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  for (const shades of [[10], [20, 30, 40, 50]]) {
    await choose(page, ...shades)
    await send(page)
    await tray(page).waitFor({ state: 'detached' })
  }
  await head.click()
  const tiles = photos.getByRole('button', { name: 'Photo from you. Open' })
  await expect.poll(() => tiles.count()).toBe(4)
  expect(await axe(page)).toEqual([])
  await photos.getByRole('button', { name: 'All 5' }).click()
  await isLoaded(tiles.last())
  await tiles.first().click()
  const viewer = page.getByRole('dialog', { name: 'Photo 4 of 4 from you' })
  await viewer.waitFor()
  for (const place of ['3 of 4', '2 of 4', '1 of 4', '1 of 1']) {
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('dialog', { name: `Photo ${place} from you` }).waitFor()
  }
  await page.keyboard.press('Escape')
  await expect.poll(() => tiles.first().evaluate((tile) => tile === document.activeElement)).toBe(true)
})

test('A photo that is pasted is chosen', async () => {
  const { sender, open } = await conversation('kim', 'lee')
  const page = await open(sender, { viewport: viewports.desktop })
  await composer(page).focus()
  const paste = () =>
    page.evaluate(
      (bytes) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(bytes)], 'photo.png', { type: 'image/png' }))
        document.activeElement!.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true }),
        )
      },
      [...photo(130).buffer],
    )
  const chosen = async () => {
    if ((await tray(page).count()) === 0) await paste()
    return tray(page).getByText('Ready').count()
  }
  // Its code comes when the browser is idle.
  await expect.poll(chosen).toBe(1)
})
