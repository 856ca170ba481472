// Two people, a trip and a conversation on a server, whose responses a test replaces by failures.

import type { Page, Route } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { say, startDirect } from '#tests/chat/requests.ts'
import { browserForFile } from '#tests/support/browser.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { type RegisteredPerson, planTrip, emptyServer, registerPeople } from '#tests/support/chatPeople.ts'
import { storeToken } from '#tests/support/demoUsers.ts'

/** Call once at the top of a test file. The fields are set before its tests. */
export function failuresForFile() {
  const { person } = browserForFile()
  const fields = {} as {
    server: Server
    ann: RegisteredPerson
    ben: RegisteredPerson
    /** The id of a trip of ann's with ben. */
    trip: string
    /** The id of ann's and ben's conversation, with one message from ben. */
    conversation: string
  }

  beforeAll(async () => {
    fields.server = await startServer({ env: emptyServer })
    const { ann, ben } = await registerPeople(fields.server, 'ann', 'ben', 'cal')
    const trip = await planTrip(ann, [ben], 'Up the coast')
    const conversation = await startDirect(ben.api, ann.id)
    Object.assign(fields, { ann, ben, trip, conversation })
    await say(ben.api, conversation, 'Are you there?')
  })

  /** Signed in, but not in the app yet, so that a test can make its first requests fail. */
  async function outside(): Promise<Page> {
    const page = await person({ url: fields.server.url, expects: [/ERR_FAILED/, /status of [45]\d\d/] })
    await storeToken(page, fields.ann.api.token!)
    return page
  }

  async function visit(path: string): Promise<Page> {
    const page = await outside()
    await page.goto(path)
    return page
  }

  return Object.assign(fields, { person, outside, visit })
}

/**
 * Responds like this to requests with this method to this path; `lost` for no response. The newest call decides, so a
 * failure is replaced by another one without a moment in which an automatic retry succeeds.
 */
export async function failRequests(
  page: Page,
  method: string,
  path: RegExp,
  response: 'lost' | number,
): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith('/api/') && path.test(url.pathname),
    (route: Route) => {
      if (route.request().method() !== method) return route.fallback()
      return response === 'lost' ? route.abort() : route.fulfill({ status: response, body: '' })
    },
  )
}

export const expectText = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).first().waitFor()
export const expectNoText = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).waitFor({ state: 'detached' })
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).last()

/** Presses Retry until this text is gone, as an automatic retry may do first. */
export async function retryUntilGone(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => {
      const retry = button(page, 'Retry')
      if ((await retry.count()) > 0) await retry.click({ timeout: 5000 }).catch(() => undefined)
      return page.getByText(text, { exact: true }).count()
    })
    .toBe(0)
}

/** Closes the topmost dialog and waits until it is gone: it returns the focus last. */
export async function cancelDialog(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Cancel' })
  await button.click()
  await button.waitFor({ state: 'detached' })
}
