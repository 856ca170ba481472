// The landing page: a single response of the server, readable at once, without waiting for a script.

import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { browserForFile, type Visit, viewports } from '#tests/support/browser.ts'

const { person } = browserForFile()
const html = readFileSync('dist/web/index.html', 'utf8')
const lead = 'Stay connected with friends through real-time chat and plan amazing trips together.'
const brotli = (text: string) => brotliCompressSync(text).length

/** Opens the built document at an address, without a server. */
async function landing(
  visit: Partial<Visit> = {},
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const url = visit.url ?? 'https://trips.example'
  const page = await person({ ...visit, url })
  await page.route(`${url}/**`, (route) =>
    route.request().resourceType() === 'document'
      ? route.fulfill({ body: html, contentType: 'text/html' })
      : route.fulfill({ body: '' }),
  )
  await prepare?.(page)
  await page.goto('/')
  return page
}

const leadOf = async (page: Page) => (await page.getByText(lead).textContent())?.replace(/\s+/g, ' ').trim()

test('The page requests nothing before it paints, and its scripts are tiny', () => {
  const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
  expect(html).not.toMatch(/<script[^>]*src=|rel="(?:stylesheet|modulepreload)"/)
  expect(scripts).toHaveLength(1)
  expect(brotli(scripts.map(([, code]) => code).join('\n'))).toBeLessThan(1500)
  expect(brotli(html)).toBeLessThan(5000)
})

test('The page names the product and its purpose before the text', () => {
  coversSpec('§1 The landing page shows', '§2 Route table: /', '§2 Landing: Title, tagline')

  const text = html
    .slice(html.indexOf('<h1'))
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  expect(text.startsWith(`Group Trip Planner Friend Chat &amp; Travel Planner ${lead}`)).toBe(true)
})

describe('suffix of the text', () => {
  test('The text without scripts ends as for any device', () => {
    coversSpec('§1 Optimized for your device')

    const text = html.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')
    expect(text).toContain(`${lead} Optimized for your device.`)
  })

  test('The text invites to install where that is possible', async () => {
    coversSpec('§1 The text gets a suffix', '§1 Install for the best')

    expect(await leadOf(await landing())).toBe(`${lead} Install for the best experience!`)
  })

  test('The text does not invite to install where the browser lacks service workers', async () => {
    coversSpec('§1 Optimized for your device')

    const page = await landing({ url: 'http://trips.example' })
    expect(await leadOf(page)).toBe(`${lead} Optimized for your device.`)
  })

  test('The text in the installed app says so', async () => {
    coversSpec("§1 You're using the app")

    // Chromium does not report an installed app in a test, so the result is set before the page reads it.
    const page = await landing({}, (opening) =>
      opening.addInitScript(() => {
        const asked = window.matchMedia.bind(window)
        window.matchMedia = (query) => asked(query === '(display-mode: standalone)' ? 'all' : query)
      }),
    )
    expect(await leadOf(page)).toBe(`${lead} You're using the app version!`)
  })
})

test('The two buttons stand one under the other on a phone and side by side on a desktop', async () => {
  coversSpec('§2 Landing: Title, tagline', '§2 Landing: On mobile the buttons')

  const page = await landing({ viewport: viewports.phone })
  const button = (name: string) => page.getByRole('link', { name, exact: true })
  const boxes = async () => {
    const [login, register] = [
      (await button('Login').boundingBox())!,
      (await button('Register').boundingBox())!,
    ]
    expect(login.width).toBe(register.width)
    return { login, register }
  }
  const onPhone = await boxes()
  expect(onPhone.login.y).not.toBe(onPhone.register.y)
  const text = (await page.getByText(lead).boundingBox())!
  expect(onPhone.login, 'as wide as all that is on the page').toMatchObject({ x: text.x, width: text.width })
  await page.setViewportSize(viewports.desktop)
  const onDesktop = await boxes()
  expect(onDesktop.login.y).toBe(onDesktop.register.y)
  expect(await button('Login').getAttribute('href')).toBe('/login')
  expect(await button('Register').getAttribute('href')).toBe('/register')
})

test('No text overflows on the narrowest phone, also when doubled', async () => {
  const page = await landing({ viewport: { width: 320, height: 568 } })
  const outside = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await outside()).toBe(0)
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  expect(await outside()).toBe(0)
})

test('axe finds nothing on a phone and on a desktop, and no low contrast in the dark theme', async () => {
  await expectAccessible(await landing(), 'the landing page')
})
