// What only a real browser does with photos: it decodes, encodes and stores them.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { build, type Rollup } from 'vite'
import { waitingFileStoreContract } from '#tests/contracts/waitingFileStore.ts'
import { fileLimits } from '#core/kernel/files.ts'
import { browserForFile } from '#tests/support/browser.ts'

const url = 'https://photos.example'
const { person } = browserForFile()
let page: Page

beforeAll(async () => {
  const built = (await build({
    configFile: false,
    root: 'tests/platform/files/page',
    build: { write: false, modulePreload: false },
    logLevel: 'silent',
  })) as Rollup.RollupOutput
  const files = new Map(
    built.output.map((file) => [`/${file.fileName}`, file.type === 'asset' ? file.source : file.code]),
  )
  page = await person({ url })
  await page.route(`${url}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const body = files.get(pathname === '/' ? '/index.html' : pathname)
    if (body === undefined) return route.fulfill({ status: 204 })
    const contentType = pathname.endsWith('.js') ? 'text/javascript' : 'text/html'
    return route.fulfill({ body: Buffer.from(body), contentType })
  })
  await page.goto('/')
  await page.waitForFunction(() => 'photosPage' in window)
})

test('A photo of 12 megapixels becomes one of 1600 pixels and less than 600 kB, with a thumbnail of less than 1 kB', async () => {
  const made = await page.evaluate(() => window.photosPage.photo(4000, 3000, 'chat'))
  if (typeof made === 'string') throw new Error(made)
  expect(made.file).toMatchObject({ type: 'image/jpeg', width: 1600, height: 1200 })
  expect(made.file.bytes).toBeLessThan(600_000)
  expect(made.file.bytes).toBe(made.text.length)
  expect(made.file.hash).toMatch(/^[0-9a-f]{64}$/)
  expect(made.file.thumb).toMatch(/^data:image\/(webp|jpeg);base64,/)
  expect(made.file.thumb!.length).toBeLessThan(1000)
  expect(fileLimits.thumbBytes).toBeGreaterThan(1000)
})

test('A receipt keeps 2048 pixels, and a small photo its size', async () => {
  const [receipt, small] = await page.evaluate(async () => [
    await window.photosPage.photo(3000, 4000, 'receipt', 0),
    await window.photosPage.photo(320, 200, 'chat', 0),
  ])
  expect(receipt).toMatchObject({ file: { width: 1536, height: 2048 } })
  expect(small).toMatchObject({ file: { width: 320, height: 200 } })
})

test('A small photo of a camera is upright, and says neither where it was taken nor by what', async () => {
  const made = await page.evaluate(() => window.photosPage.turned())
  if (typeof made === 'string') throw new Error(made)
  expect(made.file).toMatchObject({ width: 600, height: 800 })
  expect(made.red).toEqual({ left: false, top: true })
  expect(made.text).not.toContain('GPS')
  expect(made.text).not.toContain('Exif')
})

test('What the browser cannot read is refused in words, and of a GIF the first picture is taken', async () => {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const [heic, text, picture] = await page.evaluate(
    async (bytes) => [
      await window.photosPage.other([0, 0, 0, 24, 102, 116, 121, 112], 'image/heic', 'IMG_1.HEIC'),
      await window.photosPage.other([104, 105], 'image/jpeg', 'letter.jpg'),
      await window.photosPage.other(bytes, 'image/gif', 'dot.gif'),
    ],
    [...gif],
  )
  expect(heic).toBe('This browser cannot read HEIC photos. Save it as a JPEG first.')
  expect(text).toBe('“letter.jpg” is not a photo that this browser can read')
  expect(picture).toMatchObject({ file: { type: 'image/jpeg', width: 1, height: 1 } })
})

test.each(Object.keys(waitingFileStoreContract))('In IndexedDB: %s', async (promise) => {
  expect(await page.evaluate((name) => window.photosPage.keeps(name), promise)).toBeNull()
})
