// The way of a stranger in, from the link to the form of an expense, as a film strip that says the seconds and the taps.

import type { Browser, Page } from 'playwright-core'
import { password } from '#tests/pictures/extremes.ts'
import { createClient, expectSuccess } from '#tests/support/client.ts'

interface Frame {
  picture: Buffer
  caption: string
}

/** Hides toasts, because they may or may not have expired (spec §9: 4 s). */
export const withoutNews = 'body > output[aria-live] { display: none !important }'

/** @param page of nobody, on a phone */
export async function filmWayIn(page: Page, url: string): Promise<Frame[]> {
  const port = Number(new URL(url).port)
  const { token } = expectSuccess(
    await createClient(port).post('/auth/login', { username: 'alice', password }),
  )
  const alice = createClient(port, token)
  const [{ id }] = expectSuccess(await alice.get('/trips')).trips
  const { inviteLink } = expectSuccess(await alice.post(`/trips/${id}/invite-link`, {}))

  const frames: Frame[] = []
  let [taps, waited, since] = [0, 0, performance.now()]
  /** Pictures take no part of the time. */
  const frame = async (what: string) => {
    waited += performance.now() - since
    const caption = `${what}: ${(waited / 1000).toFixed(1)} s, ${taps} ${taps === 1 ? 'tap' : 'taps'}`
    frames.push({ picture: await page.screenshot({ animations: 'disabled' }), caption })
    since = performance.now()
  }
  const tap = async (role: 'textbox' | 'button' | 'tab', name: string) => {
    taps += 1
    await page.getByRole(role, { name, exact: true }).first().click()
  }
  await page.goto(inviteLink.url)
  await page.getByLabel('Your name').waitFor()
  await page.addStyleTag({ content: withoutNews })
  await frame('The link')
  await tap('textbox', 'Your name')
  await page.keyboard.type('Noor')
  await frame('A name')
  await tap('button', 'Join the trip')
  await page.getByRole('button', { name: 'Say hello' }).waitFor()
  await frame('On the trip')
  await tap('tab', 'Expenses')
  await tap('button', 'Add Expense')
  await page.getByRole('dialog', { name: 'Add Expense' }).getByLabel('Amount').waitFor()
  await frame('An expense')
  return frames
}

/** All frames side by side, each above its caption. */
export async function filmStrip(browser: Browser, frames: readonly Frame[], path: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 4 * 272 + 8, height: 600 } })
  const figures = frames.map(
    ({ picture, caption }) =>
      `<figure style="margin:0"><img src="data:image/png;base64,${picture.toString('base64')}" width="264" style="display:block;border-radius:12px"><figcaption style="padding:8px 4px 0;font:14px sans-serif;text-align:center;color:#777">${caption}</figcaption></figure>`,
  )
  await page.setContent(`<body style="margin:8px;display:flex;gap:8px">${figures.join('')}`)
  await page.screenshot({ path, fullPage: true })
  await page.close()
}
